/**
 * A report of the counter, such as an X or a Z: headed sections of labels and amounts. Never a tax
 * document, and says so.
 */
import { drawOnRoll, dashedRule, inset, inverse, pair } from './blocks.ts'
import { paragraph, rule, space, stack } from './blocks.ts'
import type { Block, Column } from './blocks.ts'
import type { MeasureText, PaperDrawing } from './drawing.ts'
import { infoGrid } from './info-grid.ts'
import { type LabelledText, type PaperWidthMm } from './paper-model.ts'
import { practiceMark } from './page-parts.ts'
import { TEXT_STYLES } from './text-styles.ts'

export interface ReportRow extends LabelledText {
  /**
   * `sum` closes what stands above it; `detail` explains the row above; `amount` is one among
   * others.
   */
  readonly kind: 'amount' | 'sum' | 'detail'
}

export interface ReportSection {
  readonly title: string
  readonly rows: readonly ReportRow[]
  /** Running text under the rows. */
  readonly remark?: string
}

export interface ReportPaper {
  readonly widthMm: PaperWidthMm
  readonly heading: string
  readonly title: string
  readonly shopName: string
  readonly shopRut: string
  readonly about: readonly LabelledText[]
  readonly sections: readonly ReportSection[]
  /** Who puts a name under it. */
  readonly signatures: readonly string[]
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** From a till to practise with: nothing on it has happened. */
  readonly isPractice?: boolean
}

const DETAIL_INDENT_DOTS = 14
const SIGNATURE_SPACE_DOTS = 84

export function layoutReport(report: ReportPaper, measure: MeasureText): PaperDrawing {
  return drawOnRoll(report.widthMm, measure, (column) => [
    space(4),
    ...practiceMark(column, report.isPractice),
    heading(column, report),
    space(10),
    paragraph(column, report.shopName, TEXT_STYLES.strong, 'center'),
    paragraph(column, `R.U.T.: ${report.shopRut}`, TEXT_STYLES.small, 'center'),
    dashedRule(column, 2, 8, 8),
    ...infoGrid(column, report.about),
    ...report.sections.flatMap((section) => sectionBlocks(column, section)),
    ...report.signatures.flatMap((name) => signature(column, name)),
    ...practiceMark(column, report.isPractice),
    space(8),
  ])
}

function heading(column: Column, report: ReportPaper): Block {
  const inside = inset(column, 8)
  const lines = [
    paragraph(inside, report.heading, TEXT_STYLES.title, 'center'),
    paragraph(inside, report.title, TEXT_STYLES.title, 'center'),
    paragraph(inside, 'No es documento tributario', TEXT_STYLES.small, 'center'),
  ]
  return inverse(column, stack(lines), 10)
}

/** The title stays with its first row: nobody reads a heading at the end of a page. */
function sectionBlocks(column: Column, { title, rows, remark }: ReportSection): Block[] {
  const [first, ...others] = rows.map((row) => rowBlock(column, row))
  return [
    stack([
      dashedRule(column, 2, 8, 8),
      paragraph(column, title, TEXT_STYLES.strong),
      space(2),
      ...(first === undefined ? [] : [first]),
    ]),
    ...others,
    ...(remark === undefined || remark === ''
      ? []
      : [stack([space(4), paragraph(column, remark, TEXT_STYLES.body)])]),
  ]
}

function rowBlock(column: Column, { kind, label, value }: ReportRow): Block {
  if (kind === 'sum')
    return stack([rule(column, 1, 3, 3), pair(column, label, value, TEXT_STYLES.strong)])
  if (kind === 'amount') return pair(column, label, value, TEXT_STYLES.body)
  const indented: Column = {
    ...column,
    xDots: column.xDots + DETAIL_INDENT_DOTS,
    widthDots: column.widthDots - DETAIL_INDENT_DOTS,
  }
  return pair(indented, label, value, TEXT_STYLES.small)
}

function signature(column: Column, name: string): Block[] {
  return [
    stack([
      space(SIGNATURE_SPACE_DOTS),
      rule(column, 2, 0, 4),
      paragraph(column, name, TEXT_STYLES.small, 'center'),
    ]),
  ]
}
