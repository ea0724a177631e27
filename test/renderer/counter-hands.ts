/** Hands of the till driver at the screen: what a cashier scans, types and presses, and reads. */
import { expect } from 'vitest'
import type { Hands } from '../support/till-driver.ts'
import type { Counter } from './counter-driver.ts'

/** The machine may be busy; how long a step takes is not what a story is about. */
const PATIENT = { timeout: 20_000 }
const BUTTONS: Readonly<Record<string, string>> = { EF: 'pay-cash', TC: 'pay-card' }

export function counterHands(counter: Counter): Hands {
  const { page, till } = counter
  const newest = () => {
    const row = till.api.listReceipts({ cursor: null, limit: 1, text: '', onlyPending: false }).rows[0]
    const found = row === undefined ? null : till.api.receipt(row.saleId)
    return found?.ok ? found.value : null
  }
  const isShown = (testId: string) => page.getByTestId(testId).isVisible()
  return {
    async scan(code) {
      const quantities = async () => (await counter.cart()).join('|')
      const before = await isShown('search') ? await quantities() : ''
      await counter.scan(code)
      await expect.poll(quantities, PATIENT).not.toBe(before)
    },
    async pay(parts) {
      if (!await isShown('tendered')) await counter.press('F12')
      await page.getByTestId('tendered').waitFor()
      for (const [index, { method, amountClp, reference }] of parts.entries()) {
        await counter.tap(BUTTONS[method] ?? `pay-${method}`)
        if (reference !== '') await counter.type('reference', reference)
        await counter.type('tendered', amountClp === null ? '' : String(amountClp))
        if (index < parts.length - 1) await counter.tap('add-payment')
      }
      await counter.tap('confirm-payment')
      const refused = page.getByRole('alert').first()
      await expect.poll(async () => await isShown('change') || await refused.isVisible(), PATIENT).toBe(true)
      if (!await isShown('change')) return { ok: false, message: (await refused.textContent()) ?? '' }
      const hasChange = await page.getByRole('heading', { name: 'Su vuelto' }).isVisible()
      return { ok: true, changeClp: hasChange ? Number((await counter.text('change')).replace(/\D/g, '')) : 0 }
    },
    reprint: () => counter.press('F6'),
    async eventually(holds) {
      await expect.poll(async () => {
        const text = await isShown('issue-state') ? await counter.text('issue-state') : ''
        const pending = Number(await page.getByTestId('pending-count').getAttribute('data-count'))
        return holds({ isIssued: text.includes('Boleta emitida'), pendingCount: pending, printed: newest()?.papers.map(({ kind }) => kind) ?? [] })
      }, PATIENT).toBe(true)
    },
    async setOnline(isOnline) {
      till.world.setOnline(isOnline)
      await counter.see('connection', isOnline ? 'En línea' : 'Sin conexión')
    },
  }
}
