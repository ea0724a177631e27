/** What the owner decides about this machine: its screens and how the program starts. */
import { z } from 'zod'
import { typedText } from '../text/typed-text.ts'

export const deskSchema = z.object({
  customerDisplay: z.object({
    isOn: z.boolean(),
    /** As the system numbers its screens; null = any but the cashier's. */
    screenId: typedText().max(40).nullable(),
  }),
  /** The program opens when somebody signs in to the machine. */
  startsWithSystem: z.boolean(),
  /** The till takes the whole screen and shows nothing of the desktop. */
  fillsScreen: z.boolean(),
})
export type Desk = z.output<typeof deskSchema>

export const DEFAULT_DESK: Desk = {
  customerDisplay: { isOn: false, screenId: null },
  startsWithSystem: false,
  fillsScreen: false,
}

/** The largest picture for the customer's screen, as a file and as base64. */
export const CUSTOMER_PICTURE_BYTES_MAX = 500_000
export const CUSTOMER_PICTURE_TEXT_MAX = Math.ceil(CUSTOMER_PICTURE_BYTES_MAX / 3) * 4

/** What a picture is by its first bytes, or null: only what every browser shows. */
export function pictureTypeOf(bytes: Uint8Array): 'image/png' | 'image/jpeg' | null {
  const begins = (...first: readonly number[]) => first.every((byte, at) => bytes[at] === byte)
  if (begins(0x89, 0x50, 0x4e, 0x47)) return 'image/png'
  return begins(0xff, 0xd8, 0xff) ? 'image/jpeg' : null
}
