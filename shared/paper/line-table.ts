/**
 * The lines of a sale on paper. Amounts stand in one right-aligned column that adds up: a line
 * shows its amount before the discount and the discount follows as a negative amount below it.
 */
import { formatRule, percentTold } from '../money/discount.ts'
import { clp, formatClp } from '../money/clp.ts'
import { beside, pair, paragraph, rule, space, stack, type Block, type Column } from './blocks.ts'
import type { PaperLine } from './paper-model.ts'
import { TEXT_STYLES } from './text-styles.ts'

const NO_BREAK_SPACE = '\u00a0'
const GAP_DOTS = 16
const LINE_GAP_DOTS = 4
/**
 * Below this width a description column breaks words all the time; the table then uses two rows a
 * line.
 */
const DESCRIPTION_DOTS_MIN = 210

interface TableColumns {
  readonly quantity: Column
  readonly description: Column
  readonly unitPrice: Column
  readonly amount: Column
}

/** Heading, one block per line, and the legend of the exempt mark when some line carries it. */
export function lineTable(column: Column, lines: readonly PaperLine[]): Block[] {
  const columns = fitColumns(column, lines)
  const hasExempt = lines.some((line) => line.isExempt)
  return [
    columns === null ? twoRowHeading(column) : tableHeading(columns),
    rule(column, 1, 2, 5),
    ...lines.map((line) =>
      columns === null ? twoRowLine(column, line) : tableLine(column, columns, line),
    ),
    ...(hasExempt
      ? [stack([paragraph(column, '(E) Ítem exento de IVA', TEXT_STYLES.small), space(4)])]
      : []),
  ]
}

/**
 * Widths that fit every number of this sale, or null when too little is left for the description.
 */
function fitColumns(column: Column, lines: readonly PaperLine[]): TableColumns | null {
  const widest = (heading: string, texts: readonly string[]) =>
    texts.reduce(
      (dots, text) => Math.max(dots, column.measure(text, TEXT_STYLES.body)),
      column.measure(heading, TEXT_STYLES.small),
    )
  const quantityDots = widest(HEADINGS.quantity, lines.map(quantityText))
  const unitPriceDots = widest(
    HEADINGS.unitPrice,
    lines.map((line) => formatClp(line.unitGrossClp)),
  )
  const amountDots = widest(HEADINGS.amount, lines.flatMap(amountTexts))
  const descriptionDots =
    column.widthDots - quantityDots - unitPriceDots - amountDots - 3 * GAP_DOTS
  if (descriptionDots < DESCRIPTION_DOTS_MIN) return null
  const descriptionX = column.xDots + quantityDots + GAP_DOTS
  const unitPriceX = descriptionX + descriptionDots + GAP_DOTS
  const amountX = unitPriceX + unitPriceDots + GAP_DOTS
  return {
    quantity: { ...column, widthDots: quantityDots },
    description: { ...column, xDots: descriptionX, widthDots: descriptionDots },
    unitPrice: { ...column, xDots: unitPriceX, widthDots: unitPriceDots },
    amount: { ...column, xDots: amountX, widthDots: amountDots },
  }
}

const HEADINGS = {
  quantity: 'Cant.',
  description: 'Descripción',
  unitPrice: 'P. unit.',
  amount: 'Total',
} as const

function tableHeading(columns: TableColumns): Block {
  const style = TEXT_STYLES.small
  return beside([
    paragraph(columns.quantity, HEADINGS.quantity, style),
    paragraph(columns.description, HEADINGS.description, style),
    paragraph(columns.unitPrice, HEADINGS.unitPrice, style, 'right'),
    paragraph(columns.amount, HEADINGS.amount, style, 'right'),
  ])
}

function tableLine(column: Column, columns: TableColumns, line: PaperLine): Block {
  const style = TEXT_STYLES.body
  const discountColumn = { ...column, xDots: columns.description.xDots }
  const discountDots = columns.amount.xDots + columns.amount.widthDots - columns.description.xDots
  return stack([
    beside([
      paragraph(columns.quantity, quantityText(line), style),
      paragraph(columns.description, descriptionText(line), style),
      paragraph(columns.unitPrice, formatClp(line.unitGrossClp), style, 'right'),
      paragraph(columns.amount, formatClp(beforeDiscount(line)), style, 'right'),
    ]),
    ...discountRow({ ...discountColumn, widthDots: discountDots }, line),
    space(LINE_GAP_DOTS),
  ])
}

function twoRowHeading(column: Column): Block {
  return pair(column, 'Descripción / Cant. × P. unit.', HEADINGS.amount, TEXT_STYLES.small)
}

function twoRowLine(column: Column, line: PaperLine): Block {
  const style = TEXT_STYLES.body
  const priced = `${quantityText(line)} × ${formatClp(line.unitGrossClp)}`
  return stack([
    paragraph(column, descriptionText(line), style),
    pair(column, priced, formatClp(beforeDiscount(line)), style),
    ...discountRow(column, line),
    space(LINE_GAP_DOTS + 2),
  ])
}

function discountRow(column: Column, line: PaperLine): Block[] {
  if (line.discountClp === 0) return []
  const value = formatClp(clp(0 - line.discountClp))
  return [pair(column, discountLabel(line), value, TEXT_STYLES.body)]
}

/** Alike on every paper: as it was given, or the percent that its pesos are. */
export function discountLabel(
  line: Pick<PaperLine, 'discountClp' | 'grossClp' | 'discountGiven'>,
): string {
  const { discountClp, discountGiven } = line
  if (discountGiven !== undefined) return `Descuento ${discountGiven}`
  const percent = percentTold(discountClp, beforeDiscount(line))
  return percent === null ? 'Descuento' : `Descuento ${formatRule({ kind: 'percent', percent })}`
}

function quantityText(line: PaperLine): string {
  return line.unit === null ? line.quantity : `${line.quantity}${NO_BREAK_SPACE}${line.unit}`
}

function descriptionText(line: PaperLine): string {
  return line.isExempt ? `${line.description.trimEnd()}${NO_BREAK_SPACE}(E)` : line.description
}

function beforeDiscount(line: Pick<PaperLine, 'grossClp' | 'discountClp'>) {
  return clp(line.grossClp + line.discountClp)
}

function amountTexts(line: PaperLine): string[] {
  const before = formatClp(beforeDiscount(line))
  return line.discountClp === 0 ? [before] : [before, formatClp(clp(0 - line.discountClp))]
}
