/**
 * What an export declares to customs, in words: the codes of the request looked up in the tables
 * they came from.
 */
import type { LabelledText } from '#shared/paper/paper-model.ts'
import {
  countryName,
  CUSTOMS_CODES,
  EXPORT_INFO,
  type ExportInfoEntry,
} from '../catalogues/catalogues.ts'
import { asOneLine } from '../rules/document-rules.ts'
import { formatDecimal } from './receipt-paper.ts'

const TABLE = /(?:^|;)TABLE=(\w+)/
const UNIT = /(?:^|;)UNIT=([\w.]+)/
const unitKeys = new Set(
  EXPORT_INFO.flatMap((entry) => UNIT.exec(entry.validation_rules)?.[1] ?? []),
)

/**
 * In the order of the catalogue, each weight with its unit; keys that are not for customs stand at
 * the end as they came.
 */
export function customsTexts(
  entries: readonly { readonly key?: string | undefined; readonly value?: string | undefined }[],
): LabelledText[] {
  const given = new Map(entries.map(({ key = '', value = '' }) => [key, value]))
  const known = EXPORT_INFO.filter(({ key }) => given.has(key) && !isUnitOfAnother(key, given))
  const others = [...given].filter(([key]) => !EXPORT_INFO.some((entry) => entry.key === key))
  return [
    ...known.map((entry) => ({ label: entry.description, value: asOneLine(textOf(entry, given)) })),
    ...others.map(([key, value]) => ({ label: asOneLine(key), value: asOneLine(value) })),
  ]
}

/** A unit stands beside its weight; alone it stands for itself. */
function isUnitOfAnother(key: string, given: ReadonlyMap<string, string>): boolean {
  return (
    unitKeys.has(key) &&
    EXPORT_INFO.some(
      (entry) => UNIT.exec(entry.validation_rules)?.[1] === key && given.has(entry.key),
    )
  )
}

function textOf(
  { key, data_type: type, validation_rules: rules }: ExportInfoEntry,
  given: ReadonlyMap<string, string>,
): string {
  const value = given.get(key) ?? ''
  if (type === 'COUNTRY') return countryName(value) ?? value
  if (type === 'CODE') return nameOf(rules, value)
  if (type !== 'WEIGHT' && type !== 'AMOUNT') return value
  const unit = EXPORT_INFO.find((entry) => entry.key === UNIT.exec(rules)?.[1])
  const unitValue = unit === undefined ? undefined : given.get(unit.key)
  return unit === undefined || unitValue === undefined
    ? formatDecimal(Number(value))
    : `${formatDecimal(Number(value))} ${nameOf(unit.validation_rules, unitValue)}`
}

function nameOf(rules: string, code: string): string {
  const table = CUSTOMS_CODES[TABLE.exec(rules)?.[1] ?? '']
  return table?.[code] ?? code
}
