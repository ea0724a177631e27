/** Rows of the contract: receipts and returns. */
import { type PhonePage, whatsappInput, type WhatsappStart } from '../delivery/phone-page.ts'
import * as printers from '../printing/printers.ts'
import { type IdentifiedSales, identifiedSalesInput } from '../selling/sale/identified-sales.ts'
import type { ShiftFile } from '../shifts/views.ts'
import { command, done, gives, laterResult, ofReceipt, query, result } from '../staff/row.ts'
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
  receipt: ofReceipt((saleId) => saleId, query(saleIdSchema, result<ReceiptDetail>(), 'served')),
  /** Prints the receipt again, marked COPIA. */
  reprint: ofReceipt((saleId) => saleId, command(saleIdSchema, done, 'served', 'receipt-copied')),
  /** Prints what was bought without its prices, with the code that finds it for an exchange. */
  printGift: ofReceipt((saleId) => saleId, command(saleIdSchema, laterResult<null>(), 'served')),
  /** Where a customer sees the receipt, with the code that leads there. */
  phonePage: ofReceipt((saleId) => saleId, query(saleIdSchema, laterResult<PhonePage>(), 'served')),
  /** A link that opens WhatsApp with the receipt's page for this number, as a code to scan. */
  whatsapp: ofReceipt(
    ({ saleId }) => saleId,
    query(whatsappInput, laterResult<PhonePage>(), 'served'),
  ),
  /** Whom it may go to, and whether this machine can open it. */
  whatsappStart: ofReceipt(
    (saleId) => saleId,
    query(saleIdSchema, laterResult<WhatsappStart>(), 'served'),
  ),
  /** Opens the message here, for a person to send. The core writes the address, and no screen. */
  openWhatsapp: ofReceipt(
    ({ saleId }) => saleId,
    command(whatsappInput, laterResult<null>(), 'served'),
  ),
  /** Keeps the mobile with the customer of this sale, of whom there was no phone. */
  keepPhone: ofReceipt(
    ({ saleId }) => saleId,
    command(whatsappInput, done, 'served', 'customer-saved'),
  ),
  /** The answer to what a paper asks. One that did not come out is followed by a COPIA. */
  settlePaper: command(printers.settlePaperInput, done, 'served'),
  /** One answer for all papers that are late. */
  settleLatePapers: command(
    printers.settleLatePapersInput,
    result<{ readonly count: number }>(),
    'served',
  ),
  /** Tries a held or failed paper, or an unsent receipt, again now. */
  retryNow: ofReceipt((saleId) => saleId, command(saleIdSchema, done, 'served')),
  /**
   * A person says that what holds several receipts is mended: one tries at once, and when it passes
   * all go.
   */
  retryHeld: command(null, gives<null>(), { locked: null }),
  /**
   * Sends a definitely refused receipt again with another buyer; sale, money and reference stay.
   */
  resendFixed: ofReceipt(
    ({ saleId }) => saleId,
    command(resendFixedInput, done, 'lent:deletePending', 'receipt-resent'),
  ),
  /**
   * Takes a receipt that needs a person out of the queue, with the reason; the sale and its money
   * stay.
   */
  setAside: ofReceipt(
    ({ saleId }) => saleId,
    command(setAsideInput, done, 'lent:deletePending', 'receipt-set-aside'),
  ),
  /**
   * Looks at the document a person says is this receipt, and adopts it when everything is equal.
   */
  adoptId: ofReceipt(
    ({ saleId }) => saleId,
    command(adoptIdInput, done, 'lent:deletePending', 'receipt-adopted'),
  ),
  /**
   * Deletes a receipt that is still pending: here if it never left, else at the service. Answers
   * when that is known or asked for.
   */
  deleteReceipt: ofReceipt(
    ({ saleId }) => saleId,
    command(
      deleteReceiptInput,
      laterResult<DeletionState>(),
      'lent:deletePending',
      'receipt-deletion-asked',
      'receipt-deleted',
    ),
  ),
  /** Sales of a year that had to name their buyer. */
  identifiedSales: query(identifiedSalesInput, result<IdentifiedSales>(), 'served'),
  /** The same, for a spreadsheet. */
  identifiedSalesFile: query(identifiedSalesInput, result<ShiftFile>(), 'served'),
}
