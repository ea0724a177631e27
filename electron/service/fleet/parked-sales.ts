/** Sales put aside at the tills of a shop, under its lock: what tills say of them, and hear. */
import { sql, type Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import {
  PARKED_HEARD_MAX,
  PARKED_OPEN_MAX,
  type AnsweredParked,
  type HeardParked,
  type SaidParked,
} from '#shared/fleet/parked-contract.ts'
import { becameOfParked, type KeptParked } from '#shared/fleet/parked-decision.ts'
import type { CompanyId } from '../core/ports.ts'
import { insertRows } from '../storage/many-rows.ts'
import type { Storage } from '../storage/storage.ts'
import type { FleetParkedRow } from '../storage/fleet-tables.ts'
import type { Tables } from '../storage/tables.ts'
import { advance, lockShop } from './shop-store.ts'
import type { MovingTill } from './stock-moves.ts'

/** Of one person who is erased, the most there may ever be. */
const PARKED_OF_ONE_CHANGE_MAX = 100_000

/** That parks or takes up. */
export type ParkingTill = MovingTill & { readonly installationId: string }

type Facts = Pick<
  HeardParked,
  'number' | 'name' | 'line_count' | 'total_clp' | 'products' | 'parked_by'
>
type Outcome = AnsweredParked[number]['outcome']

/** One that comes again is answered by what became of it. */
export function takeParked(
  storage: Storage,
  till: ParkingTill,
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
    const erased = await erasedOf(db, companyId, said)
    for (const sale of said) {
      const { parked_id: id } = sale
      if (outcomes.has(id)) continue
      const row = await rowOf(db, companyId, id)
      const isFull = Number(open) + fresh.length >= PARKED_OPEN_MAX
      const became =
        row === null ? (isFull ? 'refused' : 'kept') : becameOfParked(keptOf(row), till)
      outcomes.set(id, became)
      if (row === null && !isFull)
        fresh.push(
          toRow(till, erased.has(sale.buyer) ? ofNobody(sale) : sale, {
            version: before + 1 + fresh.length,
            nowMs,
          }),
        )
    }
    await insertRows(db, 'fleet_parked', fresh)
    const version = before + fresh.length
    await advance(db, companyId, version, nowMs)
    const parked = [...outcomes].map(([parked_id, outcome]) => ({ parked_id, outcome }))
    return { parked, version }
  })
}

const ofNobody = (sale: SaidParked): SaidParked => ({ ...sale, customer: '', buyer: '', name: '' })

/** Whoever was erased does not come back with a sale that is said later. */
async function erasedOf(
  db: Kysely<Tables>,
  companyId: CompanyId,
  said: readonly SaidParked[],
): Promise<ReadonlySet<string>> {
  const buyers = [...new Set(said.map(({ buyer }) => buyer))].filter((buyer) => buyer !== '')
  if (buyers.length === 0) return new Set()
  const rows = await db
    .selectFrom('fleet_records')
    .select('id')
    .where('company_id', '=', companyId)
    .where('kind', '=', 'customer')
    .where('id', 'in', buyers)
    .where('is_deleted', '=', 1)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** As it is decided about. */
export const keptOf = (row: FleetParkedRow): KeptParked => ({
  ...{ place: row.place, byNumber: row.till_number, parker: row.installation_id },
  ...{ takenBy: row.taken_by, takenKey: row.taken_key },
  ...{ hasContent: row.sale !== '', hasFacts: row.facts !== '' },
})

/**
 * Of the asking till's place, and what its installation parked wherever it stood then, by version;
 * cut before one of which not all would be told.
 */
export async function parkedAfter(
  db: Kysely<Tables>,
  { companyId, place, installationId }: ParkingTill,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<{ readonly parked: HeardParked[]; readonly upTo: number }> {
  // Each by its index, in its order: one question for both would sort all there ever were.
  const read = async (upTo: number, limit: number) => {
    const next = (column: 'place' | 'installation_id', value: string) =>
      sql`SELECT * FROM (SELECT * FROM fleet_parked WHERE company_id = ${companyId}
        AND ${sql.ref(column)} = ${value} AND version > ${after} AND version <= ${upTo}
        AND (taken_by IS NULL OR ${after} > 0) ORDER BY version LIMIT ${limit}) ${sql.ref(`by_${column}`)}`
    const { rows } = await sql<Told>`SELECT p.parked_id, p.version, p.facts, p.till_number,
      p.parked_at_ms, p.taken_by, p.taken_at_ms, b.name AS by_name, t.name AS taken_name
    FROM (${next('place', place)} UNION ${next('installation_id', installationId)}) p
    LEFT JOIN fleet_tills b ON b.company_id = p.company_id AND b.number = p.till_number
    LEFT JOIN fleet_tills t ON t.company_id = p.company_id AND t.number = p.taken_by
    ORDER BY p.version LIMIT ${limit}`.execute(db)
    return rows
  }
  const first = await read(upTo, PARKED_HEARD_MAX + 1)
  const cut = first[PARKED_HEARD_MAX]
  const [next] = first
  // One change of more sales than go into an answer is told whole: else nobody hears beyond it.
  const isOneChange = cut !== undefined && cut.version === next?.version
  const last = cut === undefined ? upTo : isOneChange ? cut.version : cut.version - 1
  const rows = isOneChange ? await read(last, PARKED_OF_ONE_CHANGE_MAX) : first
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

export const factsOf = ({ facts }: Pick<FleetParkedRow, 'facts'>) => JSON.parse(facts) as Facts

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

interface Now {
  readonly version: number
  readonly nowMs: EpochMs
}

function toRow(till: ParkingTill, said: SaidParked, { version, nowMs }: Now): FleetParkedRow {
  const { parked_id, sale, customer, buyer, age_ms: ageMs, ...facts } = said
  return {
    ...{ company_id: till.companyId, place: till.place, till_number: till.number },
    ...{ parked_id, version, facts: JSON.stringify(facts), sale, customer, buyer },
    installation_id: till.installationId,
    parked_at_ms: Math.max(0, nowMs - ageMs) as EpochMs,
    ...{ taken_by: null, taken_key: null, taken_at_ms: null },
  }
}

export async function rowOf(
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
