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
    noFolio: 'Invoice without a number',
    deleted: 'Invoice deleted',
    issued: 'Invoice no. {{folio}} issued',
    issuedExempt: 'Exempt invoice no. {{folio}} issued',
    issuedText: 'It has its number and stamp. The invoice prints by itself.',
    pending: 'Sale saved, invoice pending',
    attention: 'Sale saved, invoice needs attention',
    total: 'Total of the invoice',
    totals: 'Net {{net}} · VAT {{iva}}',
    totalsExempt: 'Net {{net}} · VAT {{iva}} · Exempt {{exempt}}',
    paper: 'Invoice',
    delete: 'Delete invoice no. {{folio}}?',
    return: 'Return from invoice no. {{folio}}',
    returnExempt: 'Return from exempt invoice no. {{folio}}',
    returnPending: 'Return from an invoice without a number',
    of: 'Returns from invoice no. {{folio}}',
    ofExempt: 'Returns from exempt invoice no. {{folio}}',
    ofPending: 'Returns from an invoice that has no number yet',
    open: 'See the invoice',
  },
}
