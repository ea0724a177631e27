import type { returnsEs } from './returns-es.ts'

/** Returns and exchanges, in English. */
export const returnsEn: typeof returnsEs = {
  actions: {
    returnReceipt: 'Return or exchange', returnAll: 'Return everything', moreBack: 'One more of the line', lessBack: 'One less of the line',
    previousBack: 'Previous line', nextBack: 'Next line', returnReason: 'Type the reason', nextRefund: 'Another way to give the money back',
    leaveReturn: 'Back without a return', confirmReturn: 'Confirm return', afterReturn: 'Go on selling', copyNote: 'Print a copy',
    viewNote: 'See it in Receipts', useCredit: 'Use a credit note',
  },
  returns: {
    title: 'Return from receipt no. {{folio}}', titlePending: 'Return from a receipt without a folio',
    sale: 'Sold on {{date}} at {{time}} for {{total}}, {{methods}}', lines: 'Products of the receipt', sold: 'Sold {{quantity}}',
    already: 'returned {{quantity}}', quantityOf: 'Quantity returned of {{name}}', more: 'One more of {{name}}', less: 'One less of {{name}}',
    allBack: 'All returned',
    panel: 'Return', total: 'To give back', handOver: 'In cash {{amount}} are handed over', share: 'With each product’s own share of the discounts.',
    reason: 'Reason', reasons: 'Frequent reasons', way: 'How it is given back', credit: 'Kept for an exchange',
    creditHint: 'Pays one sale at this till, now or another day. If that costs less, the difference is given in cash.',
    pending: 'The receipt has no folio yet: the money goes back now and the credit note follows it by itself.',
    pendingWhole: 'If everything comes back you can also delete the receipt: then neither of the two is issued.',
    saving: 'Saving…', unanswered: 'The till did not answer in time. Press Confirm again: it is never given back twice.',
    give: 'Hand over to the customer', giveBy: 'Give back by {{method}}', kept: 'Kept for the customer',
    issued: 'Credit note issued, no. {{folio}}', issuedText: 'It has a folio and a stamp. The note prints by itself.',
    saved: 'Return saved, credit note pending', sendingText: 'It is being issued at this moment.',
    offlineText: 'No connection. Hand over the slip; the credit note is issued by itself.',
    waitsText: 'It waits for the folio of its receipt and follows by itself. Hand over the slip.',
    attention: 'Return saved, the note needs attention', attentionText: 'The money and the record are fine. Look at it in Receipts.',
    keptText: 'It appears as a way to pay when the next sale is charged. It counts at this till alone and only once.',
    exchange: 'Go on with the exchange', paper: 'Printed credit note',
    notePaper: 'Credit note', note: 'Credit note no. {{folio}}', noteNoFolio: 'Credit note without a folio', of: 'Returns from receipt no. {{folio}}', ofPending: 'Returns from a receipt that has no folio yet',
    why: 'Reason: {{reason}}', open: 'See the receipt', back: 'Returns', returned: 'Returned {{amount}}',
    noteText: 'It has a folio and a stamp: it corrects its receipt at the tax authority.', noteQueued: 'Saved at this till. It is sent by itself once its receipt has a folio and there is a connection.',
    credits: 'Credit notes to use', folios: '{{left}} folios of credit notes left',
  },
  shortcuts: { return: 'Return', returned: 'Return finished' },
}
