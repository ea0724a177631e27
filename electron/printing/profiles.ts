import { dotsPerMmOf, handlingOfProfile, printerProfiles, profileOfProduct } from '#shared/escpos/profile.ts'
import type { PrinterProfile } from '#shared/escpos/profile.ts'
import { PLAIN_HANDLING } from '#shared/escpos/plan.ts'
import type { PaperHandling } from '#shared/escpos/plan.ts'
import type { PrinterConfig } from '#shared/bridge/views.ts'
import data from '../../resources/printers/profiles.json' with { type: 'json' }

/** Models this till knows, for the settings screen and for printers found on USB. */
export const PROFILES: readonly PrinterProfile[] = printerProfiles.parse(data).profiles

const USUAL_DOTS_PER_MM = 8

export interface PrinterTraits {
  readonly handling: PaperHandling
  readonly dotsPerMm: number
}

/** How to print on a printer: by its model where it is known, else by what its settings say. */
export function traitsOf(printer: PrinterConfig): PrinterTraits {
  const profile = PROFILES.find(({ id }) => id === printer.profileId)
  const handling = profile === undefined ? PLAIN_HANDLING : handlingOfProfile(profile)
  return {
    handling: printer.hasCutter ? handling : { ...handling, cut: 'tear' },
    dotsPerMm: profile === undefined ? USUAL_DOTS_PER_MM : dotsPerMmOf(profile),
  }
}

/** What a printer found on USB is like, told by its product name; a plain 80 mm one where the name tells nothing. */
export function modelOfProduct(product: string | null): Pick<PrinterConfig, 'widthMm' | 'dots' | 'hasCutter' | 'hasDrawer' | 'profileId'> {
  const known = product === null ? null : profileOfProduct(PROFILES, product)
  const profile = known ?? PROFILES.find(({ id }) => id === 'generic-80')
  if (profile === undefined) throw new Error('the generic profile is part of the program')
  const { widthMm, dots, cut, hasDrawer, id } = profile
  return { widthMm, dots, hasCutter: cut !== 'tear', hasDrawer, profileId: id }
}
