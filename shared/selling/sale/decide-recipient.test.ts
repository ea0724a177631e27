import { expect, it } from 'vitest'
import { customerProblem, NO_CUSTOMER } from '../open-sale/buyer.ts'
import { decideBuyer, decideRecipient } from './decide-recipient.ts'

const PHONE = { ...NO_CUSTOMER, phone: '+56 9 1234 5678', email: 'a@b.cl' }

it('takes a phone and an e-mail without a RUT: the receipt is for nobody in particular', () => {
  expect(customerProblem(PHONE)).toBeNull()
  expect(decideRecipient(PHONE)).toEqual({
    ok: true,
    value: { rut: '66666666-6', legalName: 'Sin RUT', phone: '+56 9 1234 5678', email: 'a@b.cl' },
  })
})

it.each([
  ['a contact that does not fit', { ...PHONE, phone: '9'.repeat(80) }, 'CONTACT_TOO_LONG'],
  ['half an e-mail', { ...PHONE, email: 'a@b' }, 'EMAIL_NOT_VALID'],
  ['a name without its RUT', { ...PHONE, legalName: 'María' }, 'RUT_FORMAT'],
])('refuses %s, on screen and core alike', (_, customer, code) => {
  expect(customerProblem(customer)).toMatchObject({ code })
  expect(decideRecipient(customer)).toMatchObject({ refusal: { code } })
})

it('is no buyer of an invoice', () => {
  expect(decideBuyer(PHONE, true)).toMatchObject({ refusal: { code: 'INVOICE_BUYER_REQUIRED' } })
})
