import type { SaleId } from '#shared/core/brand.ts'
import { pdfFileName } from '#shared/issuing/pdf-file-name.ts'
import type { PaperWidthMm } from '#shared/paper/paper-model.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { PdfStore } from './pdf-store.ts'
import type { DocumentType } from '#shared/core/document-type.ts'

export interface SavedPdf {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly fileName: string
}

interface Row {
  readonly fileName: string
  readonly sha256: string
  readonly widthMm: PaperWidthMm
  readonly documentType: DocumentType
  readonly folio: number | null
}

/**
 * The receipt as the service drew it, for saving: in the width of the printer where there are two.
 */
export function createSavedPdf(
  db: TillDatabase,
  pdfs: Pick<PdfStore, 'read'>,
  widthMm: () => PaperWidthMm,
): (saleId: SaleId) => Promise<SavedPdf | null> {
  const select = db.prepare<[SaleId, PaperWidthMm], Row>(`SELECT d.file_name AS fileName, d.sha256,
    d.width_mm AS widthMm, r.document_type AS documentType, r.folio
    FROM receipt_pdf d JOIN receipt r ON r.sale_id = d.sale_id WHERE d.sale_id = ? ORDER BY d.width_mm = ? DESC LIMIT 1`)
  return async (saleId) => {
    const row = select.get(saleId, widthMm())
    if (!row || row.folio === null) return null
    const bytes = await pdfs.read(row.fileName, row.sha256)
    return bytes === null ? null : { bytes, fileName: pdfFileName(row.documentType, row.folio) }
  }
}
