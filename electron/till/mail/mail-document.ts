/** The document of a sale as it goes out: its PDF as the service drew it, and its figures. */
import type { SaleId } from '#shared/core/brand.ts'
import { pdfFileName } from '#shared/document/pdf-file-name.ts'
import type { MailedDocument } from '#shared/mail/receipt-mail.ts'
import type { PaperWidthMm } from '#shared/paper/paper-model.ts'
import type { TillDatabase } from '../db/open-database.ts'
import type { PdfStore } from '../sync/outbox/pdf-store.ts'

export interface MailDocument extends Omit<MailedDocument, 'shop'> {
  readonly fileName: string
  readonly pdf: Uint8Array
}

interface Row extends Omit<MailDocument, 'fileName' | 'pdf'> {
  readonly storedName: string
  readonly sha256: string
  readonly widthMm: PaperWidthMm
}

export type MailDocuments = ReturnType<typeof createMailDocuments>

export function createMailDocuments(
  db: TillDatabase,
  pdfs: Pick<PdfStore, 'read'>,
  /** The stored file is no use: it is forgotten and asked for again. */
  onUseless: (saleId: SaleId, widthMm: PaperWidthMm) => void,
) {
  // The widest: it is read on a screen.
  const select = db.prepare<[SaleId], Row>(`SELECT d.file_name AS storedName, d.sha256,
      d.width_mm AS widthMm, r.document_type AS documentType, r.folio, s.date,
      s.total_clp AS totalClp, s.neto_clp AS netoClp, s.iva_clp AS ivaClp,
      s.exento_clp AS exentoClp
    FROM receipt_pdf d JOIN receipt r ON r.sale_id = d.sale_id JOIN sale s ON s.id = d.sale_id
    WHERE d.sale_id = ? AND r.folio IS NOT NULL ORDER BY d.width_mm DESC LIMIT 1`)
  /** Null: it is not here, or was of no use, and comes again. */
  return async (saleId: SaleId): Promise<MailDocument | null> => {
    const row = select.get(saleId)
    if (row === undefined) return null
    const { storedName, sha256, widthMm, ...facts } = row
    const pdf = await pdfs.read(storedName, sha256)
    if (pdf === null) {
      onUseless(saleId, widthMm)
      return null
    }
    return { ...facts, fileName: pdfFileName(facts.documentType, facts.folio), pdf }
  }
}
