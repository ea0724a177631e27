import type { PrintFailureCode } from '../till/kernel/ports.ts'
import type { Confirmation } from '#shared/escpos/status.ts'
import { PLAIN_HANDLING, type PaperHandling } from '#shared/escpos/plan.ts'

export const PDF_PAGES_MAX = 40
/** Longest paper of one order, dots: six metres. */
export const PAPER_ROWS_MAX = 48_000
/** Pixels drawn at once; a longer page is drawn in slices. */
export const SLICE_PIXELS_MAX = 6_000_000
/**
 * Longest a paper may take to draw: one that works is ended by its work, so this ends what waits
 * for something that never comes. The thread gives way, and a machine that has other things to do
 * may leave it a thirtieth of a processor.
 */
export const RASTER_TIMEOUT_MS = 120_000
/**
 * Work a paper may cost, in milliseconds of its thread's CPU time: six metres take less than half
 * of it. By the clock on the wall a good receipt would fail on a machine that has other things to
 * do.
 */
export const RASTER_CPU_MS_MAX = 4_000
/** How often the work and the memory of a drawing are looked at. */
export const RASTER_LOOK_MS = 50
/**
 * Most this process may grow while one paper is drawn. Limits of a thread count what JavaScript
 * holds; pictures, canvases and WebAssembly lie outside them (measured: 3.4 GB under a limit of
 * 512 MB).
 */
export const RASTER_GROWTH_BYTES_MAX = 640 * 1024 * 1024
/** What a drawing may leave behind; a thread that holds more is given back whole. */
export const RASTER_KEPT_BYTES_MAX = 192 * 1024 * 1024
/** Pixels of one picture in a PDF: a photograph over a whole paper has a tenth of it. */
export const PICTURE_PIXELS_MAX = 16_000_000
/** Bytes of one canvas that a drawing makes for itself. */
export const CANVAS_BYTES_MAX = 64 * 1024 * 1024
/** Dots of one page, whatever its shape: six metres of a sheet as wide as a letter. */
export const PAGE_DOTS_MAX = 82_000_000
/** Objects a drawing may hold, in megabytes; a receipt needs a tenth of it. */
export const RASTER_MEMORY_MB = 512
/** Longest a worker may take to be ready. */
export const WARM_UP_TIMEOUT_MS = 60_000

/** One paper to draw, as it is sent to the worker. */
export interface RasterJob {
  readonly pdf: Uint8Array
  /** PDFs printed above it, from the top down: logo and lines of the shop, the word COPIA. */
  readonly above: readonly Uint8Array[]
  readonly below: readonly Uint8Array[]
  /** Printable dots of the head, a multiple of 8. */
  readonly dots: number
  readonly dotsPerMm: number
  /** Width of the paper roll in dots, for the picture. */
  readonly paperDots: number
  readonly handling: PaperHandling
  readonly opensDrawer: boolean
  readonly confirmation: Confirmation | null
  /** Adds the lines in the printer's own letters. */
  readonly isTestPage: boolean
}

/** A sample on the wider head and nothing beside it; on the narrow one it is centred. */
export const SAMPLE_JOB: Omit<RasterJob, 'pdf'> = {
  above: [],
  below: [],
  dots: 576,
  dotsPerMm: 8,
  paperDots: 640,
  handling: PLAIN_HANDLING,
  opensDrawer: false,
  confirmation: null,
  isTestPage: false,
}

export interface MadePaper {
  readonly kind: 'made'
  readonly escpos: Uint8Array
  readonly paperPng: Uint8Array
  /** Whether the stamp on the very dots that are sent can be read; null when the page has none. */
  readonly stampReadable: boolean | null
  /** The bytes in the stamp of the document itself, when it was read. */
  readonly stampPayload: Uint8Array | null
  /** Its ink was wider than the head, so it was drawn smaller. */
  readonly isShrunk: boolean
  /** Rows of dots, without feeds. */
  readonly heightDots: number
  readonly spentMs: { readonly draw: number; readonly check: number; readonly write: number }
}

export interface RefusedPaper {
  readonly kind: 'refused'
  readonly code: PrintFailureCode
  readonly detail: string
}

export type RasterAnswer = MadePaper | RefusedPaper

export type ToRasterWorker = { readonly id: number; readonly job: RasterJob }
export type FromRasterWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly id: number; readonly answer: RasterAnswer }
