/** What people of the head office did: written with it, never changed. */
import type { EpochMs } from '#shared/core/brand.ts'
import type { OfficeLogRow } from '#shared/head-office/contract.ts'
import type { Kysely } from 'kysely'
import type { CompanyId } from '../core/ports.ts'
import type { Tables } from '../storage/tables.ts'
import type { OfficePorts } from './people.ts'

const WHAT_CHARS_MAX = 200

/** In the transaction of what was done. */
export async function noteDone(
  { db, clock, random }: OfficePorts,
  companyId: CompanyId,
  who: string,
  action: OfficeLogRow['action'],
  what: string,
): Promise<void> {
  const { last } = await db
    .selectFrom('office_log')
    .select((eb) => eb.fn.max('at_ms').as('last'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  // What follows in the same millisecond stands after it.
  const atMs = Math.max(clock.now(), Number(last ?? 0) + 1) as EpochMs
  await db
    .insertInto('office_log')
    .values({
      ...{ company_id: companyId, at_ms: atMs, id: random.uuid() },
      ...{ who, action, what: what.slice(0, WHAT_CHARS_MAX) },
    })
    .execute()
}

/** The newest first. `before`: where the page before ended, `<milliseconds>_<id>`. */
export async function logOf(
  db: Kysely<Tables>,
  companyId: CompanyId,
  before: string | undefined,
  limit: number,
): Promise<{ readonly data: OfficeLogRow[]; readonly next: string | null }> {
  const [, at, id = ''] = /^(\d{1,15})_([0-9a-f-]{36})$/.exec(before ?? '') ?? []
  const page = db
    .selectFrom('office_log')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  const atMs = Number(at) as EpochMs
  const rows = await (at === undefined
    ? page
    : page
        .where('at_ms', '<=', atMs)
        .where((eb) => eb.or([eb('at_ms', '<', atMs), eb('id', '<', id)]))
  ).execute()
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  return {
    data: data.map(({ at_ms, who, action, what }) => ({ at_ms, who, action, what })),
    next: rows.length > limit && last !== undefined ? `${last.at_ms}_${last.id}` : null,
  }
}
