/**
 * The vocabulary the layouts are written in. A block is a piece of paper as wide as the printable
 * area, with a height and the items on it; blocks are stacked, framed and finally cut into pages.
 * Blocks are never split over two pages.
 */
import { assert } from '../core/result.ts'
import type {
  DrawItem,
  FillItem,
  MeasureText,
  ModuleMatrix,
  PaperDrawing,
  PaperPage,
  TextItem,
  TextStyle,
} from './drawing.ts'
import { PAGE_HEIGHT_DOTS_MAX } from './drawing.ts'
import { PRINTABLE_DOTS, type PaperWidthMm } from './paper-model.ts'
import { printableText, wrapBalanced, wrapText } from './text-wrap.ts'

export interface Block {
  readonly heightDots: number
  readonly items: readonly DrawItem[]
}

/** Where a block stands: the printable width, or a column of it, and the ruler for its text. */
export interface Column {
  readonly xDots: number
  readonly widthDots: number
  readonly measure: MeasureText
}

type Align = 'left' | 'center' | 'right'

export function space(heightDots: number): Block {
  return { heightDots, items: [] }
}

/** A last row this short reads like a misprint: `250` / `g`. */
const LONELY_CHARS_MAX = 3

/**
 * Text wrapped into the column; centred text, and text that would end in a lonely letter, into rows
 * of similar width. Empty text takes no paper.
 */
export function paragraph(
  column: Column,
  text: string,
  style: TextStyle,
  align: Align = 'left',
): Block {
  const plain = wrapText(text, style, column.widthDots, column.measure)
  const isLonely = plain.length > 1 && (plain.at(-1)?.length ?? 0) <= LONELY_CHARS_MAX
  const rows =
    align === 'center' || isLonely
      ? wrapBalanced(text, style, column.widthDots, column.measure)
      : plain
  return {
    heightDots: rows.length * style.rowDots,
    items: rows.map((row, index) => textItem(column, row, style, align, index * style.rowDots)),
  }
}

/**
 * A label on the left and a value on the right of the same row. When they do not fit together the
 * value stands beside the last row of the wrapped label, or on a row of its own below, still on the
 * right, so that amounts always stand in the amount column.
 */
export function pair(
  column: Column,
  label: string,
  value: string,
  style: TextStyle,
  gapDots = 12,
): Block {
  const labelText = printableText(label).trim()
  const valueText = printableText(value).trim()
  const together = column.measure(labelText, style) + gapDots + column.measure(valueText, style)
  if (together > column.widthDots) {
    const above = paragraph(column, labelText, style)
    const value = paragraph(column, valueText, style, 'right')
    const last = above.items.at(-1)
    const freeDots = last?.kind === 'text' ? column.widthDots - last.widthDots - gapDots : 0
    const isBeside = value.items.length === 1 && column.measure(valueText, style) <= freeDots
    if (!isBeside) return stack([above, value])
    return {
      heightDots: above.heightDots,
      items: [...above.items, ...moved(value.items, above.heightDots - style.rowDots)],
    }
  }
  const items = [
    textItem(column, labelText, style, 'left', 0),
    textItem(column, valueText, style, 'right', 0),
  ]
  return { heightDots: style.rowDots, items: items.filter((item) => item.text !== '') }
}

/** A horizontal line over the column with paper above and below it. */
export function rule(
  column: Column,
  thicknessDots: number,
  aboveDots: number,
  belowDots: number,
): Block {
  return {
    heightDots: aboveDots + thicknessDots + belowDots,
    items: [fill(column.xDots, aboveDots, column.widthDots, thicknessDots)],
  }
}

const DASH_DOTS = 10
const DASH_GAP_DOTS = 8

export function dashedRule(
  column: Column,
  thicknessDots: number,
  aboveDots: number,
  belowDots: number,
): Block {
  const count = Math.floor((column.widthDots + DASH_GAP_DOTS) / (DASH_DOTS + DASH_GAP_DOTS))
  const lastX = column.widthDots - DASH_DOTS
  const dashes = Array.from({ length: count }, (_, index) => {
    const x = count < 2 ? 0 : Math.round((index * lastX) / (count - 1))
    return fill(column.xDots + x, aboveDots, DASH_DOTS, thicknessDots)
  })
  return { heightDots: aboveDots + thicknessDots + belowDots, items: dashes }
}

/** The column that remains inside a frame or beside an indent. */
export function inset(column: Column, dots: number): Column {
  return { ...column, xDots: column.xDots + dots, widthDots: column.widthDots - 2 * dots }
}

/** Puts a frame around a block laid out in `inset(column, ...)`. */
export function framed(
  column: Column,
  content: Block,
  strokeDots: number,
  paddingDots: number,
): Block {
  const heightDots = content.heightDots + 2 * (strokeDots + paddingDots)
  const { xDots, widthDots } = column
  return {
    heightDots,
    items: [
      fill(xDots, 0, widthDots, strokeDots),
      fill(xDots, heightDots - strokeDots, widthDots, strokeDots),
      fill(xDots, strokeDots, strokeDots, heightDots - 2 * strokeDots),
      fill(xDots + widthDots - strokeDots, strokeDots, strokeDots, heightDots - 2 * strokeDots),
      ...moved(content.items, strokeDots + paddingDots),
    ],
  }
}

/** White text on a black band over the whole column: what nobody may overlook. */
export function inverse(column: Column, content: Block, paddingDots: number): Block {
  const heightDots = content.heightDots + 2 * paddingDots
  const white = content.items.map(
    (item): DrawItem => (item.kind === 'text' ? { ...item, ink: 'white' } : item),
  )
  return {
    heightDots,
    items: [fill(column.xDots, 0, column.widthDots, heightDots), ...moved(white, paddingDots)],
  }
}

/** A code centred in the column, with its quiet zone above and below. */
export function modules(
  column: Column,
  matrix: ModuleMatrix,
  size: {
    readonly moduleWidthDots: number
    readonly moduleHeightDots: number
    readonly quietDots: number
  },
): Block {
  const widthDots = matrix.columns * size.moduleWidthDots
  assert(
    widthDots + 2 * size.quietDots <= column.widthDots,
    `a code of ${widthDots} dots does not fit the paper`,
  )
  const { moduleWidthDots, moduleHeightDots } = size
  const xDots = column.xDots + Math.floor((column.widthDots - widthDots) / 2)
  return {
    heightDots: matrix.rows * moduleHeightDots + 2 * size.quietDots,
    items: [
      { kind: 'modules', xDots, yDots: size.quietDots, matrix, moduleWidthDots, moduleHeightDots },
    ],
  }
}

export function stack(blocks: readonly Block[]): Block {
  let heightDots = 0
  const items: DrawItem[] = []
  for (const block of blocks) {
    for (const item of block.items) items.push(movedItem(item, heightDots))
    heightDots += block.heightDots
  }
  return { heightDots, items }
}

/** Puts blocks side by side that were laid out in different columns. */
export function beside(blocks: readonly Block[]): Block {
  return {
    heightDots: Math.max(0, ...blocks.map((block) => block.heightDots)),
    items: blocks.flatMap((block) => block.items),
  }
}

/** A drawing on a roll of paper, from its first block to its last. */
export function drawOnRoll(
  widthMm: PaperWidthMm,
  measure: MeasureText,
  draw: (column: Column) => readonly Block[],
): PaperDrawing {
  const column: Column = { xDots: 0, widthDots: PRINTABLE_DOTS[widthMm], measure }
  return { widthMm, pages: paginate(draw(column)) }
}

/** One page, or several when the paper is longer than a PDF page can be. */
export function paginate(
  blocks: readonly Block[],
  pageHeightDotsMax = PAGE_HEIGHT_DOTS_MAX,
): PaperPage[] {
  const pages: Block[][] = [[]]
  let heightDots = 0
  for (const block of blocks) {
    assert(
      block.heightDots <= pageHeightDotsMax,
      `a block of ${block.heightDots} dots does not fit a page`,
    )
    if (heightDots + block.heightDots > pageHeightDotsMax) {
      pages.push([])
      heightDots = 0
    }
    pages.at(-1)?.push(block)
    heightDots += block.heightDots
  }
  return pages.map(stack)
}

function textItem(
  column: Column,
  text: string,
  style: TextStyle,
  align: Align,
  topDots: number,
): TextItem {
  const widthDots = column.measure(text, style)
  const freeDots = column.widthDots - widthDots
  const offsetDots = align === 'left' ? 0 : align === 'right' ? freeDots : Math.floor(freeDots / 2)
  const baselineDots = topDots + style.baselineDots
  return {
    kind: 'text',
    text,
    style,
    ink: 'black',
    xDots: column.xDots + offsetDots,
    baselineDots,
    widthDots,
  }
}

function fill(xDots: number, yDots: number, widthDots: number, heightDots: number): FillItem {
  return { kind: 'fill', xDots, yDots, widthDots, heightDots }
}

function moved(items: readonly DrawItem[], dots: number): DrawItem[] {
  return items.map((item) => movedItem(item, dots))
}

function movedItem(item: DrawItem, dots: number): DrawItem {
  if (item.kind === 'text') return { ...item, baselineDots: item.baselineDots + dots }
  return { ...item, yDots: item.yDots + dots }
}
