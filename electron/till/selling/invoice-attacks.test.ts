/** Invoices attacked: corrected after a lost answer, put aside, answered by a stranger. */
import { expect, it } from 'vitest'
import type { CommitInput } from '#shared/selling/inputs.ts'
import { EMPTY_CART } from '#shared/selling/cart/cart.ts'
import { parseJson } from '#shared/issuing/classify.ts'
import { INVOICE_BUYER } from '../../../test/support/invoice-buyer.ts'
import { must } from '../../../test/support/must.ts'
import { COFFEE, returnTillPerTest } from '../../../test/support/return-till.ts'
import { cartOf, commitOf, keptOf, receiptOf } from '../../../test/support/till-fixture.ts'
import type { HttpOutcome, HttpRequest } from '../kernel/ports.ts'

const { fixture, till, bodies } = returnTillPerTest()
const invoiceOf = (changes: Partial<CommitInput> = {}) => ({
  ...commitOf(till.api, cartOf(till.api, COFFEE)),
  recipient: INVOICE_BUYER,
  isInvoice: true,
  ...changes,
})

it.each([
  ['address', 'Barros Arana 576'],
  ['commune', 'Talcahuano'],
  ['activity', 'Maderas'],
])(
  'one whose %s was corrected after a lost answer is not answered as if that had gone out',
  (field, text) => {
    const order = invoiceOf()
    const sold = must(till.api.commitSale(order))
    expect(must(till.api.commitSale(order))).toEqual(sold)
    expect(
      till.api.commitSale({ ...order, recipient: { ...INVOICE_BUYER, [field]: text } }),
    ).toMatchObject({ refusal: { code: 'SALE_ALREADY_CHARGED' } })
  },
)

it('put aside and called back it is still an invoice for the same taxpayer', () => {
  const { sale } = keptOf(cartOf(till.api, COFFEE))
  const asked = { ...sale, customer: INVOICE_BUYER, isInvoice: true }
  const { id: parkedId } = must(till.api.parkSale({ sale: asked, replaces: null, name: '' }))
  const blank = keptOf(EMPTY_CART)
  expect(must(till.api.recallSale({ ...blank, parkedId }))).toMatchObject({
    isInvoice: true,
    customer: INVOICE_BUYER,
  })
})

it.each([
  ['the printer’s own orders', 'Calle \u001b@', 'address'],
  ['a face', 'Lota 😀', 'commune'],
])('a field with %s is refused at that field', (_, text, field) => {
  const order = invoiceOf({ recipient: { ...INVOICE_BUYER, [field]: text } })
  expect(till.api.commitSale(order)).toMatchObject({ refusal: { code: 'NAME_NOT_LATIN1', field } })
})

it('an address on two lines is one line on the document', async () => {
  must(
    till.api.commitSale(
      invoiceOf({ recipient: { ...INVOICE_BUYER, address: 'Calle 1\nTOTAL $1' } }),
    ),
  )
  await fixture.until(() => bodies().length === 1)
  expect(bodies()[0]?.recipient.address?.address).toBe('Calle 1 TOTAL $1')
})

it.each([
  ['another type', { invoice_type: '39' }],
  ['another total', { total: 1, totals: { total: 1 } }],
  ['another reference', { external_reference: 'X-1' }],
])('a service that answers with %s has not issued it', async (_, lie) => {
  const honest = fixture.service.answer as (request: HttpRequest) => HttpOutcome
  let lies = 0
  fixture.service.answer = (request) => {
    const answer = honest(request)
    const said =
      answer.kind === 'answered' ? (parseJson(answer.bodyText) as Record<string, unknown>) : {}
    if (answer.kind !== 'answered' || said['external_reference'] === undefined) return answer
    lies += 1
    return { ...answer, bodyText: JSON.stringify({ ...said, ...lie }) }
  }
  const { saleId } = must(till.api.commitSale(invoiceOf()))
  await fixture.until(() => lies > 1)
  expect(receiptOf(till.api, saleId)).toMatchObject({ documentType: '33', folio: null })
})
