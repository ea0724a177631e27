import type { returns as spanish } from '../es/returns.ts'

/** Returns and exchanges, in English. */
export const returns: typeof spanish = {
  actions: {
    returnOutside: 'Return from another till',
    returnReceipt: 'Return or exchange',
    changeDocument: 'Change for an invoice, or back to a receipt',
    undoReturn: 'Undo this return',
    returnAll: 'Return everything',
    moreBack: 'One more of the line',
    lessBack: 'One less of the line',
    previousBack: 'Previous line',
    nextBack: 'Next line',
    returnReason: 'Type the reason',
    nextRefund: 'Another way to give the money back',
    leaveReturn: 'Back without a return',
    confirmReturn: 'Confirm return',
    afterReturn: 'Go on selling',
    copyNote: 'Print a copy',
    viewNote: 'See it in Receipts',
    useCredit: 'Pay with a note',
  },
  returns: {
    title: 'Return from receipt no. {{folio}}',
    titleExempt: 'Return from exempt receipt no. {{folio}}',
    titlePending: 'Return from a receipt without a folio',
    titleVoucher: 'Return from a sale with a voucher',
    documents:
      'The credit note is over {{receipt}}. The other {{voucher}} are on the voucher: refund them on the terminal ({{card}}).',
    voucherNumber: 'Operation number of the voucher',
    voucherHint:
      'The credit note names the electronic payment voucher. If the money goes back to the card, refund it on the terminal as well.',
    ivaTooLate:
      'The sale was six months old on {{date}}. The money can go back and the credit note is issued all the same, but its VAT is no longer deducted (DL 825, art. 21 no. 2 and art. 70).',
    backElsewhere:
      'Another till has given back {{amount}} of this document: here at most the rest goes back.',
    sale: 'Sold on {{date}} at {{time}} for {{total}}, {{methods}}',
    lines: 'Products of the receipt',
    sold: 'Sold {{quantity}}',
    already: 'returned {{quantity}}',
    quantityOf: 'Quantity returned of {{name}}',
    more: 'One more of {{name}}',
    less: 'One less of {{name}}',
    allBack: 'All returned',
    panel: 'Return',
    total: 'To give back',
    handOver: 'In cash {{amount}} are handed over',
    cardVoid:
      'On the terminal void operation {{operation}} for {{amount}} ({{reference}}) before its close, and note its paper here.',
    cardRefund:
      'The till gives {{amount}} back to the card over the internet. If you gave it back on the terminal, note its paper.',
    cardNotVoid:
      'The till cannot say which operation to void for this charge: only credit, whole, of the open shift and before the close. Give it back by the terminal’s own refund, or another way.',
    cardInCash:
      'It was paid by card ({{paid}}): to give it back in cash takes who may go beyond the limit.',
    share: 'With each product’s own share of the discounts.',
    reason: 'Reason',
    reasons: 'Frequent reasons',
    way: 'How it is given back',
    credit: 'Kept for an exchange',
    creditHint:
      'Pays at this till, now or another day, by the number of the note. What is left stays with it.',
    pending:
      'The receipt has no folio yet: the money goes back now and the credit note follows it by itself.',
    pendingWhole:
      'If everything comes back you can also delete the receipt: then neither of the two is issued.',
    saving: 'Saving…',
    unanswered:
      'The till did not answer in time. Press Confirm again: it is never given back twice.',
    give: 'Hand over to the customer',
    giveBy: 'Give back by {{method}}',
    kept: 'Kept for the customer',
    issued: 'Credit note issued, no. {{folio}}',
    issuedText: 'It has a folio and a stamp. The note prints by itself.',
    saved: 'Return saved, credit note pending',
    sendingText: 'It is being issued at this moment.',
    offlineText:
      'Hand over the slip; the credit note is issued by itself as soon as the service answers.',
    waitsText: 'It waits for the folio of its receipt and follows by itself. Hand over the slip.',
    attention: 'Return saved, the note needs attention',
    attentionText: 'The money and the record are fine. Look at it in Receipts.',
    keptText:
      'It counts at this till alone: charge with “Pay with a note” and its number. What is left stays in favour.',
    exchange: 'Go on with the exchange',
    giftPrinted: 'Gift receipt printed: no prices, with the code for its exchange.',
    paper: 'Printed credit note',
    notePaper: 'Credit note',
    note: 'Credit note no. {{folio}}',
    noteNoFolio: 'Credit note without a folio',
    of: 'Returns from receipt no. {{folio}}',
    ofExempt: 'Returns from exempt receipt no. {{folio}}',
    ofPending: 'Returns from a receipt that has no folio yet',
    why: 'Reason: {{reason}}',
    open: 'See the receipt',
    back: 'Returns',
    returned: 'Returned {{amount}}',
    returnedWhole: 'Returned',
    noteText: 'It has a folio and a stamp: it corrects its receipt at the tax authority.',
    noteQueued:
      'Saved at this till. It is sent by itself once its receipt has a folio and there is a connection.',
    outsideTitle: 'Receipt or invoice of another till',
    outsideLead:
      'Type what the paper says. If the service knows it, it is compared before anything goes back.',
    outsideType: 'Kind of document',
    outsideFolio: 'Folio (number)',
    outsideDate: 'Date',
    outsideDateLike: 'dd-mm-yyyy',
    outsideLook: 'Look it up',
    outsideLooking: 'Looking it up…',
    outside: {
      total: 'Total of the receipt',
      buyer: 'Buyer’s RUT (optional)',
      confirmed: 'The service confirms this receipt: date and total agree.',
      'not-found':
        'The service does not know this receipt. It comes back as typed, which is logged: check the paper.',
      'not-asked':
        'The service did not answer. It comes back as typed, which is logged: check the paper.',
      left: '{{left}} of this receipt are left to give back.',
      sameFolio:
        'Of this folio {{back}} was given back before, as {{document}} of {{date}} for {{total}}. If it is the same paper, do not give it back again: going on needs somebody who may pass the limits.',
      sameOurs:
        'With this folio this till issued one document ({{document}}) on the same day and for the same total. If it is that paper, return it from Receipts: going on here needs somebody who may pass the limits.',
      share: 'The credit note names that receipt.',
      elsewhere: 'Another till issued the receipt.',
    },
    outsideKnown: 'A known customer needs the RUT alone.',
    outsideAmount: 'How much is given back',
    outsideSale: 'Sold on {{date}} for {{total}} at another till',
    debit: 'Debit note no. {{folio}}',
    debitNoFolio: 'Debit note without a folio',
    debitPaper: 'Debit note',
    debitIssued: 'Debit note issued no. {{folio}}',
    debitText: 'It has a folio and a stamp: it undoes its credit note at the tax authority.',
    debitQueued:
      'Saved at this till. It is sent by itself once its credit note has a folio and there is a connection.',
    undoes: 'Undoes credit note no. {{folio}}',
    undoesPending: 'Undoes a credit note that has no folio yet',
    openNote: 'See the credit note',
    undone: 'Undone',
    debitFolios: '{{left}} folios of debit notes left',
    undoneText: 'This return was undone: its sale can be returned again.',
    undoTitle: 'Undo this return?',
    undoKeep: 'Keep',
    undoConfirm: 'Undo return',
    undoing: 'Undoing…',
    undoMoney:
      'A debit note over the total is issued. Take {{amount}} from the customer, the way it was given back: {{method}}.',
    undoVale:
      'A debit note over the total is issued. No money moves: the store credit of {{amount}} is voided; ask for its paper.',
    undoMoneyAndVale:
      'A debit note over the total is issued. Take {{amount}} from the customer, the way it was given back: {{method}}. The store credit of {{kept}} is voided; ask for its paper.',
    undoCredit:
      'A debit note over the total is issued. No money moves: the {{amount}} kept for the customer is cancelled.',
    useCredit: 'Pay with a credit note',
    useCreditLead:
      'Scan the note or type its number. It pays what is due; what it has left stays with it.',
    creditName: 'Number of the note, or the RUT it was given to',
    creditRest: 'Give the rest in cash (asks for a PIN)',
    folios: '{{left}} folios of credit notes left',
  },
  shortcuts: { return: 'Return', returned: 'Return finished' },
}
