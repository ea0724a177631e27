import { codePageLines } from '#shared/escpos/own-text.ts'
import { drawPaper } from '#shared/escpos/paper.ts'
import { parseEscpos } from '#shared/escpos/parse.ts'
import { planPaper } from '#shared/escpos/plan.ts'
import { assert, ok, refuse } from '#shared/core/result.ts'
import type { Result } from '#shared/core/result.ts'
import { encodeStar } from '#shared/star/star.ts'
import { readStar } from '#shared/star/read-star.ts'
import { stackPages } from '#shared/raster/one-bit-page.ts'
import type { OneBitPage } from '#shared/raster/one-bit-page.ts'
import { DEFAULT_THRESHOLD } from '#shared/raster/threshold.ts'
import type { EscposWriter } from './escpos-writer.ts'
import { encodePaperPng } from './paper-png.ts'
import { trimRows } from './pdf-document.ts'
import type { DrawnPage, DrawOptions } from './pdf-document.ts'
import type { OpenPdf, PdfEngine } from './pdf-engine.ts'
import { refused } from './pdf-refusal.ts'
import { PAPER_ROWS_MAX } from './raster-protocol.ts'
import type { RasterAnswer, RasterJob, RefusedPaper } from './raster-protocol.ts'
import type { StampReader, StampReading } from './stamp-reader.ts'

export interface PaperTools {
  readonly engine: PdfEngine
  readonly writer: EscposWriter
  readonly stampReader: StampReader
}

/** PDF to bytes for the printer, and the picture of the paper those bytes make. */
export async function makePaper(job: RasterJob, tools: PaperTools): Promise<RasterAnswer> {
  const startedAt = performance.now()
  const drawn = await drawPages(job, tools)
  if (!drawn.ok) return drawn.refusal
  const { pages, stampReadable, stampPayload, isShrunk, checkMs } = drawn.value
  const paper = stackPages(pages)
  if (paper.heightDots > PAPER_ROWS_MAX)
    return refused('PDF_TOO_LONG', `${paper.heightDots} rows of dots`)
  const drawnAt = performance.now()
  const plan = planPaper(paper, job.handling, job.opensDrawer, {
    confirmation: job.confirmation,
    ownText: job.isTestPage ? codePageLines() : [],
  })
  const { language } = job.handling
  const escpos = language === 'escpos' ? tools.writer(plan) : encodeStar(plan, language)
  const paperPng = pictureOf(escpos, job)
  const writtenAt = performance.now()
  const spentMs = {
    draw: drawnAt - startedAt - checkMs,
    check: checkMs,
    write: writtenAt - drawnAt,
  }
  return {
    kind: 'made',
    escpos,
    paperPng,
    stampReadable,
    stampPayload,
    isShrunk,
    heightDots: paper.heightDots,
    spentMs,
  }
}

/**
 * What the printer would make of these bytes. Bytes this till cannot read back are a bug and must
 * not leave it.
 */
function pictureOf(escpos: Uint8Array, job: RasterJob): Uint8Array {
  const parsed = job.handling.language === 'escpos' ? parseEscpos(escpos) : readStar(escpos)
  assert(
    parsed.ok,
    `own bytes do not parse: ${parsed.ok ? '' : `${parsed.refusal.detail} at ${parsed.refusal.offset}`}`,
  )
  const { page } = drawPaper(
    parsed.value.map((read) => ('command' in read ? read.command : read)),
    job.dots,
  )
  return encodePaperPng(page, job.paperDots)
}

interface DrawnPages {
  readonly pages: readonly OneBitPage[]
  readonly stampReadable: boolean | null
  readonly stampPayload: Uint8Array | null
  readonly isShrunk: boolean
  readonly checkMs: number
}

/** White rows kept above the first and between further pages, 2 mm. */
const PAGE_MARGIN_DOTS = 16

async function drawPages(
  job: RasterJob,
  { engine, stampReader }: PaperTools,
): Promise<Result<DrawnPages, RefusedPaper>> {
  const pages: OneBitPage[] = []
  let stampReadable: boolean | null = null
  let stampPayload: Uint8Array | null = null
  let isShrunk = false
  let checkMs = 0
  let rows = 0
  for (const pdf of [...job.above, job.pdf, ...job.below]) {
    const opened = await engine.open(pdf)
    if (!opened.ok) return opened
    try {
      for (let index = 0; index < opened.value.pageCount; index += 1) {
        const checked = await drawChecked(opened.value, index, job, stampReader)
        if (!checked.ok) return checked
        const page = trimRows(checked.value.page, PAGE_MARGIN_DOTS)
        if (page.heightDots > 0) pages.push(page)
        rows += page.heightDots
        if (rows > PAPER_ROWS_MAX)
          return refuse(refused('PDF_TOO_LONG', `more than ${PAPER_ROWS_MAX} rows of dots`))
        checkMs += checked.value.checkMs
        isShrunk ||= pdf === job.pdf && checked.value.page.isShrunk === true
        if (pdf === job.pdf) stampPayload ??= checked.value.reading.payload
        stampReadable = worse(stampReadable, checked.value.reading.readable)
      }
    } finally {
      await opened.value.close()
    }
  }
  if (pages.length === 0) return refuse(refused('PDF_BROKEN', 'there is nothing on its pages'))
  return ok({ pages, stampReadable, stampPayload, isShrunk, checkMs })
}

interface CheckedPage {
  readonly page: DrawnPage
  readonly reading: StampReading
  readonly checkMs: number
}

/** Thresholds to try, in this order, when a stamp cannot be read from the dots of the first. */
const THRESHOLDS = [DEFAULT_THRESHOLD, 112, 144]

/**
 * Draws a page and reads its stamp back from the dots; other thresholds and a snapped size are
 * tried before giving up.
 */
async function drawChecked(
  pdf: OpenPdf,
  index: number,
  job: RasterJob,
  reader: StampReader,
): Promise<Result<CheckedPage, RefusedPaper>> {
  let shrink = 1
  let checkMs = 0
  let best: CheckedPage | null = null
  for (const threshold of THRESHOLDS) {
    const options: DrawOptions = { dotsPerMm: job.dotsPerMm, dots: job.dots, shrink, threshold }
    const drawn = await pdf.draw(index, options)
    if (!drawn.ok) return drawn
    let page = drawn.value
    const startedAt = performance.now()
    let reading = await reader.read(page)
    checkMs += performance.now() - startedAt
    const snap = shrink === 1 ? snapShrink(reading) : 1
    if (snap !== 1) {
      const snapped = await pdf.draw(index, { ...options, shrink: snap })
      if (!snapped.ok) return snapped
      const snappedReading = await reader.read(snapped.value)
      if (snappedReading.readable === true)
        [page, reading, shrink] = [snapped.value, snappedReading, snap]
    }
    best = { page, reading, checkMs }
    if (reading.readable !== false) break
  }
  assert(best !== null, 'there is at least one threshold')
  return ok({ ...best, checkMs })
}

/** A page is drawn smaller by up to this share to make a stamp's module a whole number of dots. */
const SNAP_SHRINK_MIN = 0.94
/** Modules closer to a whole number of dots than this are sharp already. */
const SNAP_TOLERANCE_DOTS = 0.02

/**
 * How much smaller a page must be drawn so that its stamp's module is a whole number of dots; 1 =
 * leave it.
 */
function snapShrink({ place }: StampReading): number {
  if (place === null) return 1
  const whole = Math.floor(place.moduleDots + SNAP_TOLERANCE_DOTS)
  const shrink = whole / place.moduleDots
  return whole >= 2 && place.moduleDots - whole > SNAP_TOLERANCE_DOTS && shrink >= SNAP_SHRINK_MIN
    ? shrink
    : 1
}

/** Unreadable beats readable beats none, so that one spoiled stamp is always reported. */
function worse(a: boolean | null, b: boolean | null): boolean | null {
  if (a === false || b === false) return false
  return a === true || b === true ? true : null
}
