import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Exchange } from './classify.ts'
import { classifyValidation } from './classify-validation.ts'

const answered = (status: number, body: unknown): Exchange => ({
  kind: 'answered',
  status,
  bodyText: typeof body === 'string' ? body : JSON.stringify(body),
  retryAfterS: null,
})
const error = (code: string) => ({ field: 'total', code, message: 'no cuadra' })

const KEY_ERROR = { field: 'apiKeyId', code: 'REQUIRED', message: 'falta' }

it.each<[string, Exchange, object]>([
  ['valid', answered(200, { valid: true }), { kind: 'valid' }],
  [
    'invalid, field by field',
    answered(200, { valid: false, validation_errors: [error('INVOICE_TOTALS_MISMATCH')] }),
    { kind: 'invalid', errors: [error('INVOICE_TOTALS_MISMATCH')] },
  ],
  [
    'invalid with a failing status',
    answered(400, { code: 'X', errors: [error('X')] }),
    { kind: 'invalid' },
  ],
  [
    'the reference exists',
    answered(200, { valid: false, validation_errors: [error('DUPLICATE_EXTERNAL_REFERENCE')] }),
    { kind: 'duplicate' },
  ],
  [
    'no certificate',
    answered(200, { valid: false, validation_errors: [error('CERTIFICATE_NOT_FOUND')] }),
    { kind: 'service-paused' },
  ],
  ['key refused', answered(401, {}), { kind: 'service-paused', cause: 'API_KEY_REFUSED' }],
  [
    "nothing but the key's id, which is no part of the document",
    answered(200, { valid: false, validation_errors: [KEY_ERROR] }),
    { kind: 'valid' },
  ],
  [
    "the key's id and the document",
    answered(400, { validation_errors: [KEY_ERROR, error('X')] }),
    { kind: 'invalid', errors: [error('X')] },
  ],
  ['invalid without a word', answered(200, { valid: false }), { kind: 'unclear' }],
  ['no such endpoint', answered(404, ''), { kind: 'unclear' }],
  ['server error', answered(500, { errors: [error('X')] }), { kind: 'unclear' }],
  ['no answer', { kind: 'unanswered' }, { kind: 'unclear' }],
  ['a web page', answered(200, '<html>'), { kind: 'unclear' }],
])('%s', (_, exchange, outcome) => expect(classifyValidation(exchange)).toMatchObject(outcome))

it('never rejects a receipt without an error to show', () => {
  const body = fc.oneof(
    fc.string(),
    fc.json(),
    fc.record({ valid: fc.boolean(), validation_errors: fc.array(fc.jsonValue()) }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 599 }), body, (status, answer) => {
      const outcome = classifyValidation(answered(status, answer))
      if (outcome.kind === 'invalid') expect(outcome.errors.length).toBeGreaterThan(0)
    }),
  )
})
