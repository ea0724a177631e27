/**
 * Sales put aside at the tills of a shop. Who takes one is decided here and once: under the lock of
 * the shop, for the tills of its place alone.
 */
import { sql, type Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import {
  PARKED_HEARD_MAX,
  PARKED_OPEN_MAX,
  type AnsweredClaim,
  type AnsweredParked,
  type Claim,
  type HeardParked,
  type SaidParked,
} from '#shared/fleet/parked-contract.ts'
import type { CompanyId } from '../core/ports.ts'
import { insertRows } from '../storage/many-rows.ts'
import type { Storage } from '../storage/storage.ts'
import type { FleetParkedRow } from '../storage/fleet-tables.ts'
import type { Tables } from '../storage/tables.ts'
import { lockShop } from './shop-store.ts'
import type { MovingTill } from './stock-moves.ts'

type Facts = Pick<
  HeardParked,
  'number' | 'name' | 'line_count' | 'total_clp' | 'products' | 'parked_by'
>
type Outcome = AnsweredParked[number]['outcome']

/** One that comes again is answered by what became of it. */
export function takeParked(
  storage: Storage,
  till: MovingTill,
  said: readonly SaidParked[],
  nowMs: EpochMs,
): Promise<{ readonly parked: AnsweredParked; readonly version: number }> {
  const { companyId, number } = till
  return storage.write(async (db) => {
    const before = await lockShop(db, companyId)
    const { open } = await db
      .selectFrom('fleet_parked')
      .select((eb) => eb.fn.countAll().as('open'))
      .where('company_id', '=', companyId)
      .where('till_number', '=', number)
      .where('taken_by', 'is', null)
      .executeTakeFirstOrThrow()
    const fresh: FleetParkedRow[] = []
    const outcomes = new Map<string, Outcome>()
    for (const sale of said) {
      const { parked_id: id } = sale
      if (outcomes.has(id)) continue
      const row = await rowOf(db, companyId, id)
      const isFull = Number(open) + fresh.length >= PARKED_OPEN_MAX
      outcomes.set(id, row === null ? (isFull ? 'refused' : 'kept') : became(row, till))
      if (row === null && !isFull)
        fresh.push(toRow(till, sale, { version: before + 1 + fresh.length, nowMs }))
    }
    await insertRows(db, 'fleet_parked', fresh)
    const version = before + fresh.length
    if (fresh.length > 0) await advance(db, companyId, version)
    const parked = [...outcomes].map(([parked_id, outcome]) => ({ parked_id, outcome }))
    return { parked, version }
  })
}

/** Nothing of another place, or of another till, is told or changed by its id. */
function became(row: FleetParkedRow, till: MovingTill): Outcome {
  if (row.place !== till.place) return 'refused'
  if (row.taken_by !== null) return row.taken_by === till.number ? 'kept' : 'over'
  return row.till_number === till.number ? 'kept' : 'refused'
}

/** Gives the word for one, to the first that asks; whoever has it is answered the same again. */
export function claimParked(
  storage: Storage,
  till: MovingTill,
  claim: Claim,
  nowMs: EpochMs,
): Promise<{ readonly answer: AnsweredClaim; readonly version: number }> {
  const { companyId } = till
  const { parked_id: id, key } = claim
  return storage.write(async (db) => {
    const before = await lockShop(db, companyId)
    const row = await rowOf(db, companyId, id)
    if (row === null && claim.is_done) {
      await insertRows(db, 'fleet_parked', [takenElsewhere(till, claim, before + 1, nowMs)])
      await advance(db, companyId, before + 1)
      return { answer: { outcome: 'unknown' }, version: before + 1 }
    }
    if (row === null || row.place !== till.place)
      return { answer: { outcome: 'unknown' }, version: before }
    if (row.taken_by !== null)
      return { answer: await answerOf(db, row, till, key), version: before }
    const version = before + 1
    const taken = { taken_by: till.number, taken_key: key, taken_at_ms: nowMs }
    await db
      .updateTable('fleet_parked')
      .set({ ...taken, version })
      .where('company_id', '=', companyId)
      .where('parked_id', '=', id)
      .execute()
    await advance(db, companyId, version)
    return { answer: granted(row), version }
  })
}

/** To this till too only by the key it was granted to: what it took it may have sold by now. */
async function answerOf(
  db: Kysely<Tables>,
  row: FleetParkedRow,
  { companyId, number }: MovingTill,
  key: string,
): Promise<AnsweredClaim> {
  const isSame = row.taken_by === number && row.taken_key === key
  if (isSame) return row.facts === '' ? { outcome: 'unknown' } : granted(row)
  const by = row.taken_by ?? 0
  const till = await db
    .selectFrom('fleet_tills')
    .select('name')
    .where('company_id', '=', companyId)
    .where('number', '=', by)
    .executeTakeFirst()
  return { outcome: 'taken', by, by_name: till?.name ?? '' }
}

/** Of the asking till's place, by version; cut before one of which not all would be told. */
export async function parkedAfter(
  db: Kysely<Tables>,
  { companyId, place }: Pick<MovingTill, 'companyId' | 'place'>,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<{ readonly parked: HeardParked[]; readonly upTo: number }> {
  const { rows } = await sql<Told>`SELECT p.parked_id, p.version, p.facts, p.till_number,
      p.parked_at_ms, p.taken_by, p.taken_at_ms, b.name AS by_name, t.name AS taken_name
    FROM fleet_parked p
    LEFT JOIN fleet_tills b ON b.company_id = p.company_id AND b.number = p.till_number
    LEFT JOIN fleet_tills t ON t.company_id = p.company_id AND t.number = p.taken_by
    WHERE p.company_id = ${companyId} AND p.place = ${place} AND p.version > ${after}
      AND p.version <= ${upTo} AND (p.taken_by IS NULL OR ${after} > 0)
    ORDER BY p.version LIMIT ${PARKED_HEARD_MAX + 1}`.execute(db)
  const cut = rows[PARKED_HEARD_MAX]
  const last = cut === undefined ? upTo : cut.version - 1
  const told = rows.filter(({ version, facts }) => version <= last && facts !== '')
  return { parked: told.map(toHeard), upTo: last }
}

interface Told
  extends Pick<
    FleetParkedRow,
    'parked_id' | 'version' | 'facts' | 'till_number' | 'parked_at_ms' | 'taken_by' | 'taken_at_ms'
  > {
  readonly by_name: string | null
  readonly taken_name: string | null
}

const factsOf = ({ facts }: Pick<FleetParkedRow, 'facts'>) => JSON.parse(facts) as Facts

function toHeard(row: Told): HeardParked {
  const { parked_id, version, till_number: by, parked_at_ms, taken_by: takenBy } = row
  return {
    ...factsOf(row),
    ...{ parked_id, version, by, parked_at_ms, by_name: row.by_name ?? '' },
    taken:
      takenBy === null
        ? null
        : { by: takenBy, by_name: row.taken_name ?? '', at_ms: row.taken_at_ms ?? 0 },
  }
}

function granted(row: FleetParkedRow): AnsweredClaim {
  const { parked_id, sale, customer, parked_at_ms } = row
  return { outcome: 'granted', ...factsOf(row), parked_id, sale, customer, parked_at_ms }
}

interface Now {
  readonly version: number
  readonly nowMs: EpochMs
}

function toRow(till: MovingTill, said: SaidParked, { version, nowMs }: Now): FleetParkedRow {
  const { parked_id, sale, customer, buyer, age_ms: ageMs, ...facts } = said
  return {
    ...{ company_id: till.companyId, place: till.place, till_number: till.number },
    ...{ parked_id, version, facts: JSON.stringify(facts), sale, customer, buyer },
    parked_at_ms: Math.max(0, nowMs - ageMs) as EpochMs,
    ...{ taken_by: null, taken_key: null, taken_at_ms: null },
  }
}

/** Its till may say it yet to a database that was put back; it is not to be had there again. */
function takenElsewhere(
  till: MovingTill,
  { parked_id, key }: Claim,
  version: number,
  nowMs: EpochMs,
): FleetParkedRow {
  return {
    ...{ company_id: till.companyId, place: till.place, till_number: till.number },
    ...{ parked_id, version, facts: '', sale: '', customer: '', buyer: '', parked_at_ms: nowMs },
    ...{ taken_by: till.number, taken_key: key, taken_at_ms: nowMs },
  }
}

async function rowOf(
  db: Kysely<Tables>,
  companyId: CompanyId,
  id: string,
): Promise<FleetParkedRow | null> {
  const row = await db
    .selectFrom('fleet_parked')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('parked_id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

async function advance(db: Kysely<Tables>, companyId: CompanyId, version: number) {
  await db
    .updateTable('fleet_counters')
    .set({ version })
    .where('company_id', '=', companyId)
    .execute()
}
