/**
 * What the screen sees: plain data, ready to show. Amounts are whole pesos, times are epoch
 * milliseconds.
 */
import type { FleetTrouble } from '../fleet/views.ts'
import type { DoubtView } from '../backup/doubt.ts'
import type { RestView } from '../backup/views.ts'
import type { CardView } from '../card/attempt.ts'
import type { CardRefundView } from '../card/refund.ts'
import type { CategoryView } from '../catalogue/category.ts'
import type { EpochMs, SaleId, ScreenId } from '../core/brand.ts'
import type { DocumentType } from '../core/document-type.ts'
import type { ShopView } from '../core/shop.ts'
import type { ConnectionState, FolioStock, HeldTogether } from '../issuing/status.ts'
import type { Clp } from '../money/clp.ts'
import type { SetUpStep } from '../onboarding/set-up.ts'
import type { PrinterConfig } from '../printing/printers.ts'
import type { PaymentMethod } from '../selling/payment/payment-method.ts'
import type { PaperRule } from '../selling/sale/paper-choice.ts'
import type { CounterSettings } from '../settings/rows.ts'
import type { ShiftStatus } from '../shifts/views.ts'

export interface Bootstrap extends CounterSettings {
  readonly shop: ShopView
  readonly registerName: string
  readonly cashierName: string
  readonly categories: readonly CategoryView[]
  /** By name, what a shop without a shelf may begin with; absent once there is one. */
  readonly exampleCategories?: readonly string[]
  readonly printers: readonly PrinterConfig[]
  /** The printer receipts go to. */
  readonly printerId: string
  /** In the order of the screen, active ones only. */
  readonly paymentMethods: readonly PaymentMethod[]
  /** From this total on the buyer has to be named: 135 UF of this year. */
  readonly buyerRequiredFromClp: Clp
  /** True while the till works against the embedded service's demo data. */
  readonly isDemo: boolean
  /**
   * What a shop's till still needs before it sells, in order; empty where it sells, and for
   * practice.
   */
  readonly missing: readonly SetUpStep[]
  /**
   * This year, while nobody has entered its 135 UF in pesos; null once they are there, and for
   * practice.
   */
  readonly missingLimitYear: number | null
  /** Of a shop's first start, while it is to be shown by itself. */
  readonly guide?: 'choose' | 'open'
  /** There is a practice beside this shop, in a folder of its own. */
  readonly mayPractise?: true
  /** A practice that is opened alone: a shop of one's own can be opened out of it. */
  readonly mayOpenShop?: true
  readonly version: string
}

export interface TillStatus {
  readonly connection: ConnectionState
  /** Why, for `offline` and `trouble`: a refusal code of the catalogue. */
  readonly connectionCause: string | null
  readonly lastAnswerAt: EpochMs | null
  /** Sold receipts without a folio yet. */
  readonly pendingCount: number
  /** There are some; said to a locked screen, which is told no count. */
  readonly hasPending?: boolean
  readonly oldestPendingAt: EpochMs | null
  /** Receipts of which the service has still to confirm that they are deleted. */
  readonly deletingCount: number
  /** Sold receipts that need a person. */
  readonly attentionCount: number
  /** The service shows receipts to customers: there is a code for the next one. */
  readonly hasPages?: boolean
  /** What the shop says of paper, where a page or an e-mail may stand for it. */
  readonly paperRule?: PaperRule
  readonly printerId: string
  readonly printerTrouble: string | null
  /** Papers waiting for the printer. */
  readonly printQueueCount: number
  /** While the printer is in trouble and papers wait: the printer they may go to instead. */
  readonly fallbackPrinterId: string | null
  /** The printer says that its roll is near its end. */
  readonly paperIsLow?: boolean
  /** Sales with a paper that nobody has and that does not come by itself. */
  readonly unprintedCount: number
  /** Shifts whose Z did not come out whole; only where there are shifts. */
  readonly unprintedReports?: number
  /**
   * Papers that waited so long for a printer that they ask first, and since when the oldest has;
   * null = none.
   */
  readonly latePapers: { readonly count: number; readonly since: EpochMs } | null
  /**
   * While receipts wait and the service is there: when the hour to issue them ends (Res. Ex. SII
   * 74/2020).
   */
  readonly issueDeadlineAt: EpochMs | null
  /**
   * The service's clock less the till's; null before it is known. Above two minutes it deserves a
   * warning.
   */
  readonly clockSkewMs: number | null
  /** Folios left by type, as the service last told; empty before. */
  readonly folioStock: readonly FolioStock[]
  /** When the company's certificate ends, where the service tells it. */
  readonly certificateEndsAt?: EpochMs | null
  /** Document types the service does not know at present: their receipts wait. */
  readonly closedTypes: readonly DocumentType[]
  /** What holds several receipts at once; pressing `retryHeld` tries them again. */
  readonly heldTogether: readonly HeldTogether[]
  /** Absent where no shifts are used; null while none is open and nothing can be sold. */
  readonly shift?: ShiftStatus | null
  /** Less than 1 GB is free for sales and backups. */
  readonly diskIsLow?: boolean
  /** A moment ago the disk took nothing more: nothing can be saved until there is room. */
  readonly diskIsFull?: boolean
  /** Receipts that another copy of this till has sent, and when the last was met; else null. */
  readonly copyProven?: { readonly at: EpochMs; readonly count: number } | null
  /** Days since the last second copy, where the owner wants to hear of it; else null. */
  readonly secondCopyDays?: number | null
  /** It left for another computer, or is about to: nothing is sold, printed or sent. */
  readonly rest?: RestView | null
  /** It may be a copy or an older state of a till: its papers say COPIA. */
  readonly doubt?: DoubtView | null
  /** What a person has to see to among the tills of the shop; absent for nothing. */
  readonly fleet?: FleetTrouble
  /** Charges at the card terminal that somebody has to know of; absent for none. */
  readonly cards?: readonly CardView[]
  /** Refunds to cards that are not proven yet, or were refused; absent for none. */
  readonly cardRefunds?: readonly CardRefundView[]
}

/**
 * What the event stream carries: which part of the picture changed. Events announce; they never
 * command.
 */
export interface FeedEvent {
  readonly seq: number
  /**
   * `receipts`: more of them changed than are worth naming. `reread`: too much was missed,
   * everything shown is to be read again.
   */
  readonly kind:
    | 'sale'
    | 'issue'
    | 'print'
    | 'receipts'
    | 'status'
    | 'settings'
    | 'catalogue'
    | 'parked'
    | 'staff'
    | 'shift'
    | 'reread'
    | 'held'
  readonly saleId: SaleId | null
  /**
   * Of `held`: the screen that has the open sale from here on; null when none has, or its window is
   * gone.
   */
  readonly holder?: ScreenId | null
}
