/**
 * Two other ways to put a picture on paper, for heads that do not take GS v 0: columns of 24 dots
 * (ESC *, the oldest and widest known) and stored graphics (GS ( L). Source: Epson's ESC/POS
 * command reference.
 */
import { assert } from '../core/result.ts'
import { blankPage, type OneBitPage } from '../raster/one-bit-page.ts'
import { withoutRealTimeCodes } from '../raster/real-time-codes.ts'

/** Rows of dots one ESC * line prints. */
export const COLUMN_ROWS = 24
/** ESC * 33: 24 dots a column at full density. */
const COLUMN_MODE = 33
/** Most dots of a line: two bytes hold the count, and no head is wider. */
const COLUMNS_MAX = 2_048
/** GS ( L says its length in two bytes; ten of them are the header of the picture. */
const GRAPHICS_BYTES_MAX = 65_535 - 10

/** Rows of one GS ( L picture as wide as this page. */
export function graphicsRowsMax(bytesPerRow: number): number {
  return Math.floor(GRAPHICS_BYTES_MAX / bytesPerRow)
}

/**
 * `ESC * 33 nL nH` and three bytes a column, the top dot in the highest bit. The page has 24 rows.
 */
export function encodeColumns(page: OneBitPage): Uint8Array {
  const { widthDots, heightDots, bytesPerRow, bits } = page
  assert(heightDots === COLUMN_ROWS, 'a line of columns is 24 dots high')
  assert(widthDots % 8 === 0 && widthDots <= COLUMNS_MAX, 'a line has whole bytes of columns')
  const data = new Uint8Array(widthDots * 3)
  for (let y = 0; y < COLUMN_ROWS; y += 1) {
    for (let column = 0; column < bytesPerRow; column += 1) {
      const byte = bits[y * bytesPerRow + column] ?? 0
      if (byte === 0) continue
      for (let bit = 0; bit < 8; bit += 1) {
        if ((byte & (0x80 >> bit)) === 0) continue
        const at = (column * 8 + bit) * 3 + (y >> 3)
        data[at] = (data[at] ?? 0) | (0x80 >> (y & 7))
      }
    }
  }
  const bytes = new Uint8Array(5 + data.length)
  bytes.set([0x1b, 0x2a, COLUMN_MODE, widthDots & 0xff, widthDots >> 8])
  bytes.set(withoutRealTimeCodes(data), 5)
  return bytes
}

export type ReadPicture =
  | { readonly kind: 'read'; readonly length: number; readonly page: OneBitPage }
  | { readonly kind: 'unknown' | 'cut-short' }

/** Reads what `encodeColumns` writes, from `at` on. */
export function readColumns(bytes: Uint8Array, at: number): ReadPicture {
  if (at + 5 > bytes.length) return { kind: 'cut-short' }
  const [mode = 0, low = 0, high = 0] = bytes.subarray(at + 2, at + 5)
  const widthDots = low + high * 256
  if (mode !== COLUMN_MODE || widthDots === 0 || widthDots % 8 !== 0 || widthDots > COLUMNS_MAX)
    return { kind: 'unknown' }
  const length = 5 + widthDots * 3
  if (at + length > bytes.length) return { kind: 'cut-short' }
  const page = blankPage(widthDots, COLUMN_ROWS)
  for (let x = 0; x < widthDots; x += 1) {
    for (let y = 0; y < COLUMN_ROWS; y += 1) {
      if (((bytes[at + 5 + x * 3 + (y >> 3)] ?? 0) & (0x80 >> (y & 7))) === 0) continue
      const byte = y * page.bytesPerRow + (x >> 3)
      page.bits[byte] = (page.bits[byte] ?? 0) | (0x80 >> (x & 7))
    }
  }
  return { kind: 'read', length, page }
}

/** GS ( L, function 112 without enlargement, and function 50, which prints what was stored. */
export function encodeGraphics({ bytesPerRow, heightDots, bits }: OneBitPage): Uint8Array {
  assert(
    heightDots >= 1 && heightDots <= graphicsRowsMax(bytesPerRow),
    'a picture fits one command',
  )
  const [count, width] = [10 + bits.length, bytesPerRow * 8]
  return Uint8Array.from([
    ...GRAPHICS_START,
    count & 0xff,
    count >> 8,
    ...GRAPHICS_STORE,
    width & 0xff,
    width >> 8,
    heightDots & 0xff,
    heightDots >> 8,
    ...bits,
    ...GRAPHICS_PRINT,
  ])
}

const GRAPHICS_START = [0x1d, 0x28, 0x4c] as const
/** Function 112, one colour, no enlargement, colour 1. */
const GRAPHICS_STORE = [48, 112, 48, 1, 1, 49] as const
const GRAPHICS_PRINT = [...GRAPHICS_START, 2, 0, 48, 50] as const

/** Reads what `encodeGraphics` writes, from `at` on. */
export function readGraphics(bytes: Uint8Array, at: number): ReadPicture {
  if (at + 15 > bytes.length) return { kind: 'cut-short' }
  const word = (place: number): number =>
    (bytes[at + place] ?? 0) + 256 * (bytes[at + place + 1] ?? 0)
  const [count, widthDots, heightDots] = [word(3), word(11), word(13)]
  const isStore = GRAPHICS_STORE.every((value, index) => bytes[at + 5 + index] === value)
  const bytesPerRow = widthDots / 8
  if (
    !isStore ||
    widthDots === 0 ||
    widthDots % 8 !== 0 ||
    heightDots === 0 ||
    count !== 10 + bytesPerRow * heightDots
  ) {
    return { kind: 'unknown' }
  }
  const end = at + 5 + count
  if (end + GRAPHICS_PRINT.length > bytes.length) return { kind: 'cut-short' }
  if (GRAPHICS_PRINT.some((value, index) => bytes[end + index] !== value))
    return { kind: 'unknown' }
  const page = { widthDots, heightDots, bytesPerRow, bits: bytes.subarray(at + 15, end) }
  return { kind: 'read', length: 5 + count + GRAPHICS_PRINT.length, page }
}
