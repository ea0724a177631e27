/**
 * Drawings as PDF. pdfkit took 7 ms for a receipt whose bytes differ from the last one's in a few
 * letters: a font subset made anew, five calls a letter, deflating in JavaScript. A page here is
 * lines of text, bars and a picture, in a space where a unit is a dot, around fonts that are ready.
 */
import { constants, deflateSync } from 'node:zlib'
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
import { unusualCharacters, type EmbeddedFace } from './embedded-face.ts'
import { oneBitRows } from './one-bit-png.ts'
import type { PaperFonts } from './paper-fonts.ts'
import { createPdfFile, pdfDate, pdfNumber, pdfText, type PdfFile } from './pdf-file.ts'

/** PDF points per printer dot: 72 points and 203.2 dots make an inch. */
const POINTS_PER_DOT = 72 / 203.2
/**
 * Half the time of zlib's default for the bars of a stamp, and as small. Its tables, which it
 * clears for each page, are as large as a page fills: 7 % of a page's whole time.
 */
const DEFLATE = { level: 4, strategy: constants.Z_FILTERED, windowBits: 13, memLevel: 7 }

interface PdfAbout {
  readonly title: string
  /** Stands as the creation date, so that the same paper always gives the same bytes. */
  readonly createdAt: Date
}

/**
 * Draws a drawing with its fonts embedded. The page is as wide as the paper; the printable area is
 * centred on it.
 */
export function writePdf(
  drawing: PaperDrawing,
  fonts: PaperFonts,
  about: PdfAbout,
): Uint8Array<ArrayBuffer> {
  const file = createPdfFile()
  const [rootId, pagesId, resourcesId] = [file.reserve(), file.reserve(), file.reserve()]
  const infoId = file.put(
    `<</Title${pdfText(about.title)}/Creator${MAKER}/Producer${MAKER}` +
      `/CreationDate${pdfDate(about.createdAt)}>>`,
  )
  const pen: Pen = { faces: facesOf(drawing, fonts), usedFaces: new Set(), pictures: [] }
  const pages = drawing.pages.length === 0 ? [EMPTY_PAGE] : drawing.pages
  const pageIds = pages.map((page) => putPage(file, pen, drawing, page, [pagesId, resourcesId]))
  file.put(resourcesOf(file, pen), resourcesId)
  const kids = pageIds.map((id) => `${id} 0 R`).join(' ')
  file.put(`<</Type/Pages/Count ${pageIds.length}/Kids[${kids}]>>`, pagesId)
  file.put(`<</Type/Catalog/Pages ${pagesId} 0 R/Lang(${PAPER_LOCALE})>>`, rootId)
  return file.end(rootId, infoId)
}

/** A document without pages is malformed. */
const EMPTY_PAGE: PaperPage = { heightDots: 0, items: [] }
const MAKER = pdfText('Mesón')

interface Pen {
  readonly faces: Readonly<Record<FontFace, EmbeddedFace>>
  readonly usedFaces: Set<FontFace>
  /** Named by their place: `/I0`. */
  readonly pictures: ModuleMatrix[]
}

function facesOf({ pages }: PaperDrawing, fonts: PaperFonts): Pen['faces'] {
  const textsIn = (face: FontFace) =>
    pages.flatMap(({ items }) =>
      items.flatMap((item) => (item.kind === 'text' && item.style.face === face ? item.text : [])),
    )
  const embed = (face: FontFace) => fonts.embed(face, unusualCharacters(textsIn(face)))
  return { medium: embed('medium'), bold: embed('bold') }
}

function putPage(
  file: PdfFile,
  pen: Pen,
  { widthMm, pageWidthDots }: PaperDrawing,
  page: PaperPage,
  [pagesId, resourcesId]: readonly [number, number],
): number {
  const widthDots = pageWidthDots ?? widthMm * DOTS_PER_MM
  const marginDots = (widthDots - PRINTABLE_DOTS[widthMm]) / 2
  // A page without height is no valid page.
  const heightDots = Math.max(1, page.heightDots)
  const [width, height] = [widthDots, heightDots].map(points)
  const sheet: Sheet = { pen, marginDots, heightDots, lines: [`${downwards(heightDots)} cm`] }
  for (const item of page.items) drawItem(sheet, item)
  closeText(sheet)
  const contentId = file.putDeflated('', deflateSync(sheet.lines.join('\n'), DEFLATE))
  return file.put(
    `<</Type/Page/Parent ${pagesId} 0 R/MediaBox[0 0 ${width} ${height}]` +
      `/Resources ${resourcesId} 0 R/Contents ${contentId} 0 R>>`,
  )
}

/** The page while it is drawn. */
interface Sheet {
  readonly pen: Pen
  readonly marginDots: number
  readonly heightDots: number
  readonly lines: string[]
  /** What was said of the texts of this run of texts; null outside of one. */
  said?: { font: string; ink: TextItem['ink'] } | null
}

function points(dots: number): string {
  return pdfNumber(dots * POINTS_PER_DOT, 6)
}

/** From a page whose y grows upwards to the drawing's, and back. */
function downwards(heightDots: number): string {
  return `1 0 0 -1 0 ${points(heightDots)}`
}

function drawItem(sheet: Sheet, item: DrawItem): void {
  if (item.kind === 'text') return drawText(sheet, item)
  closeText(sheet)
  const [left, top] = [points(item.xDots + sheet.marginDots), points(item.yDots)]
  if (item.kind === 'modules') return drawModules(sheet, item, `1 0 0 1 ${left} ${top}`)
  if (item.kind === 'picture') return drawPicture(sheet, item.dots, left, item.yDots)
  sheet.lines.push(`${left} ${top} ${points(item.widthDots)} ${points(item.heightDots)} re f`)
}

function drawText(sheet: Sheet, { text, style, ink, ...item }: TextItem): void {
  const { pen, lines } = sheet
  if (!sheet.said) lines.push(`q ${downwards(sheet.heightDots)} cm`)
  const said = (sheet.said ??= { font: '', ink: 'black' })
  if (said.ink !== ink) lines.push(ink === 'black' ? '0 g' : '1 g')
  const font = `/${style.face} ${points(style.sizeDots)} Tf `
  const x = points(item.xDots + sheet.marginDots)
  const y = points(sheet.heightDots - item.baselineDots)
  const { shown } = pen.faces[style.face]
  let letters = ''
  for (const character of text) letters += shown(character, style.sizeDots)
  lines.push(`BT ${said.font === font ? '' : font}1 0 0 1 ${x} ${y} Tm [<${letters}>]TJ ET`)
  said.font = font
  said.ink = ink
  pen.usedFaces.add(style.face)
}

function closeText(sheet: Sheet): void {
  if (sheet.said) sheet.lines.push('Q')
  sheet.said = null
}

/**
 * Runs of black modules become one rectangle each, in a space where a unit is a dot: whole numbers
 * stay exact. All are one path: between two of them that touch there is no seam at any zoom.
 */
function drawModules({ lines }: Sheet, item: ModulesItem, place: string): void {
  const { matrix, moduleWidthDots, moduleHeightDots } = item
  const scale = pdfNumber(POINTS_PER_DOT, 6)
  lines.push(`q ${place} cm ${scale} 0 0 ${scale} 0 0 cm`)
  for (let row = 0; row < matrix.rows; row += 1) {
    const cells = matrix.cells.subarray(row * matrix.columns, (row + 1) * matrix.columns)
    for (let start = cells.indexOf(1); start >= 0; ) {
      const white = cells.indexOf(0, start)
      const end = white < 0 ? matrix.columns : white
      const [x, width] = [start * moduleWidthDots, (end - start) * moduleWidthDots]
      lines.push(`${x} ${row * moduleHeightDots} ${width} ${moduleHeightDots} re`)
      start = cells.indexOf(1, end)
    }
  }
  lines.push('f Q')
}

/**
 * An image of one pixel per dot: far smaller than rectangles for a dithered picture, and as exact.
 */
function drawPicture({ pen, lines }: Sheet, dots: ModuleMatrix, left: string, yDots: number): void {
  const name = `/I${pen.pictures.push(dots) - 1}`
  const bottom = points(yDots + dots.rows)
  lines.push(
    `q ${points(dots.columns)} 0 0 -${points(dots.rows)} ${left} ${bottom} cm ${name} Do Q`,
  )
}

function resourcesOf(file: PdfFile, pen: Pen): string {
  const fonts = [...pen.usedFaces].map((face) => `/${face} ${pen.faces[face].putInto(file)} 0 R`)
  const pictures = pen.pictures.map((dots, at) => `/I${at} ${putPicture(file, dots)} 0 R`)
  return `<</Font<<${fonts.join('')}>>/XObject<<${pictures.join('')}>>>>`
}

function putPicture(file: PdfFile, dots: ModuleMatrix): number {
  const deflated = deflatedPictures.get(dots) ?? deflateSync(oneBitRows(dots, 0))
  deflatedPictures.set(dots, deflated)
  return file.putDeflated(
    `/Type/XObject/Subtype/Image/Width ${dots.columns}/Height ${dots.rows}` +
      '/ColorSpace/DeviceGray/BitsPerComponent 1',
    deflated,
  )
}

/** The same logo stands on every receipt of a shop. */
const deflatedPictures = new WeakMap<ModuleMatrix, Uint8Array>()
