/** The reference tables of the service, read once from the files beside the program. */
import additionalExportInfo from '../../../resources/service/additional-export-info.json' with {
  type: 'json',
}
import buyerLimits from '../../../resources/service/buyer-limits.json' with { type: 'json' }
import countries from '../../../resources/service/countries.json' with { type: 'json' }
import currencies from '../../../resources/service/currencies.json' with { type: 'json' }
import customsCodes from '../../../resources/service/customs-codes.json' with { type: 'json' }
import cancellationReasons from '../../../resources/service/document-cancellation-reasons.json' with {
  type: 'json',
}
import referenceTypes from '../../../resources/service/document-reference-types.json' with {
  type: 'json',
}
import documentTypes from '../../../resources/service/document-types.json' with { type: 'json' }
import exportPaymentMethods from '../../../resources/service/export-payment-methods.json' with {
  type: 'json',
}
import itemCodeTypes from '../../../resources/service/item-code-types.json' with { type: 'json' }
import legalActivities from '../../../resources/service/legal-activities.json' with { type: 'json' }
import legalEntities from '../../../resources/service/legal-entities.json' with { type: 'json' }
import measurementUnits from '../../../resources/service/measurement-units.json' with {
  type: 'json',
}
import paymentTypes from '../../../resources/service/payment-types.json' with { type: 'json' }
import subdivisions from '../../../resources/service/subdivisions.json' with { type: 'json' }
import taxIdentificationDocuments from '../../../resources/service/tax-identification-documents.json' with {
  type: 'json',
}
import taxInformation from '../../../resources/service/tax-information.json' with { type: 'json' }
import taxTypes from '../../../resources/service/tax-types.json' with { type: 'json' }
import type { BuyerLimit } from '#shared/selling/sale/buyer-limit.ts'
import type { Country } from '../core/country.ts'

type DocumentKind =
  | 'RECEIPT'
  | 'EXEMPT_RECEIPT'
  | 'INVOICE'
  | 'EXEMPT_INVOICE'
  | 'DISPATCH'
  | 'CREDIT_NOTE'
  | 'DEBIT_NOTE'
  | 'EXPORT'
  | 'EXPORT_CREDIT_NOTE'
  | 'EXPORT_DEBIT_NOTE'

export interface DocumentTypeEntry {
  readonly country: Country
  /** What a request says: `39`, `FCA`. */
  readonly invoice_type: string
  /** The authority's number for it. */
  readonly code: number
  /** The letter code that paths also accept. */
  readonly alias: string
  readonly description: string
  readonly kind: DocumentKind
}

interface TaxTypeEntry {
  readonly id: string
  readonly id_country: Country
  readonly code: string
  readonly description: string
  readonly rate_source: 'CATALOG' | 'CLIENT'
  /** Percent; null when the client gives it. */
  readonly rate: number | null
}

interface CodeEntry {
  readonly code: string
  readonly description: string
  readonly id_country?: string
}

export interface ExportInfoEntry {
  readonly id: string
  readonly id_country: string
  /** `transport.gross_weight` */
  readonly key: string
  readonly data_type: string
  readonly description: string
  readonly agency_code: string
  /** `POSITIVE;UNIT=transport.tare_unit_code`: rules separated by semicolons. */
  readonly validation_rules: string
}

export const DOCUMENT_TYPES = documentTypes as readonly DocumentTypeEntry[]
export const TAX_TYPES = taxTypes as readonly TaxTypeEntry[]
export const EXPORT_INFO: readonly ExportInfoEntry[] = additionalExportInfo
/**
 * Res. Ex. 44/2025: 135 UF of the last 31 December, as the authority publishes it for each year.
 */
export const BUYER_LIMITS: readonly BuyerLimit[] = buyerLimits
export const CUSTOMS_CODES: Readonly<Record<string, Readonly<Record<string, string>>>> =
  customsCodes

/** Catalogues served as they are under `/api/<name>`. */
export const CODE_CATALOGUES: Readonly<Record<string, readonly CodeEntry[]>> = {
  countries: countries.map(({ alpha2, name, customs_code }) => ({
    code: alpha2 ?? customs_code ?? '',
    description: name,
    customs_code,
  })),
  currencies,
  'document-cancellation-reasons': cancellationReasons,
  'document-reference-types': referenceTypes,
  'export-payment-methods': exportPaymentMethods,
  'item-code-types': itemCodeTypes,
  'legal-activities': legalActivities,
  'legal-entities': legalEntities,
  'measurement-units': measurementUnits,
  'payment-types': paymentTypes,
  'tax-identification-documents': taxIdentificationDocuments,
  'tax-information': taxInformation,
}

const typeByRequest = new Map(
  DOCUMENT_TYPES.map((type) => [`${type.country}:${type.invoice_type}`, type]),
)
const taxByCode = new Map(TAX_TYPES.map((type) => [`${type.id_country}:${type.code}`, type]))
const currencyCodes = new Set(currencies.map((currency) => currency.code))
const alpha2ByCustoms = new Map(countries.map((country) => [country.customs_code, country.alpha2]))
const alpha2Codes = new Set(countries.flatMap((country) => country.alpha2 ?? []))
const subdivisionCodes = new Set(subdivisions.map((subdivision) => subdivision.code))
const listedCountries = new Set(subdivisions.map((subdivision) => subdivision.country))

/** The type a request names: the number or the letters, in either case. */
export function findDocumentType(country: Country, text: string): DocumentTypeEntry | null {
  const upper = text.trim().toUpperCase()
  return (
    typeByRequest.get(`${country}:${upper}`) ??
    DOCUMENT_TYPES.find(
      (type) => type.country === country && (type.alias === upper || String(type.code) === upper),
    ) ??
    null
  )
}

export function findTaxType(country: Country, code: string): TaxTypeEntry | null {
  return taxByCode.get(`${country}:${code}`) ?? null
}

export function isCurrency(code: string): boolean {
  return currencyCodes.has(code)
}

/**
 * Reads ISO 3166-1 alpha-2 or a customs number; null when it is neither. The customs number stands
 * when ISO has none.
 */
export function resolveCountry(code: string): string | null {
  const upper = code.trim().toUpperCase()
  if (alpha2Codes.has(upper)) return upper
  return alpha2ByCustoms.has(upper) ? (alpha2ByCustoms.get(upper) ?? upper) : null
}

/** The name of a country by ISO 3166-1 alpha-2 or customs number; null when there is none. */
export function countryName(code: string): string | null {
  const upper = code.trim().toUpperCase()
  return (
    countries.find((country) => country.alpha2 === upper || country.customs_code === upper)?.name ??
    null
  )
}

/**
 * True for ISO 3166-2 codes with or without the country's letters, and for countries whose parts
 * are not listed.
 */
export function isSubdivision(countryAlpha2: string, code: string): boolean {
  const upper = code.trim().toUpperCase()
  if (!listedCountries.has(countryAlpha2)) return true
  return subdivisionCodes.has(upper)
    ? upper.startsWith(`${countryAlpha2}-`)
    : subdivisionCodes.has(`${countryAlpha2}-${upper}`)
}

export function hasCode(catalogue: string, code: string, country: Country): boolean {
  return (CODE_CATALOGUES[catalogue] ?? []).some(
    (entry) =>
      entry.code === code && (entry.id_country === undefined || entry.id_country === country),
  )
}

export const ALPHA2: Readonly<Record<Country, string>> = { CHL: 'CL', ARG: 'AR', URY: 'UY' }
