/**
 * The open sale as it crosses the bridge: its schema, the commands that keep, park and recall it,
 * and who holds it.
 */
import { z } from 'zod'
import { typedText } from '../text/typed-text.ts'
import type { ScreenId } from '../core/brand.ts'
import { PAYMENTS_MAX } from './payment/payment.ts'
import { TENDERED_DIGITS_MAX } from './open-sale/paying.ts'
import { TIP_PERCENT_MAX } from './tips/tip.ts'
import type { CommittedSale } from './views.ts'
import type { OpenSale } from './open-sale/open-sale.ts'
import { methodSchema } from './payment/method-schema.ts'
import { draftInput, recipientInput } from './inputs.ts'
import { saleIdSchema, wholeClp } from '../text/input-schemas.ts'

export const screenIdSchema = z.string().regex(/^[0-9A-Za-z-]{1,40}$/) as unknown as z.ZodType<
  ScreenId,
  ScreenId
>
/** Whoever speaks without naming a screen: a program, the demo. One screen like any other. */
export const NO_SCREEN = 'none' as ScreenId

const tenderInput = z.object({
  method: methodSchema,
  amountClp: wholeClp.nullable(),
  reference: typedText().max(60),
  creditId: saleIdSchema.exactOptional(),
  attemptId: typedText().min(1).max(40).exactOptional(),
})

const tipInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('percent'), percent: z.int().min(1).max(TIP_PERCENT_MAX) }),
  z.object({ kind: z.literal('amount'), amountClp: wholeClp.min(1) }),
])

const payingInput = z.object({
  method: typedText().min(1).max(20),
  given: z.array(tenderInput).max(PAYMENTS_MAX),
  tendered: z.string().regex(/^\d*$/).max(TENDERED_DIGITS_MAX),
  reference: typedText().max(60),
  tip: tipInput.exactOptional(),
})

/** The open sale as a screen has it. */
export const openSaleInput = z.object({
  saleId: saleIdSchema,
  cart: draftInput,
  paying: payingInput,
  customer: recipientInput,
  isInvoice: z.boolean().optional(),
})

const openSale = openSaleInput as unknown as z.ZodType<OpenSale, OpenSale>

/** Saved on every change so that a crash keeps it. */
export const saveSaleInput = z.object({
  sale: openSale,
  /**
   * The sale this screen had before in its place, if the core knows that one: another is not
   * overwritten.
   */
  replaces: saleIdSchema.nullable().default(null),
})
export type SaveSaleInput = z.output<typeof saveSaleInput>
/** Null opens the payment of what the core has. */
export const openPaymentInput = saveSaleInput.nullable().default(null)

/** The sale on screen, put aside. */
export const parkInput = saveSaleInput.extend({ name: typedText().max(200) })
/** Takes a parked sale up again; what is on screen is parked in its place, unless it is blank. */
export const recallInput = saveSaleInput.extend({ parkedId: typedText().max(40) })

/**
 * Whose the open sale is: `free` while nobody, or a screen that is gone, holds it; the next to
 * change it does.
 */
export type HoldState = 'mine' | 'free' | 'elsewhere'

export interface KeptSale {
  /** Null while nothing is being sold. */
  readonly sale: OpenSale | null
  readonly hold: HoldState
  /**
   * What this screen charged last, while the same person serves and the program runs: a page that
   * is loaded again still owes the change.
   */
  readonly charged?: CommittedSale
}
