import type { receiptPage as spanish } from '../es/receipt-page.ts'

/** The public page of a document, in English. */
export const receiptPage: typeof spanish = {
  states: {
    issued: { name: 'Issued', text: 'The tax authority (SII) has received this document.' },
    inProcess: {
      name: 'In process',
      text: 'It has its number; the tax authority (SII) has yet to answer. Nothing for you to do.',
    },
    beingIssued: {
      name: 'Being issued',
      text: 'Your document is about to get its number. Open this page again in a few minutes.',
    },
    rejected: {
      name: 'Rejected',
      text: 'The tax authority refused this document. Show this page in the shop: you are owed another.',
    },
    cancelled: { name: 'Cancelled', text: 'The shop cancelled this document: it has no value.' },
    credited: { name: 'Cancelled', text: 'A credit note cancelled this document.' },
  },
  folio: 'No.',
  openPdf: 'See the document (PDF)',
  savePdf: 'Save the PDF',
  credited: 'Given back by credit note',
  test: 'Test document: no tax value (SIN VALIDEZ TRIBUTARIA)',
  nothing: {
    title: 'There is no document here for now',
    bought:
      'Did you just buy something? Your receipt is being issued: if the till is offline, it shows up here once it is back. Open this same page later, and keep your slip until then.',
    copied:
      'If you copied the address, check that it is complete. Pages are taken down after some time: if so, ask the shop for a copy.',
  },
  tooMany: 'Too many visits in a row. Wait a minute and open this page again.',
  away: 'The page is not available right now. Open it again in a few minutes.',
  /** To the customer by WhatsApp. */
  message: 'Your receipt from {shop}: {address}',
  practice: 'PRACTICE, this is no purchase.',
  thanks: 'Thank you for your purchase.',
  saved: 'You saved {amount}',
  figures: { exempt: 'Exempt', iva: 'VAT (IVA) included', total: 'Total' },
}
