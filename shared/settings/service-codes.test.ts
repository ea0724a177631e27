import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatPathCodes, parseCompanyId, parsePathCodes, withPathCode } from './service-codes.ts'

it.each([
  ['', {}],
  ['39=FCE', { 39: 'FCE' }],
  [' 61=NCE, 39=FCE ', { 39: 'FCE', 61: 'NCE' }],
])('%j is read', (text, codes) => {
  expect(parsePathCodes(text)).toEqual({ ok: true, value: codes })
})

// A folio is another document under another type's code, and the path of one document is also the
// path that deletes it.
it.each([
  '39',
  '39=',
  '46=FCE',
  '39=a/b',
  '39=FCE=x',
  `39=${'x'.repeat(21)}`,
  '39=..',
  '39=%2e',
  '39=41',
  '39=41, 41=39',
  '41=39, 39=X',
  '39=A, 41=A',
  '39=A, 41=a',
  '39=A, 39=B',
  '39=by-id',
  '39=Validate',
  '39=A\u0000',
])('%j is refused at its field', (text) => {
  expect(parsePathCodes(text)).toMatchObject({
    ok: false,
    refusal: { code: 'PATH_CODES_NOT_VALID', field: 'pathCodes' },
  })
})

it('what is written is read again', () => {
  const code = fc.option(fc.stringMatching(/^[A-Z][A-Za-z0-9_-]{0,19}$/), { nil: undefined })
  fc.assert(
    fc.property(code, code, (receipt, note) => {
      fc.pre(receipt === undefined || note?.toLowerCase() !== receipt.toLowerCase())
      fc.pre(receipt?.toLowerCase() !== 'validate' && note?.toLowerCase() !== 'validate')
      const codes = {
        ...(receipt === undefined ? {} : { 39: receipt }),
        ...(note === undefined ? {} : { 61: note }),
      }
      expect(parsePathCodes(formatPathCodes(codes))).toEqual({ ok: true, value: codes })
    }),
  )
})

it.each([
  ['/api/invoices/39/12', '/api/invoices/FCE/12'],
  ['/api/invoices/39/12/download-base64/58mm', '/api/invoices/FCE/12/download-base64/58mm'],
  ['/api/invoices/41/12', '/api/invoices/41/12'],
  ['/api/invoices/by-id/39', '/api/invoices/by-id/39'],
  ['/api/invoices', '/api/invoices'],
  ['/api/invoices/validate?x=/39/1', '/api/invoices/validate?x=/39/1'],
])('%s becomes %s', (path, there) => expect(withPathCode(path, { 39: 'FCE' })).toBe(there))

it.each([
  ['', null],
  [' 77 ', '77'],
  ['f3b1-9', 'f3b1-9'],
])('company %j is %j', (text, id) => {
  expect(parseCompanyId(text)).toEqual({ ok: true, value: id })
})

it.each([
  '7 7',
  '.',
  '..',
  '../..',
  '../../invoices/39/5',
  '..%2f..',
  '%2e%2e',
  '77?x=1',
  '77#',
  'a/b',
  '\\',
  '7\r\nX: y',
  'ñ',
  'x'.repeat(10_000),
])('company %j, which would lead elsewhere in an address, is refused', (text) => {
  expect(parseCompanyId(text)).toMatchObject({ ok: false, refusal: { field: 'companyId' } })
})
