import PDFDocument from 'pdfkit'
import { PAPER_LOCALE } from '#shared/languages/paper-language.ts'
import {
  DOTS_PER_MM,
  type DrawItem,
  type FontFace,
  type ModuleMatrix,
  type ModulesItem,
  type PaperDrawing,
  type PaperPage,
  type TextItem,
} from '#shared/paper/drawing.ts'
import { PRINTABLE_DOTS } from '#shared/paper/paper-model.ts'
import { encodeOneBitPng } from './one-bit-png.ts'
import type { PaperFonts, SnappedFont } from './paper-fonts.ts'

/** PDF points per printer dot: 72 points and 203.2 dots make an inch. */
const POINTS_PER_DOT = 72 / 203.2

export interface PdfAbout {
  readonly title: string
  /** Stands as the creation date, so that the same paper always gives the same bytes. */
  readonly createdAt: Date
}

/**
 * Draws a drawing with its fonts embedded. The page is as wide as the paper; the printable area is
 * centred on it.
 */
export async function writePdf(
  drawing: PaperDrawing,
  fonts: PaperFonts,
  about: PdfAbout,
): Promise<Uint8Array> {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    font: '',
    fontLayoutCache: false,
    lang: PAPER_LOCALE,
    info: {
      Title: about.title,
      Creator: 'Mesón',
      Producer: 'Mesón',
      CreationDate: about.createdAt,
    },
  })
  const bytes = collect(pdf)
  const faces = registerFonts(pdf, fonts)
  for (const page of drawing.pages) drawPage({ pdf, faces }, drawing, page)
  pdf.end()
  return bytes
}

interface Pen {
  readonly pdf: PDFKit.PDFDocument
  readonly faces: Readonly<Record<FontFace, SnappedFont>>
}

function registerFonts(pdf: PDFKit.PDFDocument, fonts: PaperFonts): Pen['faces'] {
  const faces = { medium: fonts.openFor('medium'), bold: fonts.openFor('bold') }
  // pdfkit takes an already opened fontkit font where its types only know files: it asks for a
  // `layout` function.
  pdf.registerFont('medium', faces.medium as unknown as Buffer)
  pdf.registerFont('bold', faces.bold as unknown as Buffer)
  return faces
}

function drawPage(pen: Pen, { widthMm, pageWidthDots }: PaperDrawing, page: PaperPage): void {
  const widthDots = pageWidthDots ?? widthMm * DOTS_PER_MM
  const marginDots = (widthDots - PRINTABLE_DOTS[widthMm]) / 2
  // A page without height is no valid page.
  const heightDots = Math.max(1, page.heightDots)
  pen.pdf.addPage({ size: [widthDots * POINTS_PER_DOT, heightDots * POINTS_PER_DOT], margin: 0 })
  for (const item of page.items) drawItem(pen, item, marginDots)
}

function drawItem(pen: Pen, item: DrawItem, marginDots: number): void {
  const { pdf } = pen
  const left = (item.xDots + marginDots) * POINTS_PER_DOT
  if (item.kind === 'text') return drawText(pen, item, left)
  const top = item.yDots * POINTS_PER_DOT
  if (item.kind === 'modules') return drawModules(pdf, item, left, top)
  if (item.kind === 'picture') return drawPicture(pdf, item.dots, left, top)
  pdf
    .rect(left, top, item.widthDots * POINTS_PER_DOT, item.heightDots * POINTS_PER_DOT)
    .fill('black')
}

function drawText({ pdf, faces }: Pen, item: TextItem, left: number): void {
  const { face, sizeDots } = item.style
  faces[face].sizeDots = sizeDots
  pdf.font(face, sizeDots * POINTS_PER_DOT).fillColor(item.ink)
  pdf.text(item.text, left, item.baselineDots * POINTS_PER_DOT, {
    lineBreak: false,
    baseline: 'alphabetic',
  })
}

/**
 * Runs of black modules become one rectangle each, in a space where a unit is a dot: whole numbers
 * stay exact. They go into the page as one text: a call for each of two thousand took as long as
 * all the letters.
 */
function drawModules(pdf: PDFKit.PDFDocument, item: ModulesItem, left: number, top: number): void {
  const { matrix, moduleWidthDots, moduleHeightDots } = item
  const runs: string[] = []
  for (let row = 0; row < matrix.rows; row += 1) {
    const cells = matrix.cells.subarray(row * matrix.columns, (row + 1) * matrix.columns)
    for (let start = cells.indexOf(1); start >= 0; ) {
      const white = cells.indexOf(0, start)
      const end = white < 0 ? matrix.columns : white
      const [x, width] = [start * moduleWidthDots, (end - start) * moduleWidthDots]
      runs.push(`${x} ${row * moduleHeightDots} ${width} ${moduleHeightDots} re`)
      start = cells.indexOf(1, end)
    }
  }
  pdf.save().translate(left, top).scale(POINTS_PER_DOT)
  pdf.addContent(runs.join('\n'))
  pdf.fill('black').restore()
}

/**
 * An image of one pixel per dot: far smaller than rectangles for a dithered picture, and as exact.
 */
function drawPicture(pdf: PDFKit.PDFDocument, dots: ModuleMatrix, left: number, top: number): void {
  const width = dots.columns * POINTS_PER_DOT
  pdf.image(encodeOneBitPng(dots), left, top, { width, height: dots.rows * POINTS_PER_DOT })
}

function collect(pdf: PDFKit.PDFDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    pdf.on('error', reject)
    pdf.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
  })
}
