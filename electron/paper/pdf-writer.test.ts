/** The files themselves: what a viewer, a search and a checker of PDFs find in them. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, it } from 'vitest'
import type { PaperDrawing, TextItem } from '#shared/paper/drawing.ts'
import { layoutReceipt } from '#shared/paper/receipt-layout.ts'
import { TEXT_STYLES } from '#shared/paper/text-styles.ts'
import { FONTS_DIR } from '../../test/support/fonts-dir.ts'
import { sampleLine, sampleReceipt, textsOf } from '../../test/support/paper-samples.ts'
import { loadPaperFonts } from './paper-fonts.ts'
import { writePdf } from './pdf-writer.ts'

const fonts = loadPaperFonts(FONTS_DIR)
const about = { title: 'BOLETA ELECTRÓNICA N° 7', createdAt: new Date('2026-11-20T12:00:00Z') }
const receiptOf = (description: string) =>
  layoutReceipt(
    sampleReceipt(80, { lines: [sampleLine({ description })] }),
    { stamp: null, logo: { columns: 9, rows: 2, cells: new Uint8Array(18).fill(1) } },
    fonts.measure,
  )
const textItem = (text: string, style: TextItem['style'], yDots: number): TextItem => ({
  kind: 'text',
  text,
  style,
  ink: 'black',
  xDots: 0,
  baselineDots: yDots,
  widthDots: fonts.measure(text, style),
})
const drawingOf = (...items: TextItem[]): PaperDrawing => ({
  widthMm: 80,
  pages: [{ heightDots: 400, items }],
})

async function read(drawing: PaperDrawing) {
  const loading = getDocument({ data: writePdf(drawing, fonts, about), verbosity: 0 })
  const document = await loading.promise
  const page = await document.getPage(1)
  const { items, lang } = await page.getTextContent()
  const { info } = await document.getMetadata()
  await loading.destroy()
  const texts = items.flatMap((item) => ('str' in item && item.str !== '' ? [item] : []))
  return { texts, lang, info: info as Readonly<Record<string, unknown>> }
}

it('says its title, maker, day and language', async () => {
  const { info, lang } = await read(receiptOf('Café'))
  expect([info['Title'], info['Producer'], info['CreationDate'], info['Language']]).toEqual([
    about.title,
    'Mesón',
    'D:20261120120000Z',
    'es-CL',
  ])
  expect(lang).toBe('es-CL')
})

it('holds every text of the paper as text, where it stands', async () => {
  const drawing = receiptOf('Ñandú «artesanal» ½ kg, Ωmega, 5 € × 2')
  const { texts } = await read(drawing)
  const found = texts.map(({ str }) => str.replaceAll(' ', '')).join('')
  for (const { text } of textsOf(drawing)) expect(found).toContain(text.replaceAll(' ', ''))
})

it('advances by whole dots in every style, as it was measured', async () => {
  const styles = Object.values(TEXT_STYLES)
  const items = styles.map((style, at) => textItem('TOTAL_$12.990,gjñ', style, 40 + at * 40))
  const { texts } = await read(drawingOf(...items))
  // pdf.js reckons with whole thousandths; without our corrections these texts are dots off.
  const widthsDots = texts.map(({ width }) => (width * 203.2) / 72)
  expect(widthsDots).toHaveLength(styles.length)
  for (const [at, { widthDots }] of items.entries())
    expect(widthsDots[at]).toBeCloseTo(widthDots, 0)
})

it('finds any text of ISO-8859-1 and beyond again', async () => {
  const latin = fc.string({
    unit: fc.mapToConstant(
      { num: 94, build: (at) => String.fromCharCode(0x21 + at) },
      { num: 64, build: (at) => String.fromCharCode(0xc0 + at) },
    ),
    minLength: 1,
    maxLength: 30,
  })
  await fc.assert(
    fc.asyncProperty(latin, async (text) => {
      const { texts } = await read(drawingOf(textItem(text, TEXT_STYLES.body, 40)))
      expect(texts.map(({ str }) => str).join('')).toBe(text.normalize('NFKC'))
    }),
    { numRuns: 25 },
  )
})

it('embeds the usual letters only, unless a paper has others: the same bytes whatever came before', () => {
  const usual = writePdf(receiptOf('Sipka Omega'), fonts, about)
  const unusual = writePdf(receiptOf('Šipka Ωmega'), fonts, about)
  expect(unusual.length).toBeGreaterThan(usual.length)
  const others = loadPaperFonts(FONTS_DIR)
  expect(writePdf(receiptOf('Šipka Ωmega'), others, about)).toEqual(unusual)
  expect(writePdf(receiptOf('Sipka Omega'), others, about)).toEqual(usual)
})

it('is a page of nothing where there is nothing to draw: a PDF without pages is none', async () => {
  const { texts } = await read({ widthMm: 80, pages: [] })
  expect(texts).toEqual([])
})

it('leaves a face out that no text is in', () => {
  const file = (style: TextItem['style']) =>
    Buffer.from(writePdf(drawingOf(textItem('a', style, 40)), fonts, about)).toString('latin1')
  expect(file(TEXT_STYLES.body)).toContain('IBMPlexSansCond-Medm')
  expect(file(TEXT_STYLES.body)).not.toContain('IBMPlexSansCond-Bold')
  expect(file(TEXT_STYLES.title)).not.toContain('IBMPlexSansCond-Medm')
})

const checker = hasQpdf() ? it : it.skip

checker('passes the check of qpdf, with pages that are empty and characters no font has', () => {
  const folder = mkdtempSync(join(tmpdir(), 'meson-pdf-'))
  const empty: PaperDrawing = { widthMm: 58, pages: [{ heightDots: 0, items: [] }] }
  try {
    for (const drawing of [empty, receiptOf('\u{1f600} \ud800 \u0000 Ω'), receiptOf('Pan')]) {
      writeFileSync(join(folder, 'paper.pdf'), writePdf(drawing, fonts, about))
      const said = execFileSync('qpdf', ['--check', join(folder, 'paper.pdf')], {
        encoding: 'utf8',
      })
      expect(said).toContain('No syntax or stream encoding errors found')
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

function hasQpdf(): boolean {
  try {
    execFileSync('qpdf', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
