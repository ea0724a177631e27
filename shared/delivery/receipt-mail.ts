/**
 * What is written to a customer, in Spanish: thanks, the total, what was saved, which document it
 * is and what was bought. Plain text first, and the same as HTML beside it. No picture from
 * elsewhere, no link, nothing that tells whether it was read; the document comes with it.
 */
import type { IsoDate } from '../core/brand.ts'
import type { DocumentType } from '../core/document-type.ts'
import { DOCUMENT_NAMES } from '../issuing/document-names.ts'
import { clp, formatClp, type Clp } from '../money/clp.ts'
import { formatQuantity, ONE_MILLI, type QuantityMilli } from '../money/quantity.ts'
import { formatRut, parseRut } from '../rut/rut.ts'
import { mailName } from './address.ts'
import { MAIL_LINES_MAX } from './mail-limits.ts'
import { receiptHtml, type MailedLogo, type Said, type SaidReceipt } from './receipt-html.ts'

export interface MailedDocument {
  readonly documentType: DocumentType
  readonly folio: number
  readonly date: IsoDate
  readonly totalClp: Clp
  readonly netoClp: Clp
  readonly ivaClp: Clp
  readonly exentoClp: Clp
  /** What discounts and promotions took off, gross; 0 where nothing, or nobody can say. */
  readonly savedClp: Clp
  /** Of this document alone, gross; more than `MAIL_LINES_MAX` are counted and not said. */
  readonly lines: readonly MailedLine[]
  /** Issued to try the service out: no tax document. */
  readonly isTrial: boolean
  readonly fileName: string
  readonly shop: { readonly tradeName: string; readonly legalName: string; readonly rut: string }
}

export interface MailedLine {
  readonly name: string
  readonly unit: string | null
  readonly quantity: QuantityMilli
  readonly grossClp: Clp
}

export interface MailText {
  readonly subject: string
  readonly text: string
  /** The same for whoever shows it; null for plain text alone. */
  readonly html: string | null
}

export function receiptMail(document: MailedDocument, logo: MailedLogo | null = null): MailText {
  const said = sayReceipt(document)
  return { subject: said.subject, text: asText(said), html: receiptHtml(said, logo) }
}

function sayReceipt(document: MailedDocument): SaidReceipt {
  const { shop, folio, documentType, fileName, savedClp } = document
  const name = DOCUMENT_NAMES[documentType]
  const shopName = mailName(shop.tradeName === '' ? shop.legalName : shop.tradeName)
  const isNote = documentType === '61' || documentType === '56'
  const title = `${name} N° ${folio}`
  return {
    subject: mailName(`${title} de ${shopName}`),
    shopName,
    shopFacts: `${mailName(shop.legalName)}, R.U.T.: ${shownRut(shop.rut)}`,
    thanks: isNote ? '' : 'Gracias por su compra.',
    total: formatClp(document.totalClp),
    saved: isNote || savedClp <= 0 ? '' : `Ahorró ${formatClp(savedClp)}`,
    document: [
      title,
      `Fecha: ${chileanDate(document.date)}`,
      document.isTrial
        ? 'Documento de prueba: SIN VALIDEZ TRIBUTARIA.'
        : 'Es el documento tributario, con su folio; no es un comprobante provisorio.',
      `Está en el archivo adjunto ${mailName(fileName)}.`,
    ],
    lines: sayLines(document.lines),
    amounts: sayAmounts(document),
    foot: 'Este correo se pidió en la caja de la tienda; si no es para usted, bórrelo y avise respondiendo.',
  }
}

function sayLines(lines: readonly MailedLine[]): Said[] {
  const more = lines.length - MAIL_LINES_MAX
  return [
    ...lines
      .slice(0, MAIL_LINES_MAX)
      .map(({ name, unit, quantity, grossClp }) => ({
        label: [
          ...(quantity === ONE_MILLI && unit === null
            ? []
            : [[formatQuantity(quantity), unit ?? '', '×'].filter(Boolean).join(' ')]),
          mailName(name),
        ].join(' '),
        value: formatClp(grossClp),
      })),
    ...(more > 0 ? [{ label: `y ${more} más, en el documento`, value: '' }] : []),
  ]
}

function sayAmounts({ netoClp, ivaClp, exentoClp }: MailedDocument): Said[] {
  const amounts: readonly (readonly [string, Clp])[] = [
    ['Neto', netoClp],
    ['IVA 19%', ivaClp],
    ['Exento', exentoClp],
  ]
  return amounts.flatMap(([label, amount]) =>
    amount > clp(0) ? [{ label, value: formatClp(amount) }] : [],
  )
}

function asText(said: SaidReceipt): string {
  const block = (rows: readonly string[]) => (rows.length === 0 ? [] : [...rows, ''])
  const line = ({ label, value }: Said) => (value === '' ? label : `${label}: ${value}`)
  return [
    ...block(said.thanks === '' ? [] : [said.thanks]),
    ...block([`Total: ${said.total}`, ...(said.saved === '' ? [] : [said.saved])]),
    ...block(said.document),
    ...block(said.lines.map(line)),
    ...block(said.amounts.map(line)),
    ...block([said.shopName, said.shopFacts]),
    said.foot,
    '',
  ].join('\n')
}

const chileanDate = (date: IsoDate) => date.split('-').reverse().join('-')

function shownRut(text: string): string {
  const rut = parseRut(text)
  return rut.ok ? formatRut(rut.value) : text
}
