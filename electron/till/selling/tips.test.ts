/** Tips, on the core: charged with the sale, and in no document, IVA or sum of sales. */
import { beforeEach, expect, it } from 'vitest'
import { documentRequestSchema } from '#shared/issuing/document-request.ts'
import type { IsoDate, SaleId } from '#shared/core/brand.ts'
import { tipsOf } from '#shared/shifts/shift-report.ts'
import { goOffline } from '../../../test/support/go-offline.ts'
import { must } from '../../../test/support/must.ts'
import { COFFEE, FLOAT_CLP, shiftTillPerTest, textOn } from '../../../test/support/shift-till.ts'
import { cartOf, commitOf, receiptOf } from '../../../test/support/till-fixture.ts'

const COFFEE_CLP = 1_996
const ALL = { from: '2000-01-01' as IsoDate, to: '2199-12-31' as IsoDate }
const hands = shiftTillPerTest()
const { fixture, till, desk, query, useShifts, openShift, openId, close, giveBack } = hands

beforeEach(async () => {
  must(await till.api.saveSettings({ tips: { isOn: true, percents: [10] } }))
  await useShifts()
  openShift()
})

const commandOf = (method: string, tipClp: number, tenderedClp: number | null = null) => ({
  ...commitOf(till.api, cartOf(till.api, COFFEE), method, tenderedClp),
  tipClp,
})
const sell = (method: string, tipClp: number): SaleId =>
  must(till.api.commitSale(commandOf(method, tipClp))).saleId
const totals = async () => {
  const report = must(await till.api.report({ part: 'totals', ...ALL }))
  if (report.part !== 'totals') throw new Error(report.part)
  return report
}

it('is charged on top, kept beside its payment, and in no total, IVA or line of the document', async () => {
  const sold = must(till.api.commitSale(commandOf('EF', 200, 5_000)))
  expect(sold).toMatchObject({
    totalClp: COFFEE_CLP,
    tipClp: 200,
    roundingClp: 4,
    toCollectClp: 2_200,
    changeClp: 2_800,
  })
  expect(receiptOf(till.api, sold.saleId)).toMatchObject({
    totalClp: COFFEE_CLP,
    tipClp: 200,
    payments: [{ method: 'EF', totalClp: COFFEE_CLP, tipClp: 200 }],
  })
  const [row] = query<{ body: string }>('SELECT CAST(body AS TEXT) AS body FROM receipt')
  const body = documentRequestSchema.parse(JSON.parse(row?.body ?? ''))
  expect(body.totals.total).toBe(COFFEE_CLP)
  expect(body.items).toHaveLength(1)
  expect(body.payment_method?.description).toBe('Efectivo')
  expect(body.additional_footer_info).toEqual([
    { key: 'Propina', value: '$200' },
    { key: 'Redondeo Ley 20.956', value: '+$4' },
    { key: 'Efectivo a pagar', value: '$2.200' },
    { key: 'Recibido', value: '$5.000' },
    { key: 'Vuelto', value: '$2.800' },
  ])
})

it('is what the drawer and the terminal should hold, by person and method on the Z, and in no sale', async () => {
  sell('EF', 204)
  sell('TC', 150)
  sell('TC', 50)
  const net = 3 * COFFEE_CLP
  const { report } = till.api.shift().open ?? {}
  if (!report) throw new Error('no report')
  expect(report).toMatchObject({ netClp: net, sales: { count: 3, totalClp: net } })
  expect(
    report.methods.map(({ key, tipsClp, expectedClp }) => [key, tipsClp, expectedClp]),
  ).toEqual([
    ['EF', 204, FLOAT_CLP + COFFEE_CLP + 204],
    ['TC', 200, 2 * COFFEE_CLP + 200],
  ])
  expect(report.tips).toMatchObject([
    { methodName: 'Efectivo', count: 1, totalClp: 204 },
    { methodName: 'Tarjeta', count: 2, totalClp: 200 },
  ])
  expect((await totals()).sums).toMatchObject({ netClp: net, tips: report.tips })
  await fixture.until(() => till.api.status().pendingCount === 0)
  expect((await totals()).f29.total.totalClp).toBe(net)
  const shiftId = openId()
  const file = must(till.api.shiftFile({ shiftId })).text
  expect(file).toMatch(/;redondeo;propina;/)
  must(close(FLOAT_CLP + COFFEE_CLP + 204))
  await fixture.until(() => desk.drawn.length > 0)
  expect(desk.drawn.map(textOn).join()).toContain('PROPINAS')
  expect(tipsOf(must(till.api.shiftReport(shiftId)).report.report)).toEqual({
    count: 3,
    totalClp: 404,
  })
})

it('stays with who served when the goods come back, and goes back with a sale that is deleted', async () => {
  const kept = sell('EF', 204)
  await fixture.until(() => receiptOf(till.api, kept).folio !== null)
  const back = must(await giveBack(kept))
  expect(back).toMatchObject({ totalClp: COFFEE_CLP, toCollectClp: 2_000 })
  expect(hands.expectedCash()).toBe(FLOAT_CLP + 2_200 - 2_000)
  await goOffline({ fixture, api: till.api })
  const gone = sell('EF', 304)
  const before = hands.expectedCash()
  must(await till.api.deleteReceipt({ saleId: gone, reason: 'Se arrepintió' }))
  expect(hands.expectedCash()).toBe(before - 2_300)
  expect(tipsOf(till.api.shift().open?.report ?? {})).toEqual({ count: 1, totalClp: 204 })
  expect((await totals()).sums.tips).toMatchObject([{ count: 1, totalClp: 204 }])
})

it('is refused where the shop takes none, above its limit, and another one under a charged sale', async () => {
  const command = commandOf('TC', 20_001)
  expect(till.api.commitSale(command)).toMatchObject({
    refusal: { code: 'TIP_TOO_LARGE', field: 'tip' },
  })
  must(await till.api.saveSettings({ tips: { isOn: false, percents: [10] } }))
  expect(till.api.commitSale({ ...command, tipClp: 100 })).toMatchObject({
    refusal: { code: 'TIP_NOT_TAKEN' },
  })
  must(await till.api.saveSettings({ tips: { isOn: true, percents: [10] } }))
  must(till.api.commitSale({ ...command, tipClp: 100 }))
  expect(till.api.commitSale({ ...command, tipClp: 100 })).toMatchObject({ value: { tipClp: 100 } })
  expect(till.api.commitSale({ ...command, tipClp: 200 })).toMatchObject({
    refusal: { code: 'SALE_ALREADY_CHARGED' },
  })
  expect(await till.api.saveSettings({ tips: { isOn: true, percents: [] } })).toMatchObject({
    refusal: { code: 'TIP_PERCENTS_NOT_VALID', field: 'tips' },
  })
})
