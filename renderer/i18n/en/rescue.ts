import type { ScreenWords } from '../es/words.ts'

/** The page before the core, when the till's data cannot be opened. */
export const rescue: ScreenWords['rescue'] = {
  title: 'The till cannot open its sales',
  back: 'The till is back',
  faults: {
    DATABASE_BROKEN: "The file with this till's sales is damaged.",
    DATABASE_LOST: "The file with this till's sales is missing or empty.",
    DATABASE_FOREIGN: "The file with this till's sales is damaged or another program's.",
  },
  lead: 'There are backups. Choose one, usually the newest: nothing is deleted, what is there is put aside, and what was sold after the backup is carried over where it can still be read.',
  none: 'There is no readable backup on this computer. If you have a copy on a stick, call support.',
  restoring: 'Restoring. Do not switch off.',
  open: 'Open the till',
  forSupport: 'For support',
  fromStick: 'From a stick, with the till closed: {{program}}',
}
