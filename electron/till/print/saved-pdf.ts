import type { SaleId } from '#shared/core/brand.ts'
import type { PaperWidthMm } from '#shared/paper/paper-model.ts'
import type { TillDatabase } from '../db/open-database.ts'

export interface SavedPdf {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** `boleta-39-000123.pdf`, `nota-de-credito-61-000004.pdf`: type and folio, so that files of a folder stand in order. */
  readonly fileName: string
}

interface Row { readonly fileName: string; readonly widthMm: PaperWidthMm; readonly documentType: string; readonly folio: number | null }

/** The receipt as the service drew it, for saving: in the width of the printer where there are two. */
export function createSavedPdf(
  db: TillDatabase, pdfs: { read(fileName: string): Promise<Uint8Array> }, widthMm: () => PaperWidthMm,
): (saleId: SaleId) => Promise<SavedPdf | null> {
  const select = db.prepare<[SaleId, PaperWidthMm], Row>(`SELECT d.file_name AS fileName, d.width_mm AS widthMm, r.document_type AS documentType, r.folio
    FROM receipt_pdf d JOIN receipt r ON r.sale_id = d.sale_id WHERE d.sale_id = ? ORDER BY d.width_mm = ? DESC LIMIT 1`)
  return async (saleId) => {
    const row = select.get(saleId, widthMm())
    if (!row || row.folio === null) return null
    const bytes = new Uint8Array(await pdfs.read(row.fileName))
    return { bytes, fileName: `${row.documentType === '61' ? 'nota-de-credito' : 'boleta'}-${row.documentType}-${String(row.folio).padStart(6, '0')}.pdf` }
  }
}
