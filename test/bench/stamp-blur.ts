/**
 * How much a printed stamp may smear and still be read: the largest blur, in printer dots, that a
 * reader survives after the dots are enlarged three times and turned by 1.2 degrees. The till's
 * dots against other ways to make dots of the same page. Run by `node test/bench/stamp-blur.ts`.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { readBarcodes } from 'zxing-wasm/reader'
import { createPaperRenderer } from '#paper/paper-renderer.ts'
import { FONTS_DIR } from '../support/fonts-dir.ts'
import { encodePaperPng } from '#printing/paper-png.ts'
import { createStampReader } from '#printing/stamp-reader.ts'
import { findStamp } from '#shared/raster/find-stamp.ts'
import { takeColumns } from '#shared/raster/fit.ts'
import { pageRows } from '#shared/raster/one-bit-page.ts'
import type { OneBitPage } from '#shared/raster/one-bit-page.ts'
import { grayToOneBit } from '#shared/raster/threshold.ts'
import type { GrayPage } from '#shared/raster/threshold.ts'
import { sampleReceipt, WIDTHS } from '../support/paper-samples.ts'

export interface BlurRow {
  readonly widthMm: number
  readonly pipeline: string
  /** Null when it cannot be read at all. */
  readonly blurDots: number | null
}

/** The rule of the escpos package's own image class: white only above 200. */
const ESCPOS_THRESHOLD = 201

export async function benchStampBlur(): Promise<readonly BlurRow[]> {
  await createStampReader()
  const paper = createPaperRenderer({ fontsDir: FONTS_DIR })
  const rows: BlurRow[] = []
  for (const widthMm of WIDTHS) {
    const pdf = await paper.renderReceiptPdf(sampleReceipt(widthMm))
    const gray = await drawGray(pdf)
    const till = grayToOneBit(gray)
    const pages: [string, OneBitPage | null][] = [
      ['till (threshold 128)', till],
      ['escpos.Image rule (> 200)', grayToOneBit(gray, ESCPOS_THRESHOLD)],
      ['Floyd-Steinberg', floydSteinberg(gray)],
      ['pdftoppm -mono', await popplerMono(pdf)],
    ]
    for (const [pipeline, page] of pages) {
      if (page !== null)
        rows.push({ widthMm, pipeline, blurDots: await largestBlur(stampOf(page, till)) })
    }
  }
  return rows
}

const DOTS_PER_POINT = (8 * 25.4) / 72

async function drawGray(pdf: Uint8Array): Promise<GrayPage> {
  const pdfium = await PDFiumLibrary.init()
  const document = await pdfium.loadDocument(pdf)
  const page = document.getPage(0)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const [width, height] = [
    Math.round(originalWidth * DOTS_PER_POINT),
    Math.round(originalHeight * DOTS_PER_POINT),
  ]
  const { data } = await page.render({ width, height, colorSpace: 'Gray', render: 'bitmap' })
  document.destroy()
  return { gray: data, widthPx: width, heightPx: height }
}

async function popplerMono(pdf: Uint8Array): Promise<OneBitPage | null> {
  const dir = await mkdtemp(join(tmpdir(), 'blur-'))
  try {
    await writeFile(join(dir, 'in.pdf'), pdf)
    await promisify(execFile)('pdftoppm', [
      '-mono',
      '-r',
      '203.2',
      '-singlefile',
      join(dir, 'in.pdf'),
      join(dir, 'out'),
    ])
    const file = await readFile(join(dir, 'out.pbm'))
    const [header = '', width = '', height = ''] =
      /^P4\s(\d+)\s(\d+)\s/.exec(file.toString('latin1', 0, 40)) ?? []
    const widthDots = Number(width)
    const bits = new Uint8Array(file.subarray(header.length))
    return { widthDots, heightDots: Number(height), bytesPerRow: Math.ceil(widthDots / 8), bits }
  } catch {
    return null
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

function floydSteinberg({ gray, widthPx, heightPx }: GrayPage): OneBitPage {
  const values = Float32Array.from(gray)
  const spread = (x: number, y: number, error: number): void => {
    if (x >= 0 && x < widthPx && y < heightPx)
      values[y * widthPx + x] = (values[y * widthPx + x] ?? 0) + error
  }
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const value = values[y * widthPx + x] ?? 0
      const level = value < 128 ? 0 : 255
      values[y * widthPx + x] = level
      for (const [dx, dy, share] of [
        [1, 0, 7],
        [-1, 1, 3],
        [0, 1, 5],
        [1, 1, 1],
      ] as const) {
        spread(x + dx, y + dy, ((value - level) * share) / 16)
      }
    }
  }
  return grayToOneBit({ gray: Uint8Array.from(values), widthPx, heightPx })
}

const QUIET_DOTS = 24

/** The same piece of every page: where the stamp is on the till's. */
export function stampOf(page: OneBitPage, reference: OneBitPage): OneBitPage {
  const place = findStamp(reference)
  if (place === null) throw new Error('the receipt has a stamp')
  const [across, along] = [
    [place.from, place.to],
    [place.start, place.end],
  ] as const
  const [[top, bottom], [left, right]] = place.turned ? [along, across] : [across, along]
  const rows = pageRows(
    page,
    Math.max(0, top - QUIET_DOTS),
    Math.min(page.heightDots, bottom + QUIET_DOTS),
  )
  return takeColumns(rows, left - QUIET_DOTS, right - left + 2 * QUIET_DOTS)
}

const BLUR_STEP_DOTS = 0.1
const BLUR_MAX_DOTS = 2

async function largestBlur(stamp: OneBitPage): Promise<number | null> {
  let survived: number | null = null
  for (let step = 0; step * BLUR_STEP_DOTS <= BLUR_MAX_DOTS; step += 1) {
    const blurDots = Number((step * BLUR_STEP_DOTS).toFixed(1))
    if (!(await isReadable(stamp, blurDots))) break
    survived = blurDots
  }
  return survived
}

const ENLARGEMENT = 3
const TURN_DEGREES = 1.2

export async function isReadable(
  stamp: OneBitPage,
  blurDots: number,
  turnDegrees = TURN_DEGREES,
): Promise<boolean> {
  const image = await loadImage(Buffer.from(encodePaperPng(stamp)))
  const [width, height] = [image.width * ENLARGEMENT, image.height * ENLARGEMENT]
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  context.translate(width / 2, height / 2)
  context.rotate((turnDegrees * Math.PI) / 180)
  context.imageSmoothingEnabled = false
  if (blurDots > 0) context.filter = `blur(${blurDots * ENLARGEMENT}px)`
  context.drawImage(image, -width / 2, -height / 2, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  const pixels = { data: new Uint8ClampedArray(data), width, height, colorSpace: 'srgb' as const }
  const results = await readBarcodes(pixels, { formats: ['PDF417'], maxNumberOfSymbols: 1 })
  return results.some((result) => result.isValid)
}

/** One line a pipeline. */
export function blurTable(rows: readonly BlurRow[]): string {
  return rows
    .map(
      ({ widthMm, pipeline, blurDots }) =>
        `${widthMm} mm  ${pipeline.padEnd(28)}${blurDots ?? 'not readable'}`,
    )
    .join('\n')
}
