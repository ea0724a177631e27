/**
 * What the screen sees: plain data, ready to show. Amounts are whole pesos, times are epoch
 * milliseconds.
 */
import type {
  EpochMs,
  ExternalReference,
  Folio,
  IsoDate,
  PrintJobId,
  SaleId,
  ScreenId,
} from '../core/brand.ts'
import type { DiscountRule } from '../cart/discount.ts'
import type { Clp } from '../money/clp.ts'
import type { QuantityMilli } from '../money/quantity.ts'
import type { AuditAction, AuditRow } from './staff-views.ts'
import type { PrinterOptions, PrinterConfig } from './printers.ts'
import type { ShiftStatus } from './shifts.ts'
import type { PaperWidthMm } from '../paper/paper-model.ts'
import type { Payment } from '../payment/payment.ts'
import type { PaymentMethod } from '../payment/payment-method.ts'
import type { ScaleConfig } from '../scale/config.ts'
import type { SetUpStep } from '../settings/set-up.ts'
import type { BuyerLimit } from '../sale/buyer-limit.ts'
import type { ReceiptType, DocumentType, DocumentedBy } from '../document/document-type.ts'
import type { PrintState } from '../paper/print-moves.ts'
import type { Theme } from '../settings/theme.ts'
import type { IssueState } from '../sync/issue-moves.ts'

export interface CategoryView {
  readonly id: string
  readonly name: string
  /** Hue of the tile, 0-359. */
  readonly hue: number
}

export interface ShopView {
  readonly rut: string
  readonly legalName: string
  readonly tradeName: string
  readonly address: string
  readonly commune: string
}

export interface Bootstrap {
  readonly shop: ShopView
  readonly registerName: string
  readonly cashierName: string
  readonly categories: readonly CategoryView[]
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
  readonly version: string
}

/**
 * Is the tax document service reachable, by a real authenticated call. Says nothing about what is
 * still to be sent.
 */
/**
 * `slow`: it has been asked for two seconds and answers nothing; nobody knows yet whether it will.
 */
export type ConnectionState = 'online' | 'slow' | 'offline' | 'trouble' | 'checking'

export interface TillStatus {
  readonly connection: ConnectionState
  /** Why, for `offline` and `trouble`: a refusal code of the catalogue. */
  readonly connectionCause: string | null
  readonly lastAnswerAt: EpochMs | null
  /** Sold receipts without a folio yet. */
  readonly pendingCount: number
  readonly oldestPendingAt: EpochMs | null
  /** Sold receipts that need a person. */
  readonly attentionCount: number
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
  /** Document types the service does not know at present: their receipts wait. */
  readonly closedTypes: readonly DocumentType[]
  /** What holds several receipts at once; pressing `retryHeld` tries them again. */
  readonly heldTogether: readonly HeldTogether[]
  /** Absent where no shifts are used; null while none is open and nothing can be sold. */
  readonly shift?: ShiftStatus | null
  /** Less than 1 GB is free for sales and backups. */
  readonly diskIsLow?: boolean
}

/**
 * Receipts that wait together for one thing: the service refuses what comes in the same words
 * (`refused`), does not know their type (`type`), or turns the key or the company away.
 */
export interface HeldTogether {
  readonly kind: 'refused' | 'type' | 'key' | 'company'
  readonly documentTypes: readonly DocumentType[]
  readonly count: number
  /** What the service says, in its own words; empty where it says nothing. */
  readonly detail: string
}

export interface FolioStock {
  readonly documentType: DocumentType
  readonly left: number
  readonly isLow: boolean
  /** First day on which a listed range ends, or null. */
  readonly expiresOn: string | null
}

/** What the service finds wrong with a field of a refused receipt, in its own words. */
export interface FieldErrorView {
  readonly field: string
  readonly code: string
  readonly message: string
}

/**
 * `asked` the service has not confirmed yet; `done` there is no receipt any more; `refused` it
 * could not be deleted.
 */
export type DeletionState = 'asked' | 'done' | 'refused'

export type PaperKind = 'receipt' | 'slip' | 'copy'

export interface PaperView {
  readonly jobId: PrintJobId
  readonly kind: PaperKind
  readonly state: PrintState
  readonly widthMm: PaperWidthMm
  readonly printerId: string
  readonly detail: string | null
  /** Refusal code of what stands in its way, or null. */
  readonly trouble: string | null
  /** Its ink was wider than the head, so it was drawn smaller. */
  readonly isShrunk: boolean
  /**
   * Path of the paper as it was printed (PNG), null until printed. Fetch it with the bridge's
   * credentials.
   */
  readonly imagePath: string | null
  readonly printedAt: EpochMs | null
}

/** One part of what was paid. */
export type PaymentView = Omit<Payment, 'siiCode'>

export interface ReceiptRow {
  readonly saleId: SaleId
  readonly externalReference: ExternalReference
  readonly documentType: DocumentType
  readonly folio: Folio | null
  readonly totalClp: Clp
  readonly soldAt: EpochMs
  readonly issueState: IssueState
  /**
   * Status code at the tax authority as the service last told it (PEN, EMS, APR, RCH, ...), null
   * before.
   */
  readonly authorityStatus: string | null
  /** Refusal code of the last failed attempt. */
  readonly lastErrorCode: string | null
  readonly lastErrorText: string | null
  readonly receiptPrintState: PrintState
  /** A paper of it is with nobody and does not come by itself. */
  readonly isUnprinted: boolean
  readonly payments: readonly Pick<PaymentView, 'method' | 'name'>[]
  readonly documentedBy: DocumentedBy
  readonly deletion: DeletionState | null
  /**
   * What returns have given back of it and nobody undid; of a return, what undoing it took back.
   */
  readonly returnedClp: Clp
  readonly lineCount: number
  /** Sold while the service could not be reached. */
  readonly soldOffline: boolean
}

export interface ReceiptLineView {
  readonly name: string
  readonly code: string
  readonly quantity: QuantityMilli
  readonly unitGrossClp: Clp
  /** All that comes off. */
  readonly discountClp: Clp
  /** The line's own rule; null for none, and on sales of earlier tills. */
  readonly discount: DiscountRule | null
  /** The part of `discountClp` that is its share of the discount on the whole sale. */
  readonly saleDiscountClp: Clp
  readonly grossClp: Clp
  readonly isExempt: boolean
}

export interface ReceiptDetail extends Omit<ReceiptRow, 'payments'> {
  readonly payments: readonly PaymentView[]
  /** Null when nobody was named. */
  readonly customer: { readonly rut: string; readonly legalName: string } | null
  /** Why and by whom it was deleted, or is to be; null without a deletion. */
  readonly deletionNote: DeletionNote | null
  /** Returns of it, the oldest first. */
  readonly returns: readonly ReturnOfSale[]
  /** Of a return: the sale it takes back, and why. */
  readonly returnOf: ReturnedSale | null
  readonly date: IsoDate
  readonly lines: readonly ReceiptLineView[]
  /** The rule on the whole sale, as it was given; null for none. */
  readonly saleDiscount: DiscountRule | null
  readonly exentoClp: Clp
  readonly netoClp: Clp
  readonly ivaClp: Clp
  readonly roundingClp: Clp
  readonly toCollectClp: Clp
  readonly tenderedClp: Clp
  readonly changeClp: Clp
  readonly attempts: number
  readonly papers: readonly PaperView[]
  /** Of a refused receipt; empty otherwise. */
  readonly fieldErrors: readonly FieldErrorView[]
  /** Why a person set it aside, or null. */
  readonly setAsideReason: string | null
  /** Who served, as it stands on the paper. */
  readonly soldBy: string
  /** What went beyond the cashier's rights, and who allowed it with their PIN. */
  readonly allowed: readonly AllowedAction[]
}

export interface AllowedAction {
  readonly action: AuditAction
  readonly approverName: string
  readonly detail: AuditRow['detail']
}

export interface ReturnOfSale {
  readonly saleId: SaleId
  readonly folio: Folio | null
  readonly totalClp: Clp
  readonly soldAt: EpochMs
}

export interface ReturnedSale {
  /** Null for a receipt that this till has not issued. */
  readonly saleId: SaleId | null
  /** 61 where this is a debit note: it undoes that return. */
  readonly documentType: ReceiptType | '61'
  /** While it has none, the note waits for it. */
  readonly folio: Folio | null
  readonly reason: string
}

export interface DeletionNote {
  readonly reason: string
  readonly askedBy: string
  readonly askedAt: EpochMs
  /** Refusal code of a deletion that was refused or still waits. */
  readonly problemCode: string | null
}

/** A customer of this shop, as last named. */
export interface CustomerView {
  readonly rut: string
  readonly legalName: string
  readonly phone: string
  readonly email: string
}

export type TaxpayerAnswer =
  | { readonly kind: 'found'; readonly legalName: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unavailable' }

export interface ReceiptPage {
  readonly rows: readonly ReceiptRow[]
  /** Pass it back for the next page; null at the end. */
  readonly nextCursor: number | null
}

/** A printer as the settings show it. */
export interface PrinterView extends PrinterState {
  readonly options: PrinterOptions
  readonly hasLogo: boolean
  /** Told to the till by its address, so it can be taken away again. */
  readonly isAdded: boolean
}

export interface PrinterState {
  readonly config: PrinterConfig
  readonly present: boolean
  /** A PrinterTrouble code, or null. */
  readonly trouble: string | null
  /**
   * The system's queue prints again what broke off in the middle: a second receipt without the word
   * COPIA could come out.
   */
  readonly repeatsByItself?: boolean
}

export interface SettingsView {
  /**
   * The address the till was started with; it wins over the stored one and cannot be changed here.
   */
  readonly serviceUrlFromHost: string | null
  readonly registerNumber: number
  /** 0 at the head office. */
  readonly branchOffice: number
  /** Base URL of the service; null = the embedded one. */
  readonly serviceUrl: string | null
  /** Null = the service is asked. */
  readonly companyId: string | null
  /** As it is typed: `39=FCE, 61=NCE`. */
  readonly pathCodes: string
  /** Last four characters of the stored key; the key itself never comes back. */
  readonly apiKeyTail: string | null
  readonly printerId: string
  readonly printsReceiptAfterSlip: boolean
  /** Where papers go when the first printer cannot print; null = nowhere. */
  readonly fallbackPrinterId: string | null
  /** Whether they go there by themselves, or when somebody says so. */
  readonly fallsBackByItself: boolean
  readonly cashierName: string
  /**
   * Minutes without a touch after which the counter locks itself, where people have PINs; 0 =
   * never.
   */
  readonly lockAfterMinutes: number
  /** Milliseconds the barcode reader may pause inside one code. */
  readonly scannerPauseMs: number
  /** The scale on a wire; null = none. */
  readonly scale: ScaleConfig | null
  readonly paymentMethods: readonly PaymentMethod[]
  readonly buyerLimits: readonly BuyerLimit[]
  readonly usesShifts: boolean
  readonly countsBlind: boolean
  readonly differenceLimitClp: number
  readonly language: 'es' | 'en'
  readonly theme: Theme
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
