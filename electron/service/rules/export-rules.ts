/**
 * Additional export info (spec part 2, export section), driven by the records that the catalogue
 * also serves.
 */
import {
  CUSTOMS_CODES,
  EXPORT_INFO,
  resolveCountry,
  type ExportInfoEntry,
} from '../catalogues/catalogues.ts'
import { apiError, type ApiError } from '../core/errors.ts'
import { isExport } from '../catalogues/document-kind.ts'
import type { Rule } from './rule.ts'

const FIELD = 'additional_export_info'
const CUSTOMS_PREFIX = 'transport.'
/** Service indicators that make an export one of services. */
const SERVICES_FROM = 3
const SERVICES_TO = 6
const entryByKey = new Map(EXPORT_INFO.map((entry) => [entry.key, entry]))

export const exportInfoIsValid: Rule = ({ document }, { type }) => {
  if (type.country !== 'CHL') return []
  const given = new Map<string, string>()
  const errors: ApiError[] = []
  for (const [index, { key, value }] of (document.additional_export_info ?? []).entries()) {
    if (key === undefined || !key.startsWith(CUSTOMS_PREFIX)) continue
    if (given.has(key))
      errors.push(apiError('EXPORT_KEY_REPEATED', `${FIELD}[${index}].key`, { key }))
    given.set(key, value ?? '')
    errors.push(...entryErrors(key, value ?? '', index))
  }
  const isGoods = isExport(type) && !isServices(document.service_indicator)
  return [...errors, ...unitErrors(given), ...(isGoods ? missingErrors(given) : [])]
}

function isServices(indicator: number | undefined): boolean {
  return indicator !== undefined && indicator >= SERVICES_FROM && indicator <= SERVICES_TO
}

function entryErrors(key: string, value: string, index: number): ApiError[] {
  const entry = entryByKey.get(key)
  if (entry === undefined)
    return [apiError('EXPORT_KEY_UNKNOWN', `${FIELD}[${index}].key`, { key })]
  const field = `${FIELD}[${index}].value`
  switch (entry.data_type) {
    case 'WEIGHT':
    case 'AMOUNT':
      return numberErrors(entry, value, field, /^-?\d{1,12}(\.\d{1,6})?$/)
    case 'INTEGER':
      return numberErrors(entry, value, field, /^-?\d{1,12}$/)
    case 'CODE':
      return codeErrors(entry, value, field)
    case 'COUNTRY':
      return resolveCountry(value) === null
        ? [apiError('COUNTRY_NOT_FOUND', field, { code: value })]
        : []
    default:
      return textErrors(entry, value, field)
  }
}

function numberErrors(
  entry: ExportInfoEntry,
  value: string,
  field: string,
  form: RegExp,
): ApiError[] {
  if (!form.test(value))
    return [apiError('EXPORT_VALUE_INVALID', field, { key: entry.key, type: entry.data_type })]
  return Number(value) > 0 ? [] : [apiError('EXPORT_VALUE_NOT_POSITIVE', field, { key: entry.key })]
}

function codeErrors(entry: ExportInfoEntry, value: string, field: string): ApiError[] {
  if (!/^\d{1,4}$/.test(value))
    return [apiError('EXPORT_VALUE_INVALID', field, { key: entry.key, type: entry.data_type })]
  const table = CUSTOMS_CODES[ruleValue(entry, 'TABLE') ?? ''] ?? {}
  return Object.hasOwn(table, String(Number(value)))
    ? []
    : [apiError('EXPORT_CODE_NOT_FOUND', field, { key: entry.key, value })]
}

function textErrors(entry: ExportInfoEntry, value: string, field: string): ApiError[] {
  const limit = Number(ruleValue(entry, 'MAX') ?? 0)
  if (value === '')
    return [apiError('EXPORT_VALUE_INVALID', field, { key: entry.key, type: entry.data_type })]
  return value.length > limit ? [apiError('TOO_LONG', field, { limit: String(limit) })] : []
}

/** A weight says in what it is measured. */
function unitErrors(given: ReadonlyMap<string, string>): ApiError[] {
  return [...given.keys()].flatMap((key) => {
    const unitKey = ruleValue(entryByKey.get(key), 'UNIT')
    return unitKey === null || given.has(unitKey)
      ? []
      : [apiError('EXPORT_UNIT_REQUIRED', FIELD, { key, unitKey })]
  })
}

function missingErrors(given: ReadonlyMap<string, string>): ApiError[] {
  return EXPORT_INFO.filter(
    (entry) => rulesOf(entry).includes('REQUIRED_FOR_GOODS') && !given.has(entry.key),
  ).map((entry) => apiError('EXPORT_KEY_REQUIRED', FIELD, { key: entry.key }))
}

function ruleValue(entry: ExportInfoEntry | undefined, name: string): string | null {
  const rule =
    entry === undefined ? undefined : rulesOf(entry).find((text) => text.startsWith(`${name}=`))
  return rule?.slice(name.length + 1) ?? null
}

function rulesOf(entry: ExportInfoEntry): string[] {
  return entry.validation_rules.split(';')
}
