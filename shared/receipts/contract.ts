/** Rows of the contract: receipts and returns. */
import * as returns from '../returns/views.ts'
import * as printers from '../printing/printers.ts'
import * as commands from '../bridge/commands.ts'
import { identifiedSalesInput, type IdentifiedSales } from '../selling/sale/identified-sales.ts'
import type { CreditView } from '../selling/payment/credit.ts'
import type { CommittedReturn, ReturnableSale } from '../returns/views.ts'
import { whatsappInput, type PhonePage, type WhatsappStart } from '../delivery/phone-page.ts'
import { changeInput, type ChangeableSale, type ChangedSale } from '../returns/changes.ts'
import { command, done, gives, laterResult, query, result } from '../staff/row.ts'
import type { ShiftFile } from '../shifts/views.ts'
import type { DeletionState, ReceiptDetail, ReceiptPage } from './views.ts'

export const RETURNS = {
  /** What of a sale may come back, and the id of a return of it. Changes nothing. */
  startReturn: query(commands.saleIdSchema, result<ReturnableSale>(), 'served'),
  /** The same after the service was asked, where it answers, what other tills have given back. */
  openReturn: query(
    commands.saleIdSchema,
    laterResult<ReturnableSale>(),
    'served',
    'receipt-by-paper',
  ),
  /** Takes back and gives back, at once and for good; its credit note follows by itself. */
  commitReturn: command(
    returns.commitReturnInput,
    result<CommittedReturn>(),
    'lent:refund',
    'returned',
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
  undoReturn: command(
    returns.undoReturnInput,
    result<CommittedReturn>(),
    'lent:refund',
    'return-undone',
  ),
  /**
   * What of a sale may be changed for another document, after the service was asked as for a
   * return. Changes nothing.
   */
  openChange: query(commands.saleIdSchema, laterResult<ChangeableSale>(), 'served'),
  /** A boleta for an invoice, or back, once: its credit note and the new document, no money. */
  changeDocument: command(changeInput, result<ChangedSale>(), 'lent:refund', 'document-changed'),
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

export const RECEIPTS = {
  listReceipts: query(commands.listReceiptsInput, gives<ReceiptPage>(), {
    locked: { rows: [], nextCursor: null },
  }),
  receipt: query(commands.saleIdSchema, result<ReceiptDetail>(), 'served'),
  /** Prints the receipt again, marked COPIA. */
  reprint: command(commands.saleIdSchema, done, 'served', 'receipt-copied'),
  /** Prints what was bought without its prices, with the code that finds it for an exchange. */
  printGift: command(commands.saleIdSchema, laterResult<null>(), 'served'),
  /** Where a customer sees the receipt, with the code that leads there. */
  phonePage: query(commands.saleIdSchema, laterResult<PhonePage>(), 'served'),
  /** A link that opens WhatsApp with the receipt's page for this number, as a code to scan. */
  whatsapp: query(whatsappInput, laterResult<PhonePage>(), 'served'),
  /** Whom it may go to, and whether this machine can open it. */
  whatsappStart: query(commands.saleIdSchema, laterResult<WhatsappStart>(), 'served'),
  /** Opens the message here, for a person to send. The core writes the address, and no screen. */
  openWhatsapp: command(whatsappInput, laterResult<null>(), 'served'),
  /** Keeps the mobile with the customer of this sale, of whom there was no phone. */
  keepPhone: command(whatsappInput, done, 'served', 'customer-saved'),
  /** The answer to what a paper asks. One that did not come out is followed by a COPIA. */
  settlePaper: command(printers.settlePaperInput, done, 'served'),
  /** One answer for all papers that are late. */
  settleLatePapers: command(
    printers.settleLatePapersInput,
    result<{ readonly count: number }>(),
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
    laterResult<DeletionState>(),
    'lent:deletePending',
    'receipt-deleted',
  ),
  /** Sales of a year that had to name their buyer. */
  identifiedSales: query(identifiedSalesInput, result<IdentifiedSales>(), 'served'),
  /** The same, for a spreadsheet. */
  identifiedSalesFile: query(identifiedSalesInput, result<ShiftFile>(), 'served'),
}
