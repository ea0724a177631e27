/** What the screen may ask of the core: one schema per command, checked where it arrives. */
import { PAPER_RULES } from '../sale/paper-choice.ts'
import { z } from 'zod'
import type { ProductId, SaleId } from '../core/brand.ts'
import { discountRuleSchema } from '../cart/discount.ts'
import { CART_LINES_MAX, isWithinLimit, NOTE_CHARS_MAX } from '../cart/cart.ts'
import { lineOffersSchema } from '../promotions/promotion.ts'
import { LANGUAGE_IDS } from '../languages/languages.ts'
import { EMISSION_MODELS } from '../payment/emission.ts'
import { MEDIO_PAGO } from '../payment/payment-method.ts'
import { SCANNER_PAUSE_MS_MAX, SCANNER_PAUSE_MS_MIN } from '../catalogue/scanner-pause.ts'
import { scaleConfigSchema } from '../scale/config.ts'
import { receiptsSeenSchema } from '../sale/receipts-seen.ts'
import { SOURCE_CHARS_MAX } from '../sale/buyer-limit.ts'
import { LOCK_AFTER_MINUTES_MAX } from '../staff/auto-lock.ts'
import { SUBJECT_CHARS_MAX } from '../staff/deeds.ts'
import { LENT_RIGHTS } from '../staff/need.ts'
import { ROLES } from '../staff/rights.ts'
import { OWN_ROLES_MAX } from '../staff/roles.ts'
import { CODE_CHARS_MAX } from '../support/recovery-code.ts'
import { allSwitches, switchedRights } from '../staff/stored-rights.ts'
import { backSchema } from '../vales/back-settings.ts'
import { deskSchema } from '../settings/desk.ts'
import { THEMES } from '../settings/theme.ts'
import { typedProduct } from './goods.ts'

export const wholeClp = z.int().min(0).max(999_999_999_999)
export const saleIdSchema = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/) as unknown as z.ZodType<
  SaleId,
  SaleId
>
const saleId = saleIdSchema
const productId = z.string().min(1).max(40) as unknown as z.ZodType<ProductId, ProductId>
const language = z.enum(LANGUAGE_IDS)
/** Somebody's PIN over the shoulder, where the cashier has not the right. */
export const approvalIdInput = z.string().max(40).nullable().default(null)
const approvalId = approvalIdInput
const lentApproval = z.string().max(40).nullable().optional()

export const searchInput = z.object({
  text: z.string().max(120),
  categoryId: z.string().max(40).nullable(),
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
export const codeInput = z.string().min(1).max(64)

export const cartLineInput = z.object({
  productId: productId.nullable(),
  code: z.string().max(35),
  name: z.string().min(1).max(80),
  unit: z.string().max(4).nullable(),
  /** From 1: what is kept has to be read again. */
  unitGrossClp: wholeClp.min(1),
  isExempt: z.boolean(),
  /** Thousandths. */
  quantity: z.int().min(1).max(99_999_000),
  /** As it was given; the core counts its pesos. */
  discount: discountRuleSchema.optional(),
  /** The catalogue's price, where the cashier charges another one. */
  listGrossClp: wholeClp.optional(),
  note: z.string().max(NOTE_CHARS_MAX).optional(),
  /** Of a scale's label; what it stands for is the core's to read. */
  label: z.object({ code: z.string().max(35), isScanned: z.boolean() }).optional(),
  /** What approvals are bound to; a line without one has none. */
  lineNumber: z.int().min(1).optional(),
  /** As the screen counted; the core counts again. */
  categoryId: z.string().max(40).optional(),
  offers: lineOffersSchema.optional(),
})

const TOO_LARGE = 'the total is above what the till can handle'
const saleLines = z.array(cartLineInput).max(CART_LINES_MAX).refine(isWithinLimit, TOO_LARGE)
/** Charged with an invoice instead of a receipt. */
const isInvoice = z.boolean().optional()
/** Of the whole sale. */
const saleDiscount = discountRuleSchema.optional()

/** The price list somebody chose for it, whoever buys. */
const priceListId = z.string().min(1).max(40).optional()

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
  rut: z.string().max(20),
  legalName: z.string().max(100),
  phone: z.string().max(80),
  email: z.string().max(80),
  /** Of an invoice: line of business, street and commune. */
  activity: z.string().max(80).optional(),
  address: z.string().max(120).optional(),
  commune: z.string().max(60).optional(),
})

export const paymentInput = z.object({
  method: z.string().min(1).max(8),
  /** What the customer hands over; null = exactly what is left. */
  amountClp: z.number().nullable(),
  /** Number of the operation, cheque or voucher. */
  reference: z.string().max(60).default(''),
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
  text: z.string().max(80).default(''),
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
  reason: z.string().max(200),
  approvalId: lentApproval,
})
/**
 * The id the provider gave for a receipt whose id was lost; it is read and compared before it is
 * believed.
 */
export const adoptIdInput = z.object({
  saleId,
  remoteId: z.string().max(100),
  approvalId: lentApproval,
})

export const saveProductInput = typedProduct.extend({
  /** Somebody's PIN, where the cashier may not set prices. */
  approvalId: z.string().max(40).nullable().optional(),
})

/** Deletes what is still pending, with the reason for the audit. */
export const deleteReceiptInput = z.object({
  saleId,
  reason: z.string().max(200),
  approvalId: z.string().max(40).nullable().optional(),
})
export const findCustomersInput = z.object({
  text: z.string().max(100),
  limit: z.int().min(1).max(20).default(6),
})
export const lookUpTaxpayerInput = z.object({ rut: z.string().max(20) })

export const paymentMethodInput = z.object({
  id: z.string().max(20),
  name: z.string().max(80),
  siiCode: z.enum(MEDIO_PAGO),
  opensDrawer: z.boolean(),
  needsReference: z.boolean(),
  isVoucherTheReceipt: z.boolean(),
  isActive: z.boolean(),
})

export const saveSettingsInput = z.object({
  printerId: z.string().max(80).optional(),
  /** Null = none. */
  fallbackPrinterId: z.string().max(80).nullable().optional(),
  fallsBackByItself: z.boolean().optional(),
  printsReceiptAfterSlip: z.boolean().optional(),
  paperRule: z.enum(PAPER_RULES).optional(),
  printsPageCode: z.boolean().optional(),
  cashierName: z.string().max(40).optional(),
  /** Minutes without a touch after which the counter locks itself; 0 = never. */
  lockAfterMinutes: z.int().min(0).max(LOCK_AFTER_MINUTES_MAX).optional(),
  /** Milliseconds the barcode reader may pause inside one code. */
  scannerPauseMs: z.int().min(SCANNER_PAUSE_MS_MIN).max(SCANNER_PAUSE_MS_MAX).optional(),
  /** The scale on a wire; null = none. */
  scale: scaleConfigSchema.nullable().optional(),
  /** Null goes back to the embedded service. */
  serviceUrl: z.string().max(300).nullable().optional(),
  /** The company's id at the service; empty = the service is asked. */
  companyId: z.string().max(120).optional(),
  /** How the service names document types in paths: `39=FCE, 61=NCE`. */
  pathCodes: z.string().max(200).optional(),
  /** Write-only. Null forgets the stored key. */
  apiKey: z.string().max(300).nullable().optional(),
  /** The machine's screens, and how the program starts. */
  desk: deskSchema.optional(),
  /** Vales, and how much goes back without the owner. */
  back: backSchema.optional(),
  /** How far back whoever may not see every receipt sees them. */
  receiptsSeen: receiptsSeenSchema.optional(),
  language: language.optional(),
  theme: z.enum(THEMES).optional(),
  /** 135 UF in pesos, year by year. */
  buyerLimits: z
    .array(
      z.object({
        year: z.int().min(2000).max(2999),
        limitClp: wholeClp.min(1),
        source: z.string().max(SOURCE_CHARS_MAX).optional(),
      }),
    )
    .max(60)
    .optional(),
  paymentMethods: z.array(paymentMethodInput).max(40).optional(),
  /** Which emission model the shop declared; its methods of payment follow it. */
  emissionModel: z.enum(EMISSION_MODELS).optional(),
  /** Whether tips are taken, and what is suggested, in percent. */
  tips: z.object({ isOn: z.boolean(), percents: z.array(z.number()).max(20) }).optional(),
  /** Nothing is sold without an open shift. */
  usesShifts: z.boolean().optional(),
  /** Whoever counts does not see what should be there. */
  countsBlind: z.boolean().optional(),
  /** A larger difference at the close needs a supervisor. */
  differenceLimitClp: z
    .number()
    .nullable()
    .transform((value) => value ?? Number.NaN)
    .optional(),
  /** A scale's label with a higher price needs a supervisor. */
  labelLimitClp: z
    .number()
    .nullable()
    .transform((value) => value ?? Number.NaN)
    .optional(),
  /** This till among the shop's. */
  registerNumber: z
    .number()
    .nullable()
    .transform((value) => value ?? Number.NaN)
    .optional(),
  /** The branch's code at the tax authority; 0 at the head office. */
  branchOffice: z
    .number()
    .nullable()
    .transform((value) => value ?? Number.NaN)
    .optional(),
  /** Who signs the receipts at a remote service. */
  shop: z
    .object({
      rut: z.string().max(20),
      legalName: z.string().max(200),
      tradeName: z.string().max(200),
      address: z.string().max(200),
      commune: z.string().max(60),
      activity: z.string().max(200).optional(),
    })
    .optional(),
})

export const staffIdSchema = z.string().min(1).max(40)
const staffId = staffIdSchema
const pin = z.string().max(20)
export const signInInput = z.object({
  staffId,
  pin,
  /** Somebody else goes on with a sale that has payments already; asked for where it is so. */
  takesPayments: z.boolean().optional(),
})
const ownRoleId = z.string().min(1).max(40)
export const saveStaffInput = z.object({
  /** Null makes somebody new. */
  staffId: staffId.nullable(),
  name: z.string().max(200),
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
  name: z.string().max(200),
  rights: z.object({
    lineDiscountPercent: z.number(),
    cartDiscountPercent: z.number(),
    ...allSwitches,
  }),
  isArchived: z.boolean().default(false),
})
/** The owner's code on paper, for a new PIN. */
export const printOwnerCodeInput = z.object({ code: z.string().max(CODE_CHARS_MAX) })
export const useOwnerCodeInput = z.object({ staffId, code: z.string().max(CODE_CHARS_MAX), pin })
export const ownRoleIdSchema = ownRoleId
/** How the shop's scales divide their labels; the parts have to fill thirteen digits. */
export const saveScaleLayoutsInput = z.object({
  layouts: z
    .array(
      z.object({
        prefixes: z.array(z.string().max(3)).max(20),
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
      subject: z.string().max(SUBJECT_CHARS_MAX).nullable(),
      /** Pesos that change hands with it. */
      amountClp: wholeClp.exactOptional(),
    }),
    /** The owner's settings, for one visit. */
    z.object({ kind: z.literal('settings') }),
  ]),
})
export const openDrawerInput = z.object({ approvalId })
export const discardParkedInput = z.object({ parkedId: z.string().max(40), approvalId })
export const checkSealInput = z.object({
  isAnew: z.boolean().default(false),
  /** As it stands on a printed Z: do these data have it? */
  onPaper: z.string().max(60).nullable().optional(),
})

export const auditInput = z.object({
  cursor: z.int().nullable(),
  limit: z.int().min(1).max(200).default(50),
})
