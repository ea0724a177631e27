import { assert } from '../core/result.ts'
import type { OneBitPage } from './one-bit-page.ts'

/**
 * Half of the 0-255 scale: an anti-aliased edge then moves by at most half a dot, whichever way it
 * leans.
 */
export const DEFAULT_THRESHOLD = 128
/** All bits of four bytes, as JavaScript's bit operations see them. */
const WHITE = -1

interface RgbaPage {
  /** Four bytes a pixel, red first, rows without padding. Alpha is not premultiplied. */
  readonly rgba: Uint8Array | Uint8ClampedArray
  readonly widthPx: number
  readonly heightPx: number
}

/**
 * Turns colour pixels into printer dots: luminance over white paper, black below `threshold`. No
 * dithering: error diffusion changes the width of barcode bars from row to row.
 */
export function toOneBit(
  { rgba, widthPx, heightPx }: RgbaPage,
  threshold: number = DEFAULT_THRESHOLD,
): OneBitPage {
  assert(rgba.length === widthPx * heightPx * 4, 'an RGBA page has four bytes a pixel')
  assert(threshold > 0 && threshold < 256, 'a threshold lies between black and white')
  const bytesPerRow = Math.ceil(widthPx / 8)
  const bits = new Uint8Array(bytesPerRow * heightPx)
  // Most of a receipt is plain white: one comparison settles eight pixels, whatever the byte order
  // of the machine.
  const aligned = rgba.byteOffset % 4 === 0 ? rgba : rgba.slice()
  const pixels = new Uint32Array(aligned.buffer, aligned.byteOffset, widthPx * heightPx)
  let index = 0
  for (let y = 0; y < heightPx; y += 1) {
    const rowEnd = (y + 1) * widthPx
    for (let at = y * bytesPerRow; index < rowEnd; at += 1) {
      const end = Math.min(index + 8, rowEnd)
      let all = WHITE
      for (let pixel = index; pixel < end; pixel += 1) all &= pixels[pixel] ?? WHITE
      if (all !== WHITE)
        bits[at] = packByte(index, end, (pixel) => isBlack(aligned, pixel * 4, threshold))
      index = end
    }
  }
  return { widthDots: widthPx, heightDots: heightPx, bytesPerRow, bits }
}

export interface GrayPage {
  /** One byte a pixel, 0 black, rows without padding. */
  readonly gray: Uint8Array
  readonly widthPx: number
  readonly heightPx: number
}

/** Luminance over white paper, rounded down, which no threshold tells from the exact one. */
export function toGray({ rgba, widthPx, heightPx }: RgbaPage): GrayPage {
  assert(rgba.length === widthPx * heightPx * 4, 'an RGBA page has four bytes a pixel')
  const gray = new Uint8Array(widthPx * heightPx)
  for (let pixel = 0; pixel < gray.length; pixel += 1) gray[pixel] = luminanceAt(rgba, pixel * 4)
  return { gray, widthPx, heightPx }
}

/** The same for pages that are gray already. */
export function grayToOneBit(
  { gray, widthPx, heightPx }: GrayPage,
  threshold: number = DEFAULT_THRESHOLD,
): OneBitPage {
  assert(gray.length === widthPx * heightPx, 'a gray page has one byte a pixel')
  assert(threshold > 0 && threshold < 256, 'a threshold lies between black and white')
  const bytesPerRow = Math.ceil(widthPx / 8)
  const bits = new Uint8Array(bytesPerRow * heightPx)
  if (widthPx % 8 === 0) packWholeBytes(gray, bits, threshold)
  else packRows({ gray, widthPx, heightPx }, bits, threshold)
  return { widthDots: widthPx, heightDots: heightPx, bytesPerRow, bits }
}

/** Rows without a rest are one long row. Most of it is white, which four pixels at a time tell. */
function packWholeBytes(gray: Uint8Array, bits: Uint8Array, threshold: number): void {
  const aligned = gray.byteOffset % 4 === 0 ? gray : gray.slice()
  const fours = new Uint32Array(aligned.buffer, aligned.byteOffset, bits.length * 2)
  for (let at = 0; at < bits.length; at += 1) {
    if (((fours[at * 2] ?? 0) & (fours[at * 2 + 1] ?? 0)) === WHITE) continue
    const index = at * 8
    bits[at] =
      ((aligned[index] ?? 0) < threshold ? 0x80 : 0) |
      ((aligned[index + 1] ?? 0) < threshold ? 0x40 : 0) |
      ((aligned[index + 2] ?? 0) < threshold ? 0x20 : 0) |
      ((aligned[index + 3] ?? 0) < threshold ? 0x10 : 0) |
      ((aligned[index + 4] ?? 0) < threshold ? 0x08 : 0) |
      ((aligned[index + 5] ?? 0) < threshold ? 0x04 : 0) |
      ((aligned[index + 6] ?? 0) < threshold ? 0x02 : 0) |
      ((aligned[index + 7] ?? 0) < threshold ? 0x01 : 0)
  }
}

function packRows(
  { gray, widthPx, heightPx }: GrayPage,
  bits: Uint8Array,
  threshold: number,
): void {
  const bytesPerRow = Math.ceil(widthPx / 8)
  let index = 0
  for (let y = 0; y < heightPx; y += 1) {
    const rowEnd = (y + 1) * widthPx
    for (let at = y * bytesPerRow; index < rowEnd; at += 1) {
      const end = Math.min(index + 8, rowEnd)
      let byte = 0
      for (let pixel = index; pixel < end; pixel += 1)
        byte = (byte << 1) | ((gray[pixel] ?? 255) < threshold ? 1 : 0)
      if (byte !== 0) bits[at] = byte << (8 - (end - index))
      index = end
    }
  }
}

function packByte(from: number, end: number, isBlackAt: (pixel: number) => boolean): number {
  let byte = 0
  for (let pixel = from; pixel < end; pixel += 1)
    if (isBlackAt(pixel)) byte |= 0x80 >> (pixel - from)
  return byte
}

function isBlack(rgba: Uint8Array | Uint8ClampedArray, at: number, threshold: number): boolean {
  return luminanceAt(rgba, at) < threshold
}

/** Rec. 601 luminance in 1/256 parts, composed over white by the pixel's alpha. */
function luminanceAt(rgba: Uint8Array | Uint8ClampedArray, at: number): number {
  const luminance =
    (77 * (rgba[at] ?? 0) + 150 * (rgba[at + 1] ?? 0) + 29 * (rgba[at + 2] ?? 0)) / 256
  const alpha = rgba[at + 3] ?? 0
  return alpha === 255 ? luminance : 255 - ((255 - luminance) * alpha) / 255
}
