import type { DocumentType } from '../core/document-type.ts'

/** What one of them is called on papers and in the log, in Chilean Spanish. */
export const SHORT_NAMES: Readonly<Record<DocumentType, string>> = {
  '33': 'Factura',
  '34': 'Factura exenta',
  '39': 'Boleta',
  '41': 'Boleta exenta',
  '61': 'Nota de crédito',
  '56': 'Nota de débito',
}

/** Whence something comes back: "De la factura exenta". */
export const ofDocument = (type: DocumentType) => `De la ${SHORT_NAMES[type].toLowerCase()}`
