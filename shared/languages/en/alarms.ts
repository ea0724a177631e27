import type { alarms as spanish } from '../es/alarms.ts'

/** Alarms of the head office, as they are written by e-mail and shown on its pages. */
export const alarms: typeof spanish = {
  raised: {
    silent: '{of}: not heard for {count} opening hours',
    unsent: '{of}: its oldest document has waited for {count} hours',
    folios: '{count} folios of type {of} are left',
    certificate: 'The digital certificate ends in {count} days',
    printer: '{of}: the printer has not worked for {count} minutes ({detail})',
    version: '{of}: its program is older than that of the other tills ({detail})',
    prices: '{of}: changed {count} prices by more than half today',
    taken:
      '{of}: took {count} vales, credit notes or returns of other tills today, or said so as the hub',
  },
  /** By the code that a till tells. */
  printers: {
    PRINTER_NOT_FOUND: 'Not found',
    PRINTER_BUSY: 'Busy',
    PRINTER_NO_PERMISSION: 'No permission',
    PAPER_OUT: 'No paper',
    COVER_OPEN: 'Cover open',
    PRINTER_NOT_TAKING_DATA: 'Takes no data',
    PRINTER_NOT_CHOSEN: 'None chosen',
  },
  over: 'Over: {alarm}',
  one: '[{shop}] {alarm}',
  many: '[{shop}] {count} alarms',
  more: 'and {count} alarms more; they are in the head office.',
  foot: 'They are chosen in the head office, under Alarms.',
}
