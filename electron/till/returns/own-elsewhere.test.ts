/** A sale of this till that another has given back: the service is asked before any money goes. */
import { expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { INVOICE_BUYER } from '../../../test/support/invoice-buyer.ts'
import { judgeNotes } from '../../../test/support/judge-notes.ts'
import { must } from '../../../test/support/must.ts'
import { COFFEE, orderOf, returnTillPerTest } from '../../../test/support/return-till.ts'
import { cartOf, commitOf, receiptOf, sellOf } from '../../../test/support/till-fixture.ts'
import { UNREACHABLE } from '../../../test/support/till-fixture.ts'

const { fixture, till, sent } = returnTillPerTest()

/** Two lines, issued. */
async function issued() {
  const saleId = sellOf(till.api, COFFEE, '201')
  await fixture.until(() => till.api.status().pendingCount === 0)
  return receiptOf(till.api, saleId)
}
const open = async (saleId: SaleId) => must(await till.api.openReturn(saleId))

it('gives nothing back of what all came back elsewhere, also where the screen goes on', async () => {
  const { saleId, totalClp } = await issued()
  const before = must(till.api.startReturn(saleId))
  const { askedClp } = judgeNotes(fixture.service, 0)
  expect(await till.api.openReturn(saleId)).toMatchObject({
    refusal: { code: 'OUTSIDE_BACK_ELSEWHERE' },
  })
  expect(askedClp).toEqual([totalClp])
  expect(till.api.commitReturn(orderOf(before, null))).toMatchObject({
    refusal: { code: 'OUTSIDE_BACK_ELSEWHERE' },
  })
  expect(sent()).toHaveLength(1)
})

it('gives back the rest of what came back in part, and not a peso more', async () => {
  const { saleId, totalClp, lines } = await issued()
  const firstClp = lines[0]?.grossClp ?? 0
  judgeNotes(fixture.service, firstClp)
  const sale = await open(saleId)
  expect(sale.backElsewhereClp).toBe(totalClp - firstClp)
  expect(till.api.commitReturn(orderOf(sale, null))).toMatchObject({
    refusal: { code: 'OUTSIDE_TOO_MUCH', params: { left: expect.any(String) } },
  })
  expect(till.api.commitReturn(orderOf(sale, { 1: 1000 }))).toMatchObject({ ok: true })
})

it('asks the same of an invoice, in the name of its buyer', async () => {
  const order = commitOf(till.api, cartOf(till.api, COFFEE))
  const { saleId } = must(
    till.api.commitSale({ ...order, recipient: INVOICE_BUYER, isInvoice: true }),
  )
  await fixture.until(() => till.api.status().pendingCount === 0)
  const { asked } = judgeNotes(fixture.service, 0)
  expect(await till.api.openReturn(saleId)).toMatchObject({
    refusal: { code: 'OUTSIDE_BACK_ELSEWHERE' },
  })
  expect(asked).toMatchObject([
    {
      billing_reference: [{ invoice_type: '33', number: receiptOf(till.api, saleId).folio }],
      recipient: { tax_information: { activity: 'Ferretería' } },
    },
  ])
})

it('counts its own notes that the service has not seen yet as its own, not as another till’s', async () => {
  const { saleId, totalClp, lines } = await issued()
  const firstClp = lines[0]?.grossClp ?? 0
  const honest = fixture.service.answer
  fixture.service.answer = (request) =>
    request.path === '/api/invoices' ? UNREACHABLE : honest(request)
  must(till.api.commitReturn(orderOf(await open(saleId), { 1: 1000 })))
  judgeNotes(fixture.service, totalClp)
  await fixture.until(() => till.api.status().connection === 'online')
  expect((await open(saleId)).backElsewhereClp).toBe(0)
  judgeNotes(fixture.service, firstClp)
  expect(await till.api.openReturn(saleId)).toMatchObject({
    refusal: { code: 'OUTSIDE_BACK_ELSEWHERE' },
  })
})

it('stops where the service says how much in no words of ours', async () => {
  const { saleId } = await issued()
  judgeNotes(fixture.service, 100, () => 'too much')
  expect(await till.api.openReturn(saleId)).toMatchObject({
    refusal: { code: 'RETURN_PART_ELSEWHERE' },
  })
})

it('offline gives it back as this till knows it, and asks nothing of a sale without a folio', async () => {
  const { saleId } = await issued()
  const { askedClp } = judgeNotes(fixture.service, 0)
  fixture.service.answer = () => UNREACHABLE
  const pending = sellOf(till.api, COFFEE)
  await fixture.until(() => till.api.status().connection === 'offline')
  expect(await till.api.openReturn(pending)).toMatchObject({ ok: true })
  expect(till.api.commitReturn(orderOf(await open(saleId), null))).toMatchObject({ ok: true })
  expect(askedClp).toEqual([])
})
