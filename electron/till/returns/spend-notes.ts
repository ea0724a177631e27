/** Credit notes that pay in a sale: who answers for them, and their rows in the log. */
import type { Refusal } from '#shared/languages/refusals.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { sumClp, clp } from '#shared/money/clp.ts'
import { asksForRefundRight } from '#shared/selling/payment/credit.ts'
import type { SaleDecision } from '#shared/selling/sale/decide-sale.ts'
import { notesDeed } from '#shared/staff/deeds.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { noteOfCardReader } from '../sold/card-money.ts'
import type { CashOut } from '../staff/cash-out.ts'
import type { Staff } from '../staff/staff-ports.ts'

type PaidByNotes = Pick<SaleDecision, 'saleId' | 'totals' | 'recipient' | 'notes' | 'payments'>

/**
 * Refused, or what to write with the sale. One PIN answers for all notes of a sale; a note whose
 * own buyer buys with it needs none, and stands in the log all the same. Cash out of what a card
 * has paid is a thing of who may go beyond the limits, as at a return.
 */
export function createSpendNotes(
  db: TillDatabase,
  cashOut: CashOut,
  staff: Pick<Staff, 'actor' | 'audit'>,
): (sale: PaidByNotes, approvalId: string | null) => Result<() => void, Refusal> {
  const isOfCard = noteOfCardReader(db)
  return ({ saleId, totals, recipient, notes }, approvalId) => {
    if (notes.length === 0) return ok(() => undefined)
    const actor = staff.actor()
    if (!actor.ok) return actor
    const what = notes.map(({ name }) => name).join(', ')
    const detail = { what, totalClp: sumClp(notes.map(({ takenClp }) => clp(takenClp))) }
    if (!notes.some((note) => asksForRefundRight(note, recipient.rut)))
      return ok(() =>
        staff.audit.write({ action: 'credit-used', staff: actor.value, saleId, detail }),
      )
    const isCardOut = notes.some((note) => note.cashClp > 0 && isOfCard(note.creditId))
    const right = isCardOut ? 'beyondLimits' : 'refund'
    const out = cashOut(
      {
        way: 'note',
        deed: notesDeed(saleId, totals.totalClp, notes, right),
        cashClp: notes.reduce((sum, { cashClp }) => sum + cashClp, 0),
      },
      approvalId,
    )
    if (!out.ok)
      return refuse(
        refusal(isCardOut ? 'CREDIT_OF_CARD' : 'CREDIT_APPROVAL', 'method', { name: what }),
      )
    return ok(() => out.value.write({ saleId, detail }))
  }
}
