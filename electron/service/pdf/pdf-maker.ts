/**
 * PDFs of stored documents: kept in memory for a while, kept in the store, or drawn. The same
 * document always gives the same PDF.
 */
import { hash } from 'node:crypto'
import type { ReceiptPaper } from '#shared/paper/paper-model.ts'
import type { StoredDocument } from '../documents/stored-document.ts'
import type { ServiceParts } from '../parts/parts.ts'
import type { CompanyId } from '../core/ports.ts'
import { isChileanCreditNote } from '../rules/credit-rules.ts'
import { creditedReferenceOf } from '../catalogues/credited-reference.ts'
import { isReceipt } from '../catalogues/document-kind.ts'
import type { DocumentPaper } from '../parts/document-paper.ts'
import { documentPaperOf } from './document-paper-of.ts'
import { DrawAhead } from './draw-ahead.ts'
import { DRAWING_VERSION } from './drawing-version.ts'
import type { DrawnKey } from '../parts/pdf-store.ts'
import { receiptPaperOf } from './receipt-paper.ts'
import type { DrawnWhen, PdfBytes } from '../parts/renderer.ts'

/** Tills ask for the PDF at once and sometimes again. */
const CACHED_PDFS_MAX = 64
/**
 * Of a document as it was sent; sixty lines are half of it. Larger ones would fill the memory while
 * they wait to be drawn ahead, and are drawn for whoever asks.
 */
const AHEAD_CHARS_MAX = 32_768

interface RenderedPdf {
  readonly filename: string
  readonly bytes: Uint8Array
}

export class PdfMaker {
  readonly #parts: Pick<ServiceParts, 'renderer' | 'drawn'>
  readonly #cache = new Map<string, Promise<PdfBytes>>()
  readonly #ahead = new DrawAhead()
  /** What paper the tills of a company asked for last. */
  readonly #widths = new Map<CompanyId, 58 | 80>()

  constructor(parts: Pick<ServiceParts, 'renderer' | 'drawn'>) {
    this.#parts = parts
  }

  /** For a till. */
  render(document: StoredDocument, widthMm: 58 | 80): Promise<RenderedPdf> {
    this.#widths.set(document.row.company_id, widthMm)
    return this.#rendered(document, widthMm)
  }

  /** On a page: it says nothing of the paper in the tills. */
  renderForCustomer(document: StoredDocument): Promise<RenderedPdf> {
    return this.#rendered(document, 80)
  }

  async #rendered(document: StoredDocument, widthMm: 58 | 80): Promise<RenderedPdf> {
    const { row } = document
    const bytes = await this.#ahead.during(() => this.#made(document, widthMm))
    return { filename: `${row.invoice_type}_${row.number ?? row.id}_${widthMm}mm.pdf`, bytes }
  }

  /** A creation, during which nothing is drawn ahead. */
  whileCreating<Value>(create: () => Promise<Value>): Promise<Value> {
    return this.#ahead.during(create)
  }

  /** Draws and stores it when it is quiet, where tills of the company ask for paper here. */
  drawAhead(document: StoredDocument): void {
    const widthMm = this.#widths.get(document.row.company_id)
    const { number, body } = document.row
    if (this.#parts.drawn === null || widthMm === undefined || number === null) return
    if (body.length > AHEAD_CHARS_MAX) return
    this.#ahead.offer(() => this.#madeAhead(document, widthMm))
  }

  async close(): Promise<void> {
    await this.#ahead.stop()
    await this.#parts.drawn?.close()
  }

  #made(document: StoredDocument, widthMm: 58 | 80): Promise<PdfBytes> {
    const { key, paper } = drawingOf(document, widthMm)
    const cached = this.#cache.get(key.drawing)
    if (cached !== undefined) return cached
    const pending = this.#foundOrDrawn(key, paper, 'now')
    this.#remember(key.drawing, pending)
    return pending.catch((error: unknown) => {
      this.#cache.delete(key.drawing)
      throw error
    })
  }

  /** Whoever asks meanwhile does not wait for a thread that gives way, and has it drawn. */
  async #madeAhead(document: StoredDocument, widthMm: 58 | 80): Promise<void> {
    const { key, paper } = drawingOf(document, widthMm)
    if (this.#cache.has(key.drawing)) return
    const pdf = await this.#foundOrDrawn(key, paper, 'ahead')
    if (!this.#cache.has(key.drawing)) this.#remember(key.drawing, Promise.resolve(pdf))
  }

  async #foundOrDrawn(key: DrawnKey, paper: AnyPaper, when: DrawnWhen): Promise<PdfBytes> {
    const { drawn, renderer } = this.#parts
    const found = (await drawn?.find(key)) ?? null
    if (found !== null) return found
    const { receipt, other } = paper
    const pdf = await (receipt === null
      ? renderer.document(other, when)
      : renderer.receipt(receipt, when))
    drawn?.keep(key, pdf)
    return pdf
  }

  #remember(key: string, pdf: Promise<PdfBytes>): void {
    const oldest = this.#cache.keys().next().value
    if (this.#cache.size >= CACHED_PDFS_MAX && oldest !== undefined) this.#cache.delete(oldest)
    this.#cache.set(key, pdf)
  }
}

function drawingOf(document: StoredDocument, widthMm: 58 | 80) {
  const paper = paperOf(document, widthMm)
  const key: DrawnKey = { documentId: document.row.id, widthMm, drawing: fingerprintOf(paper) }
  return { key, paper }
}

type AnyPaper =
  | { readonly receipt: ReceiptPaper; readonly other: null }
  | { readonly receipt: null; readonly other: DocumentPaper }

function paperOf(document: StoredDocument, widthMm: 58 | 80): AnyPaper {
  return isReadLikeReceipt(document)
    ? { receipt: receiptPaperOf(document, widthMm), other: null }
    : { receipt: null, other: documentPaperOf(document, widthMm) }
}

/**
 * Of everything that stands on the paper and of how it is drawn: a company that moved, a number
 * that was assigned, a new version of the program is another drawing, whoever forgot to say so.
 */
function fingerprintOf({ receipt, other }: AnyPaper): string {
  const paper = receipt ?? other
  const { logo } = paper.issuer
  // As bytes: a Buffer of 9 kB takes half a millisecond to be written as a list of numbers.
  const issuer = { ...paper.issuer, logo: logo === null ? null : hash('sha256', logo) }
  const said = JSON.stringify({ ...paper, issuer, isReceipt: receipt !== null })
  return hash('sha256', `${DRAWING_VERSION} ${said}`)
}

/** Chilean receipts, and notes over one: the customer reads gross prices on both. */
export function isReadLikeReceipt({ company, type, request }: StoredDocument): boolean {
  if (company.country !== 'CHL') return false
  const credited = isChileanCreditNote(type) ? creditedReferenceOf(request) : null
  return isReceipt(credited?.type ?? type)
}
