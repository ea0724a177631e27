import type { DocumentType } from '../core/document-type.ts'

/** In Spanish whatever the screen speaks: the file is a Chilean document. */
const NAMES: Readonly<Record<DocumentType, string>> = {
  '33': 'factura-33',
  '34': 'factura-exenta-34',
  '39': 'boleta-39',
  '41': 'boleta-exenta-41',
  '61': 'nota-de-credito-61',
  '56': 'nota-de-debito-56',
}

/**
 * `boleta-39-000123.pdf`, `boleta-exenta-41-000123.pdf`: type and folio, so that files of a folder
 * stand in order.
 */
export function pdfFileName(documentType: DocumentType, folio: number): string {
  return `${NAMES[documentType]}-${String(folio).padStart(6, '0')}.pdf`
}
