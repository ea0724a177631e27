/**
 * What the service says about a receipt that this till has not issued, against what the cashier
 * reads off its paper.
 */
import type { OutsideItem, OutsideReceiptInput } from './views.ts'
import { refusal, type Refusal } from '../languages/refusals.ts'
import { isExemptType, isInvoice } from '../core/document-type.ts'
import { ok, refuse, type Result } from '../core/result.ts'
import type { ReceiptParty } from '../issuing/receipt-document.ts'
import { AMOUNT_CLP_MAX, clp, formatClp, ZERO_CLP, type Clp } from '../money/clp.ts'
import { FOREIGN_RUT, ANONYMOUS_RUT, parseRut } from '../rut/rut.ts'
import { INVOICE_CHARS } from '../selling/sale/decide-recipient.ts'
import { field } from '../issuing/answer-body.ts'
import { documentIn, readDocument } from '../issuing/document-facts.ts'
import { firstOutsideLatin1, foldToLatin1 } from '../text/latin1.ts'
import { printDate } from '../time/calendar.ts'
import type { PaidAs } from './outside-paid.ts'

export interface OutsideAnswer {
  readonly items: readonly OutsideItem[]
  readonly exemptClp: Clp
  readonly recipient: ToldRecipient | null
  readonly paidAs: PaidAs
}

export type ToldRecipient = Pick<ReceiptParty, 'rut' | 'legalName' | 'place'>

const VOID_STATUSES: readonly (string | null)[] = ['DELETED', 'RCH']
const ITEMS_MAX = 1_000
const TEXT_CHARS_MAX = 100

/** Null when the answer is about something else, or cannot be read. `body` is parsed JSON. */
export function readOutsideAnswer(
  body: unknown,
  typed: OutsideReceiptInput,
): Result<OutsideAnswer, Refusal> | null {
  const facts = readDocument(body)
  if (facts === null || facts.folio !== typed.folio || facts.documentType !== typed.documentType)
    return null
  if (!isPesos(facts.totalClp) || facts.date === null) return null
  if (VOID_STATUSES.includes(facts.status))
    return refuse(refusal('OUTSIDE_VOID', null, { status: facts.status ?? '' }))
  const differences = [
    ...(facts.totalClp === typed.totalClp ? [] : [`total ${formatClp(clp(facts.totalClp))}`]),
    ...(facts.date === typed.date ? [] : [`${printDate(facts.date)}`]),
  ]
  if (differences.length > 0) {
    const at = facts.totalClp === typed.totalClp ? 'date' : 'totalClp'
    return refuse(refusal('OUTSIDE_DIFFERS', at, { what: differences.join(', ') }))
  }
  const document = documentIn(body)
  const recipient = recipientIn(document)
  if (isInvoice(typed.documentType) && isAnother(recipient, typed.buyerRut))
    return refuse(refusal('OUTSIDE_DIFFERS', 'buyerRut', { what: 'RUT' }))
  const items = itemsIn(document)
  return ok({ items, exemptClp: exemptIn(items, typed), recipient, paidAs: paidAsIn(document) })
}

/** A service may say any number; more than the till handles is none. */
const isPesos = (said: number | null): said is number =>
  said !== null && Number.isSafeInteger(said) && said >= 0 && said <= AMOUNT_CLP_MAX

/** Not told which: whoever has no invoice in the hand learns no buyer here. */
function isAnother(recipient: ToldRecipient | null, buyerRut: string): boolean {
  const typed = parseRut(buyerRut)
  return recipient !== null && typed.ok && namesSomebody(recipient) && typed.value !== recipient.rut
}

/** The RUTs of nobody name none. */
export function namesSomebody({ rut }: Pick<ReceiptParty, 'rut'>): boolean {
  return rut !== ANONYMOUS_RUT && rut !== FOREIGN_RUT
}

interface ReadItem extends OutsideItem {
  readonly isExempt: boolean
}

function itemsIn(document: unknown): ReadItem[] {
  const items = field(document, 'items')
  if (!Array.isArray(items)) return []
  return items.slice(0, ITEMS_MAX).flatMap((item: unknown) => {
    const [description, quantity, total, taxes] = ['description', 'quantity', 'total', 'taxes'].map(
      (name) => field(item, name),
    )
    if (typeof description !== 'string' || typeof quantity !== 'number') return []
    const rounded = typeof total === 'number' ? Math.round(total) : null
    return [
      {
        description: foldToLatin1(description).slice(0, TEXT_CHARS_MAX),
        quantity,
        totalClp: rounded !== null && isPesos(rounded) ? clp(rounded) : null,
        isExempt: Array.isArray(taxes) && taxes.length === 0,
      },
    ]
  })
}

/** An affected receipt may have exempt lines; where the service does not tell, there are none. */
function exemptIn(
  items: readonly ReadItem[],
  { documentType, totalClp }: OutsideReceiptInput,
): Clp {
  if (isExemptType(documentType)) return clp(totalClp)
  const sumClp = items.reduce((sum, item) => sum + (item.isExempt ? (item.totalClp ?? 0) : 0), 0)
  return sumClp <= totalClp ? clp(sumClp) : ZERO_CLP
}

/** As a document is asked for, or as the contract shows it. */
function paidAsIn(document: unknown): PaidAs {
  const asked = field(document, 'payment_method')
  const [code, description] = (['code', 'description'] as const).map(
    (name) => field(document, `payment_method_${name}`) ?? field(asked, name),
  )
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return { code: text(code), description: text(description) }
}

function recipientIn(document: unknown): ToldRecipient | null {
  const [legalName, number, address, city] = [
    'legal_name',
    'document_number',
    'address',
    'city',
  ].map((name) => field(field(document, 'recipient'), name))
  const rut = typeof number === 'string' ? parseRut(number) : null
  if (rut === null || !rut.ok) return null
  const name = printable(legalName, TEXT_CHARS_MAX)
  return name === ''
    ? null
    : {
        rut: rut.value,
        legalName: name,
        place: {
          address: printable(address, INVOICE_CHARS.address),
          commune: printable(city, INVOICE_CHARS.commune),
        },
      }
}

/** As a document may say it; empty where no document could. */
function printable(text: unknown, charsMax: number): string {
  if (typeof text !== 'string') return ''
  const folded = foldToLatin1(text).replace(/\s+/g, ' ').trim().slice(0, charsMax)
  return firstOutsideLatin1(folded) === null ? folded : ''
}
