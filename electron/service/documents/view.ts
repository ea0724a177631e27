/** A stored document in the contract's shape (spec part 2, Document). */
import type { DocumentRequest, DocumentRequestItem } from '#shared/issuing/document-request.ts'
import type { DocumentResponse } from '#shared/issuing/document-response.ts'
import { findTaxType } from '../catalogues/catalogues.ts'
import type { CompanyRow } from '../storage/tables.ts'
import type { Country } from '../core/country.ts'
import { isTestDocument, type StoredDocument } from './stored-document.ts'

/** `qrCode` is a PNG in Base64, for the documents that have one. */
export function viewOf(
  { row, company, request }: StoredDocument,
  qrCode: string | null = null,
): DocumentResponse {
  const { totals } = request
  return {
    id: row.id,
    branch_office: request.branch_office,
    serie: row.serie,
    number: row.number,
    invoice_type: row.document_code,
    invoice_date: request.invoice_date,
    ...datesOf(request),
    concept: request.concept ?? null,
    observations: request.observations ?? null,
    external_reference: row.external_reference,
    issuer: partyOf(request.issuer ?? issuerOf(company)),
    recipient: partyOf(request.recipient),
    ...moneyOf(request),
    items: request.items.map((item, index) => itemOf(item, index, company.country)),
    global_taxes: (request.global_taxes ?? []).map((tax) => ({
      tax_type: tax.type,
      description: tax.description ?? null,
      base_amount: tax.base_amount,
      rate: rateOf(tax, company.country),
      amount: tax.amount,
    })),
    billing_reference: (request.billing_reference ?? []).map((reference) => ({
      invoice_type: reference.invoice_type,
      branch_office: reference.branch_office ?? null,
      number: reference.number ?? null,
      date: reference.invoice_date ?? null,
      cae: reference.cae ?? null,
    })),
    sub_total: totals.sub_total,
    total_discount: totals.discount ?? 0,
    total_taxes: toCents((totals.taxes ?? []).reduce((sum, tax) => sum + tax.amount, 0)),
    total: totals.total,
    is_test: isTestDocument(row),
    status: row.status,
    cae: authorizationOf(row, company),
    cae_expiration_date: row.cae_expires_on,
    track_id: row.track_id,
    qr_code: qrCode,
    reason_code: request.reason_code === undefined ? null : Number(request.reason_code),
    cancellation_date: cancelledAt(row, request),
  }
}

const datesOf = (request: DocumentRequest) => ({
  payment_due_date: request.payment_due_date ?? null,
  service_start_date: request.service_start_date ?? null,
  service_end_date: request.service_end_date ?? null,
})

const moneyOf = ({ currency, payment_method: method }: DocumentRequest) => ({
  currency_code: currency.code,
  currency_exchange_rate: currency.exchange_rate ?? null,
  payment_method_code: method?.code ?? null,
  payment_method_description: method?.description ?? null,
})

/** When it was deleted here; else the day its request says, which has no hour. */
function cancelledAt(
  { deleted_at_ms: deletedAt }: StoredDocument['row'],
  { cancellation_date: day }: DocumentRequest,
): string | null {
  const at = deletedAt ?? (day === undefined ? null : Date.parse(day))
  return at === null ? null : new Date(at).toISOString()
}

/**
 * Argentina gives each document a code. Chile gives none: there the number under which the
 * authority took the document in stands for it, once it is approved (spec part 2: "Chile,
 * Argentina").
 */
function authorizationOf(row: StoredDocument['row'], company: CompanyRow): number | null {
  return company.country === 'CHL' && row.status === 'APR' ? row.track_id : row.cae
}

function itemOf(
  item: DocumentRequestItem,
  index: number,
  country: Country,
): DocumentResponse['items'][number] {
  const discount = item.discount_amount ?? 0
  const subTotal = toCents(item.quantity * item.unit_price - discount)
  const taxes = (item.taxes ?? []).map((tax) => ({
    tax_type: tax.type,
    base_amount: subTotal,
    rate: rateOf(tax, country),
    amount: tax.amount,
  }))
  const totalTaxes = toCents(taxes.reduce((sum, tax) => sum + tax.amount, 0))
  return {
    line_number: index + 1,
    quantity: item.quantity,
    unit_of_measure_code: item.code_unit_of_measure ?? null,
    unit_price: item.unit_price,
    discount,
    description: item.description,
    code_type: item.code?.type ?? null,
    code_value: item.code?.value ?? null,
    sub_total: subTotal,
    total_taxes: totalTaxes,
    total: toCents(subTotal + totalTaxes),
    taxes,
  }
}

/**
 * The catalogue's rate where it has one; the client's is ignored then (spec part 2, tax rate rule).
 */
function rateOf(
  tax: { readonly type: string; readonly rate?: number | undefined },
  country: Country,
): number | null {
  return findTaxType(country, tax.type)?.rate ?? tax.rate ?? null
}

type Party = NonNullable<DocumentRequest['issuer']>

function partyOf(party: Party): DocumentResponse['issuer'] {
  const { address = {}, tax_information: tax = {} } = party
  const state = address.state ?? address.region ?? null
  return {
    legal_name: party.legal_name,
    document_type: party.document_type,
    document_number: party.document_number,
    address: address.address ?? null,
    city: address.city ?? null,
    state,
    region: state,
    country: address.country ?? null,
    phone: address.phone ?? null,
    tax_condition: tax.tax_condition ?? null,
    start_activities_date: tax.start_activities_date ?? null,
  }
}

function issuerOf(company: CompanyRow): Party {
  return {
    legal_name: company.name,
    document_type: company.document_type,
    document_number: company.document_number,
    address: { address: company.address, city: company.city, state: company.state },
    tax_information: { tax_condition: company.tax_condition, activity: company.activity },
  }
}

function toCents(amount: number): number {
  return Math.round(amount * 100) / 100
}
