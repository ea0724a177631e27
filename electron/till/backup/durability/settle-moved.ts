/**
 * A till that was put to rest elsewhere wakes here, in doubt as any copy: of its file another copy
 * may be about. By the code whoever is the first has said that this is the till from here on.
 */
import { existsSync, readFileSync } from 'node:fs'
import type Database from 'better-sqlite3'
import type { EpochMs } from '#shared/core/brand.ts'
import { systemClock } from '../../adapters/system.ts'
import { openChain } from '../../audit/chain.ts'
import { keysIn } from '../../audit/seal-key.ts'
import { storedSetting } from '../../kernel/stored-setting.ts'
import { createPaperOrders } from '../../printing/print-orders.ts'
import { createAudit } from '../../audit/audit.ts'
import { countSales, presumeSent, restoredMark, type Requeued } from './requeue.ts'
import { MIGRATIONS } from '../../tables/migrations.ts'

interface MovedHere {
  readonly name: string
  readonly at: EpochMs
  readonly by?: string | undefined
  /** The file of the secret its seal goes on with. */
  readonly secret: string
  readonly claim: () => boolean
}

export function settleMoved(
  db: Database.Database,
  { name, at, by = 'Caja', secret, claim }: MovedHere,
): Requeued {
  const clock = { ...systemClock, now: () => at }
  const keys = keysIn(existsSync(secret) ? readFileSync(secret, 'utf8').trim() : '')
  if (keys !== null) openChain(db, keys.seal, clock, MIGRATIONS)
  // As late as can be: what is cut off after it is opened again in doubt.
  const isFirst = claim()
  return db
    .transaction(() => {
      storedSetting(db, 'rest').keep(null)
      const requeued = presumeSent(db, at)
      restoredMark(db).keep(isFirst ? 'arrived' : 'moved')
      createAudit(db, clock).write({
        action: 'till-arrived',
        staff: { id: null, name: by },
        detail: { what: name },
      })
      const doubtfulPapers = createPaperOrders(db).doubtAll()
      return { sales: countSales(db), requeued, doubtfulPapers }
    })
    .immediate()
}
