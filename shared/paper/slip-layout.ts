/**
 * The slip: what the customer gets when the service cannot be reached, or beside a card voucher
 * that is the receipt. It must never pass for the tax document, so it has no box with RUT and
 * folio, no tax breakdown and no stamp, and says what it is in an inverse band.
 */
import { clp, formatClp } from '../money/clp.ts'
import { formatRut, type Rut } from '../rut/rut.ts'
import {
  drawOnRoll,
  dashedRule,
  inset,
  inverse,
  pair,
  paragraph,
  space,
  stack,
  type Block,
  type Column,
} from './blocks.ts'
import type { MeasureText, ModuleMatrix, PaperDrawing } from './drawing.ts'
import { infoGrid } from './info-grid.ts'
import { lineTable } from './line-table.ts'
import { type SlipPaper } from './paper-model.ts'
import { pageBlock, qrCode } from './page-code.ts'
import { practiceMark } from './page-parts.ts'
import { TEXT_STYLES } from './text-styles.ts'

/** `reference` is the QR code of the external reference, `page` of the document's page. */
export function layoutSlip(
  slip: SlipPaper,
  reference: ModuleMatrix,
  measure: MeasureText,
  page: ModuleMatrix | null = null,
): PaperDrawing {
  return drawOnRoll(slip.widthMm, measure, (column) => [
    space(4),
    ...practiceMark(column, slip.isPractice),
    notTheDocument(column, WORDS[slip.standsFor]),
    space(10),
    paragraph(column, slip.shopName, TEXT_STYLES.title, 'center'),
    paragraph(column, `R.U.T.: ${formatRut(slip.shopRut as Rut)}`, TEXT_STYLES.small, 'center'),
    ...(slip.shopActivity === undefined
      ? []
      : [paragraph(column, slip.shopActivity, TEXT_STYLES.small, 'center')]),
    paragraph(column, slip.shopAddress, TEXT_STYLES.small, 'center'),
    dashedRule(column, 2, 8, 8),
    ...infoGrid(column, [
      { label: 'Fecha', value: slip.soldAt },
      { label: 'Caja', value: slip.register },
      { label: 'Cajero', value: slip.cashier },
      ...(slip.about ?? []),
    ]),
    dashedRule(column, 2, 8, 6),
    ...BODY[slip.standsFor === 'gift' || slip.standsFor === 'vale' ? slip.standsFor : 'money'](
      column,
      slip,
    ),
    dashedRule(column, 2, 8, 10),
    ...(page === null ? [] : [...pageBlock(column, page), dashedRule(column, 2, 8, 10)]),
    ...referenceBlock(column, slip, reference),
    ...practiceMark(column, slip.isPractice),
    space(8),
  ])
}

function money(column: Column, slip: SlipPaper): Block[] {
  return [
    ...lineTable(column, slip.lines),
    dashedRule(column, 2, 4, 8),
    ...saleDiscount(column, slip),
    pair(column, 'TOTAL', formatClp(slip.totalClp), TEXT_STYLES.total),
    ...slip.payments.map((payment) => pair(column, payment.label, payment.value, TEXT_STYLES.body)),
  ]
}

/** The sum alone, as large as it goes. */
function worth(column: Column, { totalClp }: SlipPaper): Block[] {
  return [paragraph(column, formatClp(totalClp), TEXT_STYLES.banner, 'center')]
}

/** What it is and how much of it: whoever gets the present does not read what it cost. */
function goods(column: Column, { lines }: SlipPaper): Block[] {
  return lines.map(({ description, quantity, unit }) =>
    pair(column, description, `${quantity}${unit === null ? '' : ` ${unit}`}`, TEXT_STYLES.body),
  )
}

const BODY = { money, gift: goods, vale: worth } as const

/** A line of its own: what the lines come to, and what comes off all of them. */
function saleDiscount(column: Column, { saleDiscount: discount, totalClp }: SlipPaper): Block[] {
  if (discount === undefined) return []
  const label = `Descuento a la venta ${discount.given}`.trim()
  return [
    pair(column, 'Subtotal', formatClp(clp(totalClp + discount.discountClp)), TEXT_STYLES.body),
    pair(column, label, formatClp(clp(0 - discount.discountClp)), TEXT_STYLES.body),
  ]
}

const WORDS = {
  'receipt-to-come': {
    heading: 'COMPROBANTE DE VENTA',
    title: 'BOLETA EN EMISIÓN',
    advice:
      'Su boleta electrónica se emitirá apenas vuelva la conexión. Conserve este comprobante para retirarla.',
  },
  'invoice-to-come': {
    heading: 'COMPROBANTE DE VENTA',
    title: 'FACTURA EN EMISIÓN',
    advice:
      'Su factura electrónica se emitirá apenas vuelva la conexión. Conserve este comprobante para retirarla.',
  },
  'credit-note-to-come': {
    heading: 'COMPROBANTE DE DEVOLUCIÓN',
    title: 'NOTA DE CRÉDITO EN EMISIÓN',
    advice:
      'Su nota de crédito electrónica se emitirá apenas vuelva la conexión. Conserve este comprobante para retirarla.',
  },
  'debit-note-to-come': {
    heading: 'DEVOLUCIÓN ANULADA',
    title: 'NOTA DE DÉBITO EN EMISIÓN',
    advice:
      'La nota de débito electrónica se emitirá apenas vuelva la conexión. Conserve este comprobante para retirarla.',
  },
  gift: {
    heading: 'TICKET DE CAMBIO',
    title: 'PARA REGALO',
    advice: 'Para cambiar, traiga los productos con este ticket.',
  },
  vale: {
    heading: 'VALE DE DEVOLUCIÓN',
    title: 'AL PORTADOR',
    advice:
      'Paga compras por este monto, en una o varias veces, solo en la caja que lo dio. No se cambia por dinero. Cuídelo como efectivo: quien lo presenta lo usa.',
  },
  voucher: {
    heading: 'COMPROBANTE DE VENTA',
    title: 'PAGADA CON TARJETA',
    advice: 'El voucher de la tarjeta es la boleta de esta compra. Consérvelo: no se emite otra.',
  },
} as const

function notTheDocument(
  column: Column,
  { heading, title }: (typeof WORDS)[SlipPaper['standsFor']],
): Block {
  const inside = inset(column, 8)
  return inverse(
    column,
    stack([
      paragraph(inside, heading, TEXT_STYLES.title, 'center'),
      paragraph(inside, title, TEXT_STYLES.title, 'center'),
      paragraph(inside, 'No es documento tributario', TEXT_STYLES.strong, 'center'),
    ]),
    12,
  )
}

function referenceBlock(
  column: Column,
  { externalReference, codeText, standsFor }: SlipPaper,
  code: ModuleMatrix,
): Block[] {
  const { advice } = WORDS[standsFor]
  const text = codeText ?? externalReference
  const fitsStrong = column.measure(text, TEXT_STYLES.strong) <= column.widthDots
  const referenceStyle = fitsStrong ? TEXT_STYLES.strong : TEXT_STYLES.small
  return [
    paragraph(column, advice, TEXT_STYLES.body, 'center'),
    qrCode(column, code),
    paragraph(
      column,
      codeText === undefined ? 'Referencia' : 'Código',
      TEXT_STYLES.small,
      'center',
    ),
    paragraph(column, text, referenceStyle, 'center'),
    space(10),
    paragraph(column, 'NO ES DOCUMENTO TRIBUTARIO', TEXT_STYLES.strong, 'center'),
  ]
}
