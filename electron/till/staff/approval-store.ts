/** Approvals on disk: each for one sale or one cashier, once, and for a quarter of an hour. */
import type { SaleId } from '#shared/core/brand.ts'
import type { StaffMember } from '#shared/staff/views.ts'
import type { Need } from '#shared/staff/need.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Clock } from '../kernel/ports.ts'
import type { ApprovalRow } from './sale-deeds.ts'

/** Long enough for the rest of the sale, too short to be saved up. */
export const APPROVAL_MS = 15 * 60_000

interface NewApproval {
  readonly approvalId: string
  /** The sale it is bound to; null for a single deed of the cashier's. */
  readonly saleId: SaleId | null
  readonly needs: readonly Need[]
  readonly cashierName: string
  readonly approver: Pick<StaffMember, 'id' | 'name'>
}

export type ApprovalStore = ReturnType<typeof createApprovalStore>

export function createApprovalStore(db: TillDatabase, clock: Clock) {
  const columns =
    'id, need_json AS needJson, approver_id AS approverId, approver_name AS approverName'
  // A clock set back must not make it last: it is then of a time that has not come.
  const isAlive = `used_at_ms IS NULL AND expires_at_ms > @now AND made_at_ms <= @now`
  const ofSale = db.prepare<{ sale: string; now: number }, ApprovalRow>(
    `SELECT ${columns} FROM approval WHERE sale_id = @sale AND ${isAlive}`,
  )
  const single = db.prepare<{ id: string; cashier: string; now: number }, ApprovalRow>(
    `SELECT ${columns} FROM approval WHERE id = @id AND cashier_name = @cashier AND sale_id IS NULL AND ${isAlive}`,
  )
  const use = db.prepare('UPDATE approval SET used_at_ms = ? WHERE id = ?')
  const end = db.prepare(
    'UPDATE approval SET expires_at_ms = ? WHERE used_at_ms IS NULL AND expires_at_ms > ?',
  )
  const insert =
    db.prepare(`INSERT INTO approval (id, sale_id, need_json, cashier_name, approver_id, approver_name, made_at_ms,
      expires_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
  return {
    /** What was allowed for a sale and is not used yet. */
    given: (saleId: SaleId | null): readonly ApprovalRow[] =>
      saleId === null ? [] : ofSale.all({ sale: saleId, now: clock.now() }),
    /** Given to this cashier for a deed of its own. */
    single: (approvalId: string, cashier: string) =>
      single.get({ id: approvalId, cashier, now: clock.now() }),
    use: db.transaction(({ id }: ApprovalRow) => void use.run(clock.now(), id)),
    endAll: db.transaction(() => void end.run(clock.now(), clock.now())),
    add: db.transaction((given: NewApproval) => {
      const { approvalId, saleId, needs, cashierName, approver } = given
      const now = clock.now()
      const until = now + APPROVAL_MS
      const { id, name } = approver
      insert.run(approvalId, saleId, JSON.stringify(needs), cashierName, id, name, now, until)
    }),
  }
}
