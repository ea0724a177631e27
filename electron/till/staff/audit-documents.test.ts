/** The log names the document by what it is: an invoice is no boleta there. */
import { expect, it } from 'vitest'
import { giveWholeBack } from '../../../test/support/give-back.ts'
import { INVOICE_BUYER } from '../../../test/support/invoice-buyer.ts'
import { must } from '../../../test/support/must.ts'
import { cartOf, commitOf, receiptOf } from '../../../test/support/till-fixture.ts'
import { onlineTillPerTest } from '../../../test/support/till-per-test.ts'

const { api, fixture } = onlineTillPerTest()

it('a row about a sale says which document it is and its folio, once it has one', async () => {
  const order = commitOf(api, cartOf(api, '101'))
  const { saleId } = must(api.commitSale({ ...order, recipient: INVOICE_BUYER, isInvoice: true }))
  await fixture.until(() => receiptOf(api, saleId).folio !== null)
  must(api.reprint(saleId))
  must(await api.openReturn(saleId))
  giveWholeBack(api, saleId)
  const { rows } = must(api.audit({ cursor: null, limit: 2 }))
  expect(rows.map(({ action, document }) => [action, document])).toEqual([
    ['returned', { documentType: '61', folio: null }],
    ['receipt-copied', { documentType: '33', folio: 1 }],
  ])
})
