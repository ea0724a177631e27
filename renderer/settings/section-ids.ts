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

/** A place in a part: `#settings/support/move-part` is its fold of that name, opened. */
export interface SettingsPlace {
  readonly section: SectionId
  readonly part: string | null
}

/** What the settings are to show of it. */
export const pointingAt = ({ section, part }: SettingsPlace) => ({
  section,
  pointsAt: part === null ? null : { to: part },
})

/** Null for any other address. */
export function placeAt(hash: string): SettingsPlace | null {
  const [, id, , part = null] = /^#settings\/([a-z-]+)(\/([a-z-]+))?$/.exec(hash) ?? []
  const section = SECTION_IDS.find((each) => each === id)
  return section === undefined ? null : { section, part }
}
