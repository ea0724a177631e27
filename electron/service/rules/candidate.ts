/**
 * A request body on its way to becoming a document. What has the wrong shape is reported and left
 * out, so that the rules still judge the rest and a client gets all of his errors at once.
 */
import type { z } from 'zod'
import {
  documentRequestSchema,
  itemSchema,
  type DocumentRequest,
  type DocumentRequestItem,
} from '#shared/issuing/document-request.ts'
import { DOCUMENT_LIMITS } from '#shared/issuing/document-limits.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { apiError, type ApiError } from '../core/errors.ts'

export interface Candidate {
  /** Fields of sound shape. */
  readonly document: Partial<DocumentRequest>
  /** All lines in order; null where the shape is wrong. */
  readonly items: readonly (DocumentRequestItem | null)[]
  readonly errors: readonly ApiError[]
  /** The whole document when nothing is wrong with its shape. */
  readonly complete: DocumentRequest | null
}

/**
 * Errors listed for one request; a body of a thousand bad lines is told about the first of them.
 */
export const ERRORS_MAX = 200
/** Of objects and lists in each other; a document has five. */
const DEPTH_MAX = 8

/** A member that is null is one that is not there: some clients' objects have all members. */
export function readCandidate(given: unknown): Candidate {
  const body = withoutNulls(given, DEPTH_MAX)
  const whole = documentRequestSchema.safeParse(body)
  if (whole.success)
    return { document: whole.data, items: whole.data.items, errors: [], complete: whole.data }
  const errors = whole.error.issues.slice(0, ERRORS_MAX).flatMap((issue) => fromIssue(issue, body))
  return { document: soundFields(body), items: soundItems(body), errors, complete: null }
}

/** Reads any other body against its schema, with the same errors. */
export function readCandidateWith<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): Result<z.output<Schema>, readonly ApiError[]> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return ok(parsed.data)
  return refuse(parsed.error.issues.slice(0, ERRORS_MAX).flatMap((issue) => fromIssue(issue, body)))
}

/** `['items', 0, 'description']` as `items[0].description`. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    return text === '' ? String(key) : `${text}.${String(key)}`
  }, '')
}

function withoutNulls(value: unknown, depth: number): unknown {
  if (depth === 0 || typeof value !== 'object' || value === null) return value
  const inside = (one: unknown) => withoutNulls(one, depth - 1)
  if (Array.isArray(value)) return value.map(inside)
  const members = Object.entries(value).filter(([, one]) => one !== null)
  return Object.fromEntries(members.map(([key, one]) => [key, inside(one)]))
}

function soundFields(body: unknown): Partial<DocumentRequest> {
  if (typeof body !== 'object' || body === null) return {}
  const raw = body as Record<string, unknown>
  const sound: Record<string, unknown> = {}
  for (const [key, schema] of Object.entries(documentRequestSchema.shape)) {
    const value = PARTIES.has(key) ? soundPart(schema, raw[key]) : orNull(schema, raw[key])
    if (value !== undefined && value !== null) sound[key] = value
  }
  // Whose document it is nobody stands in for.
  if ((sound['issuer'] as Party)?.document_number === STAND_IN) delete sound['issuer']
  return sound
}

function soundItems(body: unknown): (DocumentRequestItem | null)[] {
  const items = (body as { items?: unknown } | null)?.items
  if (!Array.isArray(items)) return []
  return items.slice(0, DOCUMENT_LIMITS.itemsMax).map((item) => soundPart(itemSchema, item))
}

type Party = DocumentRequest['issuer']
const PARTIES: ReadonlySet<string> = new Set(['issuer', 'recipient'])
/** Stands for a text that is wrong or not there, where the rest can be judged without it. */
const STAND_IN = '-'
const REPLACED: ReadonlySet<PropertyKey> = new Set([
  'legal_name',
  'document_type',
  'document_number',
  'description',
])
/** Without these a line would be another amount. */
const NOT_LEFT_OUT: ReadonlySet<PropertyKey> = new Set(['discount_amount', 'taxes'])

/** A party or a line without what is wrong in it; null where too little is left to be judged. */
function soundPart<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
): z.output<Schema> | null {
  const parsed = schema.safeParse(raw)
  if (parsed.success) return parsed.data
  const rest = structuredClone(raw)
  for (const { path } of parsed.error.issues) {
    const key = path.at(-1)
    const place = valueAt(rest, path.slice(0, -1))
    const isKept = path.length === 1 && NOT_LEFT_OUT.has(key ?? '')
    if (key === undefined || isKept || typeof place !== 'object' || place === null) return null
    if (REPLACED.has(key)) Reflect.set(place, key, STAND_IN)
    else Reflect.deleteProperty(place, key)
  }
  return orNull(schema, rest)
}

function orNull<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | null {
  const parsed = schema.safeParse(value)
  return parsed.success ? parsed.data : null
}

function fromIssue(issue: z.core.$ZodIssue, body: unknown): ApiError[] {
  const field = fieldPath(issue.path)
  switch (issue.code) {
    case 'invalid_type':
      return [
        valueAt(body, issue.path) === undefined
          ? apiError('REQUIRED', field)
          : apiError('INVALID_TYPE', field, { expected: issue.expected }),
      ]
    case 'too_big':
      return [
        issue.origin === 'string' || issue.origin === 'array'
          ? apiError('TOO_LONG', field, { limit: String(issue.maximum) })
          : apiError('OUT_OF_RANGE', field, { detail: `máximo ${String(issue.maximum)}` }),
      ]
    case 'too_small':
      return [
        issue.origin === 'string' || issue.origin === 'array'
          ? apiError('TOO_SHORT', field, { limit: String(issue.minimum) })
          : apiError('OUT_OF_RANGE', field, { detail: `mínimo ${String(issue.minimum)}` }),
      ]
    case 'invalid_format':
      return [apiError('INVALID_FORMAT', field, { format: issue.format })]
    case 'unrecognized_keys':
      return issue.keys.map((key) => apiError('FIELD_UNKNOWN', fieldPath([...issue.path, key])))
    default:
      return [apiError('INVALID_VALUE', field)]
  }
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key],
    body,
  )
}
