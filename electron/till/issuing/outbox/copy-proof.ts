/**
 * That there is another copy of this till. A receipt that was never sent from here, and that the
 * service has all the same, was sent by a till with the same sales: a folder that was copied, or
 * one that was put back.
 */
import { z } from 'zod'
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import { storedSetting } from '../../kernel/stored-setting.ts'
import type { Clock } from '../../kernel/ports.ts'
import { createAudit } from '../../audit/audit.ts'

/** Said on the screen this long after the last proof; the log keeps it for good. */
const SAID_MS = 7 * 24 * 3_600_000
/** One row of the log tells of all that are found within it. */
const ONE_ROW_MS = 24 * 3_600_000
const BY_ITSELF = { id: null, name: 'Mesón' }

const storedProof = z.object({ since: z.number(), lastAt: z.number(), count: z.number() })

export interface CopyProof {
  /** In the transaction of the receipt's move. */
  note(saleId: SaleId): void
  /** Null where nothing was proven lately. */
  said(): { readonly at: EpochMs; readonly count: number } | null
}

export function createCopyProof(db: TillDatabase, clock: Clock): CopyProof {
  const kept = storedSetting(db, 'copy-proof')
  const audit = createAudit(db, clock)
  const read = () => storedProof.safeParse(kept.read()).data ?? null
  return {
    note(saleId) {
      const now = clock.now()
      const before = read()
      const isNew = before === null || Math.abs(now - before.since) >= ONE_ROW_MS
      if (isNew) audit.write({ action: 'copy-proven', staff: BY_ITSELF, saleId })
      const { since, count } = isNew ? { since: now, count: 0 } : before
      kept.keep({ since, lastAt: now, count: count + 1 })
    },
    said() {
      const proof = read()
      return proof === null || clock.now() - proof.lastAt > SAID_MS
        ? null
        : { at: proof.lastAt as EpochMs, count: proof.count }
    },
  }
}
