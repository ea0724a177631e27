import { inset, inverse, paginate, paragraph, space, stack, type Column } from './blocks.ts'
import type { MeasureText, PaperDrawing } from './drawing.ts'
import { PRINTABLE_DOTS, type PaperWidthMm } from './paper-model.ts'
import { TEXT_STYLES } from './text-styles.ts'

/** A strip printed above another paper, such as COPIA above a reprint. */
export interface BannerPaper {
  readonly widthMm: PaperWidthMm
  readonly text: string
  /** Second, smaller row: when and by whom. */
  readonly detail: string | null
}

export function layoutBanner(banner: BannerPaper, measure: MeasureText): PaperDrawing {
  const column: Column = { xDots: 0, widthDots: PRINTABLE_DOTS[banner.widthMm], measure }
  const inside = inset(column, 12)
  const content = stack([
    paragraph(inside, banner.text, TEXT_STYLES.banner, 'center'),
    ...(banner.detail === null
      ? []
      : [paragraph(inside, banner.detail, TEXT_STYLES.strong, 'center')]),
  ])
  return { widthMm: banner.widthMm, pages: paginate([inverse(column, content, 6), space(8)]) }
}
