import type { TextStyle } from './drawing.ts'

/**
 * The sizes of the receipt font. They are chosen so that x-height (0.52 em) and capitals (0.698 em)
 * come out close to whole dots: a row of letters then has one straight edge instead of a ragged
 * one. Rows leave room for accents on capitals.
 */
export const TEXT_STYLES = {
  /** Legends and details. Capitals 15 dots. */
  small: { face: 'medium', sizeDots: 21, rowDots: 26, baselineDots: 20 },
  /** Everything the customer reads line by line. Capitals 16 dots (2 mm). */
  body: { face: 'medium', sizeDots: 23, rowDots: 29, baselineDots: 22 },
  strong: { face: 'bold', sizeDots: 23, rowDots: 29, baselineDots: 22 },
  /** Name of the shop and of the document. Capitals 21 dots. */
  title: { face: 'bold', sizeDots: 30, rowDots: 37, baselineDots: 29 },
  /** RUT and folio in the box. Capitals 23 dots. */
  heading: { face: 'bold', sizeDots: 33, rowDots: 41, baselineDots: 32 },
  /** The amount to pay. Capitals 30 dots. */
  total: { face: 'bold', sizeDots: 43, rowDots: 52, baselineDots: 42 },
  /** COPIA. Capitals 40 dots. */
  banner: { face: 'bold', sizeDots: 57, rowDots: 68, baselineDots: 56 },
} as const satisfies Record<string, TextStyle>
