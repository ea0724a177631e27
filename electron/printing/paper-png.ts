import { crc32, deflateSync } from 'node:zlib'
import { takeColumns } from '#shared/raster/fit.ts'
import type { OneBitPage } from '#shared/raster/one-bit-page.ts'

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
/** Levels above this gain a few bytes and cost milliseconds. */
const DEFLATE_LEVEL = 1
const DOTS_PER_METRE = 8000

/**
 * The paper as a picture: a PNG of one bit a dot, so that what the till shows is what the head
 * burned, dot by dot.
 * `paperDots` is the width of the paper roll; the head's dots stand in its middle.
 */
export function encodePaperPng(page: OneBitPage, paperDots: number = page.widthDots): Uint8Array {
  const margin = Math.max(0, Math.floor((paperDots - page.widthDots) / 2))
  const wide = margin === 0 ? page : takeColumns(page, -margin, page.widthDots + 2 * margin)
  // A PNG has no zero height; a job without paper still needs a picture.
  const heightDots = Math.max(1, wide.heightDots)
  const stride = wide.bytesPerRow + 1
  const rows = new Uint8Array(stride * heightDots).fill(0xff)
  for (let y = 0; y < heightDots; y += 1) {
    rows[y * stride] = 0
    for (let column = 0; column < wide.bytesPerRow; column += 1) {
      rows[y * stride + 1 + column] = ~(wide.bits[y * wide.bytesPerRow + column] ?? 0)
    }
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header(wide.widthDots, heightDots)),
    chunk('pHYs', resolution()),
    chunk('IDAT', deflateSync(rows, { level: DEFLATE_LEVEL })),
    chunk('IEND', new Uint8Array(0)),
  ])
}

function header(width: number, height: number): Uint8Array {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  // Bit depth 1, grayscale, and the only compression, filter and interlace methods this writer
  // uses.
  data.set([1, 0, 0, 0, 0], 8)
  return data
}

function resolution(): Uint8Array {
  const data = Buffer.alloc(9)
  data.writeUInt32BE(DOTS_PER_METRE, 0)
  data.writeUInt32BE(DOTS_PER_METRE, 4)
  data[8] = 1
  return data
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const name = Buffer.from(type, 'latin1')
  const bytes = Buffer.alloc(12 + data.length)
  bytes.writeUInt32BE(data.length, 0)
  bytes.set(name, 4)
  bytes.set(data, 8)
  bytes.writeUInt32BE(crc32(data, crc32(name)), 8 + data.length)
  return bytes
}
