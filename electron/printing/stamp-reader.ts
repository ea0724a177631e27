import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { findStamp } from '#shared/raster/find-stamp.ts'
import type { StampPlace } from '#shared/raster/find-stamp.ts'
import { takeColumns } from '#shared/raster/fit.ts'
import { pageRows } from '#shared/raster/one-bit-page.ts'
import type { OneBitPage } from '#shared/raster/one-bit-page.ts'

/** White rows left around the stamp for the reader. */
const QUIET_DOTS = 24

export interface StampReading {
  /** Null when the page has no PDF417 at all. */
  readonly readable: boolean | null
  /** The bytes it holds, when readable. */
  readonly payload: Uint8Array | null
  /** Where its start pattern was seen. */
  readonly place: StampPlace | null
}

export interface StampReader {
  read(page: OneBitPage): Promise<StampReading>
}

/**
 * A PDF417 reader for finished dots. The WebAssembly comes from the package, never from the
 * network.
 */
export async function createStampReader(): Promise<StampReader> {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const wasm = readFileSync(file)
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength)
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  return { read }
}

async function read(page: OneBitPage): Promise<StampReading> {
  const place = findStamp(page)
  if (place !== null) {
    const payload = await decode(around(page, place), true, place.turned)
    return { readable: payload !== null, payload, place }
  }
  // A symbol too spoiled to show its start pattern may still be one; a page without any is the
  // common case and cheap.
  const payload = await decode(page, false, false)
  return { readable: payload === null ? null : true, payload, place: null }
}

/** The stamp and a little white around it. */
function around(page: OneBitPage, place: StampPlace): OneBitPage {
  const across = [place.from, place.to] as const
  const along = [place.start, place.end] as const
  const [top, bottom] = place.turned ? along : across
  const [left, right] = place.turned ? across : along
  const rows = pageRows(
    page,
    Math.max(0, top - QUIET_DOTS),
    Math.min(page.heightDots, bottom + QUIET_DOTS),
  )
  return takeColumns(rows, left - QUIET_DOTS, right - left + 2 * QUIET_DOTS)
}

async function decode(
  page: OneBitPage,
  tryHarder: boolean,
  turned: boolean,
): Promise<Uint8Array | null> {
  const results = await readBarcodes(toPixels(page, turned), {
    formats: ['PDF417'],
    maxNumberOfSymbols: 1,
    tryHarder,
    tryRotate: true,
    tryInvert: false,
    tryDownscale: false,
    binarizer: 'FixedThreshold',
  })
  const result = results.find((candidate) => candidate.isValid)
  return result === undefined ? null : new Uint8Array(result.bytes)
}

interface Pixels {
  readonly data: Uint8ClampedArray<ArrayBuffer>
  readonly width: number
  readonly height: number
  readonly colorSpace: 'srgb'
}

/** The page as pixels; a turned one is put upright, which spares the reader two tries. */
function toPixels(page: OneBitPage, turned: boolean): Pixels {
  const { widthDots, heightDots, bytesPerRow, bits } = page
  const [width, height] = turned ? [heightDots, widthDots] : [widthDots, heightDots]
  const [stepX, stepY] = turned ? [heightDots, 1] : [1, widthDots]
  const pixels = new Uint32Array(width * height).fill(0xffffffff)
  for (let y = 0; y < heightDots; y += 1) {
    for (let column = 0; column < bytesPerRow; column += 1) {
      const byte = bits[y * bytesPerRow + column] ?? 0
      if (byte === 0) continue
      const end = Math.min(8, widthDots - column * 8)
      let at = column * 8 * stepX + y * stepY
      for (let bit = 0; bit < end; bit += 1, at += stepX) {
        // Black and transparent reads as black; the reader ignores alpha.
        if ((byte & (0x80 >> bit)) !== 0) pixels[at] = 0
      }
    }
  }
  return { data: new Uint8ClampedArray(pixels.buffer), width, height, colorSpace: 'srgb' }
}
