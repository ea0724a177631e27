/**
 * Any document that is no Chilean receipt as its paper model: net lines, taxes and legends as
 * texts.
 */
import { grossLinesOf } from '#shared/issuing/receipt-document.ts'
import { discountLabel } from '#shared/paper/line-table.ts'
import { printDate } from '#shared/time/calendar.ts'
import { formatRut, parseRut, type Rut } from '#shared/rut/rut.ts'
import type { LabelledText } from '#shared/paper/paper-model.ts'
import { CODE_CATALOGUES, countryName } from '../catalogues/catalogues.ts'
import { qrTextOf } from '../documents/argentine-qr.ts'
import { isTestDocument, type StoredDocument } from '../documents/stored-document.ts'
import { viewOf } from '../documents/view.ts'
import { movesCredit } from '../rules/credit-rules.ts'
import { creditedReferenceOf } from '../catalogues/credited-reference.ts'
import { isExport } from '../catalogues/document-kind.ts'
import { asOneLine } from '../rules/document-rules.ts'
import type { Country } from '../core/country.ts'
import { customsTexts } from './customs-block.ts'
import type { DocumentPaper, DocumentPaperLine } from '../parts/document-paper.ts'
import { netAmountsOf, type NetAmounts } from './net-amounts.ts'
import { branchAddress, creditedOf, formatDecimal, labelled } from './receipt-paper.ts'

const VERIFY_AT: Readonly<Record<Country, string>> = {
  CHL: 'www.sii.cl',
  ARG: 'www.afip.gob.ar',
  URY: 'www.dgi.gub.uy',
}
const RETENTION_LEGEND = 'OPERACIÓN SUJETA A RETENCIÓN'
const INFORMED_ACCOUNT_LEGEND = 'PAGO EN C.B.U. INFORMADA'

export function documentPaperOf(document: StoredDocument, widthMm: 58 | 80): DocumentPaper {
  const { row, company, request, type } = document
  const isChilean = company.country === 'CHL'
  const net = isChilean && !isExport(type) ? netAmountsOf(request) : null
  return {
    widthMm,
    issuer: {
      legalName: company.name,
      taxNumberLabel: numberName(company.country, company.document_type),
      taxNumber: isChilean ? formatRut(company.document_number as Rut) : company.document_number,
      ...placesOf(document),
      logo: company.logo,
    },
    documentName: type.description.toUpperCase(),
    letter: company.country === 'ARG' ? type.invoice_type.slice(-1) : null,
    number: row.number === null ? 'Número por asignar' : `N° ${numberText(document)}`,
    taxOffice: isChilean ? `S.I.I. - ${company.tax_office}` : null,
    date: printDate(request.invoice_date),
    recipient: recipientTexts(document),
    headerInfo: labelled(request.additional_header_info),
    references: referencesOf(document),
    customs: isExport(type) ? customsTexts(request.additional_export_info ?? []) : [],
    lines: linesOf(document, net),
    totals: net === null ? totalsOf(document) : netTotalsOf(document, net),
    footerInfo: footerOf(document),
    legends: legendsOf(document),
    tedXml: row.ted_xml,
    qrText: qrTextOf(document),
    resolution: isChilean
      ? { number: company.resolution_number, year: company.resolution_year }
      : null,
    verifyAt: VERIFY_AT[company.country],
    isTest: isTestDocument(document.row),
  }
}

/** As the authority's own papers write it, alike on receipts, invoices, notes and slips. */
const numberName = (country: Country, documentType: string) =>
  country === 'CHL' && documentType === 'RUT' ? 'R.U.T.' : documentType

type Places = Pick<DocumentPaper['issuer'], 'activity' | 'address' | 'branchAddress'>

/** Named as on a receipt where Chilean law asks for them. */
function placesOf({ company, request }: StoredDocument): Places {
  const { activity } = company
  const address = `${company.address}, ${company.city}`
  if (company.country !== 'CHL') return { activity, address, branchAddress: null }
  const branch = branchAddress(request, company)
  return {
    activity: `Giro: ${activity}`,
    address: `Casa matriz: ${address}`,
    branchAddress: branch === null ? null : `Sucursal: ${branch}`,
  }
}

/** A Chilean credit note says what it does to its document; the others name theirs by code. */
function referencesOf({ request, type }: StoredDocument): string[] {
  const credited = movesCredit(type) ? creditedOf(request) : null
  const creditedIndex = credited === null ? -1 : creditedReferenceOf(request)?.index
  const others = (request.billing_reference ?? [])
    .filter((_, index) => index !== creditedIndex)
    .map((reference) =>
      [
        reference.invoice_type,
        reference.number === undefined ? '' : `N° ${reference.number}`,
        reference.invoice_date === undefined ? '' : `del ${printDate(reference.invoice_date)}`,
      ]
        .filter((part) => part !== '')
        .join(' '),
    )
  return credited === null ? others : [credited.document, ...credited.reasons, ...others]
}

/** Argentina writes point of sale and number: `0001-00000042`. */
function numberText({ row, company, request }: StoredDocument): string {
  if (company.country !== 'ARG') return String(row.number)
  return `${String(request.branch_office).padStart(4, '0')}-${String(row.number).padStart(8, '0')}`
}

type Recipient = StoredDocument['request']['recipient']

function numberAsRut({ document_type: type, document_number: number }: Recipient): string {
  const rut = type === 'RUT' ? parseRut(number) : null
  return rut?.ok === true ? formatRut(rut.value) : number
}

/** In Chile the city has a row of its own. */
function placeText({ address }: Recipient, isChilean: boolean): string {
  const { city, state, region, country } = address ?? {}
  return [
    ...[address?.address, isChilean ? '' : city, state ?? region],
    countryName(country ?? '') ?? country,
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(', ')
}

function recipientTexts({ company, request: { recipient } }: StoredDocument): LabelledText[] {
  const isChilean = company.country === 'CHL'
  const row = (label: string, text: string | undefined): LabelledText[] =>
    text === undefined || text === '' ? [] : [{ label, value: asOneLine(text) }]
  return [
    { label: 'Señor(es)', value: asOneLine(recipient.legal_name) },
    {
      label: numberName(company.country, recipient.document_type),
      value: isChilean ? numberAsRut(recipient) : recipient.document_number,
    },
    ...row('Giro', recipient.tax_information?.activity),
    ...row('Dirección', placeText(recipient, isChilean)),
    ...(isChilean ? row('Comuna', recipient.address?.city) : []),
  ]
}

function linesOf(document: StoredDocument, net: NetAmounts | null): DocumentPaperLine[] {
  const { currency, items, totals } = document.request
  const money = (amount: number) => formatMoney(amount, currency.code)
  const gross = net === null ? [] : grossLinesOf(items, totals.total)
  return viewOf(document).items.map((item, index) => {
    const unit = item.unit_of_measure_code === null ? '' : ` ${item.unit_of_measure_code}`
    const after = net?.lines[index] ?? item.sub_total
    const line = gross[index]
    // In whole pesos the line stands before its discount, which follows in the same column.
    const isOwnRow = item.discount > 0 && line !== undefined
    const offClp = isOwnRow ? Math.round(item.discount) : 0
    const inDetail = item.discount > 0 && !isOwnRow ? `  desc. ${money(item.discount)}` : ''
    return {
      description: asOneLine(item.description),
      detail: `${formatDecimal(item.quantity)}${unit} × ${money(item.unit_price)}${inDetail}`,
      amount: money(after + offClp),
      ...(isOwnRow ? { discount: { label: discountLabel(line), value: money(-offClp) } } : {}),
      isExempt: document.company.country === 'CHL' && item.taxes.length === 0,
    }
  })
}

/** As a Chilean invoice writes them: what has IVA, what has none, the IVA, and all of it. */
function netTotalsOf({ request }: StoredDocument, net: NetAmounts): LabelledText[] {
  const row = (label: string, amount: number) => ({ label, value: formatMoney(amount, 'CLP') })
  const [iva] = request.totals.taxes ?? []
  return [
    ...(net.netoClp > 0 ? [row('Monto neto', net.netoClp)] : []),
    ...(net.exentoClp > 0 ? [row('Monto exento', net.exentoClp)] : []),
    ...(iva === undefined ? [] : [row(`IVA (${formatDecimal(iva.rate ?? 19)}%)`, net.ivaClp)]),
    row('TOTAL', request.totals.total),
  ]
}

function totalsOf({ request: { totals, currency } }: StoredDocument): LabelledText[] {
  const money = (amount: number) => formatMoney(amount, currency.code)
  return [
    { label: 'Subtotal', value: money(totals.sub_total) },
    ...((totals.discount ?? 0) > 0
      ? [{ label: 'Descuento', value: money(-(totals.discount ?? 0)) }]
      : []),
    ...(totals.taxes ?? []).map((tax) => ({
      label: tax.rate === undefined ? tax.type : `${tax.type} (${formatDecimal(tax.rate)}%)`,
      value: money(tax.amount),
    })),
    { label: `TOTAL ${currency.code}`, value: money(totals.total) },
  ]
}

function footerOf({ row, request, type }: StoredDocument): LabelledText[] {
  const { currency, payment_method: payment, observations } = request
  const exportPayment = CODE_CATALOGUES['export-payment-methods']?.find(
    ({ code }) => code === request.export_payment_method_code,
  )?.description
  return [
    ...(currency.exchange_rate === undefined
      ? []
      : [{ label: 'Tipo de cambio', value: formatDecimal(currency.exchange_rate) }]),
    ...(exportPayment === undefined
      ? []
      : [{ label: 'Pago de la exportación', value: exportPayment }]),
    ...(payment?.description === undefined
      ? []
      : [{ label: 'Forma de pago', value: asOneLine(payment.description) }]),
    ...(request.payment_due_date === undefined
      ? []
      : [{ label: 'Vencimiento', value: printDate(request.payment_due_date) }]),
    ...(row.cae === null ? [] : [{ label: 'CAE', value: String(row.cae) }]),
    ...(row.cae_expires_on === null
      ? []
      : [{ label: 'Vto. CAE', value: printDate(row.cae_expires_on) }]),
    // A Chilean credit note has said them as its reason.
    ...(observations === undefined || movesCredit(type)
      ? []
      : [{ label: 'Observaciones', value: asOneLine(observations) }]),
    ...labelled(request.additional_footer_info),
  ]
}

function legendsOf({ request }: StoredDocument): string[] {
  const information = request.issuer?.tax_information
  if (information?.subject_to_retention === true) return [RETENTION_LEGEND]
  return information?.cbu === undefined ? [] : [INFORMED_ACCOUNT_LEGEND, `CBU ${information.cbu}`]
}

/** `$1.234`, `$1.234,50`: grouped the way the three countries write it. */
function formatMoney(amount: number, currency: string): string {
  const [whole = '0', decimals = ''] = Math.abs(amount)
    .toFixed(currency === 'CLP' && Number.isInteger(amount) ? 0 : 2)
    .split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, '.')
  return `${amount < 0 ? '-' : ''}$${grouped}${decimals === '' ? '' : `,${decimals}`}`
}
