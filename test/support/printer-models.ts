import type { PrinterModel } from '#shared/bridge/printers.ts'

/** A plain printer of 58 mm: no cutter, and it answers nothing. */
export const NARROW_MODEL: PrinterModel = {
  id: 'narrow',
  name: 'Narrow',
  widthMm: 58,
  dots: 384,
  hasCutter: false,
  hasDrawer: true,
  hasDensity: false,
  hasBuzzer: false,
  answers: false,
}
