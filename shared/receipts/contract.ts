/** Rows of the contract: receipts and returns. */
import { type PhonePage, whatsappInput, type WhatsappStart } from '../delivery/phone-page.ts'
import * as printers from '../printing/printers.ts'
import { type IdentifiedSales, identifiedSalesInput } from '../selling/sale/identified-sales.ts'
import type { ShiftFile } from '../shifts/views.ts'
import { command, done, gives, laterResult, query, result } from '../staff/row.ts'
import { saleIdSchema } from '../text/input-schemas.ts'
import {
  adoptIdInput,
  deleteReceiptInput,
  listReceiptsInput,
  resendFixedInput,
  setAsideInput,
} from './inputs.ts'
import type { DeletionState } from '../issuing/status.ts'
import type { ReceiptDetail, ReceiptPage } from './views.ts'

export const RECEIPTS = {
  listReceipts: query(listReceiptsInput, gives<ReceiptPage>(), {
    locked: { rows: [], nextCursor: null },
  }),
  receipt: query(saleIdSchema, result<ReceiptDetail>(), 'served'),
  /** Prints the receipt again, marked COPIA. */
  reprint: command(saleIdSchema, done, 'served', 'receipt-copied'),
  /** Prints what was bought without its prices, with the code that finds it for an exchange. */
  printGift: command(saleIdSchema, laterResult<null>(), 'served'),
  /** Where a customer sees the receipt, with the code that leads there. */
  phonePage: query(saleIdSchema, laterResult<PhonePage>(), 'served'),
  /** A link that opens WhatsApp with the receipt's page for this number, as a code to scan. */
  whatsapp: query(whatsappInput, laterResult<PhonePage>(), 'served'),
  /** Whom it may go to, and whether this machine can open it. */
  whatsappStart: query(saleIdSchema, laterResult<WhatsappStart>(), 'served'),
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
  retryNow: command(saleIdSchema, done, 'served'),
  /**
   * A person says that what holds several receipts is mended: one tries at once, and when it passes
   * all go.
   */
  retryHeld: command(null, gives<null>(), { locked: null }),
  /**
   * Sends a definitely refused receipt again with another buyer; sale, money and reference stay.
   */
  resendFixed: command(resendFixedInput, done, 'lent:deletePending', 'receipt-resent'),
  /**
   * Takes a receipt that needs a person out of the queue, with the reason; the sale and its money
   * stay.
   */
  setAside: command(setAsideInput, done, 'lent:deletePending', 'receipt-set-aside'),
  /**
   * Looks at the document a person says is this receipt, and adopts it when everything is equal.
   */
  adoptId: command(adoptIdInput, done, 'lent:deletePending', 'receipt-adopted'),
  /**
   * Deletes a receipt that is still pending: here if it never left, else at the service. Answers
   * when that is known or asked for.
   */
  deleteReceipt: command(
    deleteReceiptInput,
    laterResult<DeletionState>(),
    'lent:deletePending',
    'receipt-deleted',
  ),
  /** Sales of a year that had to name their buyer. */
  identifiedSales: query(identifiedSalesInput, result<IdentifiedSales>(), 'served'),
  /** The same, for a spreadsheet. */
  identifiedSalesFile: query(identifiedSalesInput, result<ShiftFile>(), 'served'),
}
