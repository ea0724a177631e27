/**
 * Labels for shelves and goods: the name, the price as large as it goes, and the code in bars. On a
 * roll one under another with a line to cut along; on A4 three by eight, each 70 mm by 37 mm.
 */
import { isPriceAsked } from './product.ts'
import { formatClp, type Clp } from '../money/clp.ts'
import { dashedRule, drawOnRoll, inset, modules, paragraph, space, stack } from '../paper/blocks.ts'
import type { Block, Column } from '../paper/blocks.ts'
import { DOTS_PER_MM } from '../paper/drawing.ts'
import type {
  DrawItem,
  MeasureText,
  ModuleMatrix,
  PaperDrawing,
  PaperPage,
} from '../paper/drawing.ts'
import { PRINTABLE_DOTS, type PaperWidthMm } from '../paper/paper-model.ts'
import { TEXT_STYLES } from '../paper/text-styles.ts'
import { wrapText } from '../paper/text-wrap.ts'

interface Label {
  readonly name: string
  readonly unitGrossClp: Clp
  /** `kg`; null for whole things. */
  readonly unit: string | null
  readonly code: string
}

export interface LabelPaper {
  /** Of the roll, or sheets of A4. */
  readonly on: PaperWidthMm | 'A4'
  readonly labels: readonly { readonly label: Label; readonly count: number }[]
  /** From a till to practise with: no shop stands behind these prices. */
  readonly isPractice?: boolean
}

/** The bars of a code, one row of cells. */
type BarsOf = (code: string) => ModuleMatrix

export const SHEET_COLUMNS = 3
export const SHEET_ROWS = 8
/** One label of a sheet: a third of 210 mm, and eight of them leave a millimetre of 297 mm. */
const CELL_DOTS = { width: 70 * DOTS_PER_MM, height: 37 * DOTS_PER_MM } as const
const SHEET_DOTS = { width: 210 * DOTS_PER_MM, height: 297 * DOTS_PER_MM } as const
const CELL_PADDING_DOTS = 40
const BAR_DOTS = 72
/** White beside the bars, in modules: 11 before an EAN-13, 10 around a Code 128. */
const QUIET_MODULES = 11
/** 0.375 mm and 0.25 mm: EAN at 114 % and, where that is too wide, at 76 %. */
const MODULE_DOTS = [3, 2] as const
const NAME_ROWS_MAX = 2

/** Dots of one module in this width, or null where the code is too long for any. */
export function barModuleDots(columns: number, widthDots: number): number | null {
  const dots = MODULE_DOTS.find((each) => (columns + 2 * QUIET_MODULES) * each <= widthDots)
  return dots ?? null
}

/** Printable width of one label. */
function labelWidthDots(on: LabelPaper['on']): number {
  return on === 'A4' ? CELL_DOTS.width - 2 * CELL_PADDING_DOTS : PRINTABLE_DOTS[on]
}

export function layoutLabels(paper: LabelPaper, bars: BarsOf, measure: MeasureText): PaperDrawing {
  const drawn = (column: Column) =>
    paper.labels.flatMap(({ label, count }) => {
      const block = labelBlock(column, label, { bars, isPractice: paper.isPractice === true })
      return Array.from({ length: count }, () => block)
    })
  if (paper.on !== 'A4')
    return drawOnRoll(paper.on, measure, (column) =>
      drawn(column).map((block) => stack([space(8), block, dashedRule(cutting(column), 2, 10, 2)])),
    )
  const cells = drawn({ xDots: 0, widthDots: labelWidthDots('A4'), measure })
  return { widthMm: 80, pageWidthDots: SHEET_DOTS.width, pages: sheets(cells) }
}

function labelBlock(
  column: Column,
  label: Label,
  { bars, isPractice }: { readonly bars: BarsOf; readonly isPractice: boolean },
): Block {
  const price = isPriceAsked(label) ? 'Consulte precio' : formatClp(label.unitGrossClp)
  return stack([
    nameBlock(column, label.name),
    paragraph(column, price, TEXT_STYLES.banner, 'center'),
    ...(label.unit === null ? [] : [paragraph(column, `por ${label.unit}`, SMALL, 'center')]),
    barBlock(column, bars(label.code)),
    paragraph(column, label.code, SMALL, 'center'),
    ...(isPractice ? [paragraph(column, 'PRÁCTICA - SIN VALIDEZ', SMALL, 'center')] : []),
  ])
}

/** Short of the edges: a head that is narrower than the layout must not shrink the bars for it. */
function cutting(column: Column): Column {
  return inset(column, Math.floor(column.widthDots / 8))
}

const SMALL = TEXT_STYLES.small

/** At most two rows; what is longer ends in an ellipsis. */
function nameBlock(column: Column, name: string): Block {
  const style = TEXT_STYLES.strong
  const rows = wrapText(name, style, column.widthDots, column.measure)
  if (rows.length <= NAME_ROWS_MAX) return paragraph(column, name, style, 'center')
  let last = `${rows[NAME_ROWS_MAX - 1] ?? ''}…`
  while (last.length > 1 && column.measure(last, style) > column.widthDots)
    last = `${last.slice(0, -2)}…`
  const shown = [...rows.slice(0, NAME_ROWS_MAX - 1), last]
  return stack(shown.map((row) => paragraph(column, row, style, 'center')))
}

function barBlock(column: Column, matrix: ModuleMatrix): Block {
  const moduleWidthDots = barModuleDots(matrix.columns, column.widthDots)
  if (moduleWidthDots === null) return space(4)
  const size = { moduleWidthDots, moduleHeightDots: BAR_DOTS, quietDots: 4 }
  return modules(column, matrix, size)
}

/** Left to right, then down. */
function sheets(cells: readonly Block[]): PaperPage[] {
  const perSheet = SHEET_COLUMNS * SHEET_ROWS
  const count = Math.ceil(cells.length / perSheet)
  // The writer puts the printable width of a roll in the middle of the page; a sheet begins left
  // of it.
  const left = -(SHEET_DOTS.width - PRINTABLE_DOTS[80]) / 2
  const top = Math.floor((SHEET_DOTS.height - SHEET_ROWS * CELL_DOTS.height) / 2)
  return Array.from({ length: count }, (_, sheet) => ({
    heightDots: SHEET_DOTS.height,
    items: cells.slice(sheet * perSheet, (sheet + 1) * perSheet).flatMap((cell, at) => {
      const x = left + (at % SHEET_COLUMNS) * CELL_DOTS.width + CELL_PADDING_DOTS
      const free = Math.max(0, CELL_DOTS.height - cell.heightDots)
      const y = top + Math.floor(at / SHEET_COLUMNS) * CELL_DOTS.height + Math.floor(free / 2)
      return cell.items.map((item) => placed(item, x, y))
    }),
  }))
}

function placed(item: DrawItem, x: number, y: number): DrawItem {
  if (item.kind === 'text')
    return { ...item, xDots: item.xDots + x, baselineDots: item.baselineDots + y }
  return { ...item, xDots: item.xDots + x, yDots: item.yDots + y }
}
