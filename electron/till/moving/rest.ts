/**
 * A till at rest: its data are on their way to another computer, or there already. It stays so over
 * restarts, until what left comes back unopened.
 */
import type Database from 'better-sqlite3'
import { z } from 'zod'
import type { EpochMs } from '#shared/core/brand.ts'

const ID = /^[0-9a-f]{16}$/

const storedRest = z.object({
  packageId: z.string().regex(ID),
  /** Under which this till opens its own package when it takes itself back. */
  takeBackId: z.string().regex(ID),
  /** `packing`: nobody can have it yet. `left`: the package is whole, and may be anywhere. */
  state: z.enum(['packing', 'left']),
  since: z.number(),
  folder: z.string(),
})
export type Rest = Omit<z.output<typeof storedRest>, 'since'> & { readonly since: EpochMs }

export interface RestStore {
  /** Null for a till that sells. */
  now(): Rest | null
  /** Alone or inside a transaction of the caller's; null wakes the till. */
  keep(rest: Rest | null): void
}

export function createRestStore(db: Database.Database): RestStore {
  const upsert = db.prepare(`INSERT INTO setting (key, value_json) VALUES ('rest', ?)
    ON CONFLICT (key) DO UPDATE SET value_json = excluded.value_json`)
  const read = (): Rest | null => {
    const json = db
      .prepare<[], string>("SELECT value_json FROM setting WHERE key = 'rest'")
      .pluck()
      .get()
    return storedRest.nullable().parse(JSON.parse(json ?? 'null')) as Rest | null
  }
  let rest = read()
  return {
    now: () => rest,
    keep(next) {
      upsert.run(JSON.stringify(next))
      rest = next
    },
  }
}
