/**
 * What `POST /api/invoices/validate` says about a document whose creation was refused. It registers
 * nothing, lists every error with its field, and also tells whether the reference is taken (spec
 * part 4).
 */
import { z } from 'zod'
import { shownWords } from './answer-body.ts'
import {
  classifyCreation,
  field,
  parseJson,
  type CreationOutcome,
  type Exchange,
} from './classify.ts'
import { serviceCode } from './own-codes.ts'

export interface FieldError {
  /** Path of the request field, as the service names it. */
  readonly field: string
  readonly code: string
  readonly message: string
}

export type ValidationOutcome =
  | { readonly kind: 'valid' }
  | { readonly kind: 'invalid'; readonly errors: readonly FieldError[] }
  /**
   * Not about this document: the key, the company, the certificate, or the reference that exists
   * already.
   */
  | Extract<CreationOutcome, { kind: 'duplicate' | 'service-paused' | 'type-closed' | 'wait' }>
  /** No verdict: ask again later. */
  | { readonly kind: 'unclear'; readonly cause: string }

const FIELD_ERRORS_MAX = 50
/**
 * Stands in the request of a validation beside the document; what is wrong with it is no fault of
 * the document.
 */
const KEY_FIELD = /^(?:.*\.)?api_?key_?id$/i
const text = (max: number) =>
  z
    .string()
    .catch('')
    .transform((value) => shownWords(value, max))
const fieldError = z.object({
  field: text(120),
  code: text(80).transform(serviceCode),
  message: text(300),
})

export function classifyValidation(exchange: Exchange): ValidationOutcome {
  if (exchange.kind !== 'answered') return { kind: 'unclear', cause: 'no answer' }
  const body = parseJson(exchange.bodyText)
  const isEvaluated = exchange.status >= 200 && exchange.status < 300
  if (isEvaluated && field(body, 'valid') === true) return { kind: 'valid' }
  // The codes that are no fault of the document are read the same way wherever they appear.
  const asRefusal = classifyCreation(isEvaluated ? { ...exchange, status: 422 } : exchange)
  switch (asRefusal.kind) {
    case 'duplicate':
    case 'service-paused':
    case 'wait':
      return asRefusal
    case 'type-closed':
      // An older service has no validation at all; the refusal of the creation then stands alone.
      return { kind: 'unclear', cause: 'status 404' }
    default:
      return isEvaluated ? evaluated(exchange.status, body) : refused(exchange.status, body)
  }
}

const splitErrors = (body: unknown) => {
  const listed = readFieldErrors(body)
  const errors = listed.filter(({ field: name }) => !KEY_FIELD.test(name))
  return { errors, isOfKeyAlone: listed.length > 0 && errors.length === 0 }
}
const verdict = (isOne: boolean, errors: FieldError[], status: number): ValidationOutcome =>
  isOne && errors.length > 0
    ? { kind: 'invalid', errors }
    : { kind: 'unclear', cause: `status ${status}` }

function evaluated(status: number, body: unknown): ValidationOutcome {
  const { errors, isOfKeyAlone } = splitErrors(body)
  // Everything else of it was looked at and is right.
  if (isOfKeyAlone) return { kind: 'valid' }
  return verdict(field(body, 'valid') === false, errors, status)
}

const refused = (status: number, body: unknown): ValidationOutcome =>
  verdict(status === 400 || status === 422, splitErrors(body).errors, status)

/** The field errors of any answer, validation or creation; empty when it lists none. */
export function readFieldErrors(body: unknown): FieldError[] {
  const listed = field(body, 'validation_errors') ?? field(body, 'errors')
  if (!Array.isArray(listed)) return []
  return listed.slice(0, FIELD_ERRORS_MAX).flatMap((entry) => {
    const read = fieldError.safeParse(entry)
    return read.success && (read.data.code !== '' || read.data.message !== '') ? [read.data] : []
  })
}
