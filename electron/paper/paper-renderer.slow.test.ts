/**
 * The printed page itself: PDF rendered at the printer's resolution, reduced to black and white,
 * read by a decoder.
 */
import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import type { OneBitPage } from '#shared/raster/one-bit-page.ts'
import { decode, isBlack, rasterize } from '../../test/support/paper-raster.ts'
import {
  sampleLine,
  sampleReceipt,
  sampleSlip,
  sampleTed,
  WIDTHS,
} from '../../test/support/paper-samples.ts'
import { FONTS_DIR } from '../../test/support/fonts-dir.ts'
import { createPaperRenderer } from './paper-renderer.ts'

const paper = createPaperRenderer({ fontsDir: FONTS_DIR })
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

async function onlyPage(pdf: Uint8Array): Promise<OneBitPage> {
  const pages = await rasterize(pdf)
  expect(pages).toHaveLength(1)
  return pages[0]!
}

/** Columns of dots, relative to the paper, that carry ink. */
function inkedColumns(page: OneBitPage): { first: number; last: number } {
  const inked = Array.from({ length: page.widthDots }, (_, x) => x).filter((x) =>
    Array.from({ length: page.heightDots }, (_, y) => isBlack(page, x, y)).includes(true),
  )
  return { first: inked[0] ?? -1, last: inked.at(-1) ?? -1 }
}

describe.each(WIDTHS)('a receipt on %i mm', (widthMm) => {
  const [paperDots, first, last] = widthMm === 58 ? [464, 40, 423] : [640, 32, 607]

  it.each([700, 763, 984, 1034, 1060])(
    'carries a stamp of %i bytes that reads back byte for byte',
    async (bytes) => {
      const tedXml = sampleTed(bytes)
      const page = await onlyPage(await paper.renderReceiptPdf(sampleReceipt(widthMm, { tedXml })))
      expect(await decode(page, 'PDF417')).toEqual([latin1(tedXml)])
    },
  )

  it('is as wide as the paper and prints exactly on the printable part', async () => {
    const page = await onlyPage(await paper.renderReceiptPdf(sampleReceipt(widthMm)))
    expect(page.widthDots).toBe(paperDots)
    expect(inkedColumns(page)).toEqual({ first, last })
  })

  it('gives the same bytes for the same paper', async () => {
    const one = await paper.renderReceiptPdf(sampleReceipt(widthMm))
    const other = await createPaperRenderer({ fontsDir: FONTS_DIR }).renderReceiptPdf(
      sampleReceipt(widthMm),
    )
    expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true)
  })

  it('draws many at once without mixing them up', async () => {
    const papers = [21, 4711, 99].map((folio) =>
      sampleReceipt(widthMm, { folio, tedXml: sampleTed(700 + (folio % 50)) }),
    )
    const alone: Uint8Array[] = []
    for (const one of papers) alone.push(await paper.renderReceiptPdf(one))
    expect(await Promise.all(papers.map(paper.renderReceiptPdf))).toEqual(alone)
  })

  it('draws characters the font lacks as boxes instead of failing', async () => {
    const lines = [
      sampleLine({ description: '\u{1f600} \u4e2d\u6587 \ud800 \u0000 e\u0301 \u202eabc' }),
    ]
    const page = await onlyPage(await paper.renderReceiptPdf(sampleReceipt(widthMm, { lines })))
    expect(await decode(page, 'PDF417')).toHaveLength(1)
  })

  it('refuses a stamp it could not carry byte for byte', async () => {
    const broken = sampleReceipt(widthMm, { tedXml: `${sampleTed(700)}\u20ac` })
    await expect(paper.renderReceiptPdf(broken)).rejects.toThrow('outside ISO-8859-1')
  })

  it('prints the logo dot for dot', async () => {
    const canvas = createCanvas(100, 40)
    const context = canvas.getContext('2d')
    context.fillRect(0, 0, 100, 40)
    for (let x = 1; x < 100; x += 2) context.clearRect(x, 0, 1, 40)
    const receipt = sampleReceipt(widthMm)
    const plain = await onlyPage(await paper.renderReceiptPdf(receipt))
    const issuer = { ...receipt.issuer, logo: new Uint8Array(canvas.toBuffer('image/png')) }
    const page = await onlyPage(await paper.renderReceiptPdf({ ...receipt, issuer }))
    expect(page.heightDots).toBe(plain.heightDots + 52)
    const left = Math.floor((paperDots - 100) / 2)
    const stripes = Array.from({ length: 100 }, (_, index) => index % 2 === 0)
    const isStriped = (y: number) =>
      stripes.every((black, index) => isBlack(page, left + index, y) === black)
    expect(
      Array.from({ length: page.heightDots }, (_, y) => isStriped(y)).filter(Boolean),
    ).toHaveLength(40)
  })

  it('holds a thousand lines', async () => {
    const lines = Array.from({ length: 1000 }, (_, index) =>
      sampleLine({ description: `Producto ${index + 1} de la lista completa` }),
    )
    const tedXml = sampleTed(763)
    const pages = await rasterize(
      await paper.renderReceiptPdf(sampleReceipt(widthMm, { lines, tedXml })),
    )
    for (const page of pages) expect(page.widthDots).toBe(paperDots)
    const dots = pages.reduce((sum, page) => sum + page.heightDots, 0)
    expect(dots).toBeGreaterThan(1000 * 29)
    expect(await decode(cutEnd(pages.at(-1)!, 1200), 'PDF417')).toEqual([latin1(tedXml)])
  })
})

/** The last rows of a page. */
function cutEnd(page: OneBitPage, rows: number): OneBitPage {
  const from = Math.max(0, page.heightDots - rows)
  return {
    ...page,
    heightDots: page.heightDots - from,
    bits: page.bits.subarray(from * page.bytesPerRow),
  }
}

describe.each(WIDTHS)('a slip on %i mm', (widthMm) => {
  it('carries its reference as a QR code and no stamp', async () => {
    const slip = sampleSlip(widthMm)
    const page = await onlyPage(await paper.renderSlipPdf(slip))
    expect(await decode(page, 'QRCode')).toEqual([latin1(slip.externalReference)])
    expect(await decode(page, 'PDF417')).toEqual([])
  })

  it('opens with an inverse band over the whole width', async () => {
    const page = await onlyPage(await paper.renderSlipPdf(sampleSlip(widthMm)))
    const black = (y: number) =>
      Array.from({ length: page.widthDots }, (_, x) => isBlack(page, x, y)).filter(Boolean).length
    expect(black(6)).toBe(widthMm === 58 ? 384 : 576)
  })
})

it.each(WIDTHS)('a banner on %i mm is short and mostly black', async (widthMm) => {
  const page = await onlyPage(await paper.renderBannerPdf({ widthMm, text: 'COPIA', detail: null }))
  expect(page.heightDots).toBe(88)
  const black = page.bits.reduce(
    (sum, byte) => sum + byte.toString(2).replaceAll('0', '').length,
    0,
  )
  expect(black / (page.widthDots * page.heightDots)).toBeGreaterThan(0.5)
})
