/** PDFium as WebAssembly: the quick engine, for files that are whole. Brings its fonts along; runs no scripts. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import type { PDFiumPage } from '@hyzyla/pdfium'
import { ditherInPlace, isPhotograph } from '#shared/raster/dither.ts'
import { grayToOneBit } from '#shared/raster/threshold.ts'
import type { EngineDocument } from './pdf-document.ts'
import { pdfiumPictures } from './pdfium-pictures.ts'

/** The largest page drawn in one piece, pixels of one byte. */
const PAGE_PIXELS_MAX = 32_000_000

export type Pdfium = PDFiumLibrary

export async function loadPdfium(): Promise<Pdfium> {
  const file = createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm')
  const wasm = readFileSync(file)
  return PDFiumLibrary.init({ wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) })
}

/** Opens a PDF; throws on anything PDFium does not like. */
export async function openWithPdfium(pdfium: Pdfium, pdf: Uint8Array): Promise<EngineDocument> {
  const document = await pdfium.loadDocument(pdf)
  /** A page holds memory until it is drawn, so the one that was measured is the one that is drawn next. */
  const measured = new Map<number, PDFiumPage>()
  const take = (pageIndex: number): PDFiumPage => {
    const page = measured.get(pageIndex) ?? document.getPage(pageIndex)
    measured.delete(pageIndex)
    return page
  }
  return {
    pageCount: document.getPageCount(),
    sizeOf: (pageIndex) => {
      const page = take(pageIndex)
      measured.set(pageIndex, page)
      const { originalWidth, originalHeight } = page.getOriginalSize()
      return Promise.resolve({ widthPoints: originalWidth, heightPoints: originalHeight })
    },
    draw: async (pageIndex, { widthDots, heightDots }, threshold) => {
      if (widthDots * heightDots > PAGE_PIXELS_MAX) throw new Error('a page too large for one piece')
      const page = take(pageIndex)
      // Drawing closes the page.
      const pictures = pdfiumPictures(page, widthDots, heightDots)
      const { data } = await page.render({ width: widthDots, height: heightDots, colorSpace: 'Gray', render: 'bitmap' })
      const gray = { gray: data, widthPx: widthDots, heightPx: heightDots }
      for (const box of pictures) if (isPhotograph(gray, box)) ditherInPlace(gray, box)
      return grayToOneBit(gray, threshold)
    },
    close: () => {
      document.destroy()
      return Promise.resolve()
    },
  }
}

/**
 * Whether a PDF has its head and its tail, and the tail points to something. PDFium mends a torn file as well as it can
 * and draws what is left without a word; such files go to the engine that refuses them.
 */
export function isWholePdf(pdf: Uint8Array): boolean {
  const text = (from: number, to: number): string => Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length).toString('latin1', from, to)
  if (!text(0, 8).startsWith('%PDF-')) return false
  const tail = text(Math.max(0, pdf.length - TAIL_BYTES), pdf.length)
  const offset = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1]
  if (offset === undefined) return false
  const start = Number(offset)
  return /^\s*(xref|\d+\s+\d+\s+obj)/.test(text(start, start + 24))
}

const TAIL_BYTES = 1024
