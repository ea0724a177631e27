import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  anyReceipt,
  faultsOf,
  roundMeasure,
  sampleLine,
  sampleReceipt,
  sampleSlip,
  textsOf,
  WIDTHS,
} from '../../test/support/paper-samples.ts'
import { clp } from '../money/clp.ts'
import { layoutBanner } from './banner-layout.ts'
import { PAGE_HEIGHT_DOTS_MAX, type PaperDrawing } from './drawing.ts'
import type { ReceiptPaper } from './paper-model.ts'
import { layoutReceipt } from './receipt-layout.ts'
import { layoutSlip } from './slip-layout.ts'
import { arrangeStamp } from './stamp-arrangement.ts'

const NO_GRAPHICS = { stamp: null, logo: null }
const stampSymbol = { columns: 273, rows: 59, cells: new Uint8Array(273 * 59).fill(1) }
const qr = { columns: 25, rows: 25, cells: new Uint8Array(625).fill(1) }
const layout = (paper: ReceiptPaper) =>
  layoutReceipt(
    paper,
    { stamp: arrangeStamp(stampSymbol, paper.widthMm), logo: null },
    roundMeasure,
  )
/** The words of a paper in reading order, however they are broken into rows. */
const read = (drawing: PaperDrawing) =>
  textsOf(drawing)
    .map((item) => item.text)
    .join(' ')

describe('any receipt', () => {
  it('keeps every item on the paper, on whole dots and clear of its neighbours', () => {
    fc.assert(
      fc.property(anyReceipt, (paper) => {
        expect(faultsOf(layoutReceipt(paper, NO_GRAPHICS, roundMeasure))).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  it('has one amount for each line and discount, all ending at the right edge', () => {
    fc.assert(
      fc.property(anyReceipt, (paper) => {
        const texts = textsOf(layoutReceipt(paper, NO_GRAPHICS, roundMeasure))
        const edge = paper.widthMm === 58 ? 384 : 576
        const amounts = texts.filter(
          (item) => /^-?\$[\d.]+$/.test(item.text) && item.xDots + item.widthDots === edge,
        )
        const discounts = paper.lines.filter((line) => line.discountClp > 0).length
        expect(amounts.length).toBeGreaterThanOrEqual(paper.lines.length + discounts)
      }),
      { numRuns: 60 },
    )
  })
})

describe.each(WIDTHS)('a receipt on %i mm', (widthMm) => {
  it('says the contact of nobody in particular, without a name or a RUT of theirs', () => {
    const recipient = { named: null, address: null, contact: '+56 9 1 / a@b.cl' }
    const text = read(layout(sampleReceipt(widthMm, { recipient })))
    expect(text).toContain('Contacto: +56 9 1')
    expect(text).not.toContain('Señor(es)')
  })

  it('says everything the law asks for, in order', () => {
    const text = read(
      layout(
        sampleReceipt(widthMm, {
          recipient: {
            named: { rut: '12345678-5', legalName: 'Los Andes Ltda' },
            address: 'Maipú 1',
            contact: 'a@b.cl',
          },
        }),
      ),
    )
    const inOrder = [
      'R.U.T.: 76.192.083-9',
      'BOLETA ELECTRÓNICA',
      'N° 123456',
      'S.I.I. - ÑUÑOA',
      'Almacén',
      'Giro: Venta',
      'Casa matriz: Av. Irarrázaval',
      'Sucursal: Los Leones',
      'Fecha: 20-11-2026',
      'Hora: 14:32',
      'Caja: 1',
      'Señor(es): Los Andes',
      'R.U.T.: 12.345.678-5',
      'Dirección: Maipú',
      'Contacto: a@b.cl',
      'Café molido',
      'Descuento',
      '-$998',
      'Marraqueta',
      'Libro usado\u00a0(E)',
      '(E) Ítem exento de IVA',
      'Exento',
      '$5.000',
      'Neto',
      '$8.901',
      'IVA (19%)',
      '$1.691',
      'TOTAL',
      '$15.592',
      'Redondeo Ley 20.956',
      '-$2',
      'Timbre Electrónico SII',
      'Res. 80 de 2014',
      'Verifique documento: www.sii.cl',
    ]
    let position = 0
    for (const piece of inOrder) {
      const found = text.indexOf(piece, position)
      expect(found, `${piece} after position ${position} of\n${text}`).toBeGreaterThanOrEqual(0)
      position = found
    }
    expect(text).not.toContain('SIN VALIDEZ')
  })

  it('leaves the anonymous buyer out', () => {
    expect(read(layout(sampleReceipt(widthMm)))).not.toContain('Señor')
  })

  it('marks a test document above and below, in white on black', () => {
    const marks = textsOf(layout(sampleReceipt(widthMm, { isTest: true }))).filter((item) =>
      item.text.includes('SIN VALIDEZ'),
    )
    expect(marks.map((item) => item.ink)).toEqual(['white', 'white'])
  })

  it('claims no stamp where there is none', () => {
    const text = read(layoutReceipt(sampleReceipt(widthMm), NO_GRAPHICS, roundMeasure))
    expect(text).not.toContain('Timbre')
    expect(text).toContain('Res. 80 de 2014')
  })

  it('has line amounts that add up to the total as printed', () => {
    const paper = sampleReceipt(widthMm)
    const texts = textsOf(layout(paper)).map((item) => item.text)
    const lineTexts = texts.slice(
      texts.indexOf('Total') + 1,
      texts.indexOf('(E) Ítem exento de IVA'),
    )
    expect(lineTexts).toEqual(expect.arrayContaining(['$9.980', '-$998', '$1.610', '$5.000']))
    expect(9980 - 998 + 1610 + 5000).toBe(paper.totals.totalClp)
  })

  it('prints no tax rows on a wholly exempt receipt', () => {
    const text = read(
      layout(
        sampleReceipt(widthMm, {
          totals: {
            exentoClp: clp(500),
            netoClp: clp(0),
            ivaClp: clp(0),
            ivaRatePercent: 19,
            discountClp: clp(0),
            totalClp: clp(500),
          },
        }),
      ),
    )
    expect(text).toContain('Exento')
    expect(text).not.toMatch(/Neto|IVA \(/)
  })

  it('centres a remark without label and runs a long one on from its label', () => {
    const texts = textsOf(
      layout(
        sampleReceipt(widthMm, {
          footerInfo: [
            { label: '', value: 'Gracias' },
            {
              label: 'Nota',
              value: 'Cambios dentro de diez días con esta boleta y el producto sin uso',
            },
          ],
        }),
      ),
    )
    const thanks = texts.find((item) => item.text === 'Gracias')
    const widthDots = widthMm === 58 ? 384 : 576
    expect(thanks?.xDots).toBe(Math.floor((widthDots - (thanks?.widthDots ?? 0)) / 2))
    expect(texts.find((item) => item.text.startsWith('Nota: Cambios'))?.xDots).toBe(0)
  })

  it('goes on to a second page only when a PDF page cannot be longer', () => {
    const lines = Array.from({ length: 1000 }, () =>
      sampleLine({ description: 'Detergente líquido concentrado para ropa blanca y de color 3 L' }),
    )
    const long = layout(sampleReceipt(widthMm, { lines }))
    expect(long.pages.length).toBeGreaterThan(1)
    for (const page of long.pages) expect(page.heightDots).toBeLessThanOrEqual(PAGE_HEIGHT_DOTS_MAX)
    expect(textsOf(long).filter((item) => item.text === '$3.570')).toHaveLength(1000)
    expect(layout(sampleReceipt(widthMm)).pages).toHaveLength(1)
  })
})

describe.each(WIDTHS)('a slip on %i mm', (widthMm) => {
  it('says that it is not the tax document and shows nothing that only the document has', () => {
    const drawing = layoutSlip(sampleSlip(widthMm), qr, roundMeasure)
    const text = read(drawing)
    for (const piece of [
      'COMPROBANTE DE VENTA',
      'BOLETA EN EMISIÓN',
      'No es documento tributario',
      'P01-01JD',
      'TOTAL',
    ]) {
      expect(text).toContain(piece)
    }
    expect(text).not.toMatch(/Timbre|Neto|IVA \(|S\.I\.I\.|N° /)
    expect(faultsOf(drawing)).toEqual([])
  })

  it('breaks a reference too long for the paper without losing a character', () => {
    const externalReference = `P99-${'W'.repeat(36)}`
    const texts = textsOf(
      layoutSlip(sampleSlip(widthMm, { externalReference }), qr, roundMeasure),
    ).map((item) => item.text)
    const from = texts.indexOf('Referencia') + 1
    expect(texts.slice(from, texts.indexOf('NO ES DOCUMENTO TRIBUTARIO')).join('')).toBe(
      externalReference,
    )
  })
})

it.each(WIDTHS)('a banner on %i mm is a band no taller than it must be', (widthMm) => {
  const banner = layoutBanner(
    { widthMm, text: 'COPIA', detail: 'Reimpresa el 20-11-2026' },
    roundMeasure,
  )
  expect(textsOf(banner).map((item) => [item.text, item.ink])).toEqual([
    ['COPIA', 'white'],
    ['Reimpresa el 20-11-2026', 'white'],
  ])
  expect(banner.pages[0]?.heightDots).toBeLessThan(120)
  expect(faultsOf(banner)).toEqual([])
})
