/**
 * The contract of the core: everything a screen can ask, a row each, with who is answered and what
 * it may leave in the log. The core's type, the router with its guard and the screen's client
 * follow from these rows; what has no row has no answer.
 */
import { z } from 'zod'
import type { Refusal } from '../core/refusals.ts'
import type { Result } from '../core/result.ts'
import type { OpenSale } from '../open-sale/open-sale.ts'
import type { ScaleLayout } from '../catalogue/scale-label.ts'
import type { Need } from '../staff/need.ts'
import { identifiedSalesInput, type IdentifiedSales } from '../sale/identified-sales.ts'
import { splitSaleInput, type SplitWarning } from '../sale/split-sale.ts'
import * as commands from './commands.ts'
import {
  openPaymentInput,
  parkInput,
  recallInput,
  saveSaleInput,
  type KeptSale,
} from './open-sale.ts'
import type { Opening } from './opening.ts'
import * as printers from './printers.ts'
import { PRINTERS, SCALE, SETTINGS } from './rows-of-devices.ts'
import { SHIFTS } from './rows-of-shifts.ts'
import * as returns from './returns.ts'
import type { CommittedReturn, CreditView, ReturnableSale } from './returns.ts'
import type { ScreenId } from '../core/brand.ts'
import { joined } from '../core/joined.ts'
import { command, gives, later, query, type ClientMethod, type CoreMethod } from './row.ts'
import type { CommittedSale, SaleIds } from './sale-views.ts'
import type { ShiftFile } from './shifts.ts'
import type { Approval, AuditPage, ParkedSaleView, StaffView } from './staff-views.ts'
import * as tiles from './tiles.ts'
import type {
  Bootstrap,
  CustomerView,
  DeletionState,
  FeedEvent,
  ReceiptDetail,
  ReceiptPage,
  TaxpayerAnswer,
  TillStatus,
} from './views.ts'
import type { ProductView } from '../catalogue/product.ts'

/** A command that only does. */
const done = gives<Result<null, Refusal>>()
const staffAnswer = gives<Result<StaffView, Refusal>>()

const START = {
  /**
   * What the first screen shows, in one answer: `bootstrap`, `status` and their like put together.
   */
  opening: query(null, gives<Opening>(), 'anyone'),
  bootstrap: query(null, gives<Bootstrap>(), 'anyone'),
  status: query(null, gives<TillStatus>(), 'anyone'),
}

const CATALOGUE = {
  searchProducts: query(commands.searchInput, gives<readonly ProductView[]>(), 'anyone'),
  productByCode: query(commands.codeInput, gives<Result<ProductView, Refusal>>(), 'anyone'),
  /** What sells most, the best first: for a screen that knows its codes without asking. */
  bestSellers: query(commands.bestSellersInput, gives<readonly ProductView[]>(), 'anyone'),
  /**
   * The catalogue piece by piece, from the beginning (`after` 0) to `next` null: for a screen that
   * wants to know every code.
   */
  productSlice: query(
    commands.productSliceInput,
    gives<{ readonly products: readonly ProductView[]; readonly next: number | null }>(),
    'anyone',
  ),
  saveProduct: command(
    commands.saveProductInput,
    gives<Result<ProductView, Refusal>>(),
    'lent:freeLine',
  ),
  /** Puts a tile beside another one in the fixed grid. */
  moveTile: command(tiles.moveTileInput, done, 'own:manageStaff'),
  setProductPicture: command(tiles.setPictureInput, done, 'own:manageStaff'),
  /** Those that have one, in the order asked for. */
  productPictures: query(tiles.picturesInput, gives<readonly tiles.ProductPicture[]>(), 'anyone'),
  scaleLayouts: query(null, gives<readonly ScaleLayout[]>(), 'anyone'),
  saveScaleLayouts: command(
    commands.saveScaleLayoutsInput,
    gives<Result<readonly ScaleLayout[], Refusal>>(),
    'settings',
    'settings-changed',
  ),
}

const SALE = {
  /** The open sale as the core has it. */
  loadDraft: query(null, gives<KeptSale>(), 'anyone'),
  /**
   * Keeps the open sale; refused to a screen that does not hold it, and for a sale that is charged
   * or parked.
   */
  saveDraft: command(
    saveSaleInput,
    done,
    'served',
    'line-removed',
    'quantity-lowered',
    'price-change',
    'cart-cleared',
    'payment-dropped',
  ),
  /** From here on this screen holds the open sale; the one that did is told. */
  takeSale: command(null, gives<KeptSale>(), 'anyone'),
  /** Puts the sale aside as it is, payment, customer and ids with it, and leaves none. */
  parkSale: command(
    parkInput,
    gives<Result<ParkedSaleView, Refusal>>(),
    'served',
    'payment-parked',
  ),
  parkedSales: query(null, gives<readonly ParkedSaleView[]>(), 'anyone'),
  /** Takes a parked sale up and parks what was on screen, in one step. */
  recallSale: command(
    recallInput,
    gives<Result<OpenSale, Refusal>>(),
    'served',
    'sale-handed-over',
    'payment-parked',
  ),
  discardParked: command(
    commands.discardParkedInput,
    done,
    'lent:discardParked',
    'parked-discarded',
  ),
  /** What of these lines needs somebody else's PIN. */
  saleNeeds: query(commands.saleNeedsInput, gives<readonly Need[]>(), 'anyone'),
  /**
   * Keeps the sale and makes its reference, once; asking again gives the same one. Without a sale:
   * of what the core has.
   */
  openSale: command(openPaymentInput, gives<Result<SaleIds, Refusal>>(), 'served'),
  /**
   * Charges. The same sale again from the same screen is answered again; from another one it is
   * refused.
   */
  commitSale: command(
    commands.commitInput,
    gives<Result<CommittedSale, Refusal>>(),
    'content',
    'price-change',
    'discount',
    'free-line',
    'line-removed',
    'quantity-lowered',
    'payment-dropped',
    'sale-split',
  ),
  openDrawer: command(
    commands.openDrawerInput,
    later<Result<null, Refusal>>(),
    'lent:openDrawer',
    'drawer-opened',
  ),
  /**
   * Receipts that together with this one may be one sale split below 135 UF; null = none seen.
   * Warns, never blocks.
   */
  splitSale: query(splitSaleInput, gives<SplitWarning | null>(), 'anyone'),
  /** Known customers by RUT or name, the latest first. */
  findCustomers: query(commands.findCustomersInput, gives<readonly CustomerView[]>(), 'anyone'),
  /**
   * Asks the service for the name of a taxpayer. Never needed for a sale; `unavailable` when nobody
   * answers.
   */
  lookUpTaxpayer: query(commands.lookUpTaxpayerInput, later<TaxpayerAnswer>(), 'anyone'),
}

const STAFF = {
  staff: query(null, gives<StaffView>(), 'anyone'),
  signIn: command(
    commands.signInInput,
    later<Result<StaffView, Refusal>>(),
    'anyone',
    'sign-in',
    'pin-wrong',
    'sale-handed-over',
  ),
  /** Locks the counter: the cart stays, selling waits for a PIN. */
  signOut: command(null, gives<StaffView>(), 'anyone', 'sign-out'),
  /** The visit to the settings is over: what a PIN over the shoulder opened is closed again. */
  giveBackSettings: command(null, gives<StaffView>(), 'anyone'),
  saveStaff: command(
    commands.saveStaffInput,
    later<Result<StaffView, Refusal>>(),
    'settings',
    'staff-saved',
  ),
  removeStaff: command(commands.staffIdSchema, staffAnswer, 'settings', 'staff-removed'),
  saveRights: command(commands.saveRightsInput, staffAnswer, 'settings', 'rights-changed'),
  /** A PIN over the shoulder. The cashier stays. */
  approve: command(
    commands.approveInput,
    later<Result<Approval, Refusal>>(),
    'served',
    'approval',
    'approval-refused',
    'pin-wrong',
  ),
  audit: query(commands.auditInput, gives<Result<AuditPage, Refusal>>(), 'own:readAudit'),
}

const RETURNS = {
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
  credits: query(null, gives<readonly CreditView[]>(), 'anyone'),
}

const RECEIPTS = {
  listReceipts: query(commands.listReceiptsInput, gives<ReceiptPage>(), 'anyone'),
  receipt: query(commands.saleIdSchema, gives<Result<ReceiptDetail, Refusal>>(), 'served'),
  /** Prints the receipt again, marked COPIA. */
  reprint: command(commands.saleIdSchema, done, 'served', 'receipt-copied'),
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
  retryHeld: command(null, gives<null>(), 'anyone'),
  /**
   * Sends a definitely refused receipt again with another buyer; sale, money and reference stay.
   */
  resendFixed: command(commands.resendFixedInput, done, 'served'),
  /**
   * Takes a receipt that needs a person out of the queue, with the reason; the sale and its money
   * stay.
   */
  setAside: command(commands.setAsideInput, done, 'served'),
  /**
   * Looks at the document a person says is this receipt, and adopts it when everything is equal.
   */
  adoptId: command(commands.adoptIdInput, done, 'served'),
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

/**
 * Names stand once: the compiler refuses a second one here, and `joined` refuses it at the start.
 */
export const CONTRACT = joined(
  START,
  CATALOGUE,
  SALE,
  STAFF,
  RETURNS,
  SHIFTS,
  RECEIPTS,
  SETTINGS,
  PRINTERS,
  SCALE,
)
export type Contract = typeof CONTRACT
export type CommandName = keyof Contract

/**
 * The part of AbortSignal the core uses, so that shared/ needs neither the DOM's nor Node's types.
 */
export interface StopSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
}

/**
 * The one row that is no question: changes after an event's number, then live ones. Anyone may
 * listen.
 */
export const feedInput = z.object({ lastEventId: z.string().max(20).nullish() })

/** The core, as its hosts and tests have it. */
export type TillApi = { [Name in CommandName]: CoreMethod<Contract[Name]> } & {
  /**
   * Changes after `afterSeq`, then live ones until `signal` aborts. While it listens, its screen is
   * there.
   */
  feed(afterSeq: number | null, signal: StopSignal, by?: ScreenId): AsyncIterable<FeedEvent>
}

/**
 * The core, as a screen has it: it rejects with an Error when the core cannot be reached or breaks;
 * refusals are values.
 */
export type TillCommands = { readonly [Name in CommandName]: ClientMethod<Contract[Name]> }
