/** One transition of a receipt: the change, the evidence and the journal's row in one commit. */
import type { SaleId } from '#shared/core/brand.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import type { Journal } from '../../kernel/journal.ts'
import { createAttemptLog } from './evidence.ts'
import type { AttemptRecord } from './outbox-rows.ts'

interface TransitionPorts {
  readonly db: TillDatabase
  readonly journal: Journal
}

/** Everybody hears of it after the commit. */
export type Transition = (
  saleId: SaleId,
  data: Readonly<Record<string, unknown>>,
  attempt: AttemptRecord | null,
  write: () => void,
) => void

export function createTransition({ db, journal }: TransitionPorts): Transition {
  const recordAttempt = createAttemptLog(db)
  const commit = db.transaction<Transition>((saleId, data, attempt, write) => {
    write()
    if (attempt !== null) recordAttempt(saleId, attempt)
    journal.append('issue', saleId, data)
  })
  return (saleId, data, attempt, write) => {
    commit.immediate(saleId, data, attempt, write)
    journal.publish()
  }
}
