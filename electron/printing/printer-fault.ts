import type { PrinterFault } from '#shared/escpos/status.ts'
import type { PrinterTrouble } from '../till/kernel/ports.ts'

/** What a printer's own word for its trouble means for the cashier. */
export function troubleOfFault(fault: PrinterFault): PrinterTrouble {
  if (fault === 'paper-out') return 'PAPER_OUT'
  return fault === 'cover-open' ? 'COVER_OPEN' : 'PRINTER_NOT_TAKING_DATA'
}
