/** The code that leads a customer's phone to the document, on a slip or under a receipt. */
import { drawOnRoll, modules, paragraph, space, type Block, type Column } from './blocks.ts'
import type { MeasureText, ModuleMatrix, PaperDrawing } from './drawing.ts'
import type { PaperWidthMm } from './paper-model.ts'
import { TEXT_STYLES } from './text-styles.ts'

const QR_MODULE_DOTS = 6
/** Four modules, as ISO/IEC 18004 asks. */
const QR_QUIET_DOTS = 4 * QR_MODULE_DOTS

export interface PageCodePaper {
  readonly widthMm: PaperWidthMm
  /** What the code says. */
  readonly page: string
}

/** A strip of its own, under a receipt that the service has drawn. */
export function layoutPageCode(
  { widthMm }: PageCodePaper,
  code: ModuleMatrix,
  measure: MeasureText,
): PaperDrawing {
  return drawOnRoll(widthMm, measure, (column) => [space(8), ...pageBlock(column, code), space(8)])
}

export function pageBlock(column: Column, code: ModuleMatrix): Block[] {
  return [
    paragraph(column, 'Vea su documento en su teléfono', TEXT_STYLES.strong, 'center'),
    qrCode(column, code),
  ]
}

export function qrCode(column: Column, code: ModuleMatrix): Block {
  return modules(column, code, {
    moduleWidthDots: QR_MODULE_DOTS,
    moduleHeightDots: QR_MODULE_DOTS,
    quietDots: QR_QUIET_DOTS,
  })
}
