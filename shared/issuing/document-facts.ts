/**
 * What an answer says about a document, and whether that is the document it was asked for. The
 * contract promises these fields of a document that is read by its id; what a creation answers it
 * leaves open.
 */
import { field } from './answer-body.ts'
import type { Fingerprint } from './recovery.ts'

/** The parts of a document the till relies on; null where the answer is silent. */
export interface DocumentFacts {
  readonly remoteId: string
  readonly folio: number | null
  /** Unknown status codes mean "in process", never failure. */
  readonly status: string | null
  readonly externalReference: string | null
  /** Numeric code, `39`. */
  readonly documentType: string | null
  readonly totalClp: number | null
  /** `YYYY-MM-DD`. */
  readonly date: string | null
  readonly lineCount: number | null
  /** Issued to try out: its folio is no other document's only among trials. */
  readonly isTrial: boolean | null
}

/** Largest folio the tax authority's schema has room for. */
const FOLIO_MAX = 9_999_999_999
/** Names under which services wrap the document of an answer. */
const WRAPPERS = ['data', 'invoice', 'document', 'result', 'response'] as const
const WRAPPED_DEPTH_MAX = 2

/** Reads a document leniently, also from inside a wrapper; null when there is none. */
export function readDocument(body: unknown): DocumentFacts | null {
  const document = documentIn(body)
  const remoteId = readDocumentId(field(document, 'id'))
  if (remoteId === null) return null
  const folio = readWhole(field(document, 'number'))
  const type = readWhole(field(document, 'invoice_type'))
  const items = field(document, 'items')
  return {
    remoteId,
    folio: folio !== null && folio > 0 && folio <= FOLIO_MAX ? folio : null,
    status: readText(field(document, 'status'))?.slice(0, 20) ?? null,
    externalReference: readText(field(document, 'external_reference')),
    // Letters may stand here too (the contract shows FCE, NVD); they are no numeric code to
    // compare.
    documentType: type === null ? null : String(type),
    totalClp: readAmount(field(document, 'total') ?? field(field(document, 'totals'), 'total')),
    date: readText(field(document, 'invoice_date'))?.slice(0, 10) ?? null,
    lineCount: Array.isArray(items) ? items.length : null,
    isTrial: readBoolean(field(document, 'is_test')),
  }
}

/**
 * Something that can be stored, compared and put into a path, as text. Not every service uses
 * UUIDs, or text.
 */
export function readDocumentId(id: unknown): string | null {
  if (typeof id === 'number') return Number.isSafeInteger(id) && id > 0 ? String(id) : null
  return typeof id === 'string' && /^(?!\.{1,2}$)[\x21-\x7e]{1,100}$/.test(id) ? id : null
}

/** Ids are told in any case of letters. */
export function isSameId(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

/**
 * `same` = reference, type and total are told and ours. `other` = another document. `collision` =
 * our reference on a document that is not ours. `unproven` = nothing speaks against it, and
 * something is not told.
 */
export type Likeness = 'same' | 'other' | 'collision' | 'unproven'

export function compareDocument(facts: DocumentFacts, ours: Fingerprint): Likeness {
  const isToldOtherwise = (theirs: string | number | null, own: string | number) =>
    theirs !== null && theirs !== own
  const differs =
    isToldOtherwise(facts.documentType, ours.documentType) ||
    isToldOtherwise(facts.totalClp, ours.totalClp) ||
    isToldOtherwise(facts.date, ours.date) ||
    isToldOtherwise(facts.lineCount, ours.lineCount)
  if (facts.externalReference === null) return differs ? 'other' : 'unproven'
  if (facts.externalReference !== ours.externalReference) return 'other'
  if (differs) return 'collision'
  return facts.documentType === null || facts.totalClp === null ? 'unproven' : 'same'
}

/**
 * What was read by the very id that was asked for may be silent about one of the two, not about
 * both.
 */
export function isProvenById(facts: DocumentFacts, likeness: Likeness): boolean {
  if (likeness === 'same') return true
  return (
    likeness === 'unproven' &&
    (facts.externalReference !== null || (facts.documentType !== null && facts.totalClp !== null))
  )
}

/** The document itself, also from inside a wrapper. */
export function documentIn(body: unknown): unknown {
  return unwrap(body, WRAPPED_DEPTH_MAX)
}

function unwrap(body: unknown, depth: number): unknown {
  if (readDocumentId(field(body, 'id')) !== null || depth === 0) return body
  const inside = WRAPPERS.map((name) => field(body, name)).find(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  )
  return inside === undefined ? body : unwrap(inside, depth - 1)
}

function readText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function readBoolean(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}

function readWhole(value: unknown): number | null {
  if (typeof value === 'string' && /^\d{1,12}$/.test(value)) return Number(value)
  return typeof value === 'number' && Number.isInteger(value) ? value : null
}

/** Pesos; services also send them as text, or with a fraction of zero. */
function readAmount(value: unknown): number | null {
  if (typeof value === 'string' && /^\d{1,12}(?:\.0+)?$/.test(value)) return Number(value)
  return typeof value === 'number' ? value : null
}
