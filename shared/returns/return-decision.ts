/** What a return is decided from, and what is decided. */
import type { EpochMs, ExternalReference, IsoDate, SaleId } from '../core/brand.ts'
import type { OutsideCheck, SameFolio } from './views.ts'
import type { DocumentRequest } from '../issuing/document-request.ts'
import type { ReceiptParty } from '../issuing/receipt-document.ts'
import type { StoredTotals } from '../issuing/receipt-lines.ts'
import type { Clp } from '../money/clp.ts'
import type { QuantityMilli } from '../money/quantity.ts'
import type { Payment } from '../selling/payment/payment.ts'
import type { PaymentMethod, VoucherCard } from '../selling/payment/payment-method.ts'
import type { SalePart } from '../selling/sale/voucher-part.ts'
import type { CashBack } from './hand-over.ts'
import type { PaidAs } from './outside-paid.ts'
import type { LeftOfReceipt, ReturnableLine } from './return-shares.ts'
import type { DocumentedBy, DocumentType, SaleType } from '../core/document-type.ts'
import type { IssueState } from '../issuing/issue-moves.ts'
import type { DeletionState } from '../issuing/status.ts'

/** A vale as it would be given now. */
export interface NewVale {
  readonly number: number
  readonly code: string
  readonly expiresOn: IsoDate | null
}

/** What the till knows of the sale that comes back. */
export interface OriginalSale {
  readonly saleId: SaleId
  readonly documentType: DocumentType
  readonly documentedBy: DocumentedBy
  readonly folio: number | null
  readonly date: IsoDate
  readonly issueState: IssueState
  readonly authorityStatus: string | null
  readonly deletion: DeletionState | null
  /** Stands for another document, or takes one back for another: no money moved with it. */
  readonly isChange?: boolean
  /** The service, and the company there, that has its receipt; null before. */
  readonly serviceId: string | null
  /** It was issued to try out, and since then this till has issued there what counts. */
  readonly isOverTrial?: boolean
  /**
   * The debit note that undoes an earlier return of it and has no folio yet: no note may be issued
   * before it.
   */
  readonly pendingUndoId?: SaleId | null
  readonly pendingUndoState?: IssueState | null
  /** Paid with vales, and not back in one yet: that part goes back into one first. */
  readonly valeDueClp?: Clp
  /** What came back of it in cash; absent: nothing. */
  readonly cashBack?: CashBack
  /** Whose voucher documents a part of it; what is taken off the voucher goes back there. */
  readonly voucherCard?: VoucherCard | null
  readonly lines: readonly ReturnableLine[]
  /** As its document says it; absent where there is none. */
  readonly paidAs?: PaidAs | undefined
  /** As its document names them. */
  readonly branchOffice: number
  readonly issuer: ReceiptParty
  readonly recipient: ReceiptParty
}

export interface ReturnContext {
  readonly original: OriginalSale | null
  /** Of the sale, by other tills, as the service judged it; without its word, nothing. */
  readonly backElsewhereClp?: Clp
  /** Of its receipt, over all tills of the shop; absent where nobody says what has no IVA. */
  readonly left?: LeftOfReceipt | null
  readonly now: EpochMs
  readonly date: IsoDate
  readonly externalReference: ExternalReference
  readonly registerName: string
  readonly cashierName: string
  readonly paymentMethods: readonly PaymentMethod[]
  /** Makes the next vale; a till without it knows none. */
  readonly nextVale?: () => NewVale
  /** The shop offers them. What was paid with one goes back into one all the same. */
  readonly givesVales?: boolean
  readonly serviceIsDown: boolean
  /** Where documents go now. */
  readonly serviceId: string
  /** Who issues now: a sale that a voucher documents left no document that says so. */
  readonly issuer: ReceiptParty
  readonly branchOffice: number
}

/** A receipt that this till has not issued, as it is kept beside the return. */
export interface OutsideFacts {
  readonly issuerRut: string
  readonly documentType: SaleType
  readonly folio: number
  readonly date: IsoDate
  readonly totalClp: Clp
  readonly check: OutsideCheck
  /** What may be the same paper; not kept with the return. */
  readonly sameFolio?: SameFolio | undefined
  /** May leave the drawer, where a card has paid it; not kept either. */
  readonly cashClp?: Clp
}

export interface ReturnedLine {
  readonly original: ReturnableLine
  readonly quantity: QuantityMilli
  readonly grossClp: Clp
  /** The part of it that comes off the voucher beside the boleta. */
  readonly voucherClp: Clp
}

export interface ReturnDecision {
  /** 56 undoes a return; `originalId` is that return. */
  readonly documentType: '61' | '56'
  readonly returnId: SaleId
  /** Null where `outside` says which receipt comes back. */
  readonly originalId: SaleId | null
  readonly outside: OutsideFacts | null
  readonly externalReference: ExternalReference
  readonly at: EpochMs
  readonly date: IsoDate
  readonly lines: readonly ReturnedLine[]
  /** What the note takes back and what the terminal does. */
  readonly totals: StoredTotals
  /** Where both take something back: each with its sums, the note first. */
  readonly parts: readonly SalePart[]
  /**
   * How the money goes: what was paid with a vale as a vale, the rest by the way that was asked
   * for, which stands last.
   */
  readonly payments: readonly Payment[]
  /** As it was asked for; what somebody allowed is bound to it. */
  readonly refundBy: string
  /** The vale this return gives; null for none. */
  readonly vale: NewVale | null
  readonly recipient: ReceiptParty
  readonly reason: string
  /** Without the folio of its receipt while there is none; `withFolio` completes it. */
  readonly request: DocumentRequest
  /** The sale whose receipt must have its folio first; null where a voucher is the receipt. */
  readonly dependsOn: SaleId | null
  readonly printsSlip: boolean
  readonly opensDrawer: boolean
}
