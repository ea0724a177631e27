import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifyCreation, type Exchange } from './classify.ts'

const ID = '3f2b8c1e-7f0a-4a4e-9a51-0c1d2e3f4a5b'
const answered = (status: number, body: unknown, retryAfterS: number | null = null): Exchange => ({
  kind: 'answered',
  status,
  bodyText: typeof body === 'string' ? body : JSON.stringify(body),
  retryAfterS,
})

describe('what an answer to a creation means', () => {
  it.each<[string, Exchange, object]>([
    ['nothing was sent', { kind: 'unsent' }, { kind: 'not-delivered' }],
    ['no answer', { kind: 'unanswered' }, { kind: 'unknown' }],
    [
      'created',
      answered(201, { id: ID, number: 7 }),
      { kind: 'accepted', facts: { remoteId: ID } },
    ],
    ['2xx without id', answered(200, {}), { kind: 'unclear' }],
    ['2xx cut short', answered(201, `{"id":"${ID}"`), { kind: 'unknown' }],
    ['2xx that is a web page', answered(200, '<html>login</html>'), { kind: 'unknown' }],
    [
      'duplicate with its id',
      answered(409, { code: 'DUPLICATE_EXTERNAL_REFERENCE', document_id: ID }),
      { kind: 'duplicate', remoteId: ID },
    ],
    [
      'duplicate as 400',
      answered(400, { errors: [{ code: 'DUPLICATE_EXTERNAL_REFERENCE' }] }),
      { kind: 'duplicate', remoteId: null },
    ],
    [
      'duplicate as 500',
      answered(500, 'Error: DUPLICATE_EXTERNAL_REFERENCE'),
      { kind: 'duplicate', remoteId: null },
    ],
    [
      'duplicate under a good status',
      answered(200, { code: 'DUPLICATE_EXTERNAL_REFERENCE', document_id: ID }),
      { kind: 'duplicate', remoteId: ID },
    ],
    [
      'duplicate under a good status, with the id where a document has it',
      answered(201, { id: ID, code: 'DUPLICATE_EXTERNAL_REFERENCE' }),
      { kind: 'duplicate', remoteId: ID },
    ],
    [
      'a document that bears the word in a text',
      answered(201, { id: ID, items: [{ description: 'DUPLICATE_EXTERNAL_REFERENCE' }] }),
      { kind: 'accepted', facts: { remoteId: ID } },
    ],
    ['whole JSON that names no document', answered(200, { message: 'ok' }), { kind: 'unclear' }],
    [
      'wrapped',
      answered(201, { data: { id: ID, number: 7 } }),
      { kind: 'accepted', facts: { remoteId: ID, folio: 7 } },
    ],
    [
      'wrapped twice, the id a number',
      answered(200, { data: { invoice: { id: 4711 } } }),
      { kind: 'accepted', facts: { remoteId: '4711' } },
    ],
    [
      'after a byte-order mark',
      answered(201, `\ufeff{"id":"${ID}"}`),
      { kind: 'accepted', facts: { remoteId: ID } },
    ],
    [
      'JSON that is no object, as a portal may say',
      answered(200, '"ok"'),
      { kind: 'unknown', isServerFault: false },
    ],
    [
      'a web page says nothing of the document',
      answered(200, '<html>'),
      { kind: 'unknown', isServerFault: false },
    ],
    [
      'suspended, under any status',
      answered(500, { code: 'COMPANY_SUSPENDED' }),
      { kind: 'service-paused', cause: 'COMPANY_SUSPENDED' },
    ],
    [
      'no certificate, as a bad request',
      answered(400, 'CERTIFICATE_NOT_FOUND'),
      { kind: 'service-paused', cause: 'CERTIFICATE_EXPIRED' },
    ],
    [
      'rate missing',
      answered(400, { code: 'TAX_RATE_REQUIRED' }),
      { kind: 'refused', code: 'TAX_RATE_REQUIRED' },
    ],
    ['request timeout', answered(408, ''), { kind: 'wait', delayMs: 5000 }],
    ['too early', answered(425, '', 1), { kind: 'wait', delayMs: 1000 }],
    ['unavailable, and not for how long', answered(503, ''), { kind: 'wait', delayMs: 5000 }],
    ['key refused', answered(401, {}), { kind: 'service-paused', cause: 'API_KEY_REFUSED' }],
    ['company refused', answered(403, {}), { kind: 'service-paused', cause: 'COMPANY_REFUSED' }],
    [
      'no certificate',
      answered(422, { code: 'CERTIFICATE_NOT_FOUND' }),
      { kind: 'service-paused', cause: 'CERTIFICATE_EXPIRED' },
    ],
    ['too many', answered(429, {}, 7), { kind: 'wait', delayMs: 7000 }],
    ['too many, for a week', answered(429, {}, 604_800), { kind: 'wait', delayMs: 600_000 }],
    ['server error', answered(500, 'oops'), { kind: 'unknown' }],
    ['gateway timeout', answered(504, ''), { kind: 'unknown' }],
    [
      'rule broken',
      answered(422, {
        code: 'INVOICE_TOTALS_MISMATCH',
        message: 'no',
        errors: [{ field: 'total', code: 'INVOICE_TOTALS_MISMATCH', message: 'da 2' }],
      }),
      { kind: 'refused', code: 'INVOICE_TOTALS_MISMATCH', detail: 'total: da 2' },
    ],
    ['company or type unknown', answered(404, {}), { kind: 'type-closed' }],
    [
      'server error that may be the document',
      answered(500, 'oops'),
      { kind: 'unknown', isServerFault: true },
    ],
    ['gateway error that cannot be', answered(502, ''), { kind: 'unknown', isServerFault: false }],
    ['refused without a body', answered(400, ''), { kind: 'refused', code: 'HTTP_400' }],
  ])('%s', (_, exchange, outcome) => expect(classifyCreation(exchange)).toMatchObject(outcome))

  it('always comes to a verdict, and never takes an error for an acceptance', () => {
    const status = fc.integer({ min: 100, max: 599 })
    const body = fc.oneof(fc.string(), fc.json(), fc.constant(JSON.stringify({ id: ID })))
    fc.assert(
      fc.property(status, body, (code, text) => {
        const outcome = classifyCreation(answered(code, text))
        if (outcome.kind === 'accepted')
          expect(code).toSatisfy((value: number) => value >= 200 && value < 300)
        expect(outcome.kind).toBeTypeOf('string')
      }),
    )
  })
})
