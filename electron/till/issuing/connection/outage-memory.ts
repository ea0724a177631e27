import { z } from 'zod'
import type { EpochMs } from '#shared/core/brand.ts'
import { parseJson } from '#shared/issuing/classify.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import type { Outage, OutageMemory } from './connection.ts'

const moment = z
  .number()
  .transform((value) => value as EpochMs)
  .nullable()
const storedOutage = z.object({ downSince: moment, returnedAt: moment })
const NONE: Outage = { downSince: null, returnedAt: null }

/** Keeps the running outage in the till's settings table, a commit per change. */
export function createOutageMemory(db: TillDatabase): OutageMemory {
  const select = db.prepare<[], { value: string }>(
    "SELECT value_json AS value FROM setting WHERE key = 'outage'",
  )
  const upsert = db.prepare(`INSERT INTO setting (key, value_json) VALUES ('outage', ?)
    ON CONFLICT (key) DO UPDATE SET value_json = excluded.value_json`)
  return {
    load() {
      const stored = storedOutage.safeParse(parseJson(select.get()?.value ?? ''))
      return stored.success ? stored.data : NONE
    },
    save: (outage) => void upsert.run(JSON.stringify(outage)),
  }
}
