/** The parts of the settings by name: also their addresses, `#settings/printer`. */
export const SECTION_IDS = [
  'printer',
  'scanner',
  'scale',
  'scale-wire',
  'card',
  'desk',
  'appearance',
  'practice',
  'shop',
  'service',
  'tills',
  'emission',
  'payment',
  'back',
  'tips',
  'mail',
  'identified',
  'people',
  'staff',
  'limits',
  'roles',
  'shifts',
  'support',
  'updates',
] as const
export type SectionId = (typeof SECTION_IDS)[number]

const PREFIX = '#settings/'

export const addressOf = (section: SectionId): string => `${PREFIX}${section}`

/** Null for any other address. */
export function sectionAt(hash: string): SectionId | null {
  return SECTION_IDS.find((id) => addressOf(id) === hash) ?? null
}
