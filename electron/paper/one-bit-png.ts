import { crc32, deflateSync } from 'node:zlib'
import type { ModuleMatrix } from '#shared/paper/drawing.ts'

const PNG_FILTER_BYTES = 1
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * A greyscale PNG of one bit a pixel.
 */
export function encodeOneBitPng(dots: ModuleMatrix): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(dots.columns, 0)
  header.writeUInt32BE(dots.rows, 4)
  // One bit a sample; greyscale, deflate, the standard filters and no interlace are all 0.
  header.writeUInt8(1, 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(oneBitRows(dots, PNG_FILTER_BYTES))),
    chunk('IEND'),
  ])
}

/** Rows of pixels, in which 1 is white, each after so many zero bytes: no filter in a PNG. */
export function oneBitRows(dots: ModuleMatrix, zeroBytes: number): Buffer {
  const bytesPerRow = zeroBytes + Math.ceil(dots.columns / 8)
  const rows = Buffer.alloc(bytesPerRow * dots.rows)
  for (let row = 0; row < dots.rows; row += 1) {
    for (let column = 0; column < dots.columns; column += 1) {
      if (dots.cells[row * dots.columns + column] === 1) continue
      const index = row * bytesPerRow + zeroBytes + (column >> 3)
      rows[index] = (rows[index] ?? 0) | (0x80 >> (column & 7))
    }
  }
  return rows
}

function chunk(type: string, content: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
