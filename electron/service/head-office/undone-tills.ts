/**
 * What a till did that was stolen, put back in one step: the prices it changed, where they stand
 * still, and what it took of vales, credit notes and receipts, or said as a hub that others had, as
 * if nothing had come of it. Only of one that can say nothing more: it is retired, or another
 * computer has taken its place.
 */
import { sql } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { OfficeUndone } from '#shared/head-office/contract.ts'
import { apiError, type ApiError } from '../core/errors.ts'
import type { CompanyId } from '../core/ports.ts'
import { priceField, pricesBefore } from '../fleet/price-changes.ts'
import { lockShop, stampsOf } from '../fleet/shop-store.ts'
import { touch } from '../fleet/worth-books.ts'
import { changeRecords, recordIn, type OfficeEdit } from './change-record.ts'
import type { OfficePorts } from './people.ts'

const HOUR_MS = 3_600_000

interface Undone {
  readonly value: OfficeUndone
  readonly version: number
  readonly till: string
}

/** Of its last hours. Inside a write job that has locked the shop. */
export async function undoTill(
  ports: OfficePorts,
  companyId: CompanyId,
  id: string,
  hours: number,
): Promise<Result<Undone, ApiError>> {
  const till = await ports.db
    .selectFrom('fleet_tills')
    .select(['number', 'name', 'retired_at_ms', 'replaced_at_ms'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (till === undefined) return refuse(apiError('TILL_NOT_FOUND'))
  const { number, name } = till
  const endedAt = till.retired_at_ms ?? till.replaced_at_ms
  if (endedAt === null) return refuse(apiError('TILL_STILL_THERE'))
  const untilMs = till.retired_at_ms === null ? Number(endedAt) : Infinity
  const sinceMs = (Number(endedAt) - hours * HOUR_MS) as EpochMs
  const of = { companyId, number, sinceMs, untilMs }
  const worths = await undoClaims(ports, of)
  const edits = await priceEdits(ports, of)
  const changed = await changeRecords(ports, companyId, edits)
  if (!changed.ok) return changed
  const version = await lockShop(ports.db, companyId)
  return ok({ value: { prices: edits.length, worths }, version, till: `${number} ${name}` })
}

interface OfTill {
  readonly companyId: CompanyId
  readonly number: number
  readonly sinceMs: EpochMs
  /** From then on another computer was that till; infinity where none was. */
  readonly untilMs: number
}

/**
 * Who gave them hears of it. What another till was granted by a hub may have been spent unheard,
 * and stands; by the word of this one alone, until that till is heard.
 */
async function undoClaims(
  { db, clock }: OfficePorts,
  { companyId, number, sinceMs, untilMs }: OfTill,
): Promise<number> {
  const end = () =>
    db
      .updateTable('fleet_worth_claims')
      .set((eb) => ({ state: 'ended', turn: eb('turn', '+', 1) }))
      .where('company_id', '=', companyId)
      .where('at_ms', '>=', sinceMs)
      .$if(untilMs !== Infinity, (query) => query.where('at_ms', '<', untilMs as EpochMs))
      .where('state', '<>', 'ended')
      .returning(['kind', 'worth_id'])
  const own = await end().where('till_number', '=', number).where('is_by_hub', '=', 0).execute()
  const told = await end()
    .where('told_by', '=', number)
    // As the index has it.
    .where('told_by', '>', sql.lit(0))
    .where(MAY_TELL_NO_MORE)
    .execute()
  const undone = [...own, ...told]
  const each = new Map(undone.map((row) => [`${row.kind} ${row.worth_id}`, row])).values()
  let version = await lockShop(db, companyId)
  for (const named of each)
    await touch(db, { companyId, nowMs: clock.now(), ...named }, (version += 1))
  return undone.length
}

/**
 * Its till was heard since, for longer than a moment and with nothing in hand (seen-tills.ts), or
 * is there no more.
 */
const MAY_TELL_NO_MORE = sql<boolean>`NOT EXISTS (SELECT 1 FROM fleet_tills t
  WHERE t.company_id = fleet_worth_claims.company_id AND t.number = fleet_worth_claims.till_number
    AND t.retired_at_ms IS NULL AND (COALESCE(t.seen_at_ms, 0) <= fleet_worth_claims.at_ms
      OR COALESCE(t.heard_since_ms, t.seen_at_ms) >= t.seen_at_ms))`

/** Of those that are still that till's own; what was none before is none again. */
async function priceEdits({ db }: OfficePorts, of: OfTill): Promise<OfficeEdit[]> {
  const edits: OfficeEdit[] = []
  for (const { kind, id, was } of await pricesBefore(db, of, of)) {
    const row = await recordIn(db, of.companyId, kind, id)
    const field = priceField(kind)
    if (row === undefined || stampsOf(row.stamps).stamps[field]?.till !== of.number) continue
    // A product said anew after another one had deleted it is sold by now.
    if (was === null && kind === 'product') continue
    if (was === null) edits.push({ kind, id, fields: {}, is_deleted: true })
    else edits.push({ kind, id, fields: { [field]: was } })
  }
  return edits
}
