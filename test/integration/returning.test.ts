/** Returns of the till against the issuing service itself: its rules, its folios, its sums. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { applyToCart } from '#shared/cart/cart.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { quantityMilli } from '#shared/money/quantity.ts'
import { refundTotal } from '#shared/returns/decide-return.ts'
import { quantityLeft } from '#shared/returns/return-shares.ts'
import type { HttpOutcome, HttpPort } from '#till/ports.ts'
import type { Till } from '#till/till.ts'
import { cartOf, commitOf, receiptOf, tillFixture, UNREACHABLE, type TillFixture } from '../support/till-fixture.ts'
import { startInProcess, type InProcessService } from './service-in-process.ts'

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

const ask = async (method: string, path: string, body: BodyInit | null = null): Promise<Response> => service.service.handle(new Request(
  `http://127.0.0.1${path}`, { method, body, headers: { 'content-type': 'application/json', 'x-api-key': service.keys.owner } }))
const http: HttpPort = {
  async exchange({ method, path, body }): Promise<HttpOutcome> {
    if (isAway) return UNREACHABLE
    const answer = await ask(method, path, body)
    return { kind: 'answered', status: answer.status, bodyText: await answer.text(), headers: Object.fromEntries(answer.headers) }
  },
}

/** Three coffees, bread by weight, a fare; 777 off all of it. */
function sell(): SaleId {
  const actions = [
    { type: 'set-quantity', lineNumber: 1, quantity: quantityMilli(3000) }, { type: 'set-quantity', lineNumber: 2, quantity: quantityMilli(777) },
    { type: 'set-cart-discount', discountClp: 777 },
  ] as const
  const cart = actions.reduce((before, action) => {
    const next = applyToCart(before, action)
    if (!next.ok) throw new Error(next.refusal.code)
    return next.value
  }, cartOf(till.api, '7801040000037', '101', '201'))
  const sold = till.api.commitSale(commitOf(till.api, cart))
  if (!sold.ok) throw new Error(sold.refusal.code)
  return sold.value.saleId
}

/** Thousandths by line; null = all that is left. */
function giveBack(saleId: SaleId, pieces: readonly number[] | null): number {
  const opened = till.api.startReturn(saleId)
  if (!opened.ok) throw new Error(opened.refusal.code)
  const { returnId, originalId, lines } = opened.value
  const quantities = new Map(lines.map((line, index) => [line.lineNumber, pieces === null ? quantityLeft(line) : pieces[index] ?? 0]))
  const made = till.api.commitReturn({
    returnId, originalId, reason: 'Producto fallado', refund: { method: 'TC', reference: '' }, approvalId: null, expectedTotalClp: refundTotal(lines, quantities),
    lines: [...quantities].filter(([, quantity]) => quantity > 0).map(([lineNumber, quantity]) => ({ lineNumber, quantity })),
  })
  if (!made.ok) throw new Error(made.refusal.code)
  return made.value.totalClp
}

const settled = () => fixture.until(() => till.api.status().pendingCount === 0)
const notesOf = async (saleId: SaleId) => Promise.all(receiptOf(till.api, saleId).returns.map(async ({ folio }) =>
  (await (await ask('GET', `/api/invoices/61/${folio}`)).json()) as { total: number; billing_reference: { number: number }[]; reason_code: number }))

it('takes every part of a receipt, weighed ones too, and the notes are together what was paid', async () => {
  const saleId = sell()
  await settled()
  const parts = [[1000, 259], [0, 259], [1000, 0, 1000]].map((pieces) => giveBack(saleId, pieces))
  parts.push(giveBack(saleId, null))
  await settled()
  const { folio, totalClp } = receiptOf(till.api, saleId)
  const notes = await notesOf(saleId)
  expect(notes.map(({ total }) => total)).toEqual(parts)
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(totalClp)
  for (const note of notes) expect(note.billing_reference).toMatchObject([{ number: folio }])
})

it('sold and taken back whole without the service: first the receipt, then the note that annuls it', async () => {
  await fixture.until(() => till.api.status().connection === 'online')
  isAway = true
  await fixture.until(() => till.api.status().connection === 'offline')
  const saleId = sell()
  const backClp = giveBack(saleId, null)
  isAway = false
  await settled()
  const { folio } = receiptOf(till.api, saleId)
  expect(await notesOf(saleId)).toMatchObject([{ total: backClp, reason_code: 1, billing_reference: [{ number: folio }] }])
  expect(till.api.status().attentionCount).toBe(0)
})
