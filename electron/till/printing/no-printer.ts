/** Where papers wait for as long as a shop has chosen no printer. */
import { PRINTABLE_DOTS } from '#shared/paper/paper-model.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'

export const NO_PRINTER: PrinterConfig = {
  id: 'no-printer',
  name: 'Sin impresora',
  widthMm: 80,
  dots: PRINTABLE_DOTS[80],
  transport: { kind: 'none' },
  hasCutter: false,
  hasDrawer: false,
}

interface Papers {
  readonly currentPrinter: () => PrinterConfig
  readonly printing: { move(fromPrinterId: string, to: PrinterConfig): number }
}

/** What waits for a printer goes to the first one that is chosen; how many papers that are. */
export function giveToChosen({ currentPrinter, printing }: Papers): number {
  const chosen = currentPrinter()
  return chosen.id === NO_PRINTER.id ? 0 : printing.move(NO_PRINTER.id, chosen)
}
