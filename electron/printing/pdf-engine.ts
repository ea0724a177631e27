/**
 * Which engine draws a PDF: PDFium where the file is whole, pdf.js where it is not or PDFium gives
 * up.
 */
import { refuse, ok } from '#shared/core/result.ts'
import type { Result } from '#shared/core/result.ts'
import { drawOntoHead, pageCountRefusal } from './pdf-document.ts'
import type { DrawnPage, DrawOptions, EngineDocument } from './pdf-document.ts'
import { refused } from './pdf-refusal.ts'
import { openWithPdfjs } from './pdfjs-engine.ts'
import { isOvergrown, isWholePdf, loadPdfium, openWithPdfium } from './pdfium-engine.ts'
import type { Pdfium } from './pdfium-engine.ts'
import { PDF_BYTES_MAX } from '#shared/paper/pdf-limits.ts'
import type { RefusedPaper } from './raster-protocol.ts'

export interface OpenPdf {
  readonly pageCount: number
  /** Draws one page onto the head, page numbers from 0. The rows are those of the page box. */
  draw(pageIndex: number, options: DrawOptions): Promise<Result<DrawnPage, RefusedPaper>>
  close(): Promise<void>
}

export interface PdfEngine {
  /** Opens a PDF, or says why it cannot be printed. */
  open(pdf: Uint8Array): Promise<Result<OpenPdf, RefusedPaper>>
}

/** `pdfjs` alone is for comparisons; printing uses both. */
export async function createPdfEngine(engines: 'both' | 'pdfjs' = 'both'): Promise<PdfEngine> {
  let pdfium: Pdfium | null = engines === 'both' ? await loadPdfium() : null
  /**
   * A fault inside WebAssembly leaves its memory in doubt; what was begun with it is done again
   * with the other.
   */
  const giveUpPdfium = (): void => {
    pdfium = null
  }
  return {
    open: async (pdf) => {
      if (pdf.length > PDF_BYTES_MAX) return refuse(refused('PDF_TOO_LONG', `${pdf.length} bytes`))
      try {
        if (pdfium !== null && isOvergrown(pdfium)) pdfium = await loadPdfium()
        const quick =
          pdfium !== null && isWholePdf(pdf) ? await openQuietly(pdfium, pdf, giveUpPdfium) : null
        const document = quick ?? (await openWithPdfjs(pdf))
        const refusal = pageCountRefusal(document)
        if (refusal !== null) {
          await document.close()
          return refuse(refusal)
        }
        return ok(openPdf(document, quick === null ? null : pdf, giveUpPdfium))
      } catch (error) {
        return refuse(refusalOf(error))
      }
    },
  }
}

/** Null where the other engine must say what is wrong. */
async function openQuietly(
  pdfium: Pdfium,
  pdf: Uint8Array,
  onFault: () => void,
): Promise<EngineDocument | null> {
  try {
    return await openWithPdfium(pdfium, pdf)
  } catch (error) {
    if (isWasmFault(error)) onFault()
    return null
  }
}

/** `pdf` is given where a second engine is left to try. */
function openPdf(first: EngineDocument, pdf: Uint8Array | null, onFault: () => void): OpenPdf {
  let document = first
  let spare = pdf
  return {
    pageCount: first.pageCount,
    draw: async (pageIndex, options) => {
      try {
        return await drawOntoHead(document, pageIndex, options)
      } catch (error) {
        if (spare === null) return refuse(refusalOf(error))
        if (isWasmFault(error)) onFault()
        try {
          document = await openWithPdfjs(spare)
          spare = null
          return await drawOntoHead(document, pageIndex, options)
        } catch (second) {
          return refuse(refusalOf(second))
        }
      }
    },
    close: async () => {
      await document.close()
      if (document !== first) await first.close()
    },
  }
}

function isWasmFault(error: unknown): boolean {
  return error instanceof Error && error.name === 'RuntimeError'
}

function refusalOf(error: unknown): RefusedPaper {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  return refused(name === 'PasswordException' ? 'PDF_ENCRYPTED' : 'PDF_BROKEN', message)
}
