/** A receipt of type 39 or 41 as a drawing: everything the law wants on it, in the order people know. */
import { assert } from '../core/result.ts'
import { formatClp } from '../money/clp.ts'
import { formatRut, type Rut } from '../rut/rut.ts'
import {
  framed, inset, inverse, modules, paginate, pair, paragraph, rule, space, stack, type Block, type Column,
} from './blocks.ts'
import type { MeasureText, ModuleMatrix, PaperDrawing } from './drawing.ts'
import { infoGrid } from './info-grid.ts'
import { lineTable } from './line-table.ts'
import { PRINTABLE_DOTS, type LabelledText, type ReceiptPaper } from './paper-model.ts'
import type { StampArrangement } from './stamp-arrangement.ts'
import { TEXT_STYLES } from './text-styles.ts'

/** What the layout cannot make itself: the encoded stamp, and the logo reduced to dots. */
export interface ReceiptGraphics {
  readonly stamp: StampArrangement | null
  /** At most `LOGO_DOTS_MAX`. */
  readonly logo: ModuleMatrix | null
}

/** Largest logo: the width of 58 mm paper by 2 cm, so that one logo serves both rolls. */
export const LOGO_DOTS_MAX = { width: 384, height: 160 } as const
const BOX_STROKE_DOTS = 4
const BOX_PADDING_DOTS = 10

export function layoutReceipt(paper: ReceiptPaper, graphics: ReceiptGraphics, measure: MeasureText): PaperDrawing {
  const column: Column = { xDots: 0, widthDots: PRINTABLE_DOTS[paper.widthMm], measure }
  const blocks = [
    space(4),
    ...testMark(column, paper.isTest),
    documentBox(column, paper),
    ...logo(column, graphics.logo),
    ...issuer(column, paper.issuer),
    rule(column, 2, 8, 8),
    ...infoGrid(column, [{ label: 'Fecha', value: formatDate(paper.date) }, ...paper.headerInfo]),
    ...recipient(column, paper.recipient),
    rule(column, 2, 8, 6),
    ...lineTable(column, paper.lines),
    rule(column, 2, 4, 8),
    ...totals(column, paper.totals),
    ...footer(column, paper.footerInfo),
    ...stampBlock(column, paper, graphics.stamp),
    ...testMark(column, paper.isTest),
    space(8),
  ]
  return { widthMm: paper.widthMm, pages: paginate(blocks) }
}

function documentBox(column: Column, paper: ReceiptPaper): Block {
  const inside = inset(column, BOX_STROKE_DOTS + BOX_PADDING_DOTS)
  const content = stack([
    paragraph(inside, `R.U.T.: ${formatRut(paper.issuer.rut as Rut)}`, TEXT_STYLES.heading, 'center'),
    space(4),
    paragraph(inside, paper.documentName, TEXT_STYLES.title, 'center'),
    space(4),
    paragraph(inside, `N° ${paper.folio}`, TEXT_STYLES.heading, 'center'),
  ])
  return stack([
    framed(column, content, BOX_STROKE_DOTS, BOX_PADDING_DOTS),
    space(8),
    paragraph(column, `S.I.I. - ${paper.issuer.taxOffice}`, TEXT_STYLES.strong, 'center'),
    space(8),
  ])
}

function logo(column: Column, dots: ModuleMatrix | null): Block[] {
  if (dots === null) return []
  assert(dots.columns <= LOGO_DOTS_MAX.width && dots.rows <= LOGO_DOTS_MAX.height, 'the logo was not reduced to fit')
  const xDots = column.xDots + Math.floor((column.widthDots - dots.columns) / 2)
  return [{ heightDots: dots.rows + 12, items: [{ kind: 'picture', xDots, yDots: 4, dots }] }]
}

function issuer(column: Column, shop: ReceiptPaper['issuer']): Block[] {
  const isBranch = shop.branchAddress !== null
  return [
    paragraph(column, shop.legalName, TEXT_STYLES.title, 'center'),
    paragraph(column, `Giro: ${shop.activity}`, TEXT_STYLES.small, 'center'),
    paragraph(column, `Casa matriz: ${shop.address}`, TEXT_STYLES.small, 'center'),
    ...(isBranch ? [paragraph(column, `Sucursal: ${shop.branchAddress}`, TEXT_STYLES.small, 'center')] : []),
  ]
}

function recipient(column: Column, buyer: ReceiptPaper['recipient']): Block[] {
  if (buyer === null) return []
  return [
    rule(column, 1, 6, 6),
    paragraph(column, `Señor(es): ${buyer.legalName}`, TEXT_STYLES.body),
    paragraph(column, `R.U.T.: ${formatRut(buyer.rut as Rut)}`, TEXT_STYLES.body),
    ...(buyer.address === null ? [] : [paragraph(column, `Dirección: ${buyer.address}`, TEXT_STYLES.body)]),
    ...(buyer.contact === null ? [] : [paragraph(column, `Contacto: ${buyer.contact}`, TEXT_STYLES.body)]),
  ]
}

function totals(column: Column, sums: ReceiptPaper['totals']): Block[] {
  const isTaxed = sums.netoClp > 0 || sums.ivaClp > 0
  const rows: LabelledText[] = [
    ...(sums.exentoClp > 0 ? [{ label: 'Exento', value: formatClp(sums.exentoClp) }] : []),
    ...(isTaxed ? [{ label: 'Neto', value: formatClp(sums.netoClp) }] : []),
    ...(isTaxed ? [{ label: `IVA (${sums.ivaRatePercent}%)`, value: formatClp(sums.ivaClp) }] : []),
  ]
  const savings = sums.discountClp > 0
    ? [pair(column, 'Descuentos incluidos', formatClp(sums.discountClp), TEXT_STYLES.body)]
    : []
  return [
    ...rows.map((row) => pair(column, row.label, row.value, TEXT_STYLES.body)),
    pair(column, 'TOTAL', formatClp(sums.totalClp), TEXT_STYLES.total),
    ...savings,
  ]
}

function footer(column: Column, rows: readonly LabelledText[]): Block[] {
  if (rows.length === 0) return []
  return [rule(column, 1, 6, 6), ...rows.map((row) => footerRow(column, row))]
}

/** An amount beside its label; a remark without label in the middle; a long remark as running text. */
function footerRow(column: Column, { label, value }: LabelledText): Block {
  const style = TEXT_STYLES.body
  if (label === '') return paragraph(column, value, style, 'center')
  if (column.measure(value, style) > column.widthDots) return paragraph(column, `${label}: ${value}`, style)
  return pair(column, label, value, style)
}

function stampBlock(column: Column, paper: ReceiptPaper, stamp: StampArrangement | null): Block[] {
  const legend = [
    paragraph(column, `Res. ${paper.resolution.number} de ${paper.resolution.year}`, TEXT_STYLES.small, 'center'),
    paragraph(column, `Verifique documento: ${paper.verifyAt}`, TEXT_STYLES.small, 'center'),
  ]
  if (stamp === null) return [rule(column, 2, 8, 8), ...legend]
  return [
    rule(column, 2, 8, 12),
    modules(column, stamp.matrix, stamp),
    stack([space(4), paragraph(column, 'Timbre Electrónico SII', TEXT_STYLES.strong, 'center'), ...legend]),
  ]
}

function testMark(column: Column, isTest: boolean): Block[] {
  if (!isTest) return []
  const inside = inset(column, 8)
  const content = stack([
    paragraph(inside, 'SIN VALIDEZ TRIBUTARIA', TEXT_STYLES.title, 'center'),
    paragraph(inside, 'Documento de un ambiente de prueba', TEXT_STYLES.small, 'center'),
  ])
  return [stack([space(8), inverse(column, content, 8), space(12)])]
}

/** `2026-11-20` as `20-11-2026`. */
function formatDate(isoDate: string): string {
  return isoDate.split('-').reverse().join('-')
}
