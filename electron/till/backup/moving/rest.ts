/**
 * A till at rest: its data are on their way to another computer, or there already. It stays so over
 * restarts, until a person wakes it.
 */
import { existsSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { z } from 'zod'
import type { EpochMs } from '#shared/core/brand.ts'
import { ifReadable } from '../../kernel/if-readable.ts'
import { storedSetting } from '../../kernel/stored-setting.ts'

const storedRest = z.object({
  /** `packing`: nobody can have it yet. `left`: its copy is whole, and may be anywhere. */
  state: z.enum(['packing', 'left']),
  since: z.number(),
  /** The copy: where it is, and which code opens it and wakes this till again. */
  file: z.string(),
  tag: z.string(),
})
/** What cannot be read is as if it were gone: the machine's witness knows that the till left. */
const restOrNull = storedRest.nullable().catch(null)
export type Rest = Omit<z.output<typeof storedRest>, 'since'> & { readonly since: EpochMs }

export interface RestStore {
  /** Null for a till that sells. */
  now(): Rest | null
  /** Alone or inside a transaction of the caller's; null wakes the till. */
  keep(rest: Rest | null): void
}

export function createRestStore(db: Database.Database): RestStore {
  const stored = storedSetting(db, 'rest')
  return {
    // Nothing beside the disk: a till whose waking was not written down still rests.
    now: () => restOrNull.parse(stored.read()) as Rest | null,
    keep: (next) => stored.keep(next),
  }
}

/** Of a closed till. Null also where none can be read: a restore is what it needs. */
export const restIn = (database: string): Rest | null =>
  existsSync(database)
    ? // What closes a log last writes it into its file, and a ruined one is put aside as it is.
      ifReadable(database, (db) => createRestStore(db).now())
    : null
