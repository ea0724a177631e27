import type { PrintFailureCode } from '../till/ports.ts'
import type { Confirmation } from '#shared/escpos/status.ts'
import type { PaperHandling } from '#shared/escpos/plan.ts'

/** Most bytes of a PDF: the tax document service's own are below 100 KB. */
export const PDF_BYTES_MAX = 16 * 1024 * 1024
export const PDF_PAGES_MAX = 40
/** Longest paper of one order, dots: six metres. */
export const PAPER_ROWS_MAX = 48_000
/** Pixels drawn at once; a longer page is drawn in slices. */
export const SLICE_PIXELS_MAX = 6_000_000
/** Longest a paper may take to draw. */
export const RASTER_TIMEOUT_MS = 20_000
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

export interface MadePaper {
  readonly kind: 'made'
  readonly escpos: Uint8Array
  readonly paperPng: Uint8Array
  /** Whether the stamp on the very dots that are sent can be read; null when the page has none. */
  readonly stampReadable: boolean | null
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
export type FromRasterWorker = { readonly kind: 'ready' } | { readonly kind: 'done'; readonly id: number; readonly answer: RasterAnswer }
