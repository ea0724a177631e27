/**
 * In which database a range issues. A row that was carried elsewhere, by a restore or a replica
 * that was promoted, keeps the name of where it came from, and the very statement that takes a
 * folio finds that it is not there: what was issued after the copy was made is not known here.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { isPostgres } from './many-rows.ts'
import type { Tables } from './tables.ts'

/** A file cannot tell that it was put back; the authority is asked at its start alone. */
export const PLACE_OF_FILE = 'file'

export function thisPlace(db: Kysely<Tables>): RawBuilder<string> {
  return isPostgres(db) ? sql<string>`database_place()` : sql<string>`${sql.lit(PLACE_OF_FILE)}`
}

export function issuesHere(db: Kysely<Tables>): RawBuilder<boolean> {
  return sql<boolean>`issues_in = ${thisPlace(db)}`
}

/** How many ranges in use are held. */
export async function countHeld(db: Kysely<Tables>): Promise<number> {
  const { held } = await db
    .selectFrom('folio_ranges')
    .select((eb) => eb.fn.countAll().as('held'))
    .where('status', '=', 'ACT')
    .where(isHeld(db))
    .executeTakeFirstOrThrow()
  return Number(held)
}

/** Whether a range is held: said so that an index finds the few that are. */
export function isHeld(db: Kysely<Tables>): RawBuilder<boolean> {
  const here = thisPlace(db)
  return sql<boolean>`(issues_in IS NULL OR issues_in < ${here} OR issues_in > ${here})`
}
