/**
 * The one door by which money leaves the drawer. Each way has its rights and its row in the log
 * here, and nothing else of the till may lower what should be in the drawer: a way that is not in
 * this list does not exist.
 */
import type { SaleId } from '#shared/core/brand.ts'
import type { AuditAction, AuditRow } from '#shared/staff/views.ts'
import { assert, ok, type Result } from '#shared/core/result.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { clp, roundForCash } from '#shared/money/clp.ts'
import type { ApprovalSubject } from '#shared/staff/deeds.ts'
import type { PlainRight } from '#shared/staff/need.ts'
import type { Approvals } from './approvals.ts'
import type { Audit, AuditEntry } from '../audit/audit.ts'
import type { Actor } from './staff-ports.ts'

interface Way {
  /** One of these, of whoever serves or lent by a PIN for just this. */
  readonly rights: readonly PlainRight[]
  readonly action: AuditAction
}

export const WAYS_OUT = {
  /** The drawer is opened beside a sale: nothing is booked, and all of it can be taken. */
  drawer: { rights: ['openDrawer'], action: 'drawer-opened' },
  movement: { rights: ['moveCash'], action: 'cash-out' },
  return: { rights: ['refund', 'beyondLimits'], action: 'returned' },
  /** What did not go back to a card. */
  card: { rights: ['acceptDifference'], action: 'card-checked' },
  deletion: { rights: ['deletePending'], action: 'receipt-deleted' },
  /** A credit note that pays: its rest, or goods for whoever is not named on it. */
  note: { rights: ['refund', 'beyondLimits'], action: 'credit-used' },
} as const satisfies Readonly<Record<string, Way>>

type WayOut = keyof typeof WAYS_OUT

interface Leaving {
  readonly way: WayOut
  /** What is allowed: the sum it names is the limit of what may leave for it. */
  readonly deed: ApprovalSubject
  /** Less in the drawer afterwards than before. */
  readonly cashClp: number
}

/** Whoever answers for it. Run `write` with what lowers the drawer, in its transaction. */
interface LetOut {
  readonly actor: Actor
  readonly approverName: string | null
  write(row: { readonly saleId?: SaleId; readonly detail?: AuditRow['detail'] }): void
  /** Nothing leaves yet, if it ever does: the order alone, without an amount. */
  writeOrder(action: AuditAction, saleId: SaleId): void
}

export type CashOut = (leaving: Leaving, approvalId: string | null) => Result<LetOut, Refusal>

export function createCashOut(allow: Approvals['allow'], audit: Pick<Audit, 'write'>): CashOut {
  return ({ way, deed, cashClp }, approvalId) => {
    const { rights, action }: Way = WAYS_OUT[way]
    assert(rights.includes(deed.right), `${deed.right} lets nothing out by ${way}`)
    const allowedClp = clp(deed.amountClp ?? 0)
    // The law rounds what is handed over to whole tens.
    const limitClp = Math.max(allowedClp, roundForCash(allowedClp))
    assert(cashClp >= 0 && cashClp <= limitClp, 'no more leaves than was allowed')
    const permission = allow(deed, approvalId)
    if (!permission.ok) return permission
    const { actor, approverName, used } = permission.value
    const writeRow = (row: Omit<AuditEntry, 'staff' | 'approverName'>) => {
      used()
      audit.write({ ...row, staff: actor, approverName })
    }
    return ok({
      actor,
      approverName,
      write: ({ saleId = null, detail }) =>
        writeRow({ action, saleId, detail: { ...detail, ...(cashClp > 0 ? { cashClp } : {}) } }),
      writeOrder: (ordered, saleId) => writeRow({ action: ordered, saleId }),
    })
  }
}
