/**
 * Answers no honest service would give, and a few it would: generated from a seed, as many as
 * wanted.
 */
import type { HttpOutcome, HttpRequest } from '#till/kernel/ports.ts'
import type { Dice } from '../sim/dice.ts'

export interface Ours {
  readonly id: string
  readonly reference: string
  readonly type: string
  readonly date: string
  readonly total: number
  readonly lines: number
}

const STATUSES = [
  200, 200, 200, 201, 201, 202, 204, 206, 299, 301, 302, 304, 307, 400, 400, 401, 402, 403, 404,
  404, 405, 408, 409, 409, 410, 413, 415, 418, 422, 422, 425, 429, 431, 451, 499, 500, 500, 501,
  502, 503, 504, 507, 511, 520, 599,
] as const
const CODES = [
  'DUPLICATE_EXTERNAL_REFERENCE',
  'CERTIFICATE_NOT_FOUND',
  'COMPANY_SUSPENDED',
  'INVOICE_TOTALS_MISMATCH',
  'TAX_RATE_REQUIRED',
  '',
  'ñ',
  'x'.repeat(500),
] as const
const ODD_VALUES: readonly unknown[] = [
  null,
  undefined,
  0,
  -1,
  1.5,
  7,
  '7',
  '',
  ' ',
  true,
  false,
  [],
  {},
  [null],
  1e300,
  -1e300,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  99_999_999_999,
  'x'.repeat(101),
  '\u0000',
  '\ud800',
  '../../etc/passwd',
  '<script>',
  { toString: 1 },
  { id: 'x' },
  [[[[]]]],
  '2026-13-45',
  'APR',
  'RCH',
  'DELETED',
]
const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  'null',
  'true',
  '0',
  '""',
  '[]',
  '{}',
  '{',
  '[',
  '"',
  '{"id":',
  'undefined',
  'NaN',
  '<html><body>502</body></html>',
  '\ufeff{}',
  '{"a":1}{"b":2}',
  '[{"id":1}]',
  '{"__proto__":{"id":"x","number":1}}',
  '{"constructor":{"prototype":{"id":"x"}}}',
  '{"id":"a","id":"b"}',
  '\u0000\u0000',
  '💥',
  'ÿþ{',
  "{'id':'x'}",
  `${'['.repeat(3_000)}${']'.repeat(3_000)}`,
  `{"id":"${'a'.repeat(5_000)}"}`,
  '{"valid":"true"}',
  '{"valid":false}',
  '{"valid":false,"validation_errors":[]}',
  '{"data":{}}',
  '{"data":[null,1,{}]}',
  '{"content":""}',
  '{"content":"JVBERi0="}',
  '{"content":"%%%"}',
  '{"content":{"a":1}}',
  '{"content":"aGVsbG8="}',
]
const ODD_HEADERS: readonly Readonly<Record<string, string>>[] = [
  {},
  {},
  {},
  { 'retry-after': '5' },
  { 'retry-after': '-1' },
  { 'retry-after': '1e99' },
  { 'retry-after': 'soon' },
  { 'retry-after': '' },
  { 'retry-after': 'Wed, 21 Oct 2099 07:28:00 GMT' },
  { date: 'yesterday' },
  { date: 'Fri, 31 Dec 9999 23:59:59 GMT' },
  { date: '0' },
]
const MUTATED = [
  'id',
  'number',
  'status',
  'external_reference',
  'total',
  'items',
  'invoice_type',
  'invoice_date',
] as const

/**
 * Every third check of a refused document is answered honestly, or no refusal would ever be
 * confirmed.
 */
const INVALID = JSON.stringify({
  valid: false,
  validation_errors: [{ field: 'totals.total', code: 'INVOICE_TOTALS_MISMATCH', message: 'da 2' }],
})

export function hostileOutcome(dice: Dice, ours: Ours, request: HttpRequest): HttpOutcome {
  if (request.path.startsWith('/api/invoices/validate') && dice.chance(0.3))
    return { kind: 'answered', status: 200, bodyText: INVALID, headers: {} }
  if (dice.chance(0.03))
    return {
      kind: dice.chance(0.5) ? 'unsent' : 'unanswered',
      detail: dice.pick(['ECONNRESET', '', 'x'.repeat(300)]),
    }
  const status = dice.chance(0.9) ? dice.pick(STATUSES) : dice.between(100, 599)
  return {
    kind: 'answered',
    status,
    bodyText: bodyText(dice, ours),
    headers: dice.pick(ODD_HEADERS as [Record<string, string>]),
  }
}

function bodyText(dice: Dice, ours: Ours): string {
  switch (dice.between(0, 6)) {
    case 0:
      return dice.pick(ODD_TEXTS as [string])
    case 1:
      return JSON.stringify(documentOf(ours))
    case 2:
    case 3:
      return JSON.stringify(mutated(dice, documentOf(ours)))
    case 4: {
      const text = JSON.stringify(dice.chance(0.5) ? documentOf(ours) : errorBody(dice, ours))
      return text.slice(0, dice.between(0, text.length))
    }
    case 5:
      return JSON.stringify(errorBody(dice, ours))
    default:
      return String.fromCharCode(...dice.bytes(dice.between(0, 60)))
  }
}

function documentOf({ id, reference, type, date, total, lines }: Ours): Record<string, unknown> {
  return {
    id,
    number: 7,
    status: 'PEN',
    external_reference: reference,
    invoice_type: Number(type),
    invoice_date: date,
    total,
    items: Array.from({ length: lines }, () => ({})),
  }
}

function mutated(dice: Dice, body: Record<string, unknown>): Record<string, unknown> {
  for (let changes = dice.between(1, 3); changes > 0; changes -= 1) {
    const name = dice.pick(MUTATED)
    if (dice.chance(0.3)) Reflect.deleteProperty(body, name)
    else body[name] = dice.pick(ODD_VALUES as [unknown])
  }
  return body
}

/** Errors as services shape them, and as none does. */
function errorBody(dice: Dice, { id }: Ours): unknown {
  const error = () => ({
    field: dice.chance(0.2) ? dice.pick(ODD_VALUES as [unknown]) : 'totals.total',
    code: dice.chance(0.2) ? dice.pick(ODD_VALUES as [unknown]) : dice.pick(CODES),
    message: dice.chance(0.2) ? dice.pick(ODD_VALUES as [unknown]) : 'no',
  })
  const errors = Array.from({ length: dice.between(0, 3) }, error)
  switch (dice.between(0, 6)) {
    case 0:
      return { valid: dice.pick<unknown>([false, true, 'false', 0]), validation_errors: errors }
    case 1:
      return { ...error(), errors }
    case 2:
      return { ...error(), document_id: dice.chance(0.5) ? id : dice.pick(ODD_VALUES as [unknown]) }
    case 3:
      return { errors: dice.pick<unknown>([errors, error(), 'no', null]) }
    case 4:
      return [error()]
    case 5:
      return { error: { code: dice.pick(CODES), ids: Array.from({ length: 20 }, () => id) } }
    default:
      return {
        data: errors.map((entry, index) => ({
          ...entry,
          id: index,
          id_document_type: 39,
          enumeration_from: dice.pick(ODD_VALUES as [unknown]),
          enumeration_end: 9,
          next_number_to_use: dice.pick(ODD_VALUES as [unknown]),
        })),
      }
  }
}
