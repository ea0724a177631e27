/** What the screen may ask of a sale, checked where it arrives. */
import { z } from 'zod'
import type { ProductId } from '../core/brand.ts'
import { discountRuleSchema } from '../money/discount-schema.ts'
import { lineOffersSchema } from '../promotions/promotion.ts'
import { SUBJECT_CHARS_MAX } from '../staff/deeds.ts'
import { pin, staffIdSchema } from '../staff/inputs.ts'
import { LENT_RIGHTS } from '../staff/need.ts'
import { approvalIdInput, lentApproval, saleIdSchema, wholeClp } from '../text/input-schemas.ts'
import { typedText } from '../text/typed-text.ts'
import { CART_LINES_MAX, isWithinLimit, NOTE_CHARS_MAX } from './cart/cart.ts'

const productId = typedText().min(1).max(40) as unknown as z.ZodType<ProductId, ProductId>

const cartLineInput = z.object({
  productId: productId.nullable(),
  code: typedText().max(35),
  name: typedText().min(1).max(80),
  unit: typedText().max(4).nullable(),
  /** From 1: what is kept has to be read again. */
  unitGrossClp: wholeClp.min(1),
  isExempt: z.boolean(),
  /** Thousandths. */
  quantity: z.int().min(1).max(99_999_000),
  /** As it was given; the core counts its pesos. */
  discount: discountRuleSchema.optional(),
  /** The catalogue's price, where the cashier charges another one. */
  listGrossClp: wholeClp.optional(),
  note: typedText().max(NOTE_CHARS_MAX).optional(),
  /** Of a scale's label; what it stands for is the core's to read. */
  label: z.object({ code: typedText().max(35), isScanned: z.boolean() }).optional(),
  /** What approvals are bound to; a line without one has none. */
  lineNumber: z.int().min(1).optional(),
  /** As the screen counted; the core counts again. */
  categoryId: typedText().max(40).optional(),
  offers: lineOffersSchema.optional(),
})

const TOO_LARGE = 'the total is above what the till can handle'

const saleLines = z.array(cartLineInput).max(CART_LINES_MAX).refine(isWithinLimit, TOO_LARGE)

/** Charged with an invoice instead of a receipt. */
const isInvoice = z.boolean().optional()

/** Of the whole sale. */
const saleDiscount = discountRuleSchema.optional()

/** The price list somebody chose for it, whoever buys. */
const priceListId = typedText().min(1).max(40).optional()

/** The cart of the open sale. */
export const draftInput = z.object({
  lines: z
    .array(cartLineInput.extend({ lineNumber: z.int().min(1) }))
    .max(CART_LINES_MAX)
    .refine(isWithinLimit, TOO_LARGE),
  nextLineNumber: z.int().min(1),
  discount: saleDiscount,
  offersAt: z.int().min(0).optional(),
  priceListId,
  customerListId: priceListId,
})

export const recipientInput = z.object({
  rut: typedText().max(20),
  legalName: typedText().max(100),
  phone: typedText().max(80),
  email: typedText().max(80),
  /** Of an invoice: line of business, street, commune; who takes the goods and what for. */
  activity: typedText().max(80).optional(),
  address: typedText().max(120).optional(),
  commune: typedText().max(60).optional(),
  bearerRut: typedText().max(20).optional(),
  purpose: typedText().max(80).optional(),
})

export const paymentInput = z.object({
  method: typedText().min(1).max(8),
  /** What the customer hands over; null = exactly what is left. */
  amountClp: z.number().nullable(),
  /** Number of the operation, cheque or voucher. */
  reference: typedText().max(60).default(''),
  /** The attempt at the card terminal that has paid it: amount and reference are that one's. */
  attemptId: typedText().min(1).max(40).exactOptional(),
})

export const commitInput = z.object({
  saleId: saleIdSchema,
  lines: saleLines,
  discount: saleDiscount,
  payments: z.array(paymentInput).min(1).max(20),
  /** The total the cashier saw; a different sum is refused instead of charged. */
  expectedTotalClp: wholeClp,
  /** On top of it, for whoever serves; absent: none. */
  tipClp: wholeClp.optional(),
  recipient: recipientInput.nullable(),
  isInvoice,
  /** The moment whose promotions the cashier saw. */
  offersAt: z.int().min(0).optional(),
  /** Whether the customer wants paper, as far as somebody asked. */
  onPaper: z.boolean().optional(),
  priceListId,
  /** For the credit notes that pay. */
  approvalId: lentApproval,
})

export type CommitInput = z.output<typeof commitInput>

/** `saleId` is the open sale whose approvals count; without it those of the one the core has. */
export const saleNeedsInput = z.object({
  lines: saleLines,
  discount: saleDiscount,
  isInvoice,
  priceListId,
  saleId: saleIdSchema.optional(),
})

export const approveInput = z.object({
  staffId: staffIdSchema,
  pin,
  subject: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('sale'),
      lines: saleLines,
      discount: saleDiscount,
      isInvoice,
      priceListId,
      saleId: saleIdSchema.optional(),
    }),
    /** One use of a right the cashier does not have; the answer's id goes with the command. */
    z.object({
      kind: z.literal('right'),
      right: z.enum(LENT_RIGHTS),
      subject: typedText().max(SUBJECT_CHARS_MAX).nullable(),
      /** Pesos that change hands with it. */
      amountClp: wholeClp.exactOptional(),
    }),
    /** The owner's settings, for one visit. */
    z.object({ kind: z.literal('settings') }),
  ]),
})

export const openDrawerInput = z.object({ approvalId: approvalIdInput })

export const discardParkedInput = z.object({
  parkedId: typedText().max(40),
  approvalId: approvalIdInput,
})
