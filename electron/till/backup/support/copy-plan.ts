/** Where the second copy goes, as it is stored; the key beside the database. */
import { lstatSync, readFileSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { z } from 'zod'
import { REMIND_AFTER_DAYS_DEFAULT, REMIND_AFTER_DAYS_MAX } from '#shared/backup/views.ts'
import { storedSetting } from '../../kernel/stored-setting.ts'
import { asKey, type CopyKey } from './copy-key.ts'

export const storedPlan = z.object({
  folder: z.string(),
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
  const stored = storedSetting(db, 'second-copy')
  return {
    read(): Plan | null {
      const plan = storedPlan.nullable().safeParse(stored.read())
      return plan.success ? plan.data : null
    },
    keep: (plan: Plan | null) => stored.keep(plan),
  }
}

export function readKey(file: string): CopyKey | null {
  try {
    return lstatSync(file).isFile() ? asKey(readFileSync(file, 'utf8').trim()) : null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
