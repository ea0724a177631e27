import type { ReceiptPaper } from '#shared/paper/paper-model.ts'
import type { DocumentPaper } from './document-paper.ts'

/** Turns paper models into PDF bytes. Behind a port so that it can live in a worker thread. */
export interface PdfRenderer {
  receipt(paper: ReceiptPaper): Promise<Uint8Array>
  document(paper: DocumentPaper): Promise<Uint8Array>
  close(): Promise<void>
}
