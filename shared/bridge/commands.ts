/** What the screen may ask of the core: one schema per command, checked where it arrives. */
import { z } from 'zod'
import { typedText } from '../text/typed-text.ts'
import type { ProductId, SaleId } from '../core/brand.ts'
import { discountRuleSchema } from '../money/discount.ts'
import { CART_LINES_MAX, isWithinLimit, NOTE_CHARS_MAX } from '../selling/cart/cart.ts'
import { lineOffersSchema } from '../promotions/promotion.ts'
import { EMISSION_MODELS } from '../selling/payment/emission.ts'
import { SUBJECT_CHARS_MAX } from '../staff/deeds.ts'
import { LENT_RIGHTS } from '../staff/need.ts'
import { ROLES } from '../staff/rights.ts'
import { OWN_ROLES_MAX } from '../staff/roles.ts'
import { CODE_CHARS_MAX } from '../backup/recovery-code.ts'
import { allSwitches, switchedRights } from '../staff/stored-rights.ts'
import { shapeOf } from '../core/setting.ts'
import { SETTINGS } from '../settings/rows.ts'
import { typedProduct } from '../catalogue/goods.ts'

export const wholeClp = z.int().min(0).max(999_999_999_999)
export const saleIdSchema = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/) as unknown as z.ZodType<
  SaleId,
  SaleId
>
const saleId = saleIdSchema
const productId = typedText().min(1).max(40) as unknown as z.ZodType<ProductId, ProductId>
/** Somebody's PIN over the shoulder, where the cashier has not the right. */
export const approvalIdInput = typedText().max(40).nullable().default(null)
const approvalId = approvalIdInput
const lentApproval = typedText().max(40).nullable().optional()

export const searchInput = z.object({
  text: typedText().max(120),
  categoryId: typedText().max(40).nullable(),
  favouritesOnly: z.boolean().default(false),
  limit: z.int().min(1).max(200).default(60),
})
export const bestSellersInput = z.object({
  limit: z.int().min(1).max(5_000),
  /** Without those that have never sold. */
  onlySold: z.boolean().optional(),
})
export const productSliceInput = z.object({
  after: z.int().min(0),
  limit: z.int().min(1).max(5_000),
})
/** A bar code, a short code or the code of the shop. */
export const codeInput = typedText().min(1).max(64)

export const cartLineInput = z.object({
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
})

export const commitInput = z.object({
  saleId,
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

export const listReceiptsInput = z.object({
  cursor: z.int().nullable(),
  limit: z.int().min(1).max(100).default(40),
  /** Folio, amount, date, RUT, reference, customer or words of a product; empty = all. */
  text: typedText().max(80).default(''),
  onlyPending: z.boolean().default(false),
  /** Only those with a paper that nobody has. */
  onlyUnprinted: z.boolean().optional(),
  /** Only those that only a person can settle. */
  onlyAttention: z.boolean().optional(),
})
/** A refused receipt may get another buyer, never other money. Null = nobody identified. */
export const resendFixedInput = z.object({
  saleId,
  recipient: recipientInput.nullable(),
  approvalId: lentApproval,
})
export const setAsideInput = z.object({
  saleId,
  reason: typedText().max(200),
  approvalId: lentApproval,
})
/**
 * The id the provider gave for a receipt whose id was lost; it is read and compared before it is
 * believed.
 */
export const adoptIdInput = z.object({
  saleId,
  remoteId: typedText().max(100),
  approvalId: lentApproval,
})

export const saveProductInput = typedProduct.extend({
  /** Somebody's PIN, where the cashier may not set prices. */
  approvalId: typedText().max(40).nullable().optional(),
})

/** Deletes what is still pending, with the reason for the audit. */
export const deleteReceiptInput = z.object({
  saleId,
  reason: typedText().max(200),
  approvalId: typedText().max(40).nullable().optional(),
})
export const findCustomersInput = z.object({
  text: typedText().max(100),
  limit: z.int().min(1).max(20).default(6),
})
export const lookUpTaxpayerInput = z.object({ rut: typedText().max(20) })

export const saveSettingsInput = z.object({
  ...shapeOf(SETTINGS, 'typed'),
  /** Null goes back to the embedded service. */
  serviceUrl: typedText().max(300).nullable().optional(),
  /** The company's id at the service; empty = the service is asked. */
  companyId: typedText().max(120).optional(),
  /** How the service names document types in paths: `39=FCE, 61=NCE`. */
  pathCodes: typedText().max(200).optional(),
  /** Write-only. Null forgets the stored key. */
  apiKey: z.string().max(300).nullable().optional(),
  /** Which emission model the shop declared; its methods of payment follow it. */
  emissionModel: z.enum(EMISSION_MODELS).optional(),
  /** Who signs the receipts at a remote service. */
  shop: z
    .object({
      rut: typedText().max(20),
      legalName: typedText().max(200),
      tradeName: typedText().max(200),
      address: typedText().max(200),
      commune: typedText().max(60),
      activity: typedText().max(200).optional(),
    })
    .optional(),
})

export const staffIdSchema = typedText().min(1).max(40)
const staffId = staffIdSchema
const pin = z.string().max(20)
export const signInInput = z.object({
  staffId,
  pin,
  /** Somebody else goes on with a sale that has payments already; asked for where it is so. */
  takesPayments: z.boolean().optional(),
})
const ownRoleId = typedText().min(1).max(40)
export const saveStaffInput = z.object({
  /** Null makes somebody new. */
  staffId: staffId.nullable(),
  name: typedText().max(200),
  /** Null: roles of the shop's own only. */
  role: z.enum(ROLES).nullable(),
  /** Of the shop's own; absent leaves them as they are. */
  roleIds: z.array(ownRoleId).max(OWN_ROLES_MAX).optional(),
  /** Null keeps the one they have. */
  pin: pin.nullable(),
  /** Of whoever lends the settings, typed again for each person. */
  ownerPin: pin.nullable().optional(),
})
export const saveRightsInput = z.object({
  role: z.enum(['cashier', 'supervisor']),
  rights: z.object({
    lineDiscountPercent: z.number(),
    cartDiscountPercent: z.number(),
    ...switchedRights,
  }),
})
export const saveRoleInput = z.object({
  /** Null makes a new one. */
  roleId: ownRoleId.nullable(),
  name: typedText().max(200),
  rights: z.object({
    lineDiscountPercent: z.number(),
    cartDiscountPercent: z.number(),
    ...allSwitches,
  }),
  isArchived: z.boolean().default(false),
})
/** The owner's code on paper, for a new PIN. */
export const printOwnerCodeInput = z.object({ code: typedText().max(CODE_CHARS_MAX) })
export const useOwnerCodeInput = z.object({ staffId, code: typedText().max(CODE_CHARS_MAX), pin })
export const ownRoleIdSchema = ownRoleId
/** How the shop's scales divide their labels; the parts have to fill thirteen digits. */
export const saveScaleLayoutsInput = z.object({
  layouts: z
    .array(
      z.object({
        prefixes: z.array(typedText().max(3)).max(20),
        carries: z.enum(['weight', 'price']),
        itemDigits: z.int(),
        valueDigits: z.int(),
        decimals: z.int().optional(),
      }),
    )
    .max(20),
})
/** `saleId` is the open sale whose approvals count; without it those of the one the core has. */
export const saleNeedsInput = z.object({
  lines: saleLines,
  discount: saleDiscount,
  isInvoice,
  priceListId,
  saleId: saleId.optional(),
})
export const approveInput = z.object({
  staffId,
  pin,
  subject: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('sale'),
      lines: saleLines,
      discount: saleDiscount,
      isInvoice,
      priceListId,
      saleId: saleId.optional(),
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
export const openDrawerInput = z.object({ approvalId })
export const discardParkedInput = z.object({ parkedId: typedText().max(40), approvalId })
export const checkSealInput = z.object({
  isAnew: z.boolean().default(false),
  /** As it stands on a printed Z: do these data have it? */
  onPaper: typedText().max(60).nullable().optional(),
})

export const auditInput = z.object({
  cursor: z.int().nullable(),
  limit: z.int().min(1).max(200).default(50),
})
