/** A change of document at the hands of a thief: nothing of the sale comes out of it twice. */
import { beforeEach, expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { changeDocument } from '../../../test/support/change-document.ts'
import { goOffline } from '../../../test/support/go-offline.ts'
import { INVOICE_BUYER } from '../../../test/support/invoice-buyer.ts'
import { must } from '../../../test/support/must.ts'
import { orderOf } from '../../../test/support/return-till.ts'
import { COFFEE, FLOAT_CLP, shiftTillPerTest } from '../../../test/support/shift-till.ts'
import { cartOf, commitOf } from '../../../test/support/till-fixture.ts'

const { fixture, till, useShifts, openShift, expectedCash, sellBy, giveBack } = shiftTillPerTest()
beforeEach(async () => {
  await useShifts()
  openShift()
})
const coffee = () => commitOf(till.api, cartOf(till.api, COFFEE))
const change = { to: 'invoice', recipient: INVOICE_BUYER, approvalId: null } as const
const bySaleId = (saleId: SaleId) => ({ saleId, reason: 'x', approvalId: null })

it.each([
  ['issued', false],
  ['still on the way', true],
])('of documents %s', async (_, isOffline) => {
  if (isOffline) await goOffline({ fixture, api: till.api })
  const settled = () =>
    isOffline ? Promise.resolve() : fixture.until(() => till.api.status().pendingCount === 0)
  const sold = sellBy('EF', COFFEE)
  await settled()
  const opened = must(till.api.startReturn(sold))
  const { saleId: invoiceId, noteId } = must(await changeDocument(till.api, sold))
  await settled()
  const refused = async (code: string, answer: unknown) =>
    expect(await answer).toMatchObject({ ok: false, refusal: { code } })
  await refused('RETURN_ALL_DONE', till.api.commitReturn(orderOf(opened, null)))
  await refused('RETURN_OF_RETURN', till.api.openReturn(noteId))
  await refused(
    'UNDO_CHANGE',
    till.api.undoReturn({ returnId: noteId, reason: 'x', approvalId: null }),
  )
  // Ids of one deed in another: nothing of it was done under them.
  await refused(
    'SALE_NOT_OPEN',
    till.api.commitReturn({ ...orderOf(opened, null), returnId: noteId }),
  )
  await refused(
    'SALE_NOT_OPEN',
    till.api.commitReturn({ ...orderOf(opened, null), returnId: invoiceId }),
  )
  await refused('SALE_ALREADY_CHARGED', till.api.commitSale({ ...coffee(), saleId: invoiceId }))
  await refused(
    'SALE_NOT_OPEN',
    till.api.changeDocument({ ...change, changeId: noteId, originalId: sold }),
  )
  await refused(
    'SALE_NOT_OPEN',
    till.api.changeDocument({ ...change, changeId: sold, originalId: sold }),
  )
  const again = { ...change, changeId: invoiceId, originalId: sold }
  expect(till.api.changeDocument(again)).toMatchObject({ ok: true, value: { saleId: invoiceId } })
  // Pressed again for another buyer, it was not done.
  const cousin = { ...INVOICE_BUYER, rut: '76.192.083-9' }
  await refused('CHANGE_DONE', till.api.changeDocument({ ...again, recipient: cousin }))
  await refused(
    'CHANGE_DONE',
    till.api.changeDocument({ ...again, to: 'receipt', recipient: null }),
  )
  await refused('CHANGE_DONE', till.api.openChange(sold))
  await refused('DELETE_HAS_RETURN', till.api.deleteReceipt(bySaleId(sold)))
  await refused('DELETE_RETURN', till.api.deleteReceipt(bySaleId(noteId)))
  await refused('DELETE_CHANGED', till.api.deleteReceipt(bySaleId(invoiceId)))
  for (const saleId of [sold, noteId, invoiceId])
    await refused('RECEIPT_NOT_STUCK', till.api.setAside(bySaleId(saleId)))
  await refused('CREDIT_UNKNOWN', till.api.findCredits({ text: noteId.slice(-6) }))
  const byNote = [{ method: 'NC', amountClp: null, reference: noteId }]
  await refused('CREDIT_UNKNOWN', till.api.commitSale({ ...coffee(), payments: byNote }))
  expect(expectedCash()).toBe(FLOAT_CLP + 2_000)
  must(await giveBack(invoiceId))
  await refused('RETURN_ALL_DONE', till.api.openReturn(invoiceId))
  await refused('CHANGE_RETURNED', till.api.openChange(invoiceId))
  expect(expectedCash()).toBe(FLOAT_CLP)
})

it('along a chain of changes only the last comes back, and once', async () => {
  const ends = [sellBy('EF', COFFEE)]
  for (let turn = 0; turn < 3; turn += 1) {
    await fixture.until(() => till.api.status().pendingCount === 0)
    ends.push(must(await changeDocument(till.api, ends.at(-1) ?? ends[0] ?? ('' as SaleId))).saleId)
  }
  const [last] = ends.splice(-1)
  for (const saleId of ends)
    expect(await till.api.openReturn(saleId)).toMatchObject({
      refusal: { code: 'RETURN_ALL_DONE' },
    })
  must(await giveBack(last ?? ('' as SaleId)))
  expect(expectedCash()).toBe(FLOAT_CLP)
})
