/** A change of document moves no money and no goods: every sum knows of one sale. */
import { expect, it } from 'vitest'
import type { CommitInput } from '#shared/selling/inputs.ts'
import type { IsoDate, SaleId } from '#shared/core/brand.ts'
import { changeDocument } from '../../../test/support/change-document.ts'
import { must } from '../../../test/support/must.ts'
import { orderOf } from '../../../test/support/return-till.ts'
import { COFFEE, FLOAT_CLP, shiftTillPerTest } from '../../../test/support/shift-till.ts'
import { cartOf, commitOf, receiptOf } from '../../../test/support/till-fixture.ts'
import { valeCodeIn } from '../../../test/support/vale-till.ts'

const hands = shiftTillPerTest()
const { fixture, till, useShifts, openShift, expectedCash, close, query } = hands
const ALL = { from: '2000-01-01' as IsoDate, to: '2199-12-31' as IsoDate }

const settled = () => fixture.until(() => till.api.status().pendingCount === 0)
const sell = (code: string, changes: Partial<CommitInput> = {}): SaleId =>
  must(till.api.commitSale({ ...commitOf(till.api, cartOf(till.api, code)), ...changes })).saleId
const paidBy = (method: string, reference = '') => [{ method, amountClp: null, reference }]
const change = async (saleId: SaleId) => must(await changeDocument(till.api, saleId)).saleId
async function giveBack(saleId: SaleId, method: string) {
  const refund = { method, reference: '' }
  const sale = must(await till.api.openReturn(saleId))
  return must(till.api.commitReturn(orderOf(sale, null, { refund })))
}
async function reports() {
  const totals = must(await till.api.report({ part: 'totals', ...ALL }))
  const products = must(await till.api.report({ part: 'products', ...ALL }))
  if (totals.part !== 'totals' || products.part !== 'products') throw new Error('other part')
  return { totals, products }
}
it('in a later shift: the drawer, the Z and every report stay as they were', async () => {
  must(await till.api.saveSettings({ tips: { isOn: true, percents: [10] } }))
  await useShifts()
  openShift()
  const sales = [sell(COFFEE, { tipClp: 5 }), sell(COFFEE, { payments: paidBy('TC') }), sell('201')]
  await settled()
  must(close(expectedCash()))
  const shiftId = openShift()
  const before = await reports()
  const changed: SaleId[] = []
  for (const saleId of sales) changed.push(await change(saleId))
  expect(expectedCash()).toBe(FLOAT_CLP)
  const report = till.api.shift().open?.report
  expect(report).toMatchObject({
    sales: { count: 0, totalClp: 0 },
    returns: { count: 0, totalClp: 0 },
    netClp: 0,
    roundingClp: 0,
    tax: { netoClp: 0, ivaClp: 0, exentoClp: 0 },
    tips: [],
    cashiers: [],
  })
  await settled()
  const after = await reports()
  expect(after.products).toEqual(before.products)
  const { f29, sums, ...rest } = after.totals
  const { f29: f29Before, sums: sumsBefore, ...restBefore } = before.totals
  expect(rest).toEqual(restBefore)
  expect({ ...sums, taxes: [] }).toEqual({ ...sumsBefore, taxes: [] })
  expect(f29.total).toEqual(f29Before.total)
  expect(f29.lines.map(({ documentType, count }) => `${documentType} ${count}`)).toEqual([
    '33 2',
    '34 1',
    '39 2',
    '41 1',
    '61 3',
  ])
  // Paid as it was paid, on list, detail and paper; no row of money says it a second time.
  for (const [index, saleId] of sales.entries())
    expect(receiptOf(till.api, changed[index] ?? saleId).payments).toEqual(
      receiptOf(till.api, saleId).payments,
    )
  expect(query('SELECT count(*) AS count FROM sale_payment')).toEqual([{ count: 3 }])
  must(close(FLOAT_CLP))
  const csv = must(till.api.shiftFile({ shiftId })).text
  const sumOf = (column: string) => {
    const [head = '', ...lines] = csv
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n/)
    const at = head.split(';').indexOf(column)
    return lines.reduce((sum, line) => sum + Number(line.split(';')[at]), 0)
  }
  expect(sumOf('total')).toBe(0)
  expect(sumOf('Efectivo')).toBe(FLOAT_CLP)
  expect(csv).toContain('cambio de documento')
})

it('goods stay where they are; what comes back of the invoice comes back once', async () => {
  const product = must(till.api.stockByCode(COFFEE))
  must(till.api.setStock({ productId: product.id, hasStock: true, lowMilli: null }))
  const balance = () => must(till.api.stockByCode(COFFEE)).stock?.milli
  const saleId = sell(COFFEE)
  await settled()
  const sold = balance()
  const invoiceId = await change(saleId)
  await settled()
  expect(balance()).toBe(sold)
  expect(must(till.api.stockMoves({ productId: product.id }))).toHaveLength(1)
  await giveBack(invoiceId, 'EF')
  expect(balance()).toBe((sold ?? 0) + 1_000)
  expect(await till.api.openReturn(saleId)).toMatchObject({ refusal: { code: 'RETURN_ALL_DONE' } })
})

it('what a vale paid goes back into one, also from the invoice', async () => {
  const kept = await giveBack(await settledSale(COFFEE), 'vc')
  const code = valeCodeIn(fixture.dataDir, kept.vale?.number ?? 0)
  const saleId = sell(COFFEE, { payments: [{ method: 'vc', amountClp: 1_996, reference: code }] })
  await settled()
  const invoiceId = await change(saleId)
  await settled()
  expect(must(await till.api.openReturn(invoiceId)).valeDueClp).toBe(1_996)
  const back = await giveBack(invoiceId, 'EF')
  expect(back.payments.map(({ method }) => method)).toEqual(['vc'])
  expect(back.vale).toMatchObject({ number: 2, amountClp: 1_996 })
})

it('a note that paid stays spent, and the note of a change pays nothing', async () => {
  const kept = await giveBack(await settledSale(COFFEE), 'NC')
  const saleId = sell(COFFEE, { payments: paidBy('NC', kept.saleId) })
  await settled()
  const made = must(await changeDocument(till.api, saleId))
  await settled()
  const spent = { refusal: { code: 'CREDIT_SPENT' } }
  expect(till.api.findCredits({ text: kept.saleId.slice(-6) })).toMatchObject(spent)
  expect(till.api.findCredits({ text: made.noteId.slice(-6) })).toMatchObject({
    refusal: { code: 'CREDIT_UNKNOWN' },
  })
})

async function settledSale(code: string): Promise<SaleId> {
  const saleId = sell(code)
  await settled()
  return saleId
}
