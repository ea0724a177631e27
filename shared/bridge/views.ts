/**
 * What the screen sees: plain data, ready to show. Amounts are whole pesos, times are epoch
 * milliseconds.
 */
import type { PaperRule } from '../selling/sale/paper-choice.ts'
import type { EpochMs, SaleId, ScreenId } from '../core/brand.ts'
import type { DoubtView } from '../backup/doubt.ts'
import type { Clp } from '../money/clp.ts'
import type { PrinterOptions, PrinterConfig } from '../printing/printers.ts'
import type { ShiftStatus } from '../shifts/views.ts'
import type { RestView } from '../backup/views.ts'
import type { Emission } from '../selling/payment/emission.ts'
import type { PaymentMethod } from '../selling/payment/payment-method.ts'
import type { KeyPlace } from '../settings/key-place.ts'
import type { CounterSettings, SettingValues } from '../settings/rows.ts'
import type { SetUpStep } from '../onboarding/set-up.ts'
import type { DocumentType } from '../core/document-type.ts'

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
  /** Giro; a shop of before it was asked for has none. */
  readonly activity?: string | undefined
}

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
  /** There are some; said to a locked screen, which is told no count. */
  readonly hasPending?: boolean
  readonly oldestPendingAt: EpochMs | null
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
}

/**
 * Receipts that wait together for one thing: the service refuses what comes in the same words
 * (`refused`), does not know their type (`type`), turns the key or the company away, has no valid
 * certificate of it, or has suspended it.
 */
export interface HeldTogether {
  readonly kind: 'refused' | 'type' | 'key' | 'company' | 'certificate' | 'suspended'
  readonly documentTypes: readonly DocumentType[]
  readonly count: number
  /** What the service says, in its own words; empty where it says nothing. */
  readonly detail: string
}

export interface FolioStock {
  readonly documentType: DocumentType
  readonly left: number
  readonly isLow: boolean
  /** First day on which a listed range with folios left ends, or null. */
  readonly expiresOn: string | null
}

/** A customer of this shop, as last named. */
export interface CustomerView {
  readonly rut: string
  readonly legalName: string
  readonly phone: string
  readonly email: string
  /** The price list it buys by; absent or null: the shelf's prices. */
  readonly priceListId?: string | null
  /** Each receipt goes to its e-mail by itself. */
  readonly isMailed?: boolean
  /** As the last invoice said it; empty without one. */
  readonly activity?: string
  readonly address?: string
  readonly commune?: string
}

export type TaxpayerAnswer =
  | {
      readonly kind: 'found'
      readonly legalName: string
      /** For an invoice; absent where the authority tells none. */
      readonly activity?: string
      readonly address?: string
      readonly commune?: string
    }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unavailable' }

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

/** The rows of the settings, and what is told of those with a life of their own. */
export interface SettingsView extends SettingValues {
  /**
   * The address the till was started with; it wins over the stored one and cannot be changed here.
   */
  readonly serviceUrlFromHost: string | null
  /** Base URL of the service; null = the embedded one. */
  readonly serviceUrl: string | null
  /** Null = the service is asked. */
  readonly companyId: string | null
  /** As it is typed: `39=FCE, 61=NCE`. */
  readonly pathCodes: string
  /** Last four characters of the stored key; the key itself never comes back. */
  readonly apiKeyTail: string | null
  readonly keyPlace: KeyPlace
  /** Null until the owner has said it. */
  readonly emission: Emission | null
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
