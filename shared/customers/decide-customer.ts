/** A customer as typed or listed, held to what a document can carry. */
import { refusal, type Refusal } from '../languages/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'
import { ANONYMOUS_RUT, parseRut, type Rut } from '../rut/rut.ts'
import { decideRecipient, INVOICE_CHARS } from '../selling/sale/decide-recipient.ts'
import { requireLatin1 } from '../text/require-latin1.ts'
import { foldToLatin1 } from '../text/latin1.ts'

export const CUSTOMER_TEXTS = [
  'legalName',
  'activity',
  'address',
  'commune',
  'phone',
  'email',
  'notes',
] as const
export type CustomerTexts = Readonly<Record<(typeof CUSTOMER_TEXTS)[number], string>>
export interface TypedCustomer extends CustomerTexts {
  readonly rut: string
}
export interface CheckedCustomer extends CustomerTexts {
  readonly rut: Rut
}

/** Of a customer of whom only the RUT is known. */
export const NO_TEXTS: CustomerTexts = {
  legalName: '',
  activity: '',
  address: '',
  commune: '',
  phone: '',
  email: '',
  notes: '',
}

/** Characters. */
export const CUSTOMER_CHARS_MAX = { ...INVOICE_CHARS, notes: 500 } as const

/** Customers one till keeps; the list is read whole by no screen. */
export const CUSTOMERS_MAX = 200_000

const FIELDS = Object.keys(CUSTOMER_CHARS_MAX) as (keyof typeof CUSTOMER_CHARS_MAX)[]

/** Refuses with the field that is wrong. */
export function decideCustomer(typed: TypedCustomer): Result<CheckedCustomer, Refusal> {
  const rut = parseRut(typed.rut)
  if (!rut.ok) return refuse(refusal(rut.refusal, 'rut'))
  if (rut.value === ANONYMOUS_RUT) return refuse(refusal('PERSON_IS_NOBODY', 'rut'))
  const tidy = Object.fromEntries(
    CUSTOMER_TEXTS.map((field) => [field, tidied(typed[field])]),
  ) as unknown as CustomerTexts
  for (const field of FIELDS) {
    const most = CUSTOMER_CHARS_MAX[field]
    if (tidy[field].length > most)
      return refuse(refusal('CUSTOMER_TEXT_TOO_LONG', field, { most: String(most) }))
    const printable = requireLatin1(tidy[field], field)
    if (!printable.ok) return printable
  }
  // Whoever can stand in the list can stand on a document.
  const party = decideRecipient({ ...tidy, rut: rut.value })
  return party.ok ? ok({ ...tidy, rut: rut.value }) : party
}

/** One line each, whatever was pasted. */
const tidied = (text: string) =>
  foldToLatin1(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
