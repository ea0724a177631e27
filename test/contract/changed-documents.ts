/** Sound documents with one place changed, for the rules that are to be broken. */
import type { DocumentRequest } from '#shared/issuing/document-request.ts'
import { argentineInvoice, goodsExport, receipt } from './contract-world.ts'

/** `document` answers null where the service under test has no company to break the rule with. */
export type Case = readonly [
  rule: string,
  document: (issuer: string, argentine: string | null) => unknown,
  field: string,
  code: string,
]

/**
 * Changes one place of a document, named by its path: `items.0.quantity`. `undefined` takes the
 * field out.
 */
export function withChange(document: DocumentRequest, path: string, value: unknown): unknown {
  const copy = structuredClone(document) as unknown as Record<string, unknown>
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  let place = copy
  for (const key of keys) place = (place[key] ??= {}) as Record<string, unknown>
  if (value === undefined) Reflect.deleteProperty(place, last)
  else place[last] = value
  return copy
}

export const changed = (path: string, value: unknown) => (issuer: string) =>
  withChange(receipt(issuer), path, value)
export const exported = (path: string, value: unknown) => (issuer: string) =>
  withChange(goodsExport(issuer), path, value)
export const argentine = (path: string, value: unknown) => (_: string, issuer: string | null) =>
  issuer === null ? null : withChange(argentineInvoice(issuer), path, value)
export interface Entry {
  key?: string
  value?: string
}
export const exportInfo = (change: (entries: Entry[]) => unknown) => (issuer: string) => {
  const document = goodsExport(issuer)
  const entries = [...(document.additional_export_info ?? [])] as Entry[]
  return { ...document, additional_export_info: change(entries) }
}
export const setInfo = (key: string, value: string) =>
  exportInfo((entries) => entries.map((entry) => (entry.key === key ? { key, value } : entry)))
export const LONG_MAIL = `${'a'.repeat(60)}@ejemplo.cl`
