/** The way a PDF takes to the paper, reduced to its essentials. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createCanvas } from '@napi-rs/canvas'
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { prepareZXingModule, readBarcodes, type ReadInputBarcodeFormat } from 'zxing-wasm/reader'
import type { OneBitPage } from '#shared/raster/one-bit-page.ts'

const require = createRequire(import.meta.url)
type PdfCanvas = Parameters<PDFPageProxy['render']>[0]['canvas']

const SCALE = 203.2 / 72

/** Every page at 8 dots per mm over the full paper width, black where the grey is below 128. */
export async function rasterize(pdf: Uint8Array): Promise<OneBitPage[]> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const document = await loading.promise
  const pages: OneBitPage[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const viewport = page.getViewport({ scale: SCALE })
    const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height))
    await page.render({ canvas: canvas as unknown as PdfCanvas, viewport }).promise
    pages.push(threshold(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)))
  }
  await loading.destroy()
  return pages
}

function threshold(image: { data: Uint8ClampedArray; width: number; height: number }): OneBitPage {
  // Read once: on this canvas each of them is a native getter, far too slow to ask per dot.
  const { data, width, height } = image
  const bytesPerRow = Math.ceil(width / 8)
  const bits = new Uint8Array(bytesPerRow * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((data[(y * width + x) * 4] ?? 255) >= 128) continue
      const index = y * bytesPerRow + (x >> 3)
      bits[index] = (bits[index] ?? 0) | (0x80 >> (x & 7))
    }
  }
  return { widthDots: width, heightDots: height, bytesPerRow, bits }
}

export function isBlack(page: OneBitPage, x: number, y: number): boolean {
  return ((page.bits[y * page.bytesPerRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0
}

/** The bytes of every symbol of the format found on the page. */
export async function decode(
  page: OneBitPage,
  format: ReadInputBarcodeFormat,
): Promise<Uint8Array[]> {
  prepareReader()
  const { data } = imageOf(page)
  const image = {
    data,
    width: page.widthDots,
    height: page.heightDots,
    colorSpace: 'srgb',
  } as Parameters<typeof readBarcodes>[0]
  const found = await readBarcodes(image, { formats: [format], tryHarder: true, tryRotate: true })
  return found.filter((barcode) => barcode.isValid).map((barcode) => barcode.bytes)
}

/** The same for a picture file. */
export async function decodePicture(
  png: Uint8Array,
  format: ReadInputBarcodeFormat,
): Promise<Uint8Array[]> {
  prepareReader()
  const found = await readBarcodes(new Uint8Array(png), { formats: [format] })
  return found.filter((barcode) => barcode.isValid).map((barcode) => barcode.bytes)
}

function prepareReader(): void {
  const wasm = readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'))
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })
}

/** A picture of the page to look at. */
export function toPng(page: OneBitPage): Uint8Array {
  const canvas = createCanvas(page.widthDots, page.heightDots)
  const context = canvas.getContext('2d')
  const image = context.createImageData(page.widthDots, page.heightDots)
  image.data.set(imageOf(page).data)
  context.putImageData(image, 0, 0)
  return new Uint8Array(canvas.toBuffer('image/png'))
}

function imageOf(page: OneBitPage): { data: Uint8ClampedArray<ArrayBuffer> } {
  const data = new Uint8ClampedArray(page.widthDots * page.heightDots * 4).fill(255)
  for (let y = 0; y < page.heightDots; y += 1) {
    for (let x = 0; x < page.widthDots; x += 1) {
      if (isBlack(page, x, y))
        data.fill(0, (y * page.widthDots + x) * 4, (y * page.widthDots + x) * 4 + 3)
    }
  }
  return { data }
}
