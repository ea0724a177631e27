/** How far back a cashier sees, in the gallery: the owner's setting, and the list that says why. */
import type { TillApi } from '#shared/bridge/contract.ts'
import { must } from '../support/must.ts'
import type { Counter } from './counter-driver.ts'
import type { Take } from './gallery.ts'

/** The owner serves; what was sold before has its folio or its reference on paper. */
export async function showSight(counter: Counter, take: Take, api: TillApi): Promise<void> {
  await counter.press('F10').tap('settings-nav-limits').find('receipts-seen')
  await counter.page.getByTestId('receipts-seen').scrollIntoViewIfNeeded()
  await take('settings-seen')
  must(await api.saveStaff({ staffId: null, name: 'Camila', role: 'cashier', pin: '2580' }))
  must(await api.saveSettings({ receiptsSeen: { by: 'own', days: 7 } }))
  // The newest have come back already, by vale.
  const sold = api
    .listReceipts({ cursor: null, limit: 10, text: '', onlyPending: false })
    .rows.find(({ documentType }) => documentType === '41')
  const camila = api.staff().members.find(({ name }) => name === 'Camila')?.id ?? ''
  must(await api.signIn({ staffId: camila, pin: '2580' }))
  await counter.press('F8', 'F9').find('seen-note')
  await counter.type('receipts-search', sold?.externalReference ?? '').find('return-in-hand')
  await take('receipts-seen')
  await counter.tap('return-in-hand').find('return-total')
  await take('return-in-hand')
}
