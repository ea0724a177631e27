/** Customers as a list that imports back as it was; what the columns of such lists are called. */
import type { CustomerRow } from './views.ts'
import { guarded, yes, type TableCell } from '../catalogue/export/goods-table.ts'
import type { HeaderWords } from '../catalogue/import/columns.ts'
import { CUSTOMER_TEXTS } from './decide-customer.ts'

export const CUSTOMER_FIELDS = [
  'rut',
  ...CUSTOMER_TEXTS,
  'mailsReceipts',
  'priceList',
  'archived',
] as const
export type CustomerField = (typeof CUSTOMER_FIELDS)[number]

/** As the import recognises them: an export is read in whatever language the till speaks then. */
const HEADER = [
  'RUT',
  'Nombre',
  'Giro',
  'Dirección',
  'Comuna',
  'Teléfono',
  'Correo',
  'Notas',
  'Boletas por correo',
  'Lista de precios',
  'Archivado',
] as const

/** Without accents, signs and spaces. */
export const CUSTOMER_HEADERS: HeaderWords<CustomerField> = {
  rut: 'rut rutcliente rutreceptor run rutempresa identificador taxid id'.split(' '),
  legalName:
    'nombre razonsocial nombrecliente cliente nombrerazonsocial nombreorazonsocial nombrecompleto empresa contacto name legalname customer customername company'.split(
      ' ',
    ),
  activity:
    'giro girocomercial actividad actividadeconomica rubro lineofbusiness business activity'.split(
      ' ',
    ),
  address: 'direccion domicilio direccioncomercial calle address street'.split(' '),
  commune: 'comuna ciudad comunaciudad commune city'.split(' '),
  phone: 'telefono fono celular movil telefonomovil whatsapp phone mobile telephone'.split(' '),
  email: 'correo email mail correoelectronico emailaddress'.split(' '),
  notes: 'notas nota observaciones observacion comentario comentarios notes note comments'.split(
    ' ',
  ),
  mailsReceipts:
    'boletasporcorreo boletaporcorreo enviarboletasporcorreo receiptsbyemail mailsreceipts'.split(
      ' ',
    ),
  priceList: 'listadeprecios listaprecios lista tarifa pricelist'.split(' '),
  archived: 'archivado inactivo archived inactive'.split(' '),
}

/** In a cell: no price list any longer. An empty one leaves what is there. */
export const NO_LIST_WORDS: readonly string[] = ['ninguna', 'none']

/** `listNames`: of price lists, by id. */
export function customerTable(
  rows: readonly CustomerRow[],
  listNames: Readonly<Record<string, string>>,
): TableCell[][] {
  const cellOf = (row: CustomerRow, field: CustomerField): TableCell => {
    if (field === 'archived') return yes(row.isArchived)
    if (field === 'mailsReceipts') return yes(row.mailsReceipts)
    if (field === 'priceList') return listNames[row.priceListId ?? ''] ?? ''
    return row[field]
  }
  return [
    [...HEADER],
    ...rows.map((row) => CUSTOMER_FIELDS.map((field) => guarded(cellOf(row, field)))),
  ]
}
