/** Who may delete a receipt that is pending. */
import type { SaleId } from '#shared/core/brand.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { ZERO_CLP } from '#shared/money/clp.ts'
import { cashIn } from '#shared/selling/payment/payment.ts'
import { deletionDeed } from '#shared/staff/deeds.ts'
import type { AskedDeletion } from '../issuing/outbox/deletion-store.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { createCommittedReader } from '../selling/sales.ts'
import type { CashOut } from '../staff/cash-out.ts'

interface DeletePorts {
  readonly db: TillDatabase
  readonly cashOut: CashOut
  /** Why no money may go back now; null when it may. */
  readonly needsShift: () => Refusal | null
  /** What of its cards stands against it; null for nothing. */
  readonly cardProblem: (saleId: SaleId) => Refusal | null
}

/** Noted as asked for; what comes of it stands at the receipt. */
type MayDelete = (saleId: SaleId, approvalId: string | null) => Result<AskedDeletion, Refusal>

export function createMayDelete({ db, cashOut, needsShift, cardProblem }: DeletePorts): MayDelete {
  const sold = createCommittedReader(db)
  return (saleId, approvalId) => {
    const problem = needsShift() ?? cardProblem(saleId)
    if (problem !== null) return refuse(problem)
    const { payments = [], toCollectClp = ZERO_CLP } = sold(saleId) ?? {}
    const deed = deletionDeed(saleId, toCollectClp)
    const out = cashOut({ way: 'deletion', deed, cashClp: cashIn(payments) }, approvalId)
    if (!out.ok) return out
    const { actor, approverName, write } = out.value
    return ok({
      askedBy: [actor.name, approverName].filter(Boolean).join(', '),
      note: () => write({ saleId, detail: { totalClp: toCollectClp } }),
    })
  }
}
