/** Papers for the tests: plausible ones, and any that the model allows. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import type { DrawItem, MeasureText, PaperDrawing, TextItem } from '#shared/paper/drawing.ts'
import {
  PRINTABLE_DOTS,
  type PaperLine,
  type PaperWidthMm,
  type ReceiptPaper,
  type SlipPaper,
} from '#shared/paper/paper-model.ts'
import { clp } from '#shared/money/clp.ts'
import { CASH_ID } from '#shared/selling/payment/payment-method.ts'
import { undoInfo } from '#shared/returns/return-request.ts'

export const WIDTHS: readonly PaperWidthMm[] = [58, 80]

/** A ruler of round numbers for layout tests: every character is as wide as an average digit. */
export const roundMeasure: MeasureText = (text, style) =>
  [...text].length * Math.round(style.sizeDots * 0.54)

/** A stamp of exactly `bytes` bytes in ISO-8859-1 that compresses as badly as a real one. */
export function sampleTed(bytes: number): string {
  const head =
    '<TED version="1.0"><DD><RE>76192083-9</RE><TD>39</TD><F>123456</F><FE>2026-11-20</FE>' +
    '<RR>66666666-6</RR><RSR>Sin RUT</RSR><MNT>35362</MNT><IT1>Café Ñandú &amp; Cía</IT1><CAF version="1.0">'
  const tail = '</TED>'
  let noise = ''
  for (let block = 0; noise.length < bytes; block += 1)
    noise += createHash('sha256').update(`${block}`).digest('base64')
  return head + noise.slice(0, bytes - head.length - tail.length) + tail
}

export function sampleLine(change: Partial<PaperLine> = {}): PaperLine {
  return {
    description: 'Leche entera 1 L',
    quantity: '3',
    unit: null,
    unitGrossClp: clp(1190),
    discountClp: clp(0),
    grossClp: clp(3570),
    isExempt: false,
    ...change,
  }
}

export function sampleReceipt(
  widthMm: PaperWidthMm,
  change: Partial<ReceiptPaper> = {},
): ReceiptPaper {
  return {
    widthMm,
    issuer: {
      rut: '76192083-9',
      legalName: 'Almacén y Panadería Doña Rosa SpA',
      activity: 'Venta al por menor de alimentos',
      address: 'Av. Irarrázaval 3456, Ñuñoa',
      branchAddress: 'Los Leones 1203, Providencia',
      taxOffice: 'ÑUÑOA',
      logo: null,
    },
    documentName: 'BOLETA ELECTRÓNICA',
    folio: 123456,
    date: '2026-11-20',
    headerInfo: [
      { label: 'Hora', value: '14:32' },
      { label: 'Caja', value: '1' },
      { label: 'Cajero', value: 'Ana P.' },
    ],
    recipient: null,
    credits: null,
    lines: [
      sampleLine({
        description: 'Café molido Ñandú tostado 250 g',
        quantity: '2',
        unitGrossClp: clp(4990),
        discountClp: clp(998),
        grossClp: clp(8982),
      }),
      sampleLine({
        description: 'Marraqueta',
        quantity: '0,735',
        unit: 'kg',
        unitGrossClp: clp(2190),
        grossClp: clp(1610),
      }),
      sampleLine({
        description: 'Libro usado',
        quantity: '1',
        unitGrossClp: clp(5000),
        grossClp: clp(5000),
        isExempt: true,
      }),
    ],
    totals: {
      exentoClp: clp(5000),
      netoClp: clp(8901),
      ivaClp: clp(1691),
      ivaRatePercent: 19,
      discountClp: clp(998),
      totalClp: clp(15_592),
    },
    footerInfo: [
      { label: 'Redondeo Ley 20.956', value: '-$2' },
      { label: 'Efectivo', value: '$15.590' },
    ],
    tedXml: sampleTed(763),
    resolution: { number: 80, year: 2014 },
    verifyAt: 'www.sii.cl',
    isTest: false,
    ...change,
  }
}

/** Part of the sample receipt given back by a buyer who did not say his name. */
export function sampleCreditNote(widthMm: PaperWidthMm): ReceiptPaper {
  const [coffee, , book] = sampleReceipt(widthMm).lines
  if (coffee === undefined || book === undefined)
    throw new Error('the sample receipt has three lines')
  return sampleReceipt(widthMm, {
    documentName: 'NOTA DE CRÉDITO ELECTRÓNICA',
    folio: 482,
    date: '2026-11-21',
    recipient: { named: { rut: '66666666-6', legalName: 'Sin RUT' }, address: null, contact: null },
    credits: {
      document: 'Boleta electrónica N° 123456 del 20-11-2026',
      reasons: ['Corrige montos', 'Motivo: Producto con falla: el paquete venía abierto'],
    },
    lines: [{ ...coffee, quantity: '1', discountClp: clp(499), grossClp: clp(4491) }, book],
    totals: {
      exentoClp: clp(5000),
      netoClp: clp(3774),
      ivaClp: clp(717),
      ivaRatePercent: 19,
      discountClp: clp(499),
      totalClp: clp(9491),
    },
    footerInfo: [
      { label: 'Devuelto en efectivo', value: '$9.490' },
      { label: 'Redondeo Ley 20.956', value: '-$1' },
    ],
  })
}

export function sampleSlip(widthMm: PaperWidthMm, change: Partial<SlipPaper> = {}): SlipPaper {
  return {
    widthMm,
    shopName: 'Almacén Doña Rosa',
    shopRut: '76192083-9',
    shopAddress: 'Av. Irarrázaval 3456, Ñuñoa',
    soldAt: '20-11-2026 14:32',
    register: '1',
    cashier: 'Ana P.',
    externalReference: 'P01-01JD2M8ZK3X0V5T7Q9R4W6Y8AB',
    lines: sampleReceipt(widthMm).lines,
    totalClp: clp(15_592),
    payments: [{ label: 'Efectivo', value: '$15.590' }],
    standsFor: 'receipt-to-come',
    ...change,
  }
}

/** 15 % off a line and 10 % off the sale, as they were given. */
export function discountedSlip(widthMm: PaperWidthMm): SlipPaper {
  const lines = [
    sampleLine({
      description: 'Café molido 250 g',
      quantity: '3',
      unitGrossClp: clp(1996),
      discountClp: clp(898),
      grossClp: clp(5090),
      discountGiven: '15 %',
    }),
    sampleLine({
      description: 'Hallulla',
      quantity: '0,35',
      unit: 'kg',
      unitGrossClp: clp(2190),
      grossClp: clp(767),
    }),
  ]
  return sampleSlip(widthMm, {
    lines,
    saleDiscount: { given: '10 %', discountClp: clp(586) },
    totalClp: clp(5271),
    payments: [{ label: 'Tarjeta', value: '$5.271' }],
  })
}

/** Of a debit note that waits: what it undoes, why, and the money that came back in. */
export function undoSlip(widthMm: PaperWidthMm): SlipPaper {
  const payments = undoInfo({
    method: CASH_ID,
    name: 'Efectivo',
    reference: '',
    totalClp: clp(15_592),
    tipClp: clp(0),
    roundingClp: clp(-2),
    toCollectClp: clp(15_590),
    tenderedClp: clp(15_590),
    changeClp: clp(0),
  })
  return sampleSlip(widthMm, {
    standsFor: 'debit-note-to-come',
    payments: payments.map(({ key, value }) => ({ label: key, value })),
    about: [
      { label: 'De la nota de crédito', value: 'N° 1043' },
      { label: 'Motivo', value: 'La devolución era de otra boleta' },
    ],
  })
}

const amount = fc.integer({ min: 0, max: 400_000_000_000 }).map(clp)
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        'Café',
        'Ñandú',
        'de',
        '1,5 L',
        'desinfectante',
        'electroencefalografista'.repeat(3),
      ),
      { maxLength: 12 },
    )
    .map((words) => words.join(' ')),
)
const line: fc.Arbitrary<PaperLine> = fc.record({
  description: text,
  quantity: fc.constantFrom('1', '0,735', '12', '999.999,999', '999.999.999,999999'),
  unit: fc.constantFrom(null, 'kg', 'caja'),
  unitGrossClp: amount,
  discountClp: fc.oneof(fc.constant(clp(0)), amount),
  grossClp: amount,
  isExempt: fc.boolean(),
  discountGiven: text,
})
const labelled = fc.record({ label: text, value: text })

/** Any receipt, sensible or not. The layout must put it on the paper without a collision. */
export const anyReceipt: fc.Arbitrary<ReceiptPaper> = fc.record({
  widthMm: fc.constantFrom<PaperWidthMm>(58, 80),
  issuer: fc.record({
    rut: fc.constant('76192083-9'),
    legalName: text,
    activity: text,
    address: text,
    branchAddress: fc.option(text),
    taxOffice: text,
    logo: fc.constant(null),
  }),
  documentName: fc.constantFrom(
    'BOLETA ELECTRÓNICA',
    'BOLETA NO AFECTA O EXENTA ELECTRÓNICA',
    'NOTA DE CRÉDITO ELECTRÓNICA',
  ),
  folio: fc.integer({ min: 1, max: 9_999_999_999 }),
  date: fc.constant('2026-11-20'),
  headerInfo: fc.array(labelled, { maxLength: 6 }),
  recipient: fc.option(
    fc.record({
      named: fc.option(fc.record({ rut: fc.constant('12345678-5'), legalName: text })),
      address: fc.option(text),
      contact: fc.option(text),
    }),
  ),
  credits: fc.option(fc.record({ document: text, reasons: fc.array(text, { maxLength: 2 }) })),
  lines: fc.array(line, { minLength: 1, maxLength: 12 }),
  totals: fc.record({
    exentoClp: amount,
    netoClp: amount,
    ivaClp: amount,
    ivaRatePercent: fc.constant(19),
    discountClp: amount,
    totalClp: amount,
  }),
  footerInfo: fc.array(labelled, { maxLength: 6 }),
  tedXml: fc.constant(null),
  resolution: fc.record({ number: fc.nat(200), year: fc.integer({ min: 2003, max: 2040 }) }),
  verifyAt: text,
  isTest: fc.boolean(),
})

export function textsOf(drawing: PaperDrawing): TextItem[] {
  return drawing.pages.flatMap((page) => page.items.filter((item) => item.kind === 'text'))
}

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly what: string
}

/**
 * What is wrong with a drawing: items outside the paper, items over each other, parts of a dot.
 * Empty when all is well.
 */
export function faultsOf(drawing: PaperDrawing): string[] {
  return drawing.pages.flatMap((page) => {
    const paper = {
      left: 0,
      top: 0,
      right: PRINTABLE_DOTS[drawing.widthMm],
      bottom: page.heightDots,
    }
    const boxes = page.items.map(boxOf)
    const misplaced = boxes.filter(
      (box) =>
        box.left < paper.left ||
        box.top < paper.top ||
        box.right > paper.right ||
        box.bottom > paper.bottom ||
        ![box.left, box.top, box.right, box.bottom].every(Number.isInteger),
    )
    // White text belongs on its band; everything else keeps clear of everything else.
    const standsAlone = (item: DrawItem) =>
      item.kind !== 'fill' && !(item.kind === 'text' && item.ink === 'white')
    const black = page.items.filter(standsAlone).map(boxOf)
    return [...misplaced.map((box) => `misplaced: ${box.what}`), ...collisions(black)]
  })
}

function collisions(boxes: readonly Box[]): string[] {
  const sorted = [...boxes].sort((a, b) => a.top - b.top)
  return sorted.flatMap((box, index) => {
    const below = sorted.slice(index + 1).filter((other) => other.top < box.bottom)
    return below
      .filter((other) => other.left < box.right && box.left < other.right)
      .map((other) => `collision: ${box.what} with ${other.what}`)
  })
}

function boxOf(item: DrawItem): Box {
  if (item.kind === 'text') {
    const top = item.baselineDots - item.style.baselineDots
    return {
      left: item.xDots,
      top,
      right: item.xDots + item.widthDots,
      bottom: top + item.style.rowDots,
      what: item.text,
    }
  }
  const [width, height] =
    item.kind === 'fill'
      ? [item.widthDots, item.heightDots]
      : item.kind === 'picture'
        ? [item.dots.columns, item.dots.rows]
        : [item.matrix.columns * item.moduleWidthDots, item.matrix.rows * item.moduleHeightDots]
  return {
    left: item.xDots,
    top: item.yDots,
    right: item.xDots + width,
    bottom: item.yDots + height,
    what: item.kind,
  }
}
