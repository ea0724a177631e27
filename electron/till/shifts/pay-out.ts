/** Cash that another command hands over, in its transaction: a movement of the open shift. */
import type { Clp } from '#shared/money/clp.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Clock } from '../kernel/ports.ts'

export interface PaidOut {
  readonly id: string
  readonly amountClp: Clp
  readonly reason: string
  readonly by: string
  readonly approvedBy: string | null
}

/** A shop without shifts counts no drawer. */
export function createPayOut(db: TillDatabase, clock: Pick<Clock, 'now'>) {
  const insert = db.prepare(`INSERT INTO cash_movement (id, shift_id, kind, amount_clp, reason,
    at_ms, made_by, approved_by)
    SELECT @id, id, 'out', @amountClp, @reason, @at, @by, @approvedBy FROM open_shift`)
  return (paid: PaidOut): void => void insert.run({ ...paid, at: clock.now() })
}
