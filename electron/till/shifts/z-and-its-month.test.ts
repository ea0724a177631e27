/** A Z in the hands of who declares the month: which month, what still waits, what came back. */
import { beforeEach, expect, it } from 'vitest'
import type { IsoDate } from '#shared/core/brand.ts'
import { DEFAULT_METHODS } from '#shared/selling/payment/payment-method.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { VOUCHER_CARD } from '../../../test/support/card-method.ts'
import { goOffline } from '../../../test/support/go-offline.ts'
import { must } from '../../../test/support/must.ts'
import { orderOf } from '../../../test/support/return-till.ts'
import { refuseDocuments } from '../../../test/support/service-answers.ts'
import { COFFEE, shiftTillPerTest, textOn } from '../../../test/support/shift-till.ts'
import { cartOf, commitOf, receiptOf } from '../../../test/support/till-fixture.ts'
import { IN_VALE } from '../../../test/support/vale-till.ts'

const HOUR_MS = 3_600_000
const ALL = { from: '2000-01-01' as IsoDate, to: '2199-12-31' as IsoDate }
const { fixture, till, desk, useShifts, openShift, sellBy, giveBack, expectedCash, close } =
  shiftTillPerTest()

beforeEach(async () => {
  await useShifts()
})
const issued = () => fixture.until(() => till.api.status().pendingCount === 0)
const zOf = () => must(close(expectedCash(), 'sin contar lo demás'))
const x = () => till.api.shift().open?.report
const paper = async () => {
  await fixture.until(() => desk.drawn.length > 0)
  return desk.drawn.map(textOn).join()
}

it('says what each month has of a shift that went past the end of one', async () => {
  fixture.clock.jumpWallClock(10 * 24 * HOUR_MS)
  expect(santiagoDate(fixture.clock.now())).toBe('2026-11-30')
  openShift()
  const sold = sellBy('EF', COFFEE, '201')
  await issued()
  fixture.clock.jumpWallClock(14 * HOUR_MS)
  sellBy('EF', '101')
  must(await giveBack(sold))
  await issued()
  const { report } = zOf()
  const months = report.months ?? []
  expect(months.map(({ month, totalClp }) => [month, totalClp])).toEqual([
    ['2026-11', 3_596],
    ['2026-12', 1_890 - 3_596],
  ])
  for (const { month, netoClp, ivaClp, exentoClp } of months) {
    const days = { from: `${month}-01` as IsoDate, to: `${month}-30` as IsoDate }
    const said = must(await till.api.report({ part: 'totals', ...days }))
    if (said.part !== 'totals') throw new Error(said.part)
    expect(said.f29.total).toMatchObject({ netoClp, ivaClp, exentoClp })
  }
  expect(await paper()).toContain('POR MES 11-2026 $3.596')
})

it('says no month where there is one', async () => {
  openShift()
  sellBy('EF', COFFEE)
  await issued()
  expect(zOf().report.months).toBeUndefined()
  expect(await paper()).not.toContain('POR MES')
})

it('subtracts a note that waits, as the report and the F29 do', async () => {
  openShift()
  await goOffline({ fixture, api: till.api })
  const sold = sellBy('EF', COFFEE)
  sellBy('EF', '101')
  must(await giveBack(sold))
  const waiting = { count: 3, totalClp: 1_890 }
  expect(x()?.pending).toMatchObject(waiting)
  const totals = must(await till.api.report({ part: 'totals', ...ALL }))
  const documents = must(await till.api.report({ part: 'documents', ...ALL }))
  if (totals.part !== 'totals' || documents.part !== 'documents') throw new Error('asked for both')
  expect([totals.sums.pending, totals.f29.pending, documents.pending.all]).toEqual([
    waiting,
    waiting,
    waiting,
  ])
})

it('promises of what was refused that somebody settles it, and not that it goes by itself', async () => {
  openShift()
  refuseDocuments(fixture.service, 'items', 'TAX_NOT_ALLOWED')
  const saleId = sellBy('EF', COFFEE)
  await fixture.until(() => receiptOf(till.api, saleId).issueState === 'rejected')
  zOf()
  const text = await paper()
  expect(text).toContain('1 hay que resolver en Boletas')
  expect(text).not.toContain('salen solas')
})

it('tells what a voucher documents of exempt goods and of returns, and notes from vales', async () => {
  const paymentMethods = [...DEFAULT_METHODS, VOUCHER_CARD]
  must(await till.api.saveSettings({ emissionModel: 'card-voucher', paymentMethods }))
  openShift()
  sellBy('TV', COFFEE)
  sellBy('TV', '201')
  const part = { method: 'TV', amountClp: 1_000, reference: '4711' }
  const rest = { method: 'EF', amountClp: null, reference: '' }
  const order = commitOf(till.api, cartOf(till.api, COFFEE))
  const { saleId } = must(till.api.commitSale({ ...order, payments: [part, rest] }))
  const kept = [sellBy('EF', '101'), sellBy('EF', '101')]
  await issued()
  must(await giveBack(saleId))
  for (const [at, refund] of [{ refund: { method: 'NC', reference: '' } }, IN_VALE].entries()) {
    const sale = must(await till.api.openReturn(kept[at] ?? saleId))
    must(till.api.commitReturn(orderOf(sale, null, refund)))
  }
  await issued()
  zOf()
  const text = await paper()
  for (const said of [
    'Ventas con voucher (2) $2.996',
    'Ventas exentas con voucher (1) $1.600',
    'Devuelto con voucher (1) -$1.000',
    'NOTAS DE CRÉDITO COMO PAGO Entregadas para otra compra $1.890',
    'VALES COMO PAGO Entregados para otra compra $1.890',
  ])
    expect(text).toContain(said)
})
