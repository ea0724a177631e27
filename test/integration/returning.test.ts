/** Returns of the till against the issuing service itself: its rules, its folios, its sums. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { HttpOutcome, HttpPort } from '#till/kernel/ports.ts'
import type { Till } from '#till/till.ts'
import { changeDocument } from '../support/change-document.ts'
import { coreHands } from '../support/core-hands.ts'
import { must } from '../support/must.ts'
import { cash, driveTill } from '../support/till-driver.ts'
import { receiptOf, tillFixture, UNREACHABLE, type TillFixture } from '../support/till-fixture.ts'
import { startInProcess, type InProcessService } from './service-in-process.ts'
import type { ReceiptDetail } from '#shared/receipts/views.ts'

let fixture: TillFixture
let service: InProcessService
let till: Till
let isAway: boolean
beforeEach(async () => {
  isAway = false
  service = await startInProcess()
  fixture = tillFixture()
  till = await fixture.open({ http })
})
afterEach(async () => {
  await fixture.close()
  await service.close()
})

const ask = async (method: string, path: string, body: BodyInit | null = null): Promise<Response> =>
  service.service.handle(
    new Request(`http://127.0.0.1${path}`, {
      method,
      body,
      headers: { 'content-type': 'application/json', 'x-api-key': service.keys.owner },
    }),
  )
const http: HttpPort = {
  async exchange({ method, path, body }): Promise<HttpOutcome> {
    if (isAway) return UNREACHABLE
    const answer = await fixture.clock.waitFor(ask(method, path, body))
    return {
      kind: 'answered',
      status: answer.status,
      bodyText: await answer.text(),
      headers: Object.fromEntries(answer.headers),
    }
  },
}

/** Three coffees, bread by weight, a fare; 777 off all of it. */
const sell = () =>
  driveTill(coreHands(fixture, till))
    .scan('7801040000037')
    .quantity('3')
    .scan('101')
    .quantity('0,777')
    .scan('201')
    .discountAll(777)
    .expectTotal(8_280)
    .pay(cash())

/** The sale itself, not what came back of it. */
function sold(): ReceiptDetail {
  const { rows } = till.api.listReceipts({ cursor: null, limit: 10, text: '', onlyPending: false })
  const row = rows.find(({ documentType }) => documentType === '39')
  if (row === undefined) throw new Error('nothing was sold')
  return receiptOf(till.api, row.saleId)
}

const notes = async () =>
  Promise.all(
    sold().returns.map(
      async ({ folio }) =>
        (await (await ask('GET', `/api/invoices/61/${folio}`)).json()) as {
          total: number
          billing_reference: { number: number }[]
          reason_code: number
        },
    ),
  )

it('takes every part of a receipt, weighed ones too, and the notes are together what was paid', async () => {
  const parts = [2_273, 447, 3_287, 2_273] as const
  await sell()
    .expectPending(0)
    .return([1, 0.259], 'TC')
    .expectGivenBack(parts[0])
    .return([0, 0.259], 'TC')
    .expectGivenBack(parts[1])
    .return([1, 0, 1], 'TC')
    .expectGivenBack(parts[2])
    .return('all', 'TC')
    .expectGivenBack(parts[3])
    .expectPending(0)
  const made = await notes()
  expect(made.map(({ total }) => total)).toEqual(parts)
  expect(parts.reduce<number>((sum, part) => sum + part, 0)).toBe(sold().totalClp)
  for (const note of made) expect(note.billing_reference).toMatchObject([{ number: sold().folio }])
})

it('sold and taken back whole without the service: first the receipt, then the note that annuls it', async () => {
  await fixture.until(() => till.api.status().connection === 'online')
  isAway = true
  await fixture.until(() => till.api.status().connection === 'offline')
  await sell()
    .return('all', 'TC')
    .expectGivenBack(8_280)
    .meanwhile(() => {
      isAway = false
    })
    .expectPending(0)
  expect(await notes()).toMatchObject([
    { total: 8_280, reason_code: 1, billing_reference: [{ number: sold().folio }] },
  ])
  expect(till.api.status().attentionCount).toBe(0)
})

it('a mistaken return is undone by a debit note the service takes, and the sale comes back whole again', async () => {
  await sell().expectPending(0).return('all', 'TC').expectGivenBack(8_280).expectPending(0)
  const [mistaken] = sold().returns
  const undone = till.api.undoReturn({
    returnId: mistaken?.saleId ?? sold().saleId,
    reason: 'Era de otra boleta',
    approvalId: null,
  })
  // Not waiting for the debit note: the next credit note does.
  const opened = await till.api.openReturn(sold().saleId)
  if (!undone.ok || !opened.ok) throw new Error('refused')
  const { returnId, originalId, lines } = opened.value
  expect(
    till.api.commitReturn({
      returnId,
      originalId,
      reason: 'Producto fallado',
      refund: { method: 'TC', reference: '' },
      approvalId: null,
      lines: lines.map(({ lineNumber, quantity }) => ({ lineNumber, quantity })),
      expectedTotalClp: 8_280,
    }),
  ).toMatchObject({ ok: true, value: { totalClp: 8_280 } })
  await fixture.until(() => till.api.status().pendingCount === 0)
  expect(till.api.status().attentionCount).toBe(0)
  const debit = receiptOf(till.api, undone.value.saleId)
  expect(await (await ask('GET', `/api/invoices/56/${debit.folio}`)).json()).toMatchObject({
    total: 8_280,
    reason_code: 1,
    billing_reference: [{ number: mistaken?.folio }],
  })
  expect((await notes()).map(({ total, reason_code: reason }) => [total, reason])).toEqual([
    [8_280, 1],
    [8_280, 1],
  ])
})

it('a boleta changed for an invoice, and back: the service takes note and document, and nothing is left over', async () => {
  await sell().expectPending(0)
  await fixture.until(() => till.api.status().pendingCount === 0)
  const boleta = sold()
  const invoice = must(await changeDocument(till.api, boleta.saleId))
  await fixture.until(() => till.api.status().pendingCount === 0)
  expect(receiptOf(till.api, invoice.saleId)).toMatchObject({
    documentType: '33',
    folio: 1,
    totalClp: boleta.totalClp,
  })
  const again = must(await changeDocument(till.api, invoice.saleId))
  await fixture.until(() => till.api.status().pendingCount === 0)
  expect(receiptOf(till.api, again.saleId)).toMatchObject({ documentType: '39', folio: 2 })
  for (const { noteId } of [invoice, again])
    expect(receiptOf(till.api, noteId)).toMatchObject({ issueState: 'numbered' })
  // Both were voided whole: of neither anything can come back once more.
  expect(await till.api.openReturn(boleta.saleId)).toMatchObject({
    refusal: { code: 'RETURN_ALL_DONE' },
  })
})
