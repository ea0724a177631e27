import type { ScreenWords } from '../es/later.ts'

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
  none: 'There is no readable backup on this computer. Use a copy on a stick or in a network folder: nothing is deleted, what is there is put aside.',
  onMedia: 'Copies on sticks and network folders',
  looking: 'Looking for copies. One moment…',
  noMedia: 'No copy was found. Connect the stick and look again, or type its folder.',
  lookAgain: 'Look again',
  otherFolder: 'Another folder with copies',
  sealed_one: 'There is {{count}} copy that its code opens, of {{when}}.',
  sealed_other: 'There are {{count}} copies that their code opens; the newest is of {{when}}.',
  codeHint: 'The one that was written on paper when the folder was chosen: 25 letters and digits.',
  openCopies: 'See the copies',
  damaged: 'The copy of {{when}} is damaged and cannot be used.',
  restoring: 'Restoring. Do not switch off.',
  open: 'Open the till',
  forSupport: 'For support',
  fromStick: 'From a stick, with the till closed: {{program}}',
}
