import { z } from 'zod'
import { PLAIN_HANDLING } from '../escpos/plan.ts'
import type { PaperHandling } from '../escpos/plan.ts'
import type { EscposCommand } from '../escpos/command.ts'
import type { PrinterOptions } from './printers.ts'
import { dotsPerMmAt, HEAD_DPI, PICTURE_WAYS } from '../escpos/head.ts'
import { PRINTER_LANGUAGES } from '../escpos/printer-language.ts'

/** What a model of printer is like. The dots of a head never follow from the width of its paper. */
const printerProfile = z.object({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  name: z.string().min(1).max(60),
  widthMm: z.union([z.literal(58), z.literal(80)]),
  dots: z.int().min(200).max(1024).multipleOf(8),
  dpi: z.literal(HEAD_DPI),
  /**
   * Width of what it prints as its source gives it, where that is more than an 80 mm roll usually
   * leaves.
   */
  printableMm: z.number().positive().max(120).optional(),
  cut: z.enum(['full', 'partial', 'tear']),
  hasDrawer: z.boolean(),
  drawerPin: z.union([z.literal(2), z.literal(5)]).default(2),
  /** Whether the cut command itself moves the paper to the blade. */
  cutFeeds: z.boolean().default(true),
  bandRows: z.int().min(24).max(2303).default(128),
  /** How it takes pictures. */
  pictures: z.enum(PICTURE_WAYS).default('raster'),
  /** Which commands it obeys; pictures in Star's languages have one way only. */
  language: z.enum(PRINTER_LANGUAGES).default('escpos'),
  /** How its density is set, only where the model is known to understand it. */
  density: z.enum(['dc2', 'epson']).nullable().default(null),
  /** Whether it has a buzzer that obeys ESC B. */
  hasBuzzer: z.boolean().default(false),
  /** How it says that a paper is finished: GS ( H, GS r, or not at all. */
  answers: z.enum(['process-id', 'status', 'none']).default('none'),
  /** How its USB product name begins. */
  usbProducts: z.array(z.string().min(1).max(40)).max(10),
  /** Whether a real one was tried with this till. */
  hardwareChecked: z.boolean(),
  /** Where its facts come from, and which of them are not in there; null = not noted down. */
  source: z.string().min(10).max(400).nullable().default(null),
})
export type PrinterProfile = z.output<typeof printerProfile>

/** A printer that cannot put a receipt on paper, and why. */
const unsuitedPrinter = z.object({ name: z.string(), why: z.string(), source: z.string() })

export const printerProfiles = z.object({
  note: z.string(),
  profiles: z.array(printerProfile).min(2),
  unsuited: z.array(unsuitedPrinter),
})

export function dotsPerMmOf(profile: PrinterProfile): number {
  return dotsPerMmAt(profile.dpi)
}

export function handlingOfProfile(profile: PrinterProfile): PaperHandling {
  const { cut, cutFeeds, drawerPin, bandRows, pictures, dpi, language } = profile
  return { ...PLAIN_HANDLING, cut, cutFeeds, drawerPin, bandRows, pictures, dpi, language }
}

/**
 * DC2 #: heat in steps of 5 % above 50 % in the low bits, pauses in the high ones. Epson: steps
 * from the middle.
 */
const DENSITY_COMMANDS = {
  dc2: { light: { kind: 'density', value: 0x45 }, dark: { kind: 'density', value: 0x4f } },
  epson: { light: { kind: 'epson-density', level: -3 }, dark: { kind: 'epson-density', level: 3 } },
} as const satisfies Record<string, Record<'light' | 'dark', EscposCommand>>

const BEEP = { times: 2, steps: 2 } as const

/** How a model prints once the shop has had its say. What the model does not know is left out. */
export function handlingWith(
  base: PaperHandling,
  profile: PrinterProfile | null,
  options: PrinterOptions,
): PaperHandling {
  const { cut, density, drawer, pictures, head } = options
  return {
    ...base,
    pictures: pictures === 'model' || base.language !== 'escpos' ? base.pictures : pictures,
    dpi: head?.dpi ?? base.dpi,
    cut: cut === 'model' ? base.cut : cut,
    density:
      density === 'normal' || profile === null || profile.density === null
        ? null
        : DENSITY_COMMANDS[profile.density][density],
    buzzer: options.buzzes && profile?.hasBuzzer === true ? BEEP : null,
    drawerPin: drawer === 'pin2' ? 2 : drawer === 'pin5' ? 5 : base.drawerPin,
    drawerOnMs: options.drawerOnMs,
  }
}

/**
 * The profile whose product name the printer's begins with, ignoring case and blanks; null for
 * strangers.
 */
export function profileOfProduct(
  profiles: readonly PrinterProfile[],
  product: string,
): PrinterProfile | null {
  const plain = (text: string): string => text.toUpperCase().replaceAll(/[\s_]/g, '')
  const name = plain(product)
  return (
    profiles.find(({ usbProducts }) =>
      usbProducts.some((start) => name.startsWith(plain(start))),
    ) ?? null
  )
}
