import type { ParseKeys } from 'i18next'
import type { SectionId } from './section-ids.ts'

/** What each part of the settings is called: the key of its name in the texts. */
export const SECTION_TITLES = {
  printer: 'settings.printer',
  scanner: 'scanner.title',
  scale: 'scale.title',
  'scale-wire': 'scaleWire.title',
  card: 'card.settings.title',
  desk: 'desk.title',
  appearance: 'settings.appearance',
  practice: 'guide.practice',
  shop: 'settings.shop',
  service: 'settings.service',
  tills: 'fleet.title',
  emission: 'emission.title',
  payment: 'paymentSettings.title',
  back: 'backSettings.title',
  tips: 'tipSettings.title',
  mail: 'mailSettings.title',
  identified: 'identified.title',
  people: 'people.title',
  staff: 'staff.title',
  limits: 'limits.title',
  roles: 'roles.title',
  shifts: 'shiftSettings.title',
  support: 'support.title',
  updates: 'updates.title',
} as const satisfies Readonly<Record<SectionId, ParseKeys>>
