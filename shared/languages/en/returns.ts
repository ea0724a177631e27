import type { returnsRefusals as spanish } from '../es/returns.ts'

/** Refusals of returns and deletions, in English. */
export const returnsRefusals: Readonly<Record<keyof typeof spanish, string>> = {
  // Returns
  OUTSIDE_BACK_ELSEWHERE:
    'Another till has given back all of this receipt, or is deleting it, says the service.',
  OUTSIDE_PART_ELSEWHERE:
    'Another till has given back a part of this receipt. Return the rest at the till that sold it.',
  RETURN_PART_ELSEWHERE:
    'Another till has given back a part of this document, and the service does not say how much is left. Give nothing back here: settle it with the other till.',
  GIFT_OF_RETURN: 'A return has no gift receipt: print it from its sale.',
  RETURN_NOTHING: 'Mark how much of at least one product comes back.',
  RETURN_TOO_MUCH: 'Of "{name}" at most {left} can come back.',
  RETURN_CODE_NOT_SOLD: 'The code {code} is not on this receipt.',
  RETURN_TOTAL_ZERO:
    'What is marked has no value: it was sold fully discounted. There is no money to give back.',
  RETURN_TOTAL_CHANGED:
    'The amount to give back changed to {total}. Check the return and confirm again.',
  RETURN_REASON_TOO_LONG: 'The reason holds at most {most} characters.',
  RETURN_ALL_DONE: 'Everything on this receipt has been returned already.',
  RETURN_OF_RETURN: 'This is a return already. Open the original receipt.',
  RETURN_VOUCHER_NUMBER:
    'Type the operation number of the voucher, digits only: the credit note names it.',
  OUTSIDE_DATE_AHEAD: 'That date has not come yet. Check the date on the receipt.',
  OUTSIDE_DATE_NOT_READ: 'Type the date of the receipt, for example 21-11-2026.',
  OUTSIDE_FOLIO_REQUIRED: 'Type the folio (number) of the receipt.',
  OUTSIDE_TOTAL_REQUIRED: 'Type the total of the receipt.',
  OUTSIDE_IS_OURS:
    'This till issued that receipt. Find it under Receipts by its folio and return it there.',
  OUTSIDE_DIFFERS: 'At the service that receipt says otherwise: {what}. Correct what was typed.',
  OUTSIDE_TYPED_BEFORE:
    'In an earlier return that receipt was typed with date {date} and total {total}. Check the paper.',
  OUTSIDE_BUYER_BEFORE:
    'In an earlier return this invoice was typed with another buyer’s RUT. Check the paper; if that one was wrong, undo it in Receipts and look again.',
  OUTSIDE_VOID:
    'The service says that receipt is void ({status}: deleted or rejected). There is no document to correct.',
  OUTSIDE_AMOUNT_REQUIRED: 'Type how much is given back.',
  OUTSIDE_TOO_MUCH: 'Of this receipt at most {left} can be given back.',
  OUTSIDE_LOOK_AGAIN:
    'The till restarted in between. Go back to Receipts and look the receipt up again; nothing was given back.',
  RETURN_SHOP_AWAY:
    'Without internet nobody knows whether another till has given this receipt back. Wait for the service and try again; nothing was given back.',
  RETURN_NOT_AT_HUB:
    'Without internet only what a till of this place sold in the last seven days is given back here, and the hub has no such receipt. Check the paper, or wait for the service; nothing was given back.',
  RETURN_LEFT_SHOP:
    'This till has left the shop of several tills, and another one may have given this receipt back. Give it back at another till of the shop, or join this one again in Settings; nothing was given back.',
  RETURN_AT_OWN_HUB:
    'Without internet this till cannot give it back, because it is the hub and gives out to the others. Return it at another till of this place; nothing was given back.',
  RETURN_AT_HUB:
    'Till {till} keeps it, so that its place gives it back without internet. Wait some seconds and open it again; if that till is off or without internet, start it, or choose another hub in Settings, Tills of the shop. Nothing was given back.',
  RETURN_IN_HAND:
    'Another till has a return of this receipt open. Wait until it is done, or ten minutes, and open it again; nothing was given back.',
  RETURN_OPEN_AGAIN:
    'Before anything is given back the service is asked whether another till has returned this receipt, and that is missing. Go back to Receipts and open the return again; nothing was given back.',
  RETURN_DELETED: 'This receipt was deleted and its money was given back.',
  RETURN_BEING_DELETED:
    'This receipt is being deleted and the service has still to answer. Once it says “Deleted”, hand the money back; if the service refuses, return it here. Nothing has been given back yet.',
  RETURN_RECEIPT_STUCK:
    'This receipt needs attention and is no document yet. Settle it first; then return it.',
  RETURN_RECEIPT_REFUSED:
    'The tax authority refused this receipt: there is no document a credit note could correct. Tell the manager.',
  RETURN_OTHER_SERVICE:
    'This receipt is at another service than that of the Settings. Go back to that address to issue its credit note.',
  RETURN_OF_TRIAL:
    'This was issued as a trial and has no value: there is no document to correct. If money changed hands, enter it as a cash movement.',
  RETURN_UNDO_PENDING:
    'The return before was undone and its debit note is not issued yet. Look at it in Receipts and return again once it has its folio.',
  UNDO_NO_RETURN: 'This is no return: there is no credit note to undo.',
  UNDO_DONE: 'This return was already undone by a debit note.',
  UNDO_SPENT: 'The value of this return has been spent: it cannot be undone.',
  UNDO_NOTE_STUCK:
    'The credit note needs attention and is no document yet. Settle it first; then undo it.',
  UNDO_NOTE_REFUSED:
    'The tax authority has no such credit note in force: there is no document to undo. Tell the manager.',
  RETURN_MADE_BEFORE:
    'This return has been made already, for {total}, and is in Receipts. Start another for the rest.',
  RETURN_NOT_SAVED:
    'It is not known whether the return was saved. Do not hand over the money yet: press Confirm again; it is never given back twice.',
  RETURN_DISK_FULL:
    'The disk is full. The return was not saved. Free some space and confirm again.',
  RETURN_ORIGINAL_STUCK:
    'The receipt that was returned needs attention and has no folio. Settle it: the credit note follows by itself.',
  RETURN_ORIGINAL_DELETED:
    'The receipt that was returned was deleted at the service: the credit note has nothing to correct. Set it aside with the reason.',
  CHANGE_DONE: 'This document was already changed for the {what}. Open that one in Receipts.',
  CHANGE_SAME: 'This document cannot be changed for another of the same kind.',
  CHANGE_VOUCHER:
    'This sale is documented by the card voucher: there is no receipt to change. Void the charge at the terminal, return the sale and charge it again with an invoice, also by card.',
  CHANGE_IN_PART:
    'This receipt is for a part of the sale; the card voucher documents the rest. It cannot be changed: return the sale and charge it again with an invoice, also by card.',
  CHANGE_RETURNED:
    'Something of this document was already returned: it cannot be changed as a whole. For the rest, return it and sell it again with the document they ask for.',
  CHANGE_TOO_LATE:
    'The sale is more than six months old: since {date} a credit note no longer takes its IVA off, and the new document would declare it again. Ask your accountant.',
  CHANGE_OPEN_AGAIN:
    'Before a document is changed the service is asked whether another till has returned it, and that is missing. Open it again; nothing was changed.',
  CHANGE_NOT_SAVED:
    'Nobody knows whether the change was saved. Press Confirm again; it is never changed twice.',
  CHANGE_DISK_FULL:
    'There is no room on the disk. The change was not saved. Free some space and confirm again.',
  UNDO_CHANGE:
    'This credit note is of a change of document: no money was given back and there is no return to undo. To go back, change the new document.',
  DELETE_CHANGED:
    'This document stands for another that was voided: without it the sale has no document. Change it for the other kind, or return the sale.',
  CREDIT_UNKNOWN: 'That credit note was not made at this till to be used as payment.',
  LOOKED_UP_TOO_OFTEN:
    'Many credit notes and store credits were looked for in a row. Wait {seconds} seconds; the log says so.',
  CREDIT_SPENT: '{name} has been used. Charge by another way.',
  CREDIT_NAME_NOT_VALID: 'Type the number of the credit note, or the RUT it was given to.',
  CREDIT_TOO_SMALL: '{name} has {left} left. Take it out of the payment and add it again.',
  CREDIT_TWICE: '{name} is in this payment already.',
  CREDIT_APPROVAL:
    '{name} is not the buyer’s, or cash is left of it: ask for the PIN of who may give money back.',
  CREDIT_OF_CARD:
    'What {name} stands for was paid by card: cash left of it is allowed by who may give back beyond the limit.',
  VALE_UNKNOWN:
    'No store credit of this till has that code. Check what was typed; it is used only at the till that gave it.',
  WORTH_ASKS_SHOP: 'The shop’s service knows this: press again to ask it.',
  WORTH_SHOP_AWAY:
    'Without internet nobody knows whether another till has used it. Charge by another way, or wait for the service.',
  WORTH_TILL_LIMIT:
    'This till has used today all that one till may of what others gave. Charge it another way, or use it at another till; if that is not so, tell the owner.',
  WORTH_NOT_AT_HUB:
    'Without internet only what a till of this place gave is used here, and the hub does not have this. Charge by another way, or wait for the service.',
  WORTH_AT_OWN_HUB:
    'Without internet this till cannot charge it, because it is the hub and gives it out to the others. Charge it at another till of this place, or by another way.',
  WORTH_AT_HUB:
    'Till {till} keeps it, so that its place uses it without internet. Wait some seconds and press again; if that till is off or without internet, charge by another way, or choose another hub in Settings, Tills of the shop.',
  WORTH_LEFT_SHOP:
    'This stayed with the shop of several tills, which this till has left. Use it at another till of the shop, or join this one again in Settings.',
  WORTH_SPENT: 'It has been used up at another till. Remove it and charge by another way.',
  WORTH_IN_HAND:
    'Another till has it in a sale. Wait until that one is done and press again, or charge by another way.',
  WORTH_SHORT:
    'Another till has used a part: {left} are left. Remove it from the payment and add it again.',
  WORTH_UNKNOWN: 'No till of this shop has given it. Check what was typed.',
  VALE_CODE_NOT_VALID:
    'That is no code of a store credit: it has 13 letters and digits, like 7K3M-09QX-ZT4W-A.',
  VALE_USED: 'Store credit {name} has been used up. Charge by another way.',
  VALE_EXPIRED: 'Store credit {name} ended on {date}. Charge by another way.',
  VALE_VOIDED: 'Store credit {name} was voided. Charge by another way.',
  VALE_TOO_SMALL:
    'Store credit {name} has {left} left. Take it out of the payment and add it again.',
  VALE_TWICE: 'Store credit {name} is in this payment already.',
  VALE_AMOUNT: 'Say how much the store credit pays.',
  VALE_DOUBTFUL:
    'This till was put back from a backup after store credit {name} was given: it may have been used. Ask the owner to accept it.',
  VALES_OFF:
    'This shop gives no store credit. Give back by another way, or turn it on in Settings, Returns and store credit.',
  VALE_NOTHING_LEFT: 'Store credit {name} has nothing left to void.',
  VALE_NOT_DOUBTFUL: 'Store credit {name} does not need to be accepted.',
  VALE_BEING_PRINTED: 'Store credit {name} is being printed.',
  // Deleting
  DELETE_NOT_PENDING:
    'The receipt has gone to the tax authority and cannot be deleted. Use "Return or exchange": it issues its credit note.',
  DELETE_FATE_UNKNOWN:
    'It is not known yet whether the service got this receipt. Wait until it has a folio and delete it then.',
  DELETE_NO_FOLIO:
    'The service has it but it has no folio yet. Wait for the folio and delete it then.',
  DELETE_NOT_ALLOWED:
    'This receipt has its folio and the key of this till may not delete it. Use "Return or exchange": the credit note voids it. At the service the owner alone can delete it, with an administrator\'s key.',
  DELETE_OTHER_DOCUMENT:
    'At the service that folio belongs to another document. Nothing was deleted; tell support.',
  DELETE_NOT_NOW:
    'The service could not delete it now, and nothing was deleted. Use "Return or exchange", or try again later.',
  DELETE_GONE:
    'The service no longer finds this receipt, and the till could not delete it. Tell the supervisor: ask the provider about this folio. If the customer cannot wait, use "Return or exchange".',
  DELETE_OTHER_SERVICE:
    'This receipt is at another service than that of the Settings. Go back to that address to delete it.',
  DELETE_VOUCHER:
    'This sale has no receipt: the voucher documents it. Cancel it on the card terminal.',
  DELETE_PAID_WITH_CREDIT:
    'This sale was paid with the value of a return, which deleting it would lose. Use "Return or exchange".',
  DELETE_HAS_RETURN:
    'This receipt has a return and is not deleted any more: the credit note corrects it.',
  DELETE_RETURN: 'A return is not deleted: the money has been handed over.',
  RECEIPT_DELETED: 'This receipt was deleted, or is being deleted. It is neither printed nor sent.',
}
