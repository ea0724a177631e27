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

  constructor({ write }: Pick<Storage, 'write'>, clock: Clock, log: Logger) {
    this.#clock = clock
    this.#loop = new PacedLoop('seen-tills', log, async () => {
      const ids = JSON.stringify([...this.#ids])
      if (this.#ids.size === 0) return null
      this.#ids = new Set()
      const now = clock.now()
      await write((db) =>
        db
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
          .execute(),
      )
      return null
    })
  }

  note(till: AskingTill): void {
    if (this.#clock.now() - till.seenAtMs < SEEN_EVERY_MS) return
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
