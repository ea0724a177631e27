/**
 * Invoices, notes, dispatches and export documents on a roll of 58 or 80 mm, in the receipt's own
 * vocabulary.
 */
import { drawOnRoll, modules, pair, paragraph, rule, space, stack } from '#shared/paper/blocks.ts'
import type { Block, Column } from '#shared/paper/blocks.ts'
import type { MeasureText, ModuleMatrix, PaperDrawing } from '#shared/paper/drawing.ts'
import { infoGrid } from '#shared/paper/info-grid.ts'
import { documentBox, documentHead, footer, testMark } from '#shared/paper/page-parts.ts'
import type { PaperGraphics } from '#shared/paper/page-parts.ts'
import type { LabelledText } from '#shared/paper/paper-model.ts'
import { TEXT_STYLES } from '#shared/paper/text-styles.ts'
import type { DocumentPaper, DocumentPaperLine } from '../parts/document-paper.ts'

interface DocumentGraphics extends PaperGraphics {
  /** Argentina: the authority's QR code. */
  readonly qr: ModuleMatrix | null
}

export function layoutDocument(
  paper: DocumentPaper,
  graphics: DocumentGraphics,
  measure: MeasureText,
): PaperDrawing {
  return drawOnRoll(paper.widthMm, measure, (column) => [
    ...documentHead(column, { ...paper, box: box(column, paper), logo: graphics.logo }),
    paragraph(column, paper.issuer.legalName, TEXT_STYLES.title, 'center'),
    paragraph(column, paper.issuer.activity, TEXT_STYLES.small, 'center'),
    paragraph(column, paper.issuer.address, TEXT_STYLES.small, 'center'),
    ...branch(column, paper.issuer),
    rule(column, 2, 8, 8),
    ...infoGrid(column, [{ label: 'Fecha', value: paper.date }, ...paper.headerInfo]),
    rule(column, 1, 6, 6),
    ...paper.recipient.map(({ label, value }) =>
      paragraph(column, `${label}: ${value}`, TEXT_STYLES.body),
    ),
    ...references(column, paper.references),
    ...customs(column, paper.customs),
    rule(column, 2, 8, 6),
    ...lines(column, paper.lines),
    rule(column, 2, 4, 8),
    ...totals(column, paper.totals),
    ...footer(column, paper.footerInfo),
    ...closing(column, paper, graphics),
    ...testMark(column, paper.isTest, 'bottom'),
    space(8),
  ])
}

function branch(column: Column, { branchAddress }: DocumentPaper['issuer']): Block[] {
  return branchAddress === null
    ? []
    : [paragraph(column, branchAddress, TEXT_STYLES.small, 'center')]
}

function box(column: Column, paper: DocumentPaper): Block {
  const { taxNumberLabel, taxNumber } = paper.issuer
  return documentBox(column, paper.taxOffice, (inside) => [
    paragraph(inside, `${taxNumberLabel}: ${taxNumber}`, TEXT_STYLES.heading, 'center'),
    space(4),
    ...(paper.letter === null
      ? []
      : [paragraph(inside, paper.letter, TEXT_STYLES.total, 'center')]),
    ...paper.legends.map((legend) => paragraph(inside, legend, TEXT_STYLES.strong, 'center')),
    paragraph(inside, paper.documentName, TEXT_STYLES.title, 'center'),
    space(4),
    paragraph(inside, paper.number, TEXT_STYLES.heading, 'center'),
  ])
}

function references(column: Column, texts: readonly string[]): Block[] {
  if (texts.length === 0) return []
  return [
    rule(column, 1, 6, 6),
    paragraph(column, 'Referencias', TEXT_STYLES.strong),
    ...texts.map((text) => paragraph(column, text, TEXT_STYLES.body)),
  ]
}

function customs(column: Column, rows: readonly LabelledText[]): Block[] {
  if (rows.length === 0) return []
  return [
    rule(column, 1, 6, 6),
    paragraph(column, 'Aduana', TEXT_STYLES.strong),
    ...rows.map(({ label, value }) => paragraph(column, `${label}: ${value}`, TEXT_STYLES.body)),
  ]
}

function lines(column: Column, rows: readonly DocumentPaperLine[]): Block[] {
  const hasExempt = rows.some((row) => row.isExempt)
  return [
    ...rows.map((row) =>
      stack([
        paragraph(
          column,
          row.isExempt ? `${row.description} (E)` : row.description,
          TEXT_STYLES.body,
        ),
        pair(column, row.detail, row.amount, TEXT_STYLES.body),
        ...(row.discount === undefined
          ? []
          : [pair(column, row.discount.label, row.discount.value, TEXT_STYLES.body)]),
        space(6),
      ]),
    ),
    ...(hasExempt ? [paragraph(column, '(E) Ítem exento de IVA', TEXT_STYLES.small)] : []),
  ]
}

function totals(column: Column, rows: readonly LabelledText[]): Block[] {
  return rows.map((row, index) =>
    pair(
      column,
      row.label,
      row.value,
      index === rows.length - 1 ? TEXT_STYLES.total : TEXT_STYLES.body,
    ),
  )
}

function closing(column: Column, paper: DocumentPaper, { stamp, qr }: DocumentGraphics): Block[] {
  const { resolution } = paper
  const legend = [
    ...(stamp === null
      ? []
      : [space(4), paragraph(column, 'Timbre Electrónico SII', TEXT_STYLES.strong, 'center')]),
    ...(resolution === null
      ? []
      : [
          paragraph(
            column,
            `Res. ${resolution.number} de ${resolution.year}`,
            TEXT_STYLES.small,
            'center',
          ),
        ]),
    paragraph(column, `Verifique documento: ${paper.verifyAt}`, TEXT_STYLES.small, 'center'),
  ]
  const codes = [
    ...(stamp === null ? [] : [modules(column, stamp.matrix, stamp)]),
    ...(qr === null ? [] : [qrBlock(column, qr)]),
  ]
  return [rule(column, 2, 8, 12), ...codes, stack(legend)]
}

const QR_MODULE_DOTS_MAX = 6
/** White around a QR code, in modules. */
const QR_QUIET_MODULES = 4

/** As large as the paper allows: the authority's address makes a code of many modules. */
function qrBlock(column: Column, qr: ModuleMatrix): Block {
  const moduleDots = Math.min(
    QR_MODULE_DOTS_MAX,
    Math.floor(column.widthDots / (qr.columns + 2 * QR_QUIET_MODULES)),
  )
  return modules(column, qr, {
    moduleWidthDots: moduleDots,
    moduleHeightDots: moduleDots,
    quietDots: QR_QUIET_MODULES * moduleDots,
  })
}
