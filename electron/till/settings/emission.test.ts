/** The emission model on the core: kept with its day, and the methods follow. */
import { expect, it } from 'vitest'
import { must } from '../../../test/support/must.ts'
import { cartOf, commitOf } from '../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'

const { fixture, till } = tillPerTest()
const COFFEE = '7801040000037'
const soldBy = (method: string, reference = '') =>
  must(
    till.api.commitSale({
      ...commitOf(till.api, cartOf(till.api, COFFEE)),
      payments: [{ method, amountClp: null, reference }],
    }),
  ).documentedBy
const flagged = () =>
  till.api
    .settings()
    .paymentMethods.filter(({ isVoucherTheReceipt }) => isVoucherTheReceipt)
    .map(({ id }) => id)

it('changes what documents a card sale, and keeps its day through a restart', async () => {
  expect(soldBy('TC')).toBe('receipt')
  must(await till.api.saveSettings({ emissionModel: 'card-voucher' }))
  expect(till.api.settings().emission).toEqual({ model: 'card-voucher', since: '2026-11-20' })
  expect(flagged()).toEqual(['TC'])
  expect([soldBy('TC'), soldBy('PE', '1'), soldBy('VALE', '2'), soldBy('EF')]).toEqual([
    'voucher',
    'receipt',
    'receipt',
    'receipt',
  ])
  await till.stop()
  await fixture.open()
  expect(till.api.settings().emission).toEqual({ model: 'card-voucher', since: '2026-11-20' })
  must(await till.api.saveSettings({ emissionModel: 'every-sale' }))
  expect(flagged()).toEqual([])
  expect(soldBy('TC')).toBe('receipt')
})

it('refuses a voucher that counts where none may, and changes nothing', async () => {
  must(await till.api.saveSettings({ emissionModel: 'card-voucher' }))
  const before = till.api.settings()
  const ticked = before.paymentMethods.map((one) => ({ ...one, isVoucherTheReceipt: true }))
  expect(
    await till.api.saveSettings({
      paymentMethods: ticked.map((one) =>
        one.id === 'EF' ? { ...one, isVoucherTheReceipt: false } : one,
      ),
    }),
  ).toMatchObject({ refusal: { code: 'VOUCHER_CARD_ONLY', params: { method: 'Transferencia' } } })
  expect(till.api.settings()).toEqual(before)
})

it('puts methods back as they begin under the model of today: no sale is declared twice', async () => {
  must(await till.api.saveSettings({ emissionModel: 'card-voucher' }))
  const { defaults } = must(till.api.settingsHistory())
  must(await till.api.saveSettings({ paymentMethods: defaults.paymentMethods }))
  expect(flagged()).toEqual(['TC'])
})
