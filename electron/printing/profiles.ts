import { DEFAULT_OPTIONS, type PrinterConfig } from '#shared/printing/printers.ts'
import type { PrinterModel } from '#shared/printing/printers.ts'
import {
  dotsPerMmOf,
  handlingOfProfile,
  handlingWith,
  printerProfiles,
  profileOfProduct,
} from '#shared/printing/profile.ts'
import type { PrinterProfile } from '#shared/printing/profile.ts'
import { dotsPerMmAt, wholeBytesOf } from '#shared/escpos/head.ts'
import { PLAIN_HANDLING } from '#shared/escpos/plan.ts'
import type { PaperHandling } from '#shared/escpos/plan.ts'
import type { HeardAnswers } from '#shared/escpos/status.ts'
import data from '../../resources/printers/profiles.json' with { type: 'json' }
import type { PrinterLanguage } from '#shared/escpos/printer-language.ts'

/** Models this till knows, for the settings screen and for printers found on USB. */
const KNOWN = printerProfiles.parse(data)
export const PROFILES: readonly PrinterProfile[] = KNOWN.profiles
/** Printers that cannot put a stamp on paper. */
export const UNSUITED = KNOWN.unsuited

const USUAL_DOTS_PER_MM = 8

interface PrinterTraits {
  readonly handling: PaperHandling
  readonly dotsPerMm: number
  /** Dots of a row as it is sent: whole bytes, never more than the head has. */
  readonly dots: number
  /** How it says that a paper is finished. */
  readonly answers: PrinterProfile['answers']
}

/** How to print on a printer: by its model where it is known, else by what its settings say. */
export function traitsOf(printer: PrinterConfig): PrinterTraits {
  const options = printer.options ?? DEFAULT_OPTIONS
  const profile = PROFILES.find(({ id }) => id === (options.modelId ?? printer.profileId))
  const ofModel = profile === undefined ? PLAIN_HANDLING : handlingOfProfile(profile)
  const base: PaperHandling = printer.hasCutter ? ofModel : { ...ofModel, cut: 'tear' }
  const hears = WAYS_BACK.has(printer.transport.kind)
  return {
    handling: handlingWith(base, profile ?? null, options),
    dots: wholeBytesOf(printer.dots),
    dotsPerMm:
      options.head !== null
        ? dotsPerMmAt(options.head.dpi)
        : profile === undefined
          ? USUAL_DOTS_PER_MM
          : dotsPerMmOf(profile),
    answers: hears && base.language === 'escpos' ? answersOf(heardOf(printer), profile) : 'none',
  }
}

/** Only these carry answers back. */
const WAYS_BACK: ReadonlySet<PrinterConfig['transport']['kind']> = new Set<
  PrinterConfig['transport']['kind']
>(['usb', 'tcp', 'serial'])

/** What it answered at its test page; null before anybody has asked. */
export function heardOf(printer: PrinterConfig): HeardAnswers | null {
  return printer.options?.heard ?? null
}

/** Which commands it obeys. */
export function languageOf(printer: PrinterConfig): PrinterLanguage {
  return traitsOf(printer).handling.language
}

/** What was heard from the printer itself; before that, what its model is said to do. */
function answersOf(
  heard: HeardAnswers | null,
  profile: PrinterProfile | undefined,
): PrinterProfile['answers'] {
  if (heard === null) return profile?.answers ?? 'none'
  if (heard.printed) return 'process-id'
  return heard.sensor ? 'status' : 'none'
}

/** The models for the settings screen. */
export const MODELS: readonly PrinterModel[] = PROFILES.map((profile) => ({
  id: profile.id,
  name: profile.name,
  widthMm: profile.widthMm,
  dots: profile.dots,
  hasCutter: profile.cut !== 'tear',
  hasDrawer: profile.hasDrawer,
  hasDensity: profile.density !== null,
  hasBuzzer: profile.hasBuzzer,
  answers: profile.answers !== 'none',
}))

/**
 * What a printer found on USB is like, told by its product name; a plain 80 mm one where the name
 * tells nothing.
 */
export function modelOfProduct(
  product: string | null,
): Pick<PrinterConfig, 'widthMm' | 'dots' | 'hasCutter' | 'hasDrawer' | 'profileId'> {
  const known = product === null ? null : profileOfProduct(PROFILES, product)
  const profile = known ?? PROFILES.find(({ id }) => id === 'generic-80')
  if (profile === undefined) throw new Error('the generic profile is part of the program')
  const { widthMm, dots, cut, hasDrawer, id } = profile
  return { widthMm, dots, hasCutter: cut !== 'tear', hasDrawer, profileId: id }
}
