import type { invoice as spanish } from '../es/invoice.ts'

/** Invoices at the counter, in English. */
export const invoice: typeof spanish = {
  invoice: {
    invoice: 'Invoice',
    required: 'required on an invoice',
    activity: 'Line of business',
    address: 'Address',
    commune: 'Commune',
    folio: 'Invoice no. {{folio}}',
    folioExempt: 'Exempt invoice no. {{folio}}',
    issued: 'Invoice no. {{folio}} issued',
    issuedExempt: 'Exempt invoice no. {{folio}} issued',
    noFolio: 'Invoice without a number',
    deleted: 'Invoice deleted',
    totals: 'Net {{net}} · VAT {{iva}}',
    totalsExempt: 'Net {{net}} · VAT {{iva}} · Exempt {{exempt}}',
    buyer: 'Buyer’s RUT',
    mendHint: 'The sale and its amount stay. Correct what the service did not take of the buyer.',
  },
}
