import type { pages as spanish } from '../es/pages.ts'

/** The receipt on the customer's phone, and sales without paper, in English. */
export const pages: typeof spanish = {
  actions: {
    whatsapp: 'Send by WhatsApp',
    whatsappAgain: 'Send by WhatsApp',
    paper: 'With or without paper',
  },
  pages: {
    title: "The receipt on the customer's phone",
    scan: 'Scan to see it on your phone',
    code: "QR code of the receipt's page",
    rule: 'Receipts on paper',
    rules: {
      always: 'Always print',
      ask: 'Print, unless the customer wants none',
      onRequest: 'Print only if the customer asks',
    },
    ruleHelp:
      'Without paper only where the customer gets the receipt otherwise: the QR on the screen or an e-mail (Res. Ex. SII 53/2025). Invoices, returns and shift papers are always printed.',
    noPages:
      'The receipt service has no pages for customers: there will be no QR, and only whoever gets it by e-mail goes without paper.',
    printsCode: 'Print the QR under the receipt to see it on the phone',
    withPaper: 'With paper',
    withoutPaper: 'Without paper',
    issuedText: 'It has its folio and stamp. It goes without paper.',
    pendingText:
      'It goes without paper; it will be issued by itself, and seen by the customer then.',
    nothingPrinted: 'Nothing was printed: the customer sees it on their phone or in their e-mail.',
    printNow: 'Print the receipt',
    printSlip: 'Print the slip',
    phone: "Customer's phone",
    phoneHelp: 'Chilean mobile: 9 and eight more digits.',
    send: 'Prepare the message',
    open: 'Open WhatsApp',
    asCode: 'Show the code',
    keepPhone: "Keep this phone with {{name}}'s data",
    opened: 'WhatsApp opened with the message written. Check it and send it there.',
    orScan: "Scan it with the shop's phone: it opens WhatsApp with the message written.",
  },
}
