/** A service whose clock and authority the test moves, and the words its stories share. */
import { receiptOfToday, type TestLine } from '../integration/service-receipts.ts'
import { connect, newReference, today } from './contract-world.ts'

export const bread = { name: 'Pan', unitGrossClp: 1990 }

export async function connectSandbox() {
  const world = await connect([
    '--sandbox',
    '--allow-local-webhooks',
    '--authority-delay-ms',
    '600000',
  ])
  const { send } = world
  const advance = (ms: number) => send('POST', '/sandbox/clock', { advance_ms: ms })
  const request = (line: TestLine = bread, issuer = world.issuer) =>
    receiptOfToday(newReference(), [line], issuer)
  const issue = async (issuer = world.issuer) =>
    (await send('POST', '/api/invoices', request(bread, issuer))).body
  const noteOver = (sold: { readonly number: number }) => ({
    ...request(),
    invoice_type: '61',
    reason_code: '1',
    billing_reference: [{ invoice_type: '39', number: sold.number, invoice_date: today() }],
  })
  const statusOf = async (id: string) =>
    (await send('GET', `/api/invoices/by-id/${id}`)).body.status
  return { world, send, advance, request, issue, noteOver, statusOf }
}
