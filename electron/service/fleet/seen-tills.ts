/**
 * When each till was seen last. Told of many at a time, behind their requests: five hundred tills
 * that come at once would each wait for a flush of the disk, and all others with them.
 */
import { sql } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import { HEARD_GAP_MS } from '#shared/fleet/day-limits.ts'
import type { Logger } from '../core/log.ts'
import { PacedLoop } from '../core/paced-loop.ts'
import type { Clock } from '../core/ports.ts'
import { hasIdIn } from '../storage/many-rows.ts'
import type { Storage } from '../storage/storage.ts'
import type { AskingTill } from './till-keys.ts'

/** How often it is written down that a till was seen. */
const SEEN_EVERY_MS = 60_000
/** So soon it stands there. */
const WRITTEN_WITHIN_MS = 1_000

export class SeenTills {
  readonly #clock: Clock
  readonly #loop: PacedLoop
  #ids = new Set<string>()
  /** It has something in hand that it may have spent unheard. */
  #having = new Set<string>()

  constructor({ write }: Pick<Storage, 'write'>, clock: Clock, log: Logger) {
    this.#clock = clock
    this.#loop = new PacedLoop('seen-tills', log, async () => {
      const ids = JSON.stringify([...this.#ids])
      const having = JSON.stringify([...this.#having])
      if (this.#ids.size + this.#having.size === 0) return null
      ;[this.#ids, this.#having] = [new Set(), new Set()]
      const now = clock.now()
      await write(async (db) => {
        await db
          .updateTable('fleet_tills')
          .set({
            seen_at_ms: now,
            heard_since_ms: sql<EpochMs>`CASE WHEN seen_at_ms > ${now - HEARD_GAP_MS}
              THEN COALESCE(heard_since_ms, seen_at_ms) ELSE ${now} END`,
          })
          .where(hasIdIn(db, ids))
          // Another process may have seen it.
          .where((eb) =>
            eb.or([
              eb('seen_at_ms', 'is', null),
              eb('seen_at_ms', '<=', (now - SEEN_EVERY_MS) as EpochMs),
            ]),
          )
          .execute()
        if (having === '[]') return
        await db
          .updateTable('fleet_tills')
          .set({ heard_since_ms: now })
          .where(hasIdIn(db, having))
          .execute()
      })
      return null
    })
  }

  /** `hasInHand`: as it says itself; so what it was granted is not taken to be unspent. */
  note(till: Pick<AskingTill, 'id' | 'seenAtMs'>, hasInHand = false): void {
    if (hasInHand) this.#having.add(till.id)
    else if (this.#clock.now() - till.seenAtMs < SEEN_EVERY_MS) return
    this.#ids.add(till.id)
    this.#loop.wake(WRITTEN_WITHIN_MS)
  }

  /** Writes it now. */
  runNow(): Promise<void> {
    return this.#loop.runNow()
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }
}
