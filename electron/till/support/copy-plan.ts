/** Where the second copy goes, as it is stored; the key beside the database. */
import { lstatSync, readFileSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { z } from 'zod'
import { REMIND_AFTER_DAYS_DEFAULT, REMIND_AFTER_DAYS_MAX } from '#shared/bridge/support.ts'

export const storedPlan = z.object({
  folder: z.string(),
  vaultId: z.string(),
  /** Its code was shown, and nothing has been copied under it yet. */
  isCodeNew: z.boolean().default(false),
  since: z.number(),
  remindAfterDays: z.int().min(0).max(REMIND_AFTER_DAYS_MAX).default(REMIND_AFTER_DAYS_DEFAULT),
  lastAt: z.number().nullable().default(null),
  lastSales: z.number().nullable().default(null),
  trouble: z
    .object({ code: z.string(), params: z.record(z.string(), z.string()) })
    .nullable()
    .default(null),
})
export type Plan = z.output<typeof storedPlan>

export function createPlanStore(db: Database.Database) {
  const select = db
    .prepare<[], string>("SELECT value_json FROM setting WHERE key = 'second-copy'")
    .pluck()
  const upsert = db.prepare(`INSERT INTO setting (key, value_json) VALUES ('second-copy', ?)
    ON CONFLICT (key) DO UPDATE SET value_json = excluded.value_json`)
  return {
    read(): Plan | null {
      const plan = storedPlan.nullable().safeParse(JSON.parse(select.get() ?? 'null'))
      return plan.success ? plan.data : null
    },
    keep: (plan: Plan | null) => void upsert.run(JSON.stringify(plan)),
  }
}

export function readKey(file: string): Uint8Array | null {
  try {
    if (!lstatSync(file).isFile()) return null
    const text = readFileSync(file, 'utf8').trim()
    return /^[0-9a-f]{64}$/.test(text) ? Buffer.from(text, 'hex') : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
