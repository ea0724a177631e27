/**
 * PDFs are made from the stored document when asked for; the same document always gives the same
 * PDF.
 */
import type { StoredDocument } from '../documents/stored-document.ts'
import type { ServiceParts } from '../parts.ts'
import { isChileanCreditNote } from '../rules/credit-rules.ts'
import { creditedReferenceOf } from '../rules/credited-reference.ts'
import { isReceipt } from '../rules/document-kind.ts'
import { documentPaperOf } from './document-paper-of.ts'
import { receiptPaperOf } from './receipt-paper.ts'

/** Tills ask for the PDF at once and sometimes again; older ones are made anew. */
const CACHED_PDFS_MAX = 64

export interface RenderedPdf {
  readonly filename: string
  readonly bytes: Uint8Array
}

export class PdfMaker {
  readonly #parts: ServiceParts
  readonly #cache = new Map<string, Promise<Uint8Array>>()

  constructor(parts: ServiceParts) {
    this.#parts = parts
  }

  async render(document: StoredDocument, widthMm: 58 | 80): Promise<RenderedPdf> {
    const { row } = document
    const key = `${row.id}:${widthMm}:${row.number ?? ''}:${row.cae ?? ''}`
    const cached = this.#cache.get(key)
    const pending = cached ?? this.#draw(document, widthMm)
    if (cached === undefined) this.#remember(key, pending)
    const bytes = await pending.catch((error: unknown) => {
      this.#cache.delete(key)
      throw error
    })
    return { filename: `${row.invoice_type}_${row.number ?? row.id}_${widthMm}mm.pdf`, bytes }
  }

  #draw(document: StoredDocument, widthMm: 58 | 80): Promise<Uint8Array> {
    return isReadLikeReceipt(document)
      ? this.#parts.renderer.receipt(receiptPaperOf(document, widthMm))
      : this.#parts.renderer.document(documentPaperOf(document, widthMm))
  }

  #remember(key: string, pdf: Promise<Uint8Array>): void {
    const oldest = this.#cache.keys().next().value
    if (this.#cache.size >= CACHED_PDFS_MAX && oldest !== undefined) this.#cache.delete(oldest)
    this.#cache.set(key, pdf)
  }
}

/** Chilean receipts, and notes over one: the customer reads gross prices on both. */
export function isReadLikeReceipt({ company, type, request }: StoredDocument): boolean {
  if (company.country !== 'CHL') return false
  const credited = isChileanCreditNote(type) ? creditedReferenceOf(request) : null
  return isReceipt(credited?.type ?? type)
}
