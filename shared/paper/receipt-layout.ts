/**
 * A receipt of type 39 or 41, or a credit note over one, as a drawing: everything the law wants on
 * it, in the order people know.
 */
import { printDate } from '../time/calendar.ts'
import { formatClp } from '../money/clp.ts'
import { formatRut, type Rut } from '../rut/rut.ts'
import { drawOnRoll, modules, pair, paragraph, rule, space, stack } from './blocks.ts'
import type { Block, Column } from './blocks.ts'
import type { MeasureText, PaperDrawing } from './drawing.ts'
import { infoGrid } from './info-grid.ts'
import { lineTable } from './line-table.ts'
import { documentBox, documentHead, footer, testMark, type PaperGraphics } from './page-parts.ts'
import type { LabelledText, ReceiptPaper } from './paper-model.ts'
import type { StampArrangement } from './stamp-arrangement.ts'
import { TEXT_STYLES } from './text-styles.ts'

export function layoutReceipt(
  paper: ReceiptPaper,
  graphics: PaperGraphics,
  measure: MeasureText,
): PaperDrawing {
  return drawOnRoll(paper.widthMm, measure, (column) => [
    ...documentHead(column, { ...paper, box: box(column, paper), logo: graphics.logo }),
    ...issuer(column, paper.issuer),
    rule(column, 2, 5, 4),
    ...infoGrid(column, [{ label: 'Fecha', value: printDate(paper.date) }, ...paper.headerInfo]),
    ...recipient(column, paper.recipient),
    ...credited(column, paper.credits),
    rule(column, 2, 4, 4),
    ...lineTable(column, paper.lines),
    rule(column, 2, 2, 4),
    ...totals(column, paper.totals),
    ...footer(column, paper.footerInfo),
    ...stampBlock(column, paper, graphics.stamp),
    ...testMark(column, paper.isTest, 'bottom'),
  ])
}

function box(column: Column, paper: ReceiptPaper): Block {
  return documentBox(column, `S.I.I. - ${paper.issuer.taxOffice}`, (inside) => [
    paragraph(
      inside,
      `R.U.T.: ${formatRut(paper.issuer.rut as Rut)}`,
      TEXT_STYLES.heading,
      'center',
    ),
    paragraph(inside, paper.documentName, TEXT_STYLES.title, 'center'),
    paragraph(inside, `N° ${paper.folio}`, TEXT_STYLES.heading, 'center'),
  ])
}

function issuer(column: Column, shop: ReceiptPaper['issuer']): Block[] {
  const isBranch = shop.branchAddress !== null
  return [
    paragraph(column, shop.legalName, TEXT_STYLES.title, 'center'),
    paragraph(column, `Giro: ${shop.activity}`, TEXT_STYLES.small, 'center'),
    paragraph(column, `Casa matriz: ${shop.address}`, TEXT_STYLES.small, 'center'),
    ...(isBranch
      ? [paragraph(column, `Sucursal: ${shop.branchAddress}`, TEXT_STYLES.small, 'center')]
      : []),
  ]
}

function recipient(column: Column, buyer: ReceiptPaper['recipient']): Block[] {
  if (buyer === null) return []
  return [
    rule(column, 1, 6, 6),
    ...(buyer.named === null
      ? []
      : [
          paragraph(column, `Señor(es): ${buyer.named.legalName}`, TEXT_STYLES.body),
          paragraph(column, `R.U.T.: ${formatRut(buyer.named.rut as Rut)}`, TEXT_STYLES.body),
        ]),
    ...(buyer.address === null
      ? []
      : [paragraph(column, `Dirección: ${buyer.address}`, TEXT_STYLES.body)]),
    ...(buyer.contact === null
      ? []
      : [paragraph(column, `Contacto: ${buyer.contact}`, TEXT_STYLES.body)]),
  ]
}

function credited(column: Column, about: ReceiptPaper['credits']): Block[] {
  if (about === null) return []
  return [
    rule(column, 1, 6, 6),
    paragraph(column, 'Documento de referencia', TEXT_STYLES.small),
    paragraph(column, about.document, TEXT_STYLES.strong),
    ...about.reasons.map((reason) => paragraph(column, reason, TEXT_STYLES.body)),
  ]
}

function totals(column: Column, sums: ReceiptPaper['totals']): Block[] {
  const isTaxed = sums.netoClp > 0 || sums.ivaClp > 0
  const rows: LabelledText[] = [
    ...(sums.exentoClp > 0 ? [{ label: 'Exento', value: formatClp(sums.exentoClp) }] : []),
    ...(isTaxed ? [{ label: 'Neto', value: formatClp(sums.netoClp) }] : []),
    ...(isTaxed ? [{ label: `IVA (${sums.ivaRatePercent}%)`, value: formatClp(sums.ivaClp) }] : []),
  ]
  const savings =
    sums.discountClp > 0
      ? [pair(column, 'Descuentos incluidos', formatClp(sums.discountClp), TEXT_STYLES.body)]
      : []
  return [
    ...rows.map((row) => pair(column, row.label, row.value, TEXT_STYLES.body)),
    pair(column, 'TOTAL', formatClp(sums.totalClp), TEXT_STYLES.total),
    ...savings,
  ]
}

function stampBlock(column: Column, paper: ReceiptPaper, stamp: StampArrangement | null): Block[] {
  const legend = [
    paragraph(
      column,
      `Res. ${paper.resolution.number} de ${paper.resolution.year}`,
      TEXT_STYLES.small,
      'center',
    ),
    paragraph(column, `Verifique documento: ${paper.verifyAt}`, TEXT_STYLES.small, 'center'),
  ]
  if (stamp === null) return [rule(column, 2, 8, 8), ...legend]
  return [
    rule(column, 2, 6, 8),
    modules(column, stamp.matrix, stamp),
    stack([
      space(4),
      paragraph(column, 'Timbre Electrónico SII', TEXT_STYLES.strong, 'center'),
      ...legend,
    ]),
  ]
}
