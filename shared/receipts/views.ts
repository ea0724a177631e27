/** Receipts as the screen sees them: in a list, in full, with what became of them. */
import type {
  EpochMs,
  ExternalReference,
  Folio,
  IsoDate,
  PrintJobId,
  SaleId,
} from '../core/brand.ts'
import type { DocumentedBy, DocumentType, SaleType } from '../core/document-type.ts'
import type { MailMark } from '../delivery/mail-moves.ts'
import type { IssueState } from '../issuing/issue-moves.ts'
import type { DeletionState, FieldErrorView } from '../issuing/status.ts'
import type { Clp } from '../money/clp.ts'
import type { DiscountRule } from '../money/discount.ts'
import type { QuantityMilli } from '../money/quantity.ts'
import type { PaperWidthMm } from '../paper/paper-model.ts'
import type { PrintState } from '../paper/print-moves.ts'
import type { BuyerField } from '../selling/open-sale/buyer.ts'
import type { PaymentView } from '../selling/payment/payment.ts'
import type { ReceiptsSeen } from '../selling/sale/receipts-seen.ts'
import type { SalePart } from '../selling/sale/voucher-part.ts'
import type { AuditAction, AuditRow } from '../staff/views.ts'

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
  /** Another document stands for it. */
  readonly isChanged?: boolean
  /** It stands for another document, or voids one for another: no money moved with it. */
  readonly isChange?: boolean
  /** Issued to try out: without value. */
  readonly isTrial?: boolean
  readonly lineCount: number
  /** Sold while the service could not be reached. */
  readonly soldOffline: boolean
  /** Of its e-mails, what matters most; null where none is wanted. */
  readonly mail: MailMark | null
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
  /** The customer sees it on a phone. */
  readonly hasPage: boolean
  /** Null when nobody was named. */
  readonly customer: { readonly rut: string; readonly legalName: string } | null
  /** Of a refused document that must name one: as it stands in it, to be mended. */
  readonly taxpayer?: Readonly<Record<BuyerField, string>> | undefined
  /** Why and by whom it was deleted, or is to be; null without a deletion. */
  readonly deletionNote: DeletionNote | null
  /** Returns of it, the oldest first. */
  readonly returns: readonly ReturnOfSale[]
  /** After a change of document, of both: the other one. */
  readonly changedTo?: OtherDocument | undefined
  readonly changedFrom?: OtherDocument | undefined
  /** Of a return: the sale it takes back, and why. */
  readonly returnOf: ReturnedSale | null
  readonly date: IsoDate
  readonly lines: readonly ReceiptLineView[]
  /** The rule on the whole sale, as it was given; null for none. */
  readonly saleDiscount: DiscountRule | null
  readonly exentoClp: Clp
  readonly netoClp: Clp
  readonly ivaClp: Clp
  /** Both documents of what a boleta and a voucher document together; none otherwise. */
  readonly parts: readonly SalePart[]
  readonly tipClp: Clp
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

/** What stands for a document, or what it stands for. */
export interface OtherDocument {
  readonly saleId: SaleId
  readonly documentType: SaleType
  readonly folio: Folio | null
}

export interface ReturnedSale {
  /** Null for a receipt that this till has not issued. */
  readonly saleId: SaleId | null
  /** 61 where this is a debit note: it undoes that return. */
  readonly documentType: SaleType | '61'
  /** While it has none, the note waits for it. */
  readonly folio: Folio | null
  readonly reason: string
}

interface DeletionNote {
  readonly reason: string
  readonly askedBy: string
  readonly askedAt: EpochMs
  /** Refusal code of a deletion that was refused or still waits. */
  readonly problemCode: string | null
}

export interface ReceiptPage {
  readonly rows: readonly ReceiptRow[]
  /** Pass it back for the next page; null at the end. */
  readonly nextCursor: number | null
  /** Absent for whoever sees every receipt. */
  readonly sight?: SightView
}

/** How far back whoever asked sees receipts. */
export interface SightView extends ReceiptsSeen {
  /** Beyond it, and on the paper that was typed or scanned: these may come back, no more. */
  readonly inHand: readonly ReceiptInHand[]
}

export interface ReceiptInHand {
  readonly saleId: SaleId
  readonly documentType: DocumentType
  readonly folio: Folio | null
}
