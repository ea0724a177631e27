/**
 * Returns as they cross the bridge: what of a sale may be given back, the order to do it, and the
 * values kept for a next sale.
 */
import { z } from 'zod'
import { typedText } from '../text/typed-text.ts'
import type { EpochMs, Folio, IsoDate, SaleId } from '../core/brand.ts'
import { CART_LINES_MAX } from '../selling/cart/cart.ts'
import type { Clp } from '../money/clp.ts'
import type { RefundLimits } from './refund-limits.ts'
import type { ChargedCard } from './charged-card.ts'
import type { CashBack } from './hand-over.ts'
import { NOTE_NAME_CHARS_MAX } from '../selling/payment/credit.ts'
import type { VoucherCard } from '../selling/payment/payment-method.ts'
import type { ReturnableLine } from './return-shares.ts'
import { approvalIdInput, saleIdSchema, wholeClp } from '../text/input-schemas.ts'
import { recipientInput } from '../selling/inputs.ts'
import type { CommittedSale } from '../selling/views.ts'
import type { DocumentedBy, SaleType } from '../core/document-type.ts'
import type { PaymentView } from '../selling/payment/payment.ts'

export const commitReturnInput = z.object({
  /** Made when the return was opened: the same one sent again is the same return. */
  returnId: saleIdSchema,
  originalId: saleIdSchema,
  lines: z
    .array(
      z.object({
        /** Of the original sale. */
        lineNumber: z.int().min(1),
        /** Thousandths. */
        quantity: z.int().min(1).max(99_999_000),
      }),
    )
    .max(CART_LINES_MAX),
  reason: typedText().max(200),
  refund: z.object({
    /**
     * A way to pay of the shop, or `NC`: the value is kept for the customer's next sale at this
     * till.
     */
    method: typedText().min(1).max(8),
    reference: typedText().max(60).default(''),
    /** The till gives it back to the card itself, through the terminal's service. */
    toCard: z.literal(true).optional(),
  }),
  /**
   * Of a sale that a card voucher documents: its operation number, which the note names. Digits.
   */
  voucherNumber: typedText().max(20).optional(),
  /** What the cashier saw; another sum is refused instead of paid out. */
  expectedTotalClp: wholeClp,
  approvalId: approvalIdInput,
})
export type CommitReturnInput = z.output<typeof commitReturnInput>

/**
 * What a cashier reads off a receipt or an invoice that another till, or another system of this
 * shop, has issued.
 */
export const outsideReceiptInput = z.object({
  documentType: z.enum(['39', '41', '33', '34']),
  folio: z.int().min(1).max(9_999_999_999),
  date: z.iso.date() as unknown as z.ZodType<IsoDate, IsoDate>,
  totalClp: wholeClp.min(1),
  /** Of the buyer, where the receipt names one; empty for none. */
  buyerRut: typedText().max(20),
  /** Of an invoice's; what is left out the service or the customer's record may know. */
  buyer: recipientInput
    .pick({ legalName: true, activity: true, address: true, commune: true })
    .optional(),
})
export type OutsideReceiptInput = z.output<typeof outsideReceiptInput>

/** Gives money back for the receipt that was looked up under this id. */
export const commitOutsideReturnInput = commitReturnInput
  .pick({ returnId: true, reason: true, refund: true, approvalId: true })
  .extend({ amountClp: wholeClp })
export type CommitOutsideReturnInput = z.output<typeof commitOutsideReturnInput>

/**
 * Undoes a whole return: its debit note follows, and its money comes back in the way it went out.
 */
export const undoReturnInput = commitReturnInput.pick({
  returnId: true,
  reason: true,
  approvalId: true,
})
export type UndoReturnInput = z.output<typeof undoReturnInput>

/** A note's number, its buyer's RUT, its reference, or the stamp a scanner has read. */
export const findCreditsInput = z.object({ text: typedText().max(NOTE_NAME_CHARS_MAX) })

/** A sale as the screen of a return shows it. */
export interface ReturnableSale {
  /** Goes with the command. */
  readonly returnId: SaleId
  readonly originalId: SaleId
  readonly documentType: SaleType
  /** Null while the receipt waits for it: the note then waits for the receipt. */
  readonly folio: Folio | null
  readonly date: IsoDate
  /** Null where only the day is known. */
  readonly soldAt: EpochMs | null
  readonly totalClp: Clp
  /** Given back by earlier returns. */
  readonly returnedClp: Clp
  readonly payments: readonly Pick<PaymentView, 'method' | 'name' | 'totalClp'>[]
  readonly customerName: string | null
  readonly lines: readonly ReturnableLine[]
  /** Paid with vales and not back in one yet: that part goes back into one first. */
  readonly valeDueClp: Clp
  /** What came back of it in cash. */
  readonly cashBack: CashBack
  readonly limits: RefundLimits
  /** Charged for it at the terminal; absent for a receipt of elsewhere. */
  readonly cards?: readonly ChargedCard[]
  /** By other tills, of what is left here: so much less of it goes back. */
  readonly backElsewhereClp?: Clp
  readonly documentedBy: DocumentedBy
  /** Digits the voucher's operation was noted with when it was charged; empty when none were. */
  readonly voucherNumber: string
  /** Documents a part of it beside its boleta: what comes off that part goes back there. */
  readonly voucherCard?: VoucherCard | null
  /**
   * The last day on which its IVA could still be taken off, when that has passed
   * (shared/returns/iva-deadline.ts).
   */
  readonly ivaTooLateSince: IsoDate | null
  /**
   * Of a receipt that this till has not issued: it comes back by an amount, and has no lines here.
   */
  readonly outside?: OutsideView
}

/**
 * Whether the service knows the receipt, does not, or could not be asked; the last two stand as the
 * cashier typed them.
 */
export type OutsideCheck = 'confirmed' | 'not-found' | 'not-asked'

export interface OutsideView {
  readonly check: OutsideCheck
  /** What is left to give back after earlier returns of it at this till. */
  readonly leftClp: Clp
  /** As the service tells them; empty when it does not. */
  readonly items: readonly OutsideItem[]
  /** What may be the same paper under another type: more than `limits` needs who may go beyond. */
  readonly sameFolio?: SameFolio
}

/** A document of the same folio and another type that is known here already. */
export interface SameFolio {
  readonly documentType: SaleType
  readonly date: IsoDate
  readonly totalClp: Clp
  /** Given back of it by returns that stand; of this till's own receipt, zero. */
  readonly backClp: Clp
  /** This till issued it, on the same day and with the same total. */
  readonly isOurs: boolean
}

export interface OutsideItem {
  readonly description: string
  readonly quantity: number
  /** With its taxes; null when the service does not tell. */
  readonly totalClp: Clp | null
}

/**
 * Everything here is on disk. `toCollectClp` is what is handed over, the rounding of the law
 * included.
 */
export interface CommittedReturn extends CommittedSale {
  /** Null for a receipt that was issued elsewhere. */
  readonly originalId: SaleId | null
  /** The vale it gave; null for none. */
  readonly vale: { readonly number: number; readonly amountClp: Clp } | null
}
