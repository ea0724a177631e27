import { assert } from '../core/result.ts'
import { pageRows } from './one-bit-page.ts'
import type { OneBitPage } from './one-bit-page.ts'

/**
 * Rows of one raster command: fits small receive buffers, and an error spoils one band instead of
 * the receipt.
 */
export const BAND_ROWS = 128
/** The common limit of GS v 0 among the printers in use. */
const BAND_ROWS_MAX = 2303

/** A page cut into bands of at most `rows`, top to bottom, sharing the page's memory. */
export function splitBands(page: OneBitPage, rows: number = BAND_ROWS): OneBitPage[] {
  assert(Number.isInteger(rows) && rows >= 1 && rows <= BAND_ROWS_MAX, 'band rows 1-2303')
  const bands: OneBitPage[] = []
  for (let from = 0; from < page.heightDots; from += rows) {
    bands.push(pageRows(page, from, Math.min(from + rows, page.heightDots)))
  }
  return bands
}
