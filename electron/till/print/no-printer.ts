/** Where papers wait for as long as a shop has chosen no printer. */
import { PRINTABLE_DOTS } from '#shared/paper/paper-model.ts'
import type { PrinterConfig } from '#shared/bridge/printers.ts'

export const NO_PRINTER: PrinterConfig = {
  id: 'no-printer',
  name: 'Sin impresora',
  widthMm: 80,
  dots: PRINTABLE_DOTS[80],
  transport: { kind: 'none' },
  hasCutter: false,
  hasDrawer: false,
}
