/**
 * What a piece of paper is made of, in whole printer dots (8 dots per mm, 203.2 dpi). The origin is
 * the top left corner of the printable area; y grows downwards. Layouts produce this, the PDF
 * writer draws it, and because nothing stands between two dots the printed page is exactly the one
 * that was laid out.
 */
import type { PaperWidthMm } from './paper-model.ts'

export type FontFace = 'medium' | 'bold'

/** How a run of text looks and how much of the page a row of it takes. */
export interface TextStyle {
  readonly face: FontFace
  /** Em size. */
  readonly sizeDots: number
  /** Height of one row. */
  readonly rowDots: number
  /** Baseline, counted from the top of the row. */
  readonly baselineDots: number
}

/**
 * Width of a text in whole dots. Must be additive: a text is as wide as its characters together.
 */
export type MeasureText = (text: string, style: TextStyle) => number

/**
 * A two-dimensional code: `cells[row * columns + column]` is 1 where a module is black. No quiet
 * zone.
 */
export interface ModuleMatrix {
  readonly columns: number
  readonly rows: number
  readonly cells: Uint8Array
}

export interface TextItem {
  readonly kind: 'text'
  readonly text: string
  readonly style: TextStyle
  readonly ink: 'black' | 'white'
  readonly xDots: number
  readonly baselineDots: number
  readonly widthDots: number
}

/** A solid black rectangle: rules, frames and inverse bands are made of these. */
export interface FillItem {
  readonly kind: 'fill'
  readonly xDots: number
  readonly yDots: number
  readonly widthDots: number
  readonly heightDots: number
}

export interface ModulesItem {
  readonly kind: 'modules'
  readonly xDots: number
  readonly yDots: number
  readonly matrix: ModuleMatrix
  readonly moduleWidthDots: number
  readonly moduleHeightDots: number
}

/** A picture already reduced to black and white dots, drawn one cell per dot. */
interface PictureItem {
  readonly kind: 'picture'
  readonly xDots: number
  readonly yDots: number
  readonly dots: ModuleMatrix
}

export type DrawItem = TextItem | FillItem | ModulesItem | PictureItem

export interface PaperPage {
  readonly heightDots: number
  readonly items: readonly DrawItem[]
}

export interface PaperDrawing {
  readonly widthMm: PaperWidthMm
  readonly pages: readonly PaperPage[]
  /** Width of the page where it is not that of the paper: a head may be wider. */
  readonly pageWidthDots?: number
}

/** Dots per millimetre of a 203.2 dpi head. */
export const DOTS_PER_MM = 8
/** Longest page: PDF stops at 14,400 points (ISO 32000-1 annex C), which are 5.08 m of paper. */
export const PAGE_HEIGHT_DOTS_MAX = Math.floor((14_400 * 203.2) / 72)
