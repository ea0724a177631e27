/** Whom a document is for, decided: nobody, a named buyer, or the taxpayer of an invoice. */
import type { CommitInput } from '../inputs.ts'
import { refusal, type Refusal } from '../../languages/refusals.ts'
import { ok, refuse, type Result } from '../../core/result.ts'
import type { ReceiptParty } from '../../issuing/receipt-document.ts'
import { FOREIGN_RUT, ANONYMOUS_RUT, parseRut } from '../../rut/rut.ts'
import { foldToLatin1 } from '../../text/latin1.ts'
import { requireLatin1 } from '../../text/require-latin1.ts'
import { checkContact } from './contact.ts'

/** DTE_v10: RznSocRecep, GiroRecep, DirRecep, CmnaRecep. */
export const INVOICE_CHARS = { legalName: 100, activity: 40, address: 70, commune: 20 } as const
/** What an invoice says of its buyer beyond a receipt. */
export const INVOICE_FIELDS = ['activity', 'address', 'commune'] as const
type InvoiceField = (typeof INVOICE_FIELDS)[number]

const NOBODY: ReceiptParty = { legalName: 'Sin RUT', rut: ANONYMOUS_RUT }

/** Neither a RUT nor a name was typed: a phone or an e-mail alone identifies nobody. */
export function isNobody({
  rut,
  legalName,
}: Pick<NonNullable<CommitInput['recipient']>, 'rut' | 'legalName'>): boolean {
  return rut.trim() === '' && legalName.trim() === ''
}

/**
 * Nobody identified: the generic RUT. Otherwise the RUT must be right. The printed contact must fit
 * its field either way.
 */
export function decideRecipient(
  recipient: CommitInput['recipient'],
): Result<ReceiptParty, Refusal> {
  if (recipient === null) return ok(NOBODY)
  if (isNobody(recipient)) {
    const contact = checkContact(recipient.phone, recipient.email)
    return contact.ok ? ok({ ...NOBODY, ...contact.value }) : contact
  }
  const rut = parseRut(recipient.rut)
  if (!rut.ok) return refuse(refusal(rut.refusal, 'rut'))
  const name = foldToLatin1(recipient.legalName).trim()
  if (name === '') return refuse(refusal('NAME_REQUIRED', 'legalName'))
  const printable = requireLatin1(name, 'legalName')
  if (!printable.ok) return printable
  const contact = checkContact(recipient.phone, recipient.email)
  if (!contact.ok) return contact
  return ok({ legalName: name, rut: rut.value, ...contact.value })
}

/** An invoice names a taxpayer, with what the law wants of one; the RUTs of nobody are none. */
export function decideInvoiceRecipient(
  recipient: CommitInput['recipient'],
): Result<ReceiptParty, Refusal> {
  if (recipient === null) return refuse(refusal('INVOICE_BUYER_REQUIRED', 'rut'))
  const named = decideRecipient(recipient)
  if (!named.ok) return named
  const { rut, legalName } = named.value
  if (rut === ANONYMOUS_RUT || rut === FOREIGN_RUT)
    return refuse(refusal('INVOICE_BUYER_REQUIRED', 'rut'))
  if (legalName.length > INVOICE_CHARS.legalName)
    return refuse(tooLong('legalName', INVOICE_CHARS.legalName))
  const texts: Partial<Record<InvoiceField, string>> = {}
  for (const field of INVOICE_FIELDS) {
    const text = invoiceText(field, recipient[field] ?? '')
    if (!text.ok) return text
    texts[field] = text.value
  }
  const { activity = '', address = '', commune = '' } = texts
  return ok({ ...named.value, activity, place: { address, commune } })
}

export function decideBuyer(
  recipient: CommitInput['recipient'],
  isInvoice: boolean,
): Result<ReceiptParty, Refusal> {
  return isInvoice ? decideInvoiceRecipient(recipient) : decideRecipient(recipient)
}

const MISSING = {
  activity: 'INVOICE_ACTIVITY_REQUIRED',
  address: 'INVOICE_ADDRESS_REQUIRED',
  commune: 'INVOICE_COMMUNE_REQUIRED',
} as const

function invoiceText(field: InvoiceField, typed: string): Result<string, Refusal> {
  const text = foldToLatin1(typed).replace(/\s+/g, ' ').trim()
  if (text === '') return refuse(refusal(MISSING[field], field))
  if (text.length > INVOICE_CHARS[field]) return refuse(tooLong(field, INVOICE_CHARS[field]))
  return requireLatin1(text, field)
}

const tooLong = (field: string, most: number) =>
  refusal('TEXT_TOO_LONG', field, { most: String(most) })
