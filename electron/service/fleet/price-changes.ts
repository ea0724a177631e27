/**
 * Prices that tills change: each with what it was, for the head office to put back what a till did
 * that was stolen, and how many go far, of which it hears (shared/head-office/alarms.ts).
 */
import type { Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import { PRICE_JUMP_PERCENT } from '#shared/fleet/day-limits.ts'
import type { SharedKind } from '#shared/fleet/shared-records.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import type { CompanyId } from '../core/ports.ts'
import { hasIdIn, insertRows } from '../storage/many-rows.ts'
import type { FleetPriceChangeRow } from '../storage/fleet-tables.ts'
import type { Tables } from '../storage/tables.ts'
import { HEAD_OFFICE, type FleetRecord } from './merge.ts'
import { countOfDay, dayOf } from './till-days.ts'

/** Kinds of records that are or have a price, in pesos, and the field that it is. */
const PRICES: Partial<Readonly<Record<SharedKind, string>>> = {
  product: 'price_clp',
  planned_price: 'price_clp',
  list_price: 'unit_clp',
}
export const priceField = (kind: SharedKind): string => PRICES[kind] ?? ''

interface OfKind {
  readonly kind: SharedKind
  readonly id: string
}
interface Recorded extends OfKind {
  readonly record: FleetRecord
}
interface OfTill {
  readonly companyId: CompanyId
  readonly number: number
}

const nameOf = ({ kind, id }: OfKind) => `${kind} ${id}`
const pesos = (record: FleetRecord | undefined, kind: SharedKind): number | null => {
  const price = record?.fields[priceField(kind)]
  return typeof price === 'number' ? price : null
}

/** In the write job that changes them. */
export async function keepPrices(
  db: Kysely<Tables>,
  { companyId, number }: OfTill,
  { before, after }: { readonly before: readonly Recorded[]; readonly after: readonly Recorded[] },
  nowMs: EpochMs,
): Promise<void> {
  if (number === HEAD_OFFICE) return
  const stood = new Map(before.map((each) => [nameOf(each), each.record]))
  const changed = after.flatMap((each) => {
    const { kind, id, record } = each
    const before = stood.get(nameOf(each))
    const [was, is] = [pesos(before, kind), pesos(record, kind)]
    // What is new and sold since is no change of a price; what was deleted is not new.
    const isNew = kind === 'product' && before === undefined
    const by = (of?: FleetRecord) => of?.gone ?? of?.stamps[priceField(kind)]
    if (by(record)?.till !== number || was === is || isNew) return []
    const of = { company_id: companyId, till_number: number, kind, record_id: id }
    const stands = { was_clp: was, was_own: by(before)?.till === number ? 1 : 0 }
    return [{ row: { ...of, version: record.version, at_ms: nowMs, ...stands }, is }]
  })
  if (changed.length === 0) return
  const rows = changed.map(({ row }) => row)
  await insertRows(db, 'fleet_price_changes', rows)
  const today = (dayOf(nowMs) * DAY_MS) as EpochMs
  // Step by step is as far as at once.
  const since = { sinceMs: today, untilMs: Infinity }
  const first = await pricesBefore(db, { companyId, number }, since, rows)
  const wasOf = new Map(first.map(({ was, ...of }) => [nameOf(of), was]))
  const jumps = changed.filter(({ row: { kind, record_id: id }, is }) => {
    const was = wasOf.get(nameOf({ kind, id })) ?? null
    // A deletion alone sells nothing at another price.
    if (kind === 'product' && is === null) return false
    return was === null || is === null || Math.abs(is - was) * 100 > was * PRICE_JUMP_PERCENT
  }).length
  if (jumps > 0) await countOfDay(db, { companyId, number }, 'prices', jumps, nowMs)
}

interface PriceBefore extends OfKind {
  /** Null: there was none. */
  readonly was: number | null
}

/** What each price, or those, was since then when it was last not that till's own, else first. */
export async function pricesBefore(
  db: Kysely<Tables>,
  { companyId, number }: OfTill,
  { sinceMs, untilMs }: { readonly sinceMs: EpochMs; readonly untilMs: number },
  those: readonly Pick<FleetPriceChangeRow, 'record_id'>[] | null = null,
): Promise<readonly PriceBefore[]> {
  const ids = JSON.stringify(those?.map(({ record_id: id }) => id) ?? [])
  const rows = await db
    .selectFrom('fleet_price_changes')
    .select(['kind', 'record_id as id', 'was_clp as was', 'was_own', 'at_ms'])
    .where('company_id', '=', companyId)
    .where('till_number', '=', number)
    .where('at_ms', '>=', sinceMs)
    .$if(those !== null, (query) => query.where(hasIdIn(db, ids, 'record_id')))
    .orderBy('record_id')
    .orderBy('version', 'desc')
    .execute()
  return [...Map.groupBy(rows, nameOf).values()].flatMap((changes) => {
    // What it did once it was another computer is not undone, and stands.
    if (changes.some(({ at_ms: at }) => Number(at) >= untilMs)) return []
    const row = changes.find(({ was_own: isOwn }) => Number(isOwn) === 0) ?? changes.at(-1)
    if (row === undefined) return []
    const { kind, id, was } = row
    return [{ kind, id, was: was === null ? null : Number(was) }]
  })
}
