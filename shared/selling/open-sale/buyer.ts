/**
 * Whom the open sale is for, as typed: half a RUT is a state of its own. A part of the open sale.
 */
import { refusal, type Refusal } from '../../languages/refusals.ts'
import { DOCUMENT_LIMITS } from '../../issuing/document-limits.ts'
import { parseRut } from '../../rut/rut.ts'
import type { PurposeField } from '../sale/invoice-purpose.ts'
import { checkContact } from '../sale/contact.ts'
import { decideInvoiceRecipient, isNobody } from '../sale/decide-recipient.ts'

export interface Customer {
  readonly rut: string
  readonly legalName: string
  readonly phone: string
  readonly email: string
  /** Of an invoice. */
  readonly activity?: string | undefined
  readonly address?: string | undefined
  readonly commune?: string | undefined
  /** Of an invoice where the shop asks it; of this sale, never of the customer. */
  readonly bearerRut?: string | undefined
  readonly purpose?: string | undefined
}
export type CustomerField = keyof Customer
/** What a document says of its buyer. */
export type BuyerField = Exclude<CustomerField, PurposeField>
export const NO_CUSTOMER: Customer = { rut: '', legalName: '', phone: '', email: '' }
export const CUSTOMER_FIELDS = [
  'rut',
  'legalName',
  'phone',
  'email',
] as const satisfies readonly CustomerField[]

export const CONTACT_CHARS_MAX = DOCUMENT_LIMITS.contactCharsMax

export function hasCustomer(customer: Customer): boolean {
  return CUSTOMER_FIELDS.some((field) => customer[field].trim() !== '')
}

/** What is wrong with the customer as a whole; nobody named is right, but for an invoice. */
export function customerProblem(customer: Customer, isInvoice = false): Refusal | null {
  if (isInvoice) {
    const buyer = decideInvoiceRecipient(hasCustomer(customer) ? customer : null)
    return buyer.ok ? null : buyer.refusal
  }
  if (!hasCustomer(customer)) return null
  if (isNobody(customer)) return contactProblem(customer, true)
  return (
    fieldProblem(customer, 'rut', true) ??
    fieldProblem(customer, 'legalName', true) ??
    contactProblem(customer, true)
  )
}

type Check = (customer: Customer, isFinal: boolean) => Refusal | null
const rutProblem = (text: string, field: 'rut' | 'bearerRut'): Refusal | null => {
  const rut = parseRut(text)
  return rut.ok ? null : refusal(rut.refusal, field)
}
const ofContact: Check = (customer) => contactProblem(customer, true)

const CHECKS: Readonly<Partial<Record<CustomerField, Check>>> = {
  rut: ({ rut }, isFinal) => (rut.trim() === '' && !isFinal ? null : rutProblem(rut, 'rut')),
  legalName: ({ legalName }, isFinal) =>
    isFinal && legalName.trim() === '' ? refusal('NAME_REQUIRED', 'legalName') : null,
  bearerRut: ({ bearerRut = '' }) =>
    bearerRut.trim() === '' ? null : rutProblem(bearerRut, 'bearerRut'),
  phone: ofContact,
  email: ofContact,
}

export const fieldProblem = (customer: Customer, field: CustomerField, isFinal = false) =>
  CHECKS[field]?.(customer, isFinal) ?? null

/** While typing only the length counts: a half-typed e-mail is not wrong yet. */
export function contactProblem(customer: Customer, isFinal: boolean): Refusal | null {
  if (contactChars(customer) > CONTACT_CHARS_MAX) return refusal('CONTACT_TOO_LONG', 'email')
  const contact = checkContact(customer.phone, isFinal ? customer.email : '')
  return contact.ok ? null : contact.refusal
}

/** Characters the printed contact takes: `{phone} / {email}`. */
export function contactChars({ phone, email }: Customer): number {
  return [phone.trim(), email.trim()].filter((part) => part !== '').join(' / ').length
}
