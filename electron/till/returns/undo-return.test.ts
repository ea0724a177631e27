import { expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { cartOf, commitOf, receiptOf, sellOf } from '../../../test/support/till-fixture.ts'
import { UNREACHABLE } from '../../../test/support/till-fixture.ts'
import { giveWholeBack } from '../../../test/support/give-back.ts'
import { must } from '../../../test/support/must.ts'
import { COFFEE, returnTillPerTest } from '../../../test/support/return-till.ts'

const { fixture, till, bodies, sent } = returnTillPerTest()

const giveBack = (saleId: SaleId, method?: string) => giveWholeBack(till.api, saleId, method).saleId
const undo = (returnId: SaleId, reason = 'Se devolvió por error') =>
  till.api.undoReturn({ returnId, reason, approvalId: null })

it('a mistaken return is undone by a debit note over the whole of its credit note', async () => {
  const saleId = sellOf(till.api, COFFEE)
  await fixture.until(() => receiptOf(till.api, saleId).folio !== null)
  must(await till.api.openReturn(saleId))
  const returnId = giveBack(saleId)
  await fixture.until(() => till.api.status().pendingCount === 0)
  const { totalClp, toCollectClp } = receiptOf(till.api, returnId)
  const made = undo(returnId)
  expect(made).toMatchObject({
    ok: true,
    value: { documentType: '56', totalClp, toCollectClp, originalId: returnId },
  })
  await fixture.until(() => till.api.status().pendingCount === 0)
  expect(bodies().at(-1)).toMatchObject({
    invoice_type: '56',
    reason_code: '1',
    observations: 'Se devolvió por error',
    totals: { total: totalClp },
    billing_reference: [{ invoice_type: '61', number: 1 }],
  })
  expect(bodies().at(-1)?.billing_reference).toHaveLength(1)
  const undoId = made.ok ? made.value.saleId : saleId
  expect(receiptOf(till.api, undoId)).toMatchObject({
    folio: 1,
    returnOf: { saleId: returnId, documentType: '61', folio: 1 },
  })
  expect(receiptOf(till.api, returnId)).toMatchObject({
    returnedClp: totalClp,
    returns: [{ saleId: undoId }],
  })
  await fixture.until(() => fixture.printer.printed.length === 3)
  expect(fixture.printer.printed.map(({ opensDrawer }) => opensDrawer)).toEqual([true, true, true])
})

it('is undone once: asked again it answers with what it made, and the sale can be returned again', async () => {
  const saleId = sellOf(till.api, COFFEE)
  await fixture.until(() => receiptOf(till.api, saleId).folio !== null)
  must(await till.api.openReturn(saleId))
  const returnId = giveBack(saleId)
  const made = undo(returnId)
  expect(made.ok).toBe(true)
  expect(undo(returnId, 'Otra vez')).toEqual(made)
  expect(receiptOf(till.api, returnId).returns).toHaveLength(1)
  expect(receiptOf(till.api, saleId).returnedClp).toBe(0)
  const again = giveBack(saleId)
  await fixture.until(() => till.api.status().pendingCount === 0)
  expect(bodies().map(({ invoice_type: type }) => type)).toEqual(['39', '61', '56', '61'])
  expect(receiptOf(till.api, saleId)).toMatchObject({
    returnedClp: receiptOf(till.api, again).totalClp,
  })
  expect(till.api.startReturn(saleId)).toMatchObject({
    ok: false,
    refusal: { code: 'RETURN_ALL_DONE' },
  })
})

it('without the service it waits for the folio of its credit note, over a restart, and goes after it', async () => {
  const honest = fixture.service.answer
  fixture.service.answer = () => UNREACHABLE
  await fixture.until(() => till.api.status().connection === 'offline')
  const returnId = giveBack(sellOf(till.api, COFFEE))
  expect(undo(returnId)).toMatchObject({ ok: true, value: { soldOffline: true } })
  const saleId = receiptOf(till.api, returnId).returnOf?.saleId ?? returnId
  expect(till.api.startReturn(saleId)).toMatchObject({
    ok: false,
    refusal: { code: 'RETURN_UNDO_PENDING' },
  })
  await till.stop()
  await fixture.open()
  fixture.service.answer = honest
  await fixture.until(() => till.api.status().pendingCount === 0)
  expect(sent()).toEqual([
    ['39', undefined],
    ['61', 1],
    ['56', 1],
  ])
})

it('a value kept for another purchase is cancelled, and one that was spent is not undone', () => {
  const kept = giveBack(sellOf(till.api, COFFEE), 'NC')
  const named = () => till.api.findCredits({ text: kept.slice(-6) })
  expect(named()).toMatchObject({ ok: true, value: [{ creditId: kept }] })
  expect(undo(kept)).toMatchObject({ ok: true, value: { payments: [{ method: 'NC' }] } })
  expect(named()).toMatchObject({ refusal: { code: 'CREDIT_SPENT' } })
  const payWith = (creditId: string) =>
    till.api.commitSale({
      ...commitOf(till.api, cartOf(till.api, COFFEE)),
      payments: [{ method: 'NC', amountClp: null, reference: creditId }],
    })
  expect(payWith(kept)).toMatchObject({ ok: false })
  const spent = giveBack(sellOf(till.api, COFFEE), 'NC')
  expect(payWith(spent)).toMatchObject({ ok: true })
  expect(undo(spent)).toMatchObject({ ok: false, refusal: { code: 'UNDO_SPENT' } })
})

it('only a return is undone, with a reason; what undoes it is for good', async () => {
  const saleId = sellOf(till.api, COFFEE)
  expect(undo(saleId)).toMatchObject({ ok: false, refusal: { code: 'UNDO_NO_RETURN' } })
  const returnId = giveBack(saleId)
  expect(undo(returnId, ' ')).toMatchObject({ ok: false, refusal: { code: 'REASON_REQUIRED' } })
  const made = undo(returnId)
  const undoId = made.ok ? made.value.saleId : saleId
  expect(undo(undoId)).toMatchObject({ ok: false, refusal: { code: 'UNDO_NO_RETURN' } })
  expect(till.api.startReturn(undoId)).toMatchObject({
    ok: false,
    refusal: { code: 'RETURN_OF_RETURN' },
  })
  expect(await till.api.deleteReceipt({ saleId: undoId, reason: 'x' })).toMatchObject({
    refusal: { code: 'DELETE_RETURN' },
  })
})

it('a shift counts the money in again, and its report and its spreadsheet add up to nothing given back', async () => {
  await till.api.saveSettings({ usesShifts: true })
  till.api.openShift({ shiftId: till.api.shift().nextId, floatClp: 30_000 })
  const report = () => till.api.shift().open?.report
  const saleId = sellOf(till.api, COFFEE)
  const before = report()
  const returnId = giveBack(saleId)
  expect(report()?.netClp).toBe(0)
  expect(undo(returnId).ok).toBe(true)
  const after = report()
  expect(after).toMatchObject({
    netClp: before?.netClp,
    tax: before?.tax,
    roundingClp: before?.roundingClp,
    sales: before?.sales,
    returns: { count: 0, totalClp: 0 },
  })
  expect(after?.methods[0]).toEqual(before?.methods[0])
  expect(after?.taxes.map(({ flow, documentType }) => [flow, documentType]).toSorted()).toEqual([
    ['return', '61'],
    ['sale', '39'],
    ['undo', '56'],
  ])
  const csv = till.api.shiftFile({ shiftId: till.api.shift().open?.shiftId ?? '' })
  const text = csv.ok ? csv.value.text : ''
  expect(text.split('\n').filter((line) => line.includes('devolución'))).toHaveLength(2)
  expect(text).toMatch(/devolución anulada.*Se devolvió por error/)
})
