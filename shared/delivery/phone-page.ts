/** The page of a receipt, for a customer's phone. */
import { z } from 'zod'
import { typedText } from '../text/typed-text.ts'
import { saleIdSchema } from '../text/input-schemas.ts'

/** A QR code for the screen, its quiet zone left to whoever draws it. */
export interface ScreenCode {
  readonly columns: number
  /** Row by row, `1` is dark. */
  readonly cells: string
}

export interface PhonePage {
  readonly address: string
  /** Null where the host draws no codes. */
  readonly code: ScreenCode | null
}

/** Longer than any way of writing a phone number. */
const PHONE_CHARS_MAX = 30

export const whatsappInput = z.object({
  saleId: saleIdSchema,
  phone: typedText().max(PHONE_CHARS_MAX),
})

/** What the screen asks with, before anything is written. */
export interface WhatsappStart {
  /** Of the customer of this sale, where it is a mobile: `+56912345678`; empty for none. */
  readonly phone: string
  /** The message can be opened on this machine; else only a phone of the shop reads it. */
  readonly canOpen: boolean
  /** The customer of this sale, of whom no phone is known yet; null for nobody. */
  readonly keepsFor: string | null
}
