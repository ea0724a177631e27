import type { PrinterModel } from '#shared/printing/printers.ts'

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

/** One in the network, as somebody types it in; the model is what the test has by that id. */
export const typedPrinter = <ModelId extends string>(modelId: ModelId) => ({
  name: 'Epson',
  address: { kind: 'tcp', host: '192.168.1.50', port: 9100 } as const,
  modelId,
})
