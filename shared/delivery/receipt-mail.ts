/**
 * What is written to a customer: plain text in Spanish with the figures of the document, which
 * comes with it. No picture, no link, nothing that tells whether it was read.
 */
import type { IsoDate } from '../core/brand.ts'
import type { DocumentType } from '../core/document-type.ts'
import { DOCUMENT_NAMES } from '../issuing/document-names.ts'
import { formatClp, type Clp } from '../money/clp.ts'
import { formatRut, parseRut } from '../rut/rut.ts'
import { mailName } from './address.ts'

export interface MailedDocument {
  readonly documentType: DocumentType
  readonly folio: number
  readonly date: IsoDate
  readonly totalClp: Clp
  readonly netoClp: Clp
  readonly ivaClp: Clp
  readonly exentoClp: Clp
  readonly shop: { readonly tradeName: string; readonly legalName: string; readonly rut: string }
}

export interface MailText {
  readonly subject: string
  readonly text: string
}

export function receiptMail(document: MailedDocument): MailText {
  const { shop, folio, totalClp, netoClp, ivaClp, exentoClp } = document
  const name = DOCUMENT_NAMES[document.documentType]
  const shopName = mailName(shop.tradeName === '' ? shop.legalName : shop.tradeName)
  const amounts: readonly (readonly [string, Clp])[] = [
    ['Neto', netoClp],
    ['IVA 19%', ivaClp],
    ['Exento', exentoClp],
  ]
  return {
    subject: mailName(`${name} N° ${folio} de ${shopName}`),
    text: [
      `Adjuntamos su ${lowered(name)} N° ${folio} del ${chileanDate(document.date)}.`,
      '',
      ...amounts.flatMap(([word, amount]) => (amount > 0 ? [`${word}: ${formatClp(amount)}`] : [])),
      `Total: ${formatClp(totalClp)}`,
      '',
      shopName,
      `${mailName(shop.legalName)}, R.U.T.: ${shownRut(shop.rut)}`,
      '',
      'El documento va en el archivo PDF adjunto. Este correo se pidió en la caja de la tienda;',
      'si no es para usted, bórrelo y avise respondiendo.',
      '',
    ].join('\n'),
  }
}

const lowered = (name: string) => name.slice(0, 1).toLowerCase() + name.slice(1)
const chileanDate = (date: IsoDate) => date.split('-').reverse().join('-')

function shownRut(text: string): string {
  const rut = parseRut(text)
  return rut.ok ? formatRut(rut.value) : text
}
