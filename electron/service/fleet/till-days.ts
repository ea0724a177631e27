/** What each till did today, against what it may (shared/fleet/day-limits.ts). */
import { sql, type Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import { DAY_MAX, type Counted } from '#shared/fleet/day-limits.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import type { CompanyId } from '../core/ports.ts'
import type { Tables } from '../storage/tables.ts'

interface OfTill {
  readonly companyId: CompanyId
  readonly number: number
}

export const dayOf = (nowMs: EpochMs): number => Math.floor(nowMs / DAY_MS)

/** Counts so many more. Inside a write job. */
export async function countOfDay(
  db: Kysely<Tables>,
  { companyId, number }: OfTill,
  what: Counted,
  many: number,
  nowMs: EpochMs,
): Promise<number> {
  const day = dayOf(nowMs)
  const { count } = await db
    .insertInto('fleet_till_days')
    .values({ company_id: companyId, till_number: number, what, day, count: many })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'till_number', 'what']).doUpdateSet({
        day,
        count: sql<number>`${many} + CASE WHEN fleet_till_days.day = ${day}
          THEN fleet_till_days.count ELSE 0 END`,
      }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Counts so many more, unless they are more than a till may; then nothing is counted. Answers the
 * seconds to wait, 0 for none. Inside a write job.
 */
export async function secondsToWait(
  db: Kysely<Tables>,
  till: OfTill,
  what: keyof typeof DAY_MAX,
  many: number,
  nowMs: EpochMs,
): Promise<number> {
  if (many === 0) return 0
  const count = await countOfDay(db, till, what, many, nowMs)
  if (count <= DAY_MAX[what]) return 0
  await countOfDay(db, till, what, -many, nowMs)
  return Math.ceil(((dayOf(nowMs) + 1) * DAY_MS - nowMs) / 1_000)
}

/** By number and what, of today. */
export async function countsOfDay(
  db: Kysely<Tables>,
  companyId: CompanyId,
  nowMs: EpochMs,
): Promise<(number: number, what: Counted) => number> {
  const rows = await db
    .selectFrom('fleet_till_days')
    .select(['till_number', 'what', 'count'])
    .where('company_id', '=', companyId)
    .where('day', '=', dayOf(nowMs))
    .execute()
  const counts = new Map(rows.map((row) => [`${row.till_number} ${row.what}`, Number(row.count)]))
  return (number, what) => counts.get(`${number} ${what}`) ?? 0
}
