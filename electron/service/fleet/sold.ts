/** What the tills of a shop sold, read from its sums; and what happened at them, page by page. */
import { sql, type Kysely } from 'kysely'
import { placeOf } from '#shared/fleet/contract.ts'
import type { FactKind } from '#shared/fleet/facts-contract.ts'
import type { CompanyId } from '../core/ports.ts'
import type {
  FleetFactRow,
  FleetPaidRow,
  FleetSoldGoodsRow,
  FleetSoldRow,
} from '../storage/fact-tables.ts'
import { hasIdIn } from '../storage/many-rows.ts'
import type { Tables } from '../storage/tables.ts'

/** Rows of one answer. */
export const SOLD_ROWS_MAX = 1_000
const FACTS_PAGE_MAX = 200

const MARGIN = ['net_clp', 'cost_net_clp', 'cost_unknown_clp'] as const
export const SOLD_SUMS = ['sales', 'gross_clp', 'returns', 'returned_clp', ...MARGIN] as const
export const GOODS_SUMS = ['milli', 'gross_clp', ...MARGIN] as const
export const PAID_SUMS = ['payments', 'clp'] as const

export type SoldSums = Readonly<Pick<FleetSoldRow, (typeof SOLD_SUMS)[number]>>
export type GoodsSums = Readonly<Pick<FleetSoldGoodsRow, (typeof GOODS_SUMS)[number]>>
export type PaidSums = Readonly<Pick<FleetPaidRow, (typeof PAID_SUMS)[number]>>

const SOLD = {
  table: 'fleet_sold',
  sums: SOLD_SUMS,
  most: 'sum(gross_clp - returned_clp)',
} as const
const GOODS = { table: 'fleet_sold_goods', sums: GOODS_SUMS, most: 'sum(gross_clp)' } as const
const PAID = { table: 'fleet_paid', sums: PAID_SUMS, most: 'sum(clp)' } as const

/** What tells the rows of an answer apart, and what each is called. */
const BY = {
  day: { ...SOLD, key: 'day', name: 'day' },
  hour: { ...SOLD, key: 'hour', name: 'hour' },
  till: { ...SOLD, key: 'till_id', name: 'till_id' },
  place: { ...SOLD, key: 'till_id', name: 'till_id' },
  cashier: { ...SOLD, key: 'cashier', name: 'cashier' },
  product: { ...GOODS, key: 'product_id', name: 'name' },
  tender: { ...PAID, key: 'tender', name: 'name' },
} as const
export type SoldBy = keyof typeof BY
type SumsBy<By extends SoldBy> = By extends 'product'
  ? GoodsSums
  : By extends 'tender'
    ? PaidSums
    : SoldSums

export type SoldRow<By extends SoldBy> = SumsBy<By> & {
  /** Day, hour, id of the till, place, name of the cashier, id of the product, or tender. */
  readonly key: string
  /** As people call it. */
  readonly name: string
}

export interface SoldAsked {
  readonly fromDay: string
  /** The last one of them. */
  readonly toDay: string
  /** Null: all of them. */
  readonly tillIds: readonly string[] | null
  /** `key`: as days follow each other; `most`: the largest first. */
  readonly order: 'key' | 'most'
  readonly limit: number
}

export async function soldBetween<By extends SoldBy>(
  db: Kysely<Tables>,
  companyId: CompanyId,
  asked: SoldAsked,
  by: By,
): Promise<readonly SoldRow<By>[]> {
  const { table, sums, most, key, name } = BY[by]
  const { fromDay, toDay, tillIds, order } = asked
  const limit = Math.min(asked.limit, SOLD_ROWS_MAX)
  // Tills are few, and are called and put together by what is known of them now.
  const isOfTills = by === 'till' || by === 'place'
  const columns = sums.map((column) => sql`sum(${sql.ref(column)}) AS ${sql.ref(column)}`)
  const ofTills =
    tillIds === null ? sql`` : sql`AND ${hasIdIn(db, JSON.stringify(tillIds), 'till_id')}`
  const first = order === 'most' ? sql`${sql.raw(most)} DESC, ` : sql``
  const { rows } = await sql<Readonly<Record<string, string | number>>>`
    SELECT ${sql.ref(key)} AS key, max(${sql.ref(name)}) AS name, ${sql.join(columns)}
    FROM ${sql.table(table)}
    WHERE company_id = ${companyId} AND day BETWEEN ${fromDay} AND ${toDay} ${ofTills}
    GROUP BY ${sql.ref(key)} ORDER BY ${first} ${sql.ref(key)}
    ${isOfTills ? sql`` : sql`LIMIT ${limit}`}`.execute(db)
  const read = rows.map((row) => ({
    ...Object.fromEntries(sums.map((column) => [column, Number(row[column])])),
    ...{ key: String(row['key']), name: String(row['name']) },
  })) as unknown as SoldRow<By>[]
  if (!isOfTills) return read
  const named = await namedTills(db, companyId, read as unknown as SoldRow<'till'>[], by)
  const value = (row: SoldRow<'till'>) => row.gross_clp - row.returned_clp
  return named
    .toSorted((one, other) =>
      order === 'most' ? value(other) - value(one) : one.key.localeCompare(other.key),
    )
    .slice(0, limit) as unknown as SoldRow<By>[]
}

async function namedTills(
  db: Kysely<Tables>,
  companyId: CompanyId,
  rows: readonly SoldRow<'till'>[],
  by: SoldBy,
): Promise<SoldRow<'till'>[]> {
  const tills = await db
    .selectFrom('fleet_tills')
    .select(['id', 'name', 'branch'])
    .where('company_id', '=', companyId)
    .where(hasIdIn(db, JSON.stringify(rows.map(({ key }) => key))))
    .execute()
  const known = new Map(tills.map((till) => [till.id, till]))
  if (by === 'till') return rows.map((row) => ({ ...row, name: known.get(row.key)?.name ?? '' }))
  const places = new Map<string, SoldRow<'till'>>()
  for (const row of rows) {
    const branch = known.get(row.key)?.branch ?? null
    const key = placeOf(branch)
    const before = places.get(key)
    const sums = SOLD_SUMS.map((column) => [column, row[column] + (before?.[column] ?? 0)])
    const all = Object.fromEntries(sums) as Partial<SoldRow<'till'>>
    places.set(key, { ...row, ...all, key, name: branch ?? '' })
  }
  return [...places.values()]
}

/** Of which the next page is older. */
interface FactsBefore {
  readonly atMs: number
  readonly factId: string
}

interface FactsAsked {
  readonly kind: FactKind
  /** Null: of all of them. */
  readonly tillId: string | null
  /** Null: from the latest one on. */
  readonly before: FactsBefore | null
  readonly limit: number
}

/** The latest first. `next` is asked with as `before`; null: there are no more. */
export async function factsOf(
  db: Kysely<Tables>,
  companyId: CompanyId,
  { kind, tillId, before, limit: asked }: FactsAsked,
): Promise<{ readonly facts: readonly FleetFactRow[]; readonly next: FactsBefore | null }> {
  const limit = Math.min(asked, FACTS_PAGE_MAX)
  let query = db
    .selectFrom('fleet_facts')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('body_json', '<>', sql.lit(''))
  if (tillId !== null) query = query.where('till_id', '=', tillId)
  if (before !== null)
    query = query.where(sql<boolean>`(at_ms, fact_id) < (${before.atMs}, ${before.factId})`)
  const facts = await query
    .orderBy('at_ms', 'desc')
    .orderBy('fact_id', 'desc')
    .limit(limit)
    .execute()
  const last = facts.at(-1)
  return {
    facts,
    next:
      last === undefined || facts.length < limit
        ? null
        : { atMs: last.at_ms, factId: last.fact_id },
  }
}
