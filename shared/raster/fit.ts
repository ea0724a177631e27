import { assert } from '../core/result.ts'
import { blankPage } from './one-bit-page.ts'
import type { OneBitPage } from './one-bit-page.ts'

/** Where there is ink: columns `[left, right)`, rows `[top, bottom)`. */
interface InkBox {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The smallest box around every black dot, or null for a blank page. */
export function inkBox(page: OneBitPage): InkBox | null {
  const columns = new Uint8Array(page.bytesPerRow)
  let top = -1
  let bottom = 0
  for (let y = 0, at = 0; y < page.heightDots; y += 1) {
    let row = 0
    for (let column = 0; column < page.bytesPerRow; column += 1, at += 1) {
      const byte = page.bits[at] ?? 0
      row |= byte
      columns[column] = (columns[column] ?? 0) | byte
    }
    if (row === 0) continue
    if (top < 0) top = y
    bottom = y + 1
  }
  if (top < 0) return null
  const first = columns.findIndex((byte) => byte !== 0)
  const last = columns.findLastIndex((byte) => byte !== 0)
  const left = first * 8 + Math.clz32(columns[first] ?? 0) - 24
  const right = last * 8 + 8 - trailingZeroBits(columns[last] ?? 1)
  return { left, right, top, bottom }
}

type Fit =
  | { readonly kind: 'fits'; readonly page: OneBitPage }
  /** The ink is wider than the head: draw the page again at `scale` times the size. */
  | { readonly kind: 'too-wide'; readonly scale: number }

/**
 * Puts a page on a head of `dots` without changing its size: blank side margins go, the page stays
 * centred as far as its ink allows. Squeezing a page box that only has wide margins would ruin its
 * barcodes, so ink alone decides.
 */
export function fitToDots(page: OneBitPage, dots: number, ink: InkBox | null = inkBox(page)): Fit {
  assert(dots > 0 && dots % 8 === 0, 'a head has a whole number of bytes')
  if (ink === null) return { kind: 'fits', page: blankPage(dots, page.heightDots) }
  const inkWidth = ink.right - ink.left
  if (inkWidth > dots) return { kind: 'too-wide', scale: dots / inkWidth }
  const centred = Math.floor((page.widthDots - dots) / 2)
  const left = Math.min(Math.max(centred, ink.right - dots), ink.left)
  return { kind: 'fits', page: takeColumns(page, left, dots) }
}

/** Columns `[left, left + width)` of a page; `left` may be negative, what lies outside is white. */
export function takeColumns(page: OneBitPage, left: number, widthDots: number): OneBitPage {
  const target = blankPage(widthDots, page.heightDots)
  const shift = ((left % 8) + 8) % 8
  const firstByte = Math.floor(left / 8)
  if (shift === 0 && widthDots % 8 === 0) {
    const [from, to] = [
      Math.max(0, firstByte),
      Math.min(page.bytesPerRow, firstByte + target.bytesPerRow),
    ]
    for (let y = 0; y < page.heightDots && to > from; y += 1) {
      const row = y * page.bytesPerRow
      target.bits.set(
        page.bits.subarray(row + from, row + to),
        y * target.bytesPerRow + from - firstByte,
      )
    }
    return target
  }
  // The last byte of a row may hold dots beyond the asked width; they must not survive as ink.
  const lastMask = widthDots % 8 === 0 ? 0xff : (0xff << (8 - (widthDots % 8))) & 0xff
  for (let y = 0; y < page.heightDots; y += 1) {
    const source = y * page.bytesPerRow
    const byteAt = (index: number): number =>
      index < 0 || index >= page.bytesPerRow ? 0 : (page.bits[source + index] ?? 0)
    const row = y * target.bytesPerRow
    for (let column = 0; column < target.bytesPerRow; column += 1) {
      const high = byteAt(firstByte + column) << shift
      const low = shift === 0 ? 0 : byteAt(firstByte + column + 1) >> (8 - shift)
      const mask = column === target.bytesPerRow - 1 ? lastMask : 0xff
      target.bits[row + column] = (high | low) & mask
    }
  }
  return target
}

function trailingZeroBits(byte: number): number {
  return 31 - Math.clz32(byte & -byte)
}
