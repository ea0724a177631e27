import { assert } from '../core/result.ts'

/**
 * A page of printer dots: one bit a dot, 1 = black, most significant bit leftmost, rows padded to
 * whole bytes.
 * `bits.length === bytesPerRow * heightDots` and `bytesPerRow === ceil(widthDots / 8)`.
 */
export interface OneBitPage {
  readonly widthDots: number
  readonly heightDots: number
  readonly bytesPerRow: number
  readonly bits: Uint8Array
}

/** A white page. */
export function blankPage(widthDots: number, heightDots: number): OneBitPage {
  assert(widthDots > 0 && heightDots >= 0, 'a page has a width')
  const bytesPerRow = Math.ceil(widthDots / 8)
  return { widthDots, heightDots, bytesPerRow, bits: new Uint8Array(bytesPerRow * heightDots) }
}

export function isBlackDot(page: OneBitPage, x: number, y: number): boolean {
  return ((page.bits[y * page.bytesPerRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0
}

/** The rows `[from, to)` of a page, sharing its memory. */
export function pageRows(page: OneBitPage, from: number, to: number): OneBitPage {
  assert(from >= 0 && from <= to && to <= page.heightDots, 'rows lie inside the page')
  const bits = page.bits.subarray(from * page.bytesPerRow, to * page.bytesPerRow)
  return { ...page, heightDots: to - from, bits }
}

/** Pages one below the other. All have the same width. */
export function stackPages(pages: readonly OneBitPage[]): OneBitPage {
  const first = pages[0]
  assert(first !== undefined, 'a stack needs at least one page')
  const heightDots = pages.reduce((sum, page) => sum + page.heightDots, 0)
  const bits = new Uint8Array(first.bytesPerRow * heightDots)
  let at = 0
  for (const page of pages) {
    assert(page.widthDots === first.widthDots, 'stacked pages have one width')
    bits.set(page.bits, at)
    at += page.bits.length
  }
  return { ...first, heightDots, bits }
}
