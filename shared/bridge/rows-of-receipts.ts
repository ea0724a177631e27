/** Rows of the contract: receipts and returns. */
import * as returns from './returns.ts'
import * as printers from './printers.ts'
import * as commands from './commands.ts'
import type { Refusal } from '../core/refusals.ts'
import type { Result } from '../core/result.ts'
import { identifiedSalesInput, type IdentifiedSales } from '../sale/identified-sales.ts'
import type { CommittedReturn, CreditView, ReturnableSale } from './returns.ts'
import { command, gives, later, query, done } from './row.ts'
import type { ShiftFile } from './shifts.ts'
import type { DeletionState, ReceiptDetail, ReceiptPage } from './receipt-views.ts'

export const RETURNS = {
  /** What of a sale may come back, and the id of a return of it. Changes nothing. */
  startReturn: query(commands.saleIdSchema, gives<Result<ReturnableSale, Refusal>>(), 'served'),
  /** Takes back and gives back, at once and for good; its credit note follows by itself. */
  commitReturn: command(
    returns.commitReturnInput,
    gives<Result<CommittedReturn, Refusal>>(),
    'lent:refund',
    'returned',
  ),
  /**
   * Compares what is typed of a receipt issued elsewhere with the service, where that answers.
   * Changes nothing.
   */
  lookUpOutside: query(
    returns.outsideReceiptInput,
    later<Result<ReturnableSale, Refusal>>(),
    'served',
  ),
  /** Like `commitReturn`, for the receipt looked up under this id. */
  commitOutsideReturn: command(
    returns.commitOutsideReturnInput,
    gives<Result<CommittedReturn, Refusal>>(),
    'lent:refund',
    'returned',
  ),
  /**
   * Undoes the whole of a return (`returnId` is its sale), once: the same again is answered again.
   */
  undoReturn: command(
    returns.undoReturnInput,
    gives<Result<CommittedReturn, Refusal>>(),
    'lent:refund',
    'return-undone',
  ),
  /** Values of returns not spent yet, the latest first. */
  credits: query(null, gives<readonly CreditView[]>(), { locked: [] }),
}

export const RECEIPTS = {
  listReceipts: query(commands.listReceiptsInput, gives<ReceiptPage>(), {
    locked: { rows: [], nextCursor: null },
  }),
  receipt: query(commands.saleIdSchema, gives<Result<ReceiptDetail, Refusal>>(), 'served'),
  /** Prints the receipt again, marked COPIA. */
  reprint: command(commands.saleIdSchema, done, 'served', 'receipt-copied'),
  /** Prints what was bought without its prices, with the code that finds it for an exchange. */
  printGift: command(commands.saleIdSchema, later<Result<null, Refusal>>(), 'served'),
  /** The answer to what a paper asks. One that did not come out is followed by a COPIA. */
  settlePaper: command(printers.settlePaperInput, done, 'served'),
  /** One answer for all papers that are late. */
  settleLatePapers: command(
    printers.settleLatePapersInput,
    gives<Result<{ readonly count: number }, Refusal>>(),
    'served',
  ),
  /** Tries a held or failed paper, or an unsent receipt, again now. */
  retryNow: command(commands.saleIdSchema, done, 'served'),
  /**
   * A person says that what holds several receipts is mended: one tries at once, and when it passes
   * all go.
   */
  retryHeld: command(null, gives<null>(), { locked: null }),
  /**
   * Sends a definitely refused receipt again with another buyer; sale, money and reference stay.
   */
  resendFixed: command(commands.resendFixedInput, done, 'lent:deletePending', 'receipt-resent'),
  /**
   * Takes a receipt that needs a person out of the queue, with the reason; the sale and its money
   * stay.
   */
  setAside: command(commands.setAsideInput, done, 'lent:deletePending', 'receipt-set-aside'),
  /**
   * Looks at the document a person says is this receipt, and adopts it when everything is equal.
   */
  adoptId: command(commands.adoptIdInput, done, 'lent:deletePending', 'receipt-adopted'),
  /**
   * Deletes a receipt that is still pending: here if it never left, else at the service. Answers
   * when that is known or asked for.
   */
  deleteReceipt: command(
    commands.deleteReceiptInput,
    later<Result<DeletionState, Refusal>>(),
    'lent:deletePending',
    'receipt-deleted',
  ),
  /** Sales of a year that had to name their buyer. */
  identifiedSales: query(identifiedSalesInput, gives<Result<IdentifiedSales, Refusal>>(), 'served'),
  /** The same, for a spreadsheet. */
  identifiedSalesFile: query(identifiedSalesInput, gives<Result<ShiftFile, Refusal>>(), 'served'),
}
