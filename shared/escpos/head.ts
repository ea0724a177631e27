/**
 * Heads on the market: how many dots they have, and how close these stand. Neither follows from the
 * width of the paper.
 */

/**
 * Dots of the heads of the open printer database and of common 58 and 80 mm printers (README of
 * electron/printing).
 */
export const HEAD_DOTS = [384, 416, 432, 504, 512, 546, 576, 640, 832] as const
export const HEAD_DOTS_MIN = 200
export const HEAD_DOTS_MAX = 1_024
export const HEAD_DPI = [180, 203, 300] as const
type HeadDpi = (typeof HEAD_DPI)[number]

/** How dots reach the head: GS v 0, ESC * or GS ( L. */
export const PICTURE_WAYS = ['raster', 'columns', 'graphics'] as const
export type PictureWay = (typeof PICTURE_WAYS)[number]

const MM_PER_INCH = 25.4
/** Heads over 80 mm of paper have 63 mm at least, those over 58 mm have 61 at most. */
const WIDE_LAYOUT_MM = 63

/** A 203 dpi head has exactly 8 dots per mm; its name is rounded. */
export function dotsPerMmAt(dpi: HeadDpi): number {
  return dpi === 203 ? 8 : dpi / MM_PER_INCH
}

/**
 * Rows are sent in whole bytes. A head of 546 dots gets 544, because some wrap what is too wide
 * onto the next row.
 */
export function wholeBytesOf(dots: number): number {
  return dots - (dots % 8)
}

/**
 * Which of the two layouts is for the paper of such a head. The wide one prints 72 mm and is drawn
 * up to an eighth smaller on the narrowest; its stamp still reads.
 */
export function layoutOfHead({
  dots,
  dpi,
}: {
  readonly dots: number
  readonly dpi: HeadDpi
}): 58 | 80 {
  return dots / dotsPerMmAt(dpi) >= WIDE_LAYOUT_MM ? 80 : 58
}
