import type { ReceiptPaper } from '#shared/paper/paper-model.ts'
import type { DocumentPaper } from './document-paper.ts'

/** In memory of its own, so that one thread can hand it over to another. */
export type PdfBytes = Uint8Array<ArrayBuffer>

/** Somebody waits for it, or nobody yet: then it gives way to everything else. */
export type DrawnWhen = 'now' | 'ahead'

/** Turns paper models into PDF bytes. Behind a port so that it can live in a worker thread. */
export interface PdfRenderer {
  receipt(paper: ReceiptPaper, when?: DrawnWhen): Promise<PdfBytes>
  document(paper: DocumentPaper, when?: DrawnWhen): Promise<PdfBytes>
  close(): Promise<void>
}
