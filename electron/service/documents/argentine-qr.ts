/**
 * The QR code of an authorized Argentine document: an address of the tax authority with the
 * document's data in it (RG AFIP 4892/2020), so that whoever holds the paper can check it.
 */
import type { ModuleMatrix } from '#shared/paper/drawing.ts'
import type { StoredDocument } from './stored-document.ts'

const ADDRESS = 'https://www.afip.gob.ar/fe/qr/?p='
/** The authority's own codes of currencies and of tax documents. */
const CURRENCIES: Readonly<Record<string, string>> = {
  ARS: 'PES',
  USD: 'DOL',
  EUR: '060',
  BRL: '012',
  UYU: '011',
  CLP: '033',
}
const TAX_DOCUMENTS: Readonly<Record<string, number>> = {
  CUIT: 80,
  CUIL: 86,
  CDI: 87,
  PAS: 94,
  DNI: 96,
}
const NO_TAX_DOCUMENT = 99
/** Authorized by electronic code (CAE), as opposed to one given in advance. */
const AUTHORIZED_BY_CAE = 'E'

/** Null until the authority has numbered and authorized the document. */
export function qrTextOf({ row, company, request }: StoredDocument): string | null {
  if (company.country !== 'ARG' || row.cae === null || row.number === null) return null
  const recipientNumber = Number(request.recipient.document_number.replace(/\D/g, ''))
  const data = {
    ver: 1,
    fecha: request.invoice_date,
    cuit: Number(company.document_number),
    ptoVta: request.branch_office,
    tipoCmp: row.document_code,
    nroCmp: row.number,
    importe: request.totals.total,
    moneda: CURRENCIES[request.currency.code] ?? request.currency.code,
    ctz: request.currency.exchange_rate ?? 1,
    tipoDocRec: TAX_DOCUMENTS[request.recipient.document_type.toUpperCase()] ?? NO_TAX_DOCUMENT,
    nroDocRec: Number.isSafeInteger(recipientNumber) ? recipientNumber : 0,
    tipoCodAut: AUTHORIZED_BY_CAE,
    codAut: row.cae,
  }
  return `${ADDRESS}${Buffer.from(JSON.stringify(data)).toString('base64')}`
}

const PIXELS_PER_MODULE = 4
const QUIET_MODULES = 4

/**
 * The code as a PNG in Base64, or null when there is none. What draws it is loaded for the first
 * one only.
 */
export async function qrCodeOf(document: StoredDocument): Promise<string | null> {
  const text = qrTextOf(document)
  if (text === null) return null
  const [{ encodeQr }, { encodeOneBitPng }] = await Promise.all([
    import('../../paper/codes.ts'),
    import('../../paper/one-bit-png.ts'),
  ])
  return encodeOneBitPng(enlarged(encodeQr(text))).toString('base64')
}

/** Each module as a square of pixels, with the white margin that readers need. */
function enlarged(matrix: ModuleMatrix): ModuleMatrix {
  const columns = (matrix.columns + 2 * QUIET_MODULES) * PIXELS_PER_MODULE
  const rows = (matrix.rows + 2 * QUIET_MODULES) * PIXELS_PER_MODULE
  const cells = new Uint8Array(columns * rows)
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1) {
      const row = Math.floor(y / PIXELS_PER_MODULE) - QUIET_MODULES
      const column = Math.floor(x / PIXELS_PER_MODULE) - QUIET_MODULES
      const isInside = row >= 0 && column >= 0 && row < matrix.rows && column < matrix.columns
      if (isInside && matrix.cells[row * matrix.columns + column] === 1) cells[y * columns + x] = 1
    }
  }
  return { columns, rows, cells }
}
