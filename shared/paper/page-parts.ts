/**
 * What every tax document on a roll has in common: the framed head, the logo, the footer rows and
 * the mark of a test.
 */
import { assert } from '../core/result.ts'
import { framed, inset, inverse, paragraph, pair, rule, space, stack } from './blocks.ts'
import type { Block, Column } from './blocks.ts'
import type { ModuleMatrix } from './drawing.ts'
import type { LabelledText } from './paper-model.ts'
import type { StampArrangement } from './stamp-arrangement.ts'
import { TEXT_STYLES } from './text-styles.ts'

/** What a layout cannot make itself: the encoded stamp, and the logo reduced to dots. */
export interface PaperGraphics {
  readonly stamp: StampArrangement | null
  /** At most `LOGO_DOTS_MAX`. */
  readonly logo: ModuleMatrix | null
}

/** What a tax document begins with. */
export const documentHead = (
  column: Column,
  {
    isTest,
    box,
    logo: dots,
  }: { readonly isTest: boolean; readonly box: Block; readonly logo: ModuleMatrix | null },
): Block[] => [space(4), ...testMark(column, isTest), box, ...logo(column, dots)]

/** Largest logo: the width of 58 mm paper by 2 cm, so that one logo serves both rolls. */
export const LOGO_DOTS_MAX = { width: 384, height: 160 } as const
const BOX_STROKE_DOTS = 4
const BOX_PADDING_DOTS = 6

/**
 * The frame around tax number, document name and folio, with the tax office below it. `draw` gets
 * the column inside.
 */
export function documentBox(
  column: Column,
  taxOffice: string | null,
  draw: (inside: Column) => readonly Block[],
): Block {
  const inside = inset(column, BOX_STROKE_DOTS + BOX_PADDING_DOTS)
  const office =
    taxOffice === null ? [] : [space(4), paragraph(column, taxOffice, TEXT_STYLES.strong, 'center')]
  return stack([
    framed(column, stack(draw(inside)), BOX_STROKE_DOTS, BOX_PADDING_DOTS),
    ...office,
    space(4),
  ])
}

export function logo(column: Column, dots: ModuleMatrix | null): Block[] {
  if (dots === null) return []
  assert(
    dots.columns <= LOGO_DOTS_MAX.width && dots.rows <= LOGO_DOTS_MAX.height,
    'the logo was not reduced to fit',
  )
  const xDots = column.xDots + Math.floor((column.widthDots - dots.columns) / 2)
  return [{ heightDots: dots.rows + 12, items: [{ kind: 'picture', xDots, yDots: 4, dots }] }]
}

export function footer(column: Column, rows: readonly LabelledText[]): Block[] {
  if (rows.length === 0) return []
  return [rule(column, 1, 6, 6), ...rows.map((row) => footerRow(column, row))]
}

/**
 * An amount beside its label; a remark without label in the middle; a long remark as running text.
 */
function footerRow(column: Column, { label, value }: LabelledText): Block {
  const style = TEXT_STYLES.body
  if (label === '') return paragraph(column, value, style, 'center')
  if (column.measure(value, style) > column.widthDots)
    return paragraph(column, `${label}: ${value}`, style)
  return pair(column, label, value, style)
}

/**
 * At the top of every paper that a till to practise with draws itself: no slip, report or test page
 * of it is a shop's.
 */
export function practiceMark(column: Column, isPractice: boolean | undefined): Block[] {
  if (isPractice !== true) return []
  const words = paragraph(inset(column, 8), 'PRÁCTICA - SIN VALIDEZ', TEXT_STYLES.title, 'center')
  return [stack([space(8), inverse(column, words, 8), space(8)])]
}

/**
 * At the top and the bottom of what a service without tax value made: nobody may take it for a
 * receipt. Why, it says once.
 */
export function testMark(
  column: Column,
  isTest: boolean,
  place: 'top' | 'bottom' = 'top',
): Block[] {
  if (!isTest) return []
  const inside = inset(column, 8)
  const why = paragraph(inside, 'Documento de un ambiente de prueba', TEXT_STYLES.small, 'center')
  const content = stack([
    paragraph(inside, 'SIN VALIDEZ TRIBUTARIA', TEXT_STYLES.title, 'center'),
    ...(place === 'top' ? [why] : []),
  ])
  return [stack([space(8), inverse(column, content, 5), space(8)])]
}
