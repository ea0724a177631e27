import { z } from 'zod'
import { PLAIN_HANDLING } from './plan.ts'
import type { PaperHandling } from './plan.ts'

const MM_PER_INCH = 25.4
/** A 203 dpi head has exactly 8 dots per mm; the name is rounded. */
const EXACT_DOTS_PER_MM: Readonly<Record<number, number>> = { 203: 8, 180: 180 / MM_PER_INCH }

/** What a model of printer is like. The dots of a head never follow from the width of its paper. */
export const printerProfile = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  name: z.string().min(1).max(60),
  widthMm: z.union([z.literal(58), z.literal(80)]),
  dots: z.int().min(200).max(1024).multipleOf(8),
  dpi: z.union([z.literal(180), z.literal(203)]),
  cut: z.enum(['full', 'partial', 'tear']),
  hasDrawer: z.boolean(),
  drawerPin: z.union([z.literal(2), z.literal(5)]).default(2),
  /** Whether the cut command itself moves the paper to the blade. */
  cutFeeds: z.boolean().default(true),
  bandRows: z.int().min(24).max(2303).default(128),
  /** Only where the model is known to understand it. */
  density: z.int().min(0).max(255).nullable().default(null),
  /** How its USB product name begins. */
  usbProducts: z.array(z.string().min(1).max(40)).max(10),
  /** Whether a real one was tried with this till. */
  hardwareChecked: z.boolean(),
})
export type PrinterProfile = z.output<typeof printerProfile>

export const printerProfiles = z.object({ note: z.string(), profiles: z.array(printerProfile).min(2) })

export function dotsPerMmOf(profile: PrinterProfile): number {
  return EXACT_DOTS_PER_MM[profile.dpi] ?? profile.dpi / MM_PER_INCH
}

export function handlingOfProfile(profile: PrinterProfile): PaperHandling {
  const { cut, cutFeeds, drawerPin, bandRows, density } = profile
  return { ...PLAIN_HANDLING, cut, cutFeeds, drawerPin, bandRows, density }
}

/** The profile whose product name the printer's begins with, ignoring case and blanks; null for strangers. */
export function profileOfProduct(profiles: readonly PrinterProfile[], product: string): PrinterProfile | null {
  const plain = (text: string): string => text.toUpperCase().replaceAll(/[\s_]/g, '')
  const name = plain(product)
  return profiles.find(({ usbProducts }) => usbProducts.some((start) => name.startsWith(plain(start)))) ?? null
}
