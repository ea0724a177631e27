/** How long things are kept, and what the last run did: one row among the settings. */
import { z } from 'zod'
import type { EpochMs, IsoDate } from '#shared/core/brand.ts'
import {
  DEFAULT_RETENTION,
  type ExpiredCounts,
  type Retention,
  type RetentionClock,
} from '#shared/customers/retention.ts'
import type { TillDatabase } from '../../kernel/database.ts'

const epochMs = z.number() as unknown as z.ZodType<EpochMs>
const isoDate = z.iso.date() as unknown as z.ZodType<IsoDate>
const perKind = {
  customers: z.int(),
  attempts: z.int(),
  pictures: z.int(),
  pdfs: z.int(),
  logs: z.int(),
  backups: z.int(),
}
const stored = z.object({
  retention: z.object(perKind).default(DEFAULT_RETENTION),
  clock: z
    .object({ lastRunMs: epochMs, quietRuns: z.int(), quietDay: isoDate.optional() })
    .nullable()
    .default(null),
  told: z.object({ day: isoDate, seq: z.int() }).nullable().default(null),
  lastRun: z
    .object({ at: epochMs, mayDelete: z.boolean(), counts: z.object(perKind) })
    .nullable()
    .default(null),
})

interface LastRun {
  readonly at: EpochMs
  readonly mayDelete: boolean
  readonly counts: ExpiredCounts
}

interface StoredPeople {
  readonly retention: Retention
  readonly clock: RetentionClock | null
  /** The last day the service told as well, and the last sale of then. */
  readonly told: { readonly day: IsoDate; readonly seq: number } | null
  readonly lastRun: LastRun | null
}

export interface PeopleStore {
  read(): StoredPeople
  /** Alone or in a transaction of the caller's. */
  write(part: Partial<StoredPeople>): void
}

export function createPeopleStore(db: TillDatabase): PeopleStore {
  const select = db
    .prepare<[], string>("SELECT value_json FROM setting WHERE key = 'people'")
    .pluck()
  const upsert = db.prepare(`INSERT INTO setting (key, value_json) VALUES ('people', ?)
    ON CONFLICT (key) DO UPDATE SET value_json = excluded.value_json`)
  const read = (): StoredPeople => stored.parse(JSON.parse(select.get() ?? '{}'))
  return { read, write: (part) => void upsert.run(JSON.stringify({ ...read(), ...part })) }
}
