import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatPathCodes, parseCompanyId, parsePathCodes, withPathCode } from './service-codes.ts'

it.each([['', {}], ['39=FCE', { 39: 'FCE' }], [' 61=NCE, 39=FCE ', { 39: 'FCE', 61: 'NCE' }]])('%j is read', (text, codes) => {
  expect(parsePathCodes(text)).toEqual({ ok: true, value: codes })
})

it.each(['39', '39=', '33=FCE', '39=a/b', '39=FCE=x', `39=${'x'.repeat(21)}`])('%j is refused at its field', (text) => {
  expect(parsePathCodes(text)).toMatchObject({ ok: false, refusal: { code: 'PATH_CODES_NOT_VALID', field: 'pathCodes' } })
})

it('what is written is read again', () => {
  const code = fc.option(fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/), { nil: undefined })
  fc.assert(fc.property(code, code, (receipt, note) => {
    const codes = { ...(receipt === undefined ? {} : { 39: receipt }), ...(note === undefined ? {} : { 61: note }) }
    expect(parsePathCodes(formatPathCodes(codes))).toEqual({ ok: true, value: codes })
  }))
})

it.each([
  ['/api/invoices/39/12', '/api/invoices/FCE/12'], ['/api/invoices/39/12/download-base64/58mm', '/api/invoices/FCE/12/download-base64/58mm'],
  ['/api/invoices/41/12', '/api/invoices/41/12'], ['/api/invoices/by-id/39', '/api/invoices/by-id/39'], ['/api/invoices', '/api/invoices'],
  ['/api/invoices/validate?x=/39/1', '/api/invoices/validate?x=/39/1'],
])('%s becomes %s', (path, there) => expect(withPathCode(path, { 39: 'FCE' })).toBe(there))

it.each([['', null], [' 77 ', '77'], ['f3b1-9', 'f3b1-9']])('company %j is %j', (text, id) => {
  expect(parseCompanyId(text)).toEqual({ ok: true, value: id })
})

it('a company id with a space in it is refused', () => expect(parseCompanyId('7 7')).toMatchObject({ ok: false, refusal: { field: 'companyId' } }))
