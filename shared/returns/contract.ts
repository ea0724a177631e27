/** Rows of the contract: returns, changes of a document, and notes that pay. */
import type { CreditView } from '../selling/payment/credit.ts'
import { command, laterResult, ofPaperInHand, ofReceipt, query, result } from '../staff/row.ts'
import { saleIdSchema } from '../text/input-schemas.ts'
import { type ChangeableSale, type ChangedSale, changeInput } from './changes.ts'
import * as returns from './views.ts'
import type { CommittedReturn, ReturnableSale } from './views.ts'

export const RETURNS = {
  /** What of a sale may come back, and the id of a return of it. Changes nothing. */
  startReturn: ofReceipt(
    (saleId) => saleId,
    query(saleIdSchema, result<ReturnableSale>(), 'served'),
  ),
  /** The same after the service was asked, where it answers, what other tills have given back. */
  openReturn: ofPaperInHand(
    (saleId) => saleId,
    query(saleIdSchema, laterResult<ReturnableSale>(), 'served', 'receipt-by-paper'),
    'receipt-by-paper',
  ),
  /** Takes back and gives back, at once and for good; its credit note follows by itself. */
  commitReturn: ofPaperInHand(
    ({ originalId }) => originalId,
    command(returns.commitReturnInput, result<CommittedReturn>(), 'lent:refund', 'returned'),
  ),
  /**
   * Compares what is typed of a receipt issued elsewhere with the service, where that answers.
   * Changes nothing.
   */
  lookUpOutside: query(returns.outsideReceiptInput, laterResult<ReturnableSale>(), 'served'),
  /** Like `commitReturn`, for the receipt looked up under this id. */
  commitOutsideReturn: command(
    returns.commitOutsideReturnInput,
    result<CommittedReturn>(),
    'lent:refund',
    'returned',
  ),
  /**
   * Undoes the whole of a return (`returnId` is its sale), once: the same again is answered again.
   */
  undoReturn: ofReceipt(
    ({ returnId }) => returnId,
    command(returns.undoReturnInput, result<CommittedReturn>(), 'lent:refund', 'return-undone'),
  ),
  /**
   * What of a sale may be changed for another document, after the service was asked as for a
   * return. Changes nothing.
   */
  openChange: ofReceipt(
    (saleId) => saleId,
    query(saleIdSchema, laterResult<ChangeableSale>(), 'served'),
  ),
  /** A boleta for an invoice, or back, once: its credit note and the new document, no money. */
  changeDocument: ofReceipt(
    ({ originalId }) => originalId,
    command(changeInput, result<ChangedSale>(), 'lent:refund', 'document-changed'),
  ),
  /**
   * Credit notes that may pay, by what their bearer names: one by its number, or those of one buyer
   * by RUT, the oldest first. There is no list of all of them,
   * and each is a try: too many are noted.
   */
  findCredits: command(
    returns.findCreditsInput,
    result<readonly CreditView[]>(),
    'served',
    'notes-looked-up',
  ),
}
