/** Whether a sale may be written: its goods and prices, and the credit notes that pay in it. */
import type { Refusal } from '#shared/languages/refusals.ts'
import { ok, type Result } from '#shared/core/result.ts'
import type { CommitInput } from '#shared/selling/inputs.ts'
import type { SaleDecision } from '#shared/selling/sale/decide-sale.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Approvals } from '../staff/approvals.ts'
import type { CashOut } from '../staff/cash-out.ts'
import type { Staff } from '../staff/staff-ports.ts'
import { createSpendNotes } from './spend-notes.ts'

/** Refused, or what to write with it. */
type PermitSale = (command: CommitInput, decision: SaleDecision) => Result<() => void, Refusal>

export function createPermitSale(
  { db, staff }: { readonly db: TillDatabase; readonly staff: Staff },
  approvals: Pick<Approvals, 'permitSale'>,
  cashOut: CashOut,
): PermitSale {
  const spendNotes = createSpendNotes(db, cashOut, staff)
  return (command, decision) => {
    const goods = approvals.permitSale(command.saleId, command)
    if (!goods.ok) return goods
    const notes = spendNotes(decision, command.approvalId ?? null)
    if (!notes.ok) return notes
    return ok(() => {
      goods.value()
      notes.value()
    })
  }
}
