import type { paymentRefusals as spanish } from '../es/payment.ts'

/** Refusals of the buyer and of payments, in English. */
export const paymentRefusals: Readonly<Record<keyof typeof spanish, string>> = {
  // Buyer
  RUT_FORMAT: 'Type the RUT with its check digit, for example 12.345.678-5.',
  RUT_CHECK_DIGIT: 'The check digit does not belong to that RUT. Check the digits.',
  BUYER_REQUIRED:
    'From {limit} the law asks for the RUT and the name of the buyer. Fill them in to charge.',
  INVOICE_BUYER_REQUIRED: 'An invoice names the buyer by RUT. Type it.',
  INVOICE_BEARER_REQUIRED:
    'Type the RUT of whoever buys, as on their identity card: the invoice names it (Res. Ex. SII 121/2024).',
  INVOICE_PURPOSE_REQUIRED: 'Type what the purchase is for, for example: working lunch.',
  INVOICE_ACTIVITY_REQUIRED: "Type the buyer's line of business, for example: Almacén.",
  INVOICE_ADDRESS_REQUIRED: "Type the buyer's address.",
  INVOICE_COMMUNE_REQUIRED: "Type the buyer's commune.",
  EMAIL_NOT_VALID: 'Check the e-mail: something is missing, as in name@example.cl.',
  CONTACT_TOO_LONG: 'Phone and e-mail together hold at most 80 characters.',
  // Card terminal
  CARD_NO_TERMINAL: 'This till has no card terminal connected. Choose it in Settings.',
  CARD_STILL_OPEN:
    'Nobody knows yet how a card charge ended. Do not charge again: wait, or answer what the voucher says.',
  CARD_NOT_CHARGED: 'That card payment is not charged on the terminal. Charge it first.',
  CARD_NOT_REFUNDABLE:
    'The till cannot give that amount back to the card over the internet: give it back on the terminal or in the Mercado Pago account, and note its paper.',
  CARD_REFUND_OPEN:
    'A refund to the card is not over yet. Wait until Mercado Pago confirms it, or answer in the notice how it was settled.',
  CARD_REFUND_MADE:
    'The money of this return is with the customer already: it cannot be undone. If they take the goods, sell them again.',
  CARD_AT_TERMINAL: 'The terminal has that charge already: cancel it with its red key.',
  CARD_CANCEL_UNHEARD:
    'Mercado Pago did not answer: nobody knows whether the charge was cancelled. The till keeps asking; try again.',
  CARD_DENIED:
    'The terminal says that card was not charged, though somebody said it was. Remove that payment and charge again.',
  CARD_PART_MISSING:
    'The terminal has already charged a card of this sale that is not among its payments. Open the payment again.',
  CARD_FOUND_CHARGED:
    'The terminal had already charged {amount} by card for this sale: it is among its payments now. See what is still due; hand back and erase what is too much.',
  CARD_AMOUNT_RANGE: 'The terminal charges from {least} to {most}.',
  CARD_AUTHORIZATION_REQUIRED: 'Enter the authorization code on the voucher.',
  CARD_MOVED_ON: 'That card charge already has an answer. Look at how it ended before going on.',
  CARD_METHOD_NEEDED:
    'The card terminal, or a charge that is in no sale yet, uses that way to pay: leave it active.',
  CARD_ONLY_PRACTICE:
    'The practice terminal approves without money: it only works in a practice till.',
  CARD_PORT_NOT_VALID: 'That is not a port: for example COM4, or /dev/ttyUSB0.',
  PORT_IS_THE_CARDS: 'The card terminal is on that port. Choose another.',
  CARD_PORT_TAKEN: 'The printer or the scale is on that port already. Choose another.',
  CARD_ACCOUNT_NEEDED:
    'Paste the Access Token of your Mercado Pago account: on this computer it is missing, of another RUT, or cannot be read.',
  CARD_TOKEN_NOT_TRIAL:
    'That is no trial Access Token: it begins with TEST-. A practice till takes no other; copy it from “Test credentials”.',
  CARD_TOKEN_NOT_VALID:
    'That is no Access Token: it begins with APP_USR-. Copy all of it from “Production credentials”.',
  CARD_TOKEN_REFUSED:
    'Mercado Pago does not take that Access Token. Copy it again from “Production credentials”.',
  CARD_ACCOUNT_AWAY:
    'Mercado Pago does not answer now. Check the internet and try again; nothing has changed.',
  // Payment
  TENDERED_NOT_VALID: 'Type the amount received in whole pesos.',
  TENDERED_BELOW_DUE: '{missing} are missing to complete the payment.',
  TENDERED_TOO_LARGE: 'The amount received looks like a mistake: the most is {limit}.',
  PAYMENT_NOTHING_DUE: 'All is paid: confirm, or take another payment away first.',
  PAYMENTS_TAKEN_ABOVE:
    'What is paid comes to {taken} and the sale is {total} now: {over} too much. Take that payment away and take it again.',
  PAYMENT_ABOVE_DUE: '{method} gives no change: only {due} are due.',
  TYPED_OF_OTHER_METHOD:
    '{typed} is still typed under {method}. To drop it and charge by {next}, press {next} again.',
  PAYMENTS_TOO_MANY: 'A sale takes up to 10 payments. Take one out.',
  CASH_TWICE: 'Cash goes in one payment. Add the amounts up.',
  METHOD_UNKNOWN:
    'That way to pay is not active on this till any more. Take that payment out, or choose another way.',
  METHOD_TWICE: 'The way to pay "{name}" is there twice.',
  METHOD_ID_NOT_VALID: 'The code of a way to pay has 1 to 8 capital letters or digits.',
  METHOD_CASH_REQUIRED: 'Cash cannot be taken out or changed.',
  METHODS_TOO_MANY: 'This till takes up to {limit} ways to pay.',
  REFERENCE_REQUIRED: 'Type the operation number of {method}.',
  REFERENCE_NOT_VALID: 'The operation number holds at most 40 common letters, digits or signs.',
  VOUCHER_CARD_ONLY: 'Only the voucher of a card terminal counts as the receipt: {method} is none.',
  VOUCHER_DECLARED:
    'Your shop declared a receipt for every sale: the voucher of {method} cannot be the receipt. Change the emission model first.',
  TIP_NOT_TAKEN: 'This till takes no tips. Take the tip out, or turn tips on in Settings.',
  TIP_TOO_LARGE: 'The tip looks like a mistake: the most for this sale is {limit}.',
  TIP_BY_CREDIT:
    'A credit note pays no tip. Take out the tip, or the note worth more than the goods.',
  TIP_PERCENTS_NOT_VALID: 'Type one to {most} whole percents from 1 to {limit}, for example 10.',
  LIMIT_YEARS_NOT_VALID: 'Type an amount in pesos for each year, once.',
  TOTAL_CHANGED: 'The total changed to {total}. Check the sale and charge again.',
  SALE_NOT_OPEN: 'This sale is not open. Go back to the sale and charge again.',
  SALE_NOT_FOUND: 'That sale was not found on this till.',
  SALE_NOT_SAVED:
    'It is not known whether the sale was saved. Do not hand over the goods yet: press Confirm again; it is never charged twice.',
  DISK_FULL: 'The disk is full. The sale was not saved. Free some space and charge again.',
}
