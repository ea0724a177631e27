import { paginate, paragraph, space } from './blocks.ts'
import type { Column } from './blocks.ts'
import type { MeasureText, ModuleMatrix, PaperDrawing } from './drawing.ts'
import { logo } from './page-parts.ts'
import { PRINTABLE_DOTS, type PaperWidthMm } from './paper-model.ts'
import { TEXT_STYLES } from './text-styles.ts'

/**
 * What a shop prints around its papers: a logo and some lines of its own. Never part of the tax
 * document.
 */
export interface LetterheadPaper {
  readonly widthMm: PaperWidthMm
  /** PNG or JPEG bytes. */
  readonly logo: Uint8Array | null
  readonly lines: readonly string[]
}

export function layoutLetterhead(
  paper: LetterheadPaper,
  dots: ModuleMatrix | null,
  measure: MeasureText,
): PaperDrawing {
  const column: Column = { xDots: 0, widthDots: PRINTABLE_DOTS[paper.widthMm], measure }
  const blocks = [
    ...logo(column, dots),
    ...paper.lines.map((line) => paragraph(column, line, TEXT_STYLES.body, 'center')),
    space(4),
  ]
  return { widthMm: paper.widthMm, pages: paginate(blocks) }
}
