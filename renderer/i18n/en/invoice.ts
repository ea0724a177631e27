import type { invoice as spanish } from '../es/invoice.ts'

/** Invoices at the counter, in English. */
export const invoice: typeof spanish = {
  invoice: {
    invoice: 'Invoice',
    required: 'required on an invoice',
    activity: 'Line of business',
    address: 'Address',
    commune: 'Commune',
    bearerRut: 'RUT of whoever buys (e-RUT)',
    purpose: 'Purpose of the purchase',
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
  change: {
    toInvoice: 'Change for an invoice',
    toReceipt: 'Back to a receipt',
    leadToInvoice:
      'Receipt N° {{folio}} is voided by a credit note and an invoice for the same {{amount}} follows. No money comes in or goes out, and the sale counts once.',
    leadToInvoiceExempt:
      'Exempt receipt N° {{folio}} is voided by a credit note and an exempt invoice for the same {{amount}} follows. No money comes in or goes out, and the sale counts once.',
    leadPending:
      'The receipt is voided by a credit note and an invoice for the same {{amount}} follows. No money comes in or goes out, and the sale counts once.',
    leadToReceipt:
      'The invoice is voided by a credit note and a receipt for the same {{amount}} follows, without a name. No money comes in or goes out, and the sale counts once.',
    leadToReceiptExempt:
      'The exempt invoice is voided by a credit note and an exempt receipt for the same {{amount}} follows, without a name. No money comes in or goes out, and the sale counts once.',
    waits:
      'This document has no folio yet. They go out in order and by themselves: this one, then the credit note, then the new one.',
    otherMonth:
      'The sale is of another month: the credit note and the new document are declared in this one. If in doubt, ask your accountant.',
    voids: 'Voids receipt N° {{folio}}',
    voidsPending: 'Voids a receipt that has no folio yet',
    ofDocument: 'Change of document',
    noMoney: 'No money was given back: the document of the sale changed.',
    wasForInvoice: 'Changed for an invoice',
    wasForReceipt: 'Changed for a receipt',
    changedTo: 'Stood for by: {{what}}',
    changedFrom: 'Stands for: {{what}}',
  },
  invoicePurpose: {
    title: 'Invoices of a supermarket or restaurant',
    lead: 'Since March 2025 a supermarket or restaurant gives an invoice only for what the buyer’s business needs (Res. Ex. SII 121/2024): ask for the e-RUT, compare the identity card of whoever buys, and the invoice carries their RUT and the purpose. Other shops leave it off.',
    asks: 'Ask on each invoice who buys and what for',
    notConfirmed:
      'Read in summaries of the resolution, not in its text: on limits of tills and signs ask your accountant.',
  },
}
