/** An open PDF, whichever engine draws it, laid onto the head of a printer. */
import { refuse, ok } from '#shared/core/result.ts'
import type { Result } from '#shared/core/result.ts'
import { fitToDots, inkBox } from '#shared/raster/fit.ts'
import { pageRows } from '#shared/raster/one-bit-page.ts'
import type { OneBitPage } from '#shared/raster/one-bit-page.ts'
import { refused } from './pdf-refusal.ts'
import { PAGE_DOTS_MAX, PAPER_ROWS_MAX, PDF_PAGES_MAX } from './raster-protocol.ts'
import type { RefusedPaper } from './raster-protocol.ts'

const POINTS_PER_MM = 72 / 25.4
/** Rounding of a page box that is meant to be a whole number of dots. */
const EDGE_SLACK_DOTS = 0.05

interface PageSize {
  readonly widthPoints: number
  readonly heightPoints: number
}

/**
 * Drawings of a page that is wider than the head: lines keep a width of their own, so once may not
 * be enough.
 */
const SHRINKS_MAX = 6

/** Black dots as wide as the head. */
export interface DrawnPage extends OneBitPage {
  /** Its ink was wider than the head, so the whole page was drawn smaller. */
  readonly isShrunk?: boolean
}

/** A PDF as an engine holds it. Errors are thrown; pages count from 0. */
export interface EngineDocument {
  readonly pageCount: number
  sizeOf(pageIndex: number): Promise<PageSize>
  /** Draws the whole page box at so many dots a point, rounded up to whole dots. */
  draw(pageIndex: number, size: DotSize, threshold: number): Promise<OneBitPage>
  close(): Promise<void>
}

export interface DotSize {
  readonly dotsPerPoint: number
  readonly widthDots: number
  readonly heightDots: number
}

export interface DrawOptions {
  readonly dotsPerMm: number
  /** Width of the head; wider ink is drawn smaller. */
  readonly dots: number
  /** 1 = true size; below, the whole page is drawn smaller. */
  readonly shrink: number
  readonly threshold: number
}

export function pageCountRefusal(document: EngineDocument): RefusedPaper | null {
  return document.pageCount > PDF_PAGES_MAX
    ? refused('PDF_TOO_LONG', `${document.pageCount} pages`)
    : null
}

/**
 * One page at true size, its blank margins cropped to the head; smaller only where its ink is wider
 * than the head.
 */
export async function drawOntoHead(
  document: EngineDocument,
  pageIndex: number,
  options: DrawOptions,
): Promise<Result<DrawnPage, RefusedPaper>> {
  const box = await document.sizeOf(pageIndex)
  const trueScale = (options.dotsPerMm / POINTS_PER_MM) * options.shrink
  const first = dotSize(box, trueScale)
  const { widthDots, heightDots } = first
  const isTooLong = heightDots > PAPER_ROWS_MAX || widthDots > PAPER_ROWS_MAX
  if (isTooLong || widthDots * heightDots > PAGE_DOTS_MAX) {
    return refuse(refused('PDF_TOO_LONG', `a page of ${widthDots} x ${heightDots} dots`))
  }
  let fit = fitToDots(await document.draw(pageIndex, first, options.threshold), options.dots)
  if (fit.kind === 'fits') return ok(fit.page)
  let scale = trueScale
  for (let tries = 0; tries < SHRINKS_MAX; tries += 1) {
    // One dot of room, because a smaller drawing rounds its edges outwards again.
    scale *= fit.scale * ((options.dots - 1) / options.dots)
    fit = fitToDots(
      await document.draw(pageIndex, dotSize(box, scale), options.threshold),
      options.dots,
    )
    if (fit.kind === 'fits') return ok({ ...fit.page, isShrunk: true })
  }
  return refuse(
    refused('PDF_TOO_HEAVY', 'its ink stays wider than the head, however small it is drawn'),
  )
}

function dotSize({ widthPoints, heightPoints }: PageSize, dotsPerPoint: number): DotSize {
  const dots = (points: number): number =>
    Math.max(1, Math.ceil(points * dotsPerPoint - EDGE_SLACK_DOTS))
  return { dotsPerPoint, widthDots: dots(widthPoints), heightDots: dots(heightPoints) }
}

/**
 * Takes the blank rows off a page, keeping up to `marginRows` above its ink. A page without ink
 * leaves nothing.
 */
export function trimRows(page: OneBitPage, marginRows: number): OneBitPage {
  const ink = inkBox(page)
  return ink === null
    ? pageRows(page, 0, 0)
    : pageRows(page, Math.max(0, ink.top - marginRows), ink.bottom)
}
