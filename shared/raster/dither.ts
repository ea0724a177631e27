/** Greys of photographs as dots. Everything else on a page is better off with a plain threshold. */
import type { GrayPage } from './threshold.ts'

/** A rectangle of pixels: columns `[left, right)`, rows `[top, bottom)`. */
export interface PixelBox {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Neither ink nor paper. */
const MIDTONE = { from: 40, to: 216 } as const
const MIDTONE_SHARE_MIN = 0.2
/**
 * Greys of a photograph change little from pixel to pixel; the bars of a smoothed barcode change a
 * lot.
 */
const STEP_MEAN_MAX = 32

/**
 * Whether a picture has greys worth keeping. A barcode, a scan of text or a drawing in black and
 * white has none.
 */
export function isPhotograph(
  { gray, widthPx }: GrayPage,
  { left, top, right, bottom }: PixelBox,
): boolean {
  let midtones = 0
  let steps = 0
  let pixels = 0
  for (let y = top; y < bottom; y += 1) {
    let before = gray[y * widthPx + left] ?? 255
    for (let x = left; x < right; x += 1) {
      const value = gray[y * widthPx + x] ?? 255
      if (value > MIDTONE.from && value < MIDTONE.to) midtones += 1
      steps += Math.abs(value - before)
      before = value
      pixels += 1
    }
  }
  return pixels > 0 && midtones / pixels >= MIDTONE_SHARE_MIN && steps / pixels <= STEP_MEAN_MAX
}

/**
 * Atkinson's neighbours, each of which takes an eighth of the error. The quarter that is dropped
 * keeps edges clean.
 */
const NEIGHBOURS = [
  [1, 0],
  [2, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
  [0, 2],
] as const

/** Makes the pixels of a box black or white in place, so that their mean stays what it was. */
export function ditherInPlace({ gray, widthPx }: GrayPage, box: PixelBox): void {
  const columns = box.right - box.left
  const rows = box.bottom - box.top
  const values = new Float32Array(columns * rows)
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1)
      values[y * columns + x] = gray[(box.top + y) * widthPx + box.left + x] ?? 255
  }
  const cells = ditherGreys(values, columns)
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1)
      gray[(box.top + y) * widthPx + box.left + x] = cells[y * columns + x] === 1 ? 0 : 255
  }
}

/**
 * Greys from 0 (black) to 255 (white), row by row, as dots: 1 = black. Their mean stays what it
 * was; `greys` is used up.
 */
export function ditherGreys(greys: Float32Array, columns: number): Uint8Array {
  const rows = greys.length / columns
  const cells = new Uint8Array(greys.length)
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1) {
      const value = greys[y * columns + x] ?? 255
      const isBlack = value < 128
      cells[y * columns + x] = isBlack ? 1 : 0
      const share = (value - (isBlack ? 0 : 255)) / 8
      for (const [right, down] of NEIGHBOURS) {
        if (x + right < 0 || x + right >= columns || y + down >= rows) continue
        const at = (y + down) * columns + x + right
        greys[at] = (greys[at] ?? 255) + share
      }
    }
  }
  return cells
}
