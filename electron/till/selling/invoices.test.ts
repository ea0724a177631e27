/** Invoices at the counter: from the same cart, to the peso, for a taxpayer that is named whole. */
import { describe, expect, it } from 'vitest'
import type { CommitInput } from '#shared/selling/inputs.ts'
import { goOffline } from '../../../test/support/go-offline.ts'
import { INVOICE_BUYER as BUYER } from '../../../test/support/invoice-buyer.ts'
import { must } from '../../../test/support/must.ts'
import { COFFEE, returnTillPerTest } from '../../../test/support/return-till.ts'
import { cartOf, commitOf, receiptOf } from '../../../test/support/till-fixture.ts'

const { fixture, till, bodies, giveBack, noteOf } = returnTillPerTest()

/** Coffee is taxed, the fare is exempt. */
const invoiceOf = (codes: readonly string[], changes: Partial<CommitInput> = {}) => ({
  ...commitOf(till.api, cartOf(till.api, ...codes)),
  recipient: BUYER,
  isInvoice: true,
  ...changes,
})

describe('an invoice', () => {
  it('of the same cart charges the same pesos, names its buyer whole, and is remembered for the next', async () => {
    const order = invoiceOf([COFFEE, '101', '201'])
    const sold = must(till.api.commitSale(order))
    expect(sold).toMatchObject({ documentType: '33', totalClp: order.expectedTotalClp })
    await fixture.until(() => receiptOf(till.api, sold.saleId).folio !== null)
    const [body] = bodies()
    expect(body).toMatchObject({
      invoice_type: '33',
      totals: { total: order.expectedTotalClp },
      recipient: {
        document_number: '76000006-K',
        tax_information: { activity: 'Ferretería' },
        address: { address: 'Barros Arana 567', city: 'Concepción' },
      },
    })
    expect(body).not.toHaveProperty('service_indicator')
    expect(body?.additional_header_info).toContainEqual({
      key: 'Condición de pago',
      value: 'Contado',
    })
    expect(till.api.findCustomers({ text: '76000006', limit: 1 })).toMatchObject([
      { activity: 'Ferretería', address: 'Barros Arana 567', commune: 'Concepción' },
    ])
    // A receipt for the same customer afterwards takes nothing of it away.
    const { isInvoice: _, ...receipt } = invoiceOf([COFFEE])
    must(till.api.commitSale({ ...receipt, recipient: { ...BUYER, activity: undefined } }))
    expect(till.api.findCustomers({ text: '76000006', limit: 1 })).toMatchObject([
      { activity: 'Ferretería' },
    ])
  })

  it('of exempt goods alone is a 34', () => {
    expect(till.api.commitSale(invoiceOf(['201']))).toMatchObject({
      ok: true,
      value: { documentType: '34' },
    })
  })

  it.each([
    ['nobody', { recipient: null }, 'INVOICE_BUYER_REQUIRED', 'rut'],
    [
      'the RUT of nobody',
      { recipient: { ...BUYER, rut: '66666666-6' } },
      'INVOICE_BUYER_REQUIRED',
      'rut',
    ],
    [
      'no line of business',
      { recipient: { ...BUYER, activity: ' ' } },
      'INVOICE_ACTIVITY_REQUIRED',
      'activity',
    ],
    ['no address', { recipient: { ...BUYER, address: '' } }, 'INVOICE_ADDRESS_REQUIRED', 'address'],
    ['no commune', { recipient: { ...BUYER, commune: '' } }, 'INVOICE_COMMUNE_REQUIRED', 'commune'],
    [
      'a commune of 21 letters',
      { recipient: { ...BUYER, commune: 'x'.repeat(21) } },
      'TEXT_TOO_LONG',
      'commune',
    ],
  ] as const)(
    'is refused for %s, at its field, and nothing is charged',
    (_, changes, code, field) => {
      const order = invoiceOf([COFFEE], changes)
      expect(till.api.commitSale(order)).toMatchObject({ ok: false, refusal: { code, field } })
      expect(
        till.api.listReceipts({ cursor: null, limit: 5, text: '', onlyPending: false }).rows,
      ).toEqual([])
    },
  )

  it('sold offline waits behind a slip, and is the same invoice when the service is back', async () => {
    const comeBack = await goOffline({ fixture, api: till.api })
    const { saleId } = must(till.api.commitSale(invoiceOf([COFFEE])))
    await fixture.until(() => fixture.printer.printed.length === 1)
    expect(receiptOf(till.api, saleId)).toMatchObject({ folio: null, soldOffline: true })
    expect(receiptOf(till.api, saleId).papers.map(({ kind }) => kind)).toContain('slip')
    comeBack()
    till.api.retryNow(saleId)
    await fixture.until(() => receiptOf(till.api, saleId).folio !== null)
    expect(bodies().map(({ invoice_type: type }) => type)).toEqual(['33'])
    expect(receiptOf(till.api, saleId)).toMatchObject({ documentType: '33', folio: 1 })
  })

  it('comes back by a credit note over the 33, for the same buyer', async () => {
    const { saleId, totalClp } = must(till.api.commitSale(invoiceOf([COFFEE, '201'])))
    await fixture.until(() => receiptOf(till.api, saleId).folio !== null)
    must(await till.api.openReturn(saleId))
    expect(giveBack(saleId, null)).toMatchObject({
      ok: true,
      value: { documentType: '61', totalClp },
    })
    await fixture.until(() => noteOf(saleId).folio !== null)
    expect(bodies().at(-1)).toMatchObject({
      invoice_type: '61',
      billing_reference: [{ invoice_type: '33', number: receiptOf(till.api, saleId).folio }],
      recipient: { document_number: '76000006-K', tax_information: { activity: 'Ferretería' } },
      totals: { total: totalClp },
    })
  })

  it('does not want the cashier to be asked twice for the same charge, and never answers a receipt for it', () => {
    const order = invoiceOf([COFFEE])
    const sold = must(till.api.commitSale(order))
    expect(must(till.api.commitSale(order)).saleId).toBe(sold.saleId)
    const { isInvoice: _, ...receipt } = order
    expect(till.api.commitSale(receipt)).toMatchObject({
      ok: false,
      refusal: { code: 'SALE_ALREADY_CHARGED' },
    })
  })
})
