/**
 * A stored receipt (39, 41), or a credit note over one, as the paper model: gross lines, the tax
 * broken out, what the client wants said.
 */
import { printDate } from '#shared/time/calendar.ts'
import { clp, sumClp } from '#shared/money/clp.ts'
import { IVA_RATE_PERCENT } from '#shared/money/clp.ts'
import { grossLinesOf } from '#shared/issuing/receipt-document.ts'
import type { LabelledText, PaperLine, ReceiptPaper } from '#shared/paper/paper-model.ts'
import { ANONYMOUS_RUT } from '#shared/rut/rut.ts'
import { assert } from '#shared/core/result.ts'
import { CODE_CATALOGUES } from '../catalogues/catalogues.ts'
import { isTestDocument, type StoredDocument } from '../documents/stored-document.ts'
import { isChileanCreditNote } from '../rules/credit-rules.ts'
import { creditedReferenceOf } from '../catalogues/credited-reference.ts'
import { asOneLine } from '../rules/document-rules.ts'
import { contactOf } from '../rules/party-rules.ts'
import { readTaxNumber } from '../rules/tax-numbers.ts'

const VERIFY_AT = 'www.sii.cl'

export function receiptPaperOf(document: StoredDocument, widthMm: 58 | 80): ReceiptPaper {
  const { row, company, request, type } = document
  assert(row.number !== null, 'a receipt on paper has a folio')
  const isCredit = isChileanCreditNote(type)
  return {
    widthMm,
    issuer: {
      rut: company.document_number,
      legalName: company.name,
      activity: company.activity,
      address: `${company.address}, ${company.city}`,
      branchAddress: branchAddress(request, company),
      taxOffice: company.tax_office,
      logo: company.logo,
    },
    documentName: type.description.toUpperCase(),
    folio: row.number,
    date: request.invoice_date,
    headerInfo: labelled(request.additional_header_info),
    // A receipt alone prints it: on other documents a contact is stored and not emitted.
    recipient: isCredit ? { ...namedRecipient(request), contact: null } : recipientOf(request),
    credits: isCredit ? creditedOf(request) : null,
    lines: linesOf(request),
    totals: totalsOf(request),
    footerInfo: labelled(request.additional_footer_info),
    tedXml: row.ted_xml,
    resolution: { number: company.resolution_number, year: company.resolution_year },
    verifyAt: VERIFY_AT,
    isTest: isTestDocument(document.row),
  }
}

type Request = StoredDocument['request']

/** Null at the head office. */
export function branchAddress(request: Request, company: StoredDocument['company']): string | null {
  const { address, city } = request.issuer?.address ?? {}
  if (address === undefined || address === company.address) return null
  return asOneLine([address, city].filter((part) => part !== undefined).join(', '))
}

function recipientOf(request: Request): ReceiptPaper['recipient'] {
  const buyer = namedRecipient(request)
  if (buyer.named?.rut !== ANONYMOUS_RUT) return buyer
  // The specification prints the contact of a receipt (39, 41) whoever it is for.
  return buyer.contact === null ? null : { named: null, address: null, contact: buyer.contact }
}

function namedRecipient({ recipient }: Request): NonNullable<ReceiptPaper['recipient']> {
  const rut = readTaxNumber('CHL', recipient.document_number) ?? recipient.document_number
  const address = [recipient.address?.address, recipient.address?.city]
    .filter((part) => part !== undefined)
    .join(', ')
  return {
    named: { rut, legalName: asOneLine(recipient.legal_name) },
    address: address === '' ? null : asOneLine(address),
    contact: contactOf(recipient) === '' ? null : asOneLine(contactOf(recipient)),
  }
}

/**
 * What the note is about, by name, folio and day; then what it does to it, and the shop's own
 * words.
 */
export function creditedOf(request: Request): ReceiptPaper['credits'] {
  const reference = creditedReferenceOf(request)
  if (reference === null) return null
  const { type, number, date } = reference
  const day = date === undefined ? '' : ` del ${printDate(date)}`
  const reason = CODE_CATALOGUES['document-cancellation-reasons']?.find(
    ({ code }) => code === request.reason_code,
  )?.description
  const words = asOneLine(request.observations ?? '')
  return {
    document: `${type.description} N° ${number}${day}`,
    reasons: [
      ...(reason === undefined ? [] : [reason]),
      ...(words === '' ? [] : [`Motivo: ${words}`]),
    ],
  }
}

function linesOf(request: Request): PaperLine[] {
  const gross = grossLinesOf(request.items, request.totals.total)
  return request.items.map((item, index) => {
    const line = gross[index]
    assert(line !== undefined, 'every item has its gross line')
    return {
      description: asOneLine(item.description),
      quantity: formatDecimal(item.quantity),
      unit: item.code_unit_of_measure ?? null,
      ...line,
    }
  })
}

function totalsOf(request: Request): ReceiptPaper['totals'] {
  const gross = grossLinesOf(request.items, request.totals.total)
  const ivaClp = clp(
    (request.totals.taxes ?? []).reduce((sum, tax) => sum + Math.round(tax.amount), 0),
  )
  const totalClp = clp(Math.round(request.totals.total))
  const exentoClp = clp(
    Math.min(totalClp, sumClp(gross.filter((line) => line.isExempt).map((line) => line.grossClp))),
  )
  return {
    exentoClp,
    netoClp: clp(Math.max(0, totalClp - exentoClp - ivaClp)),
    ivaClp,
    ivaRatePercent: IVA_RATE_PERCENT,
    discountClp: sumClp(gross.map((line) => line.discountClp)),
    totalClp,
  }
}

export function labelled(entries: Request['additional_header_info']): LabelledText[] {
  return (entries ?? [])
    .map(({ key, value }) => ({ label: asOneLine(key ?? ''), value: asOneLine(value ?? '') }))
    .filter(({ label, value }) => label !== '' || value !== '')
}

/** `2`, `0,35`: decimal comma, no grouping, at most six decimals. */
export function formatDecimal(value: number): string {
  return String(Math.round(value * 1e6) / 1e6).replace('.', ',')
}
