import type { DocumentType } from '../core/document-type.ts'

/** What a document is called in a file for a person, in Chilean Spanish. */
export const DOCUMENT_NAMES: Readonly<Record<DocumentType, string>> = {
  '33': 'Factura electrónica',
  '34': 'Factura no afecta o exenta electrónica',
  '39': 'Boleta electrónica',
  '41': 'Boleta no afecta o exenta electrónica',
  '56': 'Nota de débito electrónica',
  '61': 'Nota de crédito electrónica',
}
