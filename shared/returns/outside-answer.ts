/**
 * What the service says about a receipt that this till has not issued, against what the cashier
 * reads off its paper.
 */
import type { OutsideItem, OutsideReceiptInput } from '../bridge/returns.ts'
import { refusal, type Refusal } from '../core/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'
import type { ReceiptParty } from '../document/receipt-document.ts'
import { clp, formatClp, ZERO_CLP, type Clp } from '../money/clp.ts'
import { parseRut } from '../rut/rut.ts'
import { field } from '../sync/answer-body.ts'
import { documentIn, readDocument } from '../sync/document-facts.ts'
import { foldToLatin1 } from '../text/latin1.ts'
import { printDate } from '../time/calendar.ts'

export interface OutsideAnswer {
  readonly items: readonly OutsideItem[]
  readonly exemptClp: Clp
  readonly recipient: ReceiptParty | null
}

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
  if (facts.totalClp === null || facts.date === null) return null
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
  const items = itemsIn(document)
  return ok({ items, exemptClp: exemptIn(items, typed), recipient: recipientIn(document) })
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
    return [
      {
        description: foldToLatin1(description).slice(0, TEXT_CHARS_MAX),
        quantity,
        totalClp: typeof total === 'number' && total >= 0 ? clp(Math.round(total)) : null,
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
  if (documentType === '41') return clp(totalClp)
  const sumClp = items.reduce((sum, item) => sum + (item.isExempt ? (item.totalClp ?? 0) : 0), 0)
  return sumClp <= totalClp ? clp(sumClp) : ZERO_CLP
}

function recipientIn(document: unknown): ReceiptParty | null {
  const [legalName, number] = ['legal_name', 'document_number'].map((name) =>
    field(field(document, 'recipient'), name),
  )
  const rut = typeof number === 'string' ? parseRut(number) : null
  if (typeof legalName !== 'string' || rut === null || !rut.ok) return null
  const name = foldToLatin1(legalName).trim().slice(0, TEXT_CHARS_MAX)
  return name === '' ? null : { rut: rut.value, legalName: name }
}
