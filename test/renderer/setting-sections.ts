/** Sections of the settings that a test walks through; it begins with the printers. */
export const SECTIONS = [
  'appearance',
  'shop',
  'service',
  'payment',
  'identified',
  'people',
  'shifts',
  'tips',
  'back',
  // The log is opened from here.
  'staff',
] as const
