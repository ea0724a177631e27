/** Moves of stock of a till, added once each to what its place has of the product. */
import { sql, type Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import { TILLS_MAX } from '#shared/fleet/contract.ts'
import type { CountedMoves, CountedUpTo, Move, StockOfProduct } from '#shared/fleet/contract.ts'
import type { CompanyId } from '../core/ports.ts'
import { askedRows, insertRows, putRows } from '../storage/many-rows.ts'
import type { Storage } from '../storage/storage.ts'
import type { FleetMoveRow, FleetStockRow } from '../storage/fleet-tables.ts'
import type { Tables } from '../storage/tables.ts'
import { advance, aliasesOf, lockShop } from './shop-store.ts'
import { secondsToWait } from './till-days.ts'

/** Of one answer; those that moved last. */
const COUNTED_MAX = 2 * TILLS_MAX

export interface MovingTill {
  readonly companyId: CompanyId
  readonly number: number
  readonly installationId: string
  /** Where it stands; empty in a shop of one place. */
  readonly place: string
}

interface TakenMoves {
  readonly moves: CountedMoves
  /** Of the shop, with them in it. */
  readonly version: number
  /** More than 0: nothing is counted before so many seconds (till-days.ts). */
  readonly waitS: number
}

/** `nowMs`: when they came, by the service's clock. */
export function takeMoves(
  storage: Storage,
  till: MovingTill,
  moves: readonly Move[],
  nowMs: EpochMs,
): Promise<TakenMoves> {
  const { companyId } = till
  return storage.write(async (db) => {
    const waitS = await secondsToWait(db, till, 'moves', moves.length, nowMs)
    if (waitS > 0) return { moves: [], version: 0, waitS }
    const before = await lockShop(db, companyId)
    const ids = moves.map(({ move_id }) => ({ move_id }))
    const { rows: known } = await sql<{ move_id: string; version: number }>`
      SELECT m.move_id, m.version FROM ${askedRows(db, ['move_id'], ids)}
      CROSS JOIN fleet_moves m WHERE m.company_id = ${companyId} AND m.move_id = asked.move_id`.execute(
      db,
    )
    const versions = new Map(known.map(({ move_id: id, version }) => [id, version]))
    const fresh = moves.filter(({ move_id: id }) => !versions.has(id))
    const named = await namedAsShop(db, companyId, fresh)
    const stock = await stockOf(db, till, named)
    const taken = addUp(till, named, { version: before, nowMs, stock })
    await putRows(db, 'fleet_stock', ['company_id', 'place', 'product'], taken.stock)
    await insertRows(db, 'fleet_moves', taken.moves)
    await noteCounted(db, till, { fresh, version: taken.version })
    await advance(db, companyId, taken.version, nowMs)
    for (const { move_id: id, version } of taken.moves) versions.set(id, version)
    const counted = moves.flatMap(({ move_id }) => {
      const version = versions.get(move_id)
      return version === undefined ? [] : [{ move_id, version }]
    })
    return { moves: counted, version: taken.version, waitS: 0 }
  })
}

/** Its till says them in their order. Of data that were put back they begin again further down. */
async function noteCounted(
  db: Kysely<Tables>,
  { companyId: company_id, place, installationId: installation_id }: MovingTill,
  { fresh, version }: { readonly fresh: readonly Move[]; readonly version: number },
): Promise<void> {
  const seq = Math.max(0, ...fresh.map((move) => move.seq ?? 0))
  if (seq === 0) return
  const row = { company_id, place, installation_id, seq, version }
  await putRows(db, 'fleet_counted', ['company_id', 'place', 'installation_id'], [row])
}

/** A product that stands for another one is that one. */
async function namedAsShop(db: Kysely<Tables>, companyId: CompanyId, moves: readonly Move[]) {
  const named = moves.map(({ product: id }) => ({ kind: 'product' as const, id }))
  const aliases = await aliasesOf(db, companyId, named)
  const shopIds = new Map(aliases.map(({ id, standsFor }) => [id, standsFor]))
  return moves.map((move) => ({ ...move, product: shopIds.get(move.product) ?? move.product }))
}

interface Around {
  readonly version: number
  readonly nowMs: EpochMs
  readonly stock: ReadonlyMap<string, FleetStockRow>
}

/** What was there before a till joined counts only where its place knew of none. */
function addUp(till: MovingTill, fresh: readonly Move[], { version, nowMs, stock }: Around) {
  const { companyId: company_id, place, number: till_number } = till
  const now = new Map(stock)
  const changed = new Map<string, FleetStockRow>()
  const moves: FleetMoveRow[] = []
  let next = version
  for (const { move_id, kind, product, milli, age_ms: ageMs } of onceEach(fresh)) {
    const there = now.get(product)
    const isCounted = kind !== 'opening' || there === undefined
    if (isCounted) {
      next += 1
      const sum = (there?.milli ?? 0) + milli
      const row = { company_id, place, product, milli: sum, version: next }
      now.set(product, row)
      changed.set(product, row)
    }
    const of = { company_id, move_id, till_number, place, product, kind, milli }
    const at = Math.max(0, nowMs - ageMs) as EpochMs
    const counted = Number(isCounted)
    moves.push({
      ...of,
      is_counted: counted,
      made_at_ms: at,
      version: now.get(product)?.version ?? next,
    })
  }
  return { moves, stock: [...changed.values()], version: next }
}

const onceEach = (moves: readonly Move[]): Iterable<Move> =>
  new Map(moves.map((move) => [move.move_id, move])).values()

async function stockOf(
  db: Kysely<Tables>,
  { companyId, place }: MovingTill,
  moves: readonly Move[],
) {
  const products = [...new Set(moves.map(({ product }) => product))].map((product) => ({ product }))
  const { rows } = await sql<FleetStockRow>`
    SELECT s.* FROM ${askedRows(db, ['product'], products)} CROSS JOIN fleet_stock s
    WHERE s.company_id = ${companyId} AND s.place = ${place} AND s.product = asked.product`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.product, row]))
}

/** Of the asking till's place, by version; what is cut comes with the next question. */
export async function stockAfter(
  db: Kysely<Tables>,
  { companyId, place }: Pick<MovingTill, 'companyId' | 'place'>,
  { after, upTo, limit }: { readonly after: number; readonly upTo: number; readonly limit: number },
): Promise<{ readonly stock: readonly StockOfProduct[]; readonly upTo: number }> {
  const rows = await db
    .selectFrom('fleet_stock')
    .select(['product', 'milli', 'version'])
    .where('company_id', '=', companyId)
    .where('place', '=', place)
    .where('version', '>', after)
    .where('version', '<=', upTo)
    .orderBy('version')
    .limit(limit)
    .execute()
  return { stock: rows, upTo: rows.length < limit ? upTo : (rows.at(-1)?.version ?? upTo) }
}

/** Of a place, one for each till that stands there or did. */
export async function countedAfter(
  db: Kysely<Tables>,
  { companyId, place }: Pick<MovingTill, 'companyId' | 'place'>,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<CountedUpTo[]> {
  return db
    .selectFrom('fleet_counted')
    .select(['installation_id as installation', 'seq', 'version'])
    .where('company_id', '=', companyId)
    .where('place', '=', place)
    .where('version', '>', after)
    .where('version', '<=', upTo)
    .orderBy('version', 'desc')
    .limit(COUNTED_MAX)
    .execute()
}
