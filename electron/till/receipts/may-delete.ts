/** Who may delete a receipt that is pending. */
import type { SaleId } from '#shared/core/brand.ts'
import { assert, ok, refuse, type Result } from '#shared/core/result.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { ZERO_CLP } from '#shared/money/clp.ts'
import { cashIn } from '#shared/selling/payment/payment.ts'
import type { DeletionEnd } from '#shared/selling/sale/deletion-answers.ts'
import { deletionDeed } from '#shared/staff/deeds.ts'
import type { Audit } from '../audit/audit.ts'
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

type MayDelete = (saleId: SaleId, approvalId: string | null) => Result<AskedDeletion, Refusal>

export function createMayDelete({ db, cashOut, needsShift, cardProblem }: DeletePorts): MayDelete {
  const sold = createCommittedReader(db)
  return (saleId, approvalId) => {
    const problem = needsShift() ?? cardProblem(saleId)
    if (problem !== null) return refuse(problem)
    const { totalClp, cashClp } = amountsOf(sold, saleId)
    const out = cashOut(
      { way: 'deletion', deed: deletionDeed(saleId, totalClp), cashClp },
      approvalId,
    )
    if (!out.ok) return out
    const { actor, approverName, write, writeOrder } = out.value
    return ok({
      askedBy: [actor.name, approverName].filter(Boolean).join(', '),
      note: (state) =>
        state === 'done'
          ? write({ saleId, detail: { totalClp } })
          : writeOrder('receipt-deletion-asked', saleId),
    })
  }
}

function amountsOf(sold: ReturnType<typeof createCommittedReader>, saleId: SaleId) {
  const { payments = [], toCollectClp: totalClp = ZERO_CLP } = sold(saleId) ?? {}
  return { totalClp, cashClp: cashIn(payments) }
}

/**
 * What an order that the service had to answer came to, in the name of who gave it. Amounts stand
 * where the money went back.
 */
export function createDeletionLog(
  db: TillDatabase,
  audit: Pick<Audit, 'write'>,
): (saleId: SaleId, end: DeletionEnd) => void {
  const sold = createCommittedReader(db)
  const orderOf = db.prepare<
    [SaleId],
    { id: string | null; name: string; approverName: string | null }
  >(`SELECT a.staff_id AS id, coalesce(a.staff_name, d.asked_by) AS name, a.approver_name AS approverName
    FROM receipt_deletion d LEFT JOIN audit a ON a.sale_id = d.sale_id AND a.action = 'receipt-deletion-asked'
    WHERE d.sale_id = ? ORDER BY a.seq DESC LIMIT 1`)
  return (saleId, { state, problem }) => {
    const staff = orderOf.get(saleId)
    assert(staff, 'what ends was ordered')
    const { totalClp, cashClp } = amountsOf(sold, saleId)
    audit.write({
      action: state === 'done' ? 'receipt-deleted' : 'receipt-not-deleted',
      staff,
      approverName: staff.approverName,
      saleId,
      detail: state === 'done' ? { totalClp, ...(cashClp > 0 ? { cashClp } : {}) } : { problem },
    })
  }
}
