/** Prices that begin on a day, everywhere or at one place: records that tills hear ahead. */
import { sql, type Kysely } from 'kysely'
import {
  PLANNED_DAYS_MAX,
  PLANNED_PRICES_MAX,
  planId,
  planInForce,
  planOf,
  type PlannedPrice,
} from '#shared/catalogue/planned-price.ts'
import type { IsoDate } from '#shared/core/brand.ts'
import { refuse, type Result } from '#shared/core/result.ts'
import { placeOf } from '#shared/fleet/contract.ts'
import { folded, type SharedFields } from '#shared/fleet/shared-records.ts'
import type { OfficePlan, OfficePlanRow } from '#shared/head-office/contract.ts'
import { addDays } from '#shared/time/calendar.ts'
import { apiError, type ApiError } from '../core/errors.ts'
import { localDate } from '../core/local-time.ts'
import type { CompanyId } from '../core/ports.ts'
import { askedRows, isPostgres } from '../storage/many-rows.ts'
import type { FleetRecordRow, Tables } from '../storage/tables.ts'
import { changeRecords, type OfficeEdit } from './change-record.ts'
import type { OfficePorts } from './people.ts'

export interface StoredPlan extends PlannedPrice {
  readonly productId: string
  readonly version: number
}

/** Of these products alone: the ids of their plans begin with theirs. */
export async function plansOfProducts(
  db: Kysely<Tables>,
  companyId: CompanyId,
  productIds: readonly string[],
): Promise<Map<string, StoredPlan[]>> {
  if (productIds.length === 0) return new Map()
  const asked = askedRows(
    db,
    ['first', 'end'],
    productIds.map((id) => ({ first: `${id}/`, end: `${id}${AFTER_SLASH}` })),
  )
  // As its bytes are in order, whatever language the database is in.
  const id = isPostgres(db) ? sql`r.id COLLATE "C"` : sql`r.id`
  const { rows } = await sql<PlanRow>`
    SELECT r.id, r.version, r.fields FROM ${asked} CROSS JOIN fleet_records r
    WHERE r.company_id = ${companyId} AND r.kind = 'planned_price' AND r.is_deleted = 0
      AND ${id} >= asked.first AND ${id} < asked.end`.execute(db)
  return byProductOf(rows)
}
const AFTER_SLASH = '0'

/** Of all products. */
async function plansByProduct(
  db: Kysely<Tables>,
  companyId: CompanyId,
): Promise<Map<string, StoredPlan[]>> {
  const rows = await db
    .selectFrom('fleet_records')
    .select(['id', 'version', 'fields'])
    .where('company_id', '=', companyId)
    .where('kind', '=', 'planned_price')
    .where('is_deleted', '=', 0)
    .execute()
  return byProductOf(rows)
}

type PlanRow = Pick<FleetRecordRow, 'id' | 'version' | 'fields'>

function byProductOf(rows: readonly PlanRow[]): Map<string, StoredPlan[]> {
  const plans = rows.map(({ id, version: read, fields }) => {
    const version = Number(read)
    const { price_clp: price } = JSON.parse(fields) as SharedFields
    return { ...planOf(id), version, priceClp: price === null ? null : Number(price) }
  })
  return Map.groupBy(plans, (plan) => plan.productId)
}

/** Places as tills are in them, each once, by their name. */
export async function placesOf(db: Kysely<Tables>, companyId: CompanyId): Promise<string[]> {
  const rows = await db
    .selectFrom('fleet_tills')
    .select('branch')
    .where('company_id', '=', companyId)
    .where('retired_at_ms', 'is', null)
    .orderBy('number')
    .execute()
  const named = rows.map(({ branch }) => (branch ?? '').trim()).filter((branch) => branch !== '')
  return [...new Map(named.map((branch) => [placeOf(branch), branch])).values()].toSorted()
}

/** Those whose product has the text in its name or code, by day. */
export async function* plansOf(
  db: Kysely<Tables>,
  companyId: CompanyId,
  { text, day }: { readonly text: string; readonly day: IsoDate },
): AsyncGenerator<OfficePlan> {
  const byProduct = await plansByProduct(db, companyId)
  const places = new Map((await placesOf(db, companyId)).map((name) => [placeOf(name), name]))
  const products = await productsNamed(db, companyId, [...byProduct.keys()])
  const wanted = folded(text)
  const plans = [...byProduct.values()]
    .flat()
    .toSorted((one, other) => compared(one, other, 'from') || compared(one, other, 'place'))
  for (const { productId, place, from, priceClp } of plans) {
    const { name = '', code = '' } = products.get(productId) ?? {}
    if (!folded(`${name} ${code}`).includes(wanted)) continue
    const held = planInForce(byProduct.get(productId) ?? [], { place, day })
    const isHeld = held !== null && held.place === place && held.from === from
    yield {
      ...{ product_id: productId, name, code, place: places.get(place) ?? place, from },
      ...{ price_clp: priceClp, is_in_force: isHeld },
    }
  }
}

const compared = (one: StoredPlan, other: StoredPlan, by: 'from' | 'place') =>
  one[by] === other[by] ? 0 : one[by] < other[by] ? -1 : 1

export async function productsNamed(
  db: Kysely<Tables>,
  companyId: CompanyId,
  ids: readonly string[],
) {
  const asked = askedRows(
    db,
    ['id'],
    ids.map((id) => ({ id })),
  )
  const { rows } = await sql<{ id: string; fields: string }>`
    SELECT r.id, r.fields FROM ${asked} CROSS JOIN fleet_records r
    WHERE r.company_id = ${companyId} AND r.kind = 'product' AND r.id = asked.id`.execute(db)
  const named = rows.map(({ id, fields }) => {
    const { name, code } = JSON.parse(fields) as SharedFields
    return [id, { name: String(name ?? ''), code: String(code ?? '') }] as const
  })
  return new Map(named)
}

/** Plans, or takes back; all of them or none. Inside a write job that has locked the shop. */
export async function putPlans(
  ports: OfficePorts,
  companyId: CompanyId,
  rows: readonly OfficePlanRow[],
): Promise<Result<{ readonly version: number }, ApiError>> {
  const { db, clock } = ports
  const today = localDate('CHL', clock.now())
  const products = await productsByCode(db, companyId, rows)
  const everywhere = ['', ...(await placesOf(db, companyId)).map(placeOf)]
  const plans = await plansByProduct(db, companyId)
  const next = new Map<string, Omit<OfficeEdit, 'kind' | 'id'>>()
  for (const [at, row] of rows.entries()) {
    const refused = (error: Parameters<typeof apiError>[0], params: Record<string, string>) =>
      refuse(apiError(error, `rows[${at}]`, params))
    const { code, from, price_clp: price, is_removed: isRemoved = false } = row
    const productId = products.get(folded(code))
    if (productId === undefined) return refused('PLAN_CODE_UNKNOWN', { code })
    const plan = { from, place: placeOf(row.place) }
    const own = plans.get(productId) ?? []
    const isKnown = own.some((one) => one.from === from && one.place === plan.place)
    if (isRemoved && !isKnown) return refused('PLAN_NOT_FOUND', { code })
    if (!isKnown && !everywhere.includes(plan.place))
      return refused('PLACE_UNKNOWN', { place: row.place })
    if (!isKnown && !isPlannable(from, today))
      return refused('PLAN_DAY', { day: from, days: String(PLANNED_DAYS_MAX) })
    next.set(planId(productId, plan), isRemoved ? GONE : { fields: { price_clp: price } })
    // Who takes one back goes back to one that was before it.
    if (isRemoved) continue
    for (const old of overBefore(own, plan, today)) next.set(planId(productId, old), GONE)
  }
  const before = [...plans.values()].flat().length
  if (countAfter(plans, next) > Math.max(before, PLANNED_PRICES_MAX))
    return refuse(apiError('PLANS_FULL', '', { limit: String(PLANNED_PRICES_MAX) }))
  const edits = [...next].map(([id, said]) => ({ kind: 'planned_price' as const, id, ...said }))
  return changeRecords(ports, companyId, edits)
}

const GONE = { fields: {}, is_deleted: true } as const

const isPlannable = (from: IsoDate, today: IsoDate) =>
  from >= today && from <= addDays(today, PLANNED_DAYS_MAX)

function countAfter(
  plans: ReadonlyMap<string, readonly StoredPlan[]>,
  next: ReadonlyMap<string, Omit<OfficeEdit, 'kind' | 'id'>>,
): number {
  const ids = [...plans.values()].flat().map((plan) => planId(plan.productId, plan))
  const kept = new Set([...ids, ...next.keys()])
  for (const [id, { is_deleted: isGone }] of next) if (isGone === true) kept.delete(id)
  return kept.size
}

/** Begun and followed by two more: of those the first holds again once the second is taken back. */
function overBefore(
  plans: readonly StoredPlan[],
  { place }: Pick<PlannedPrice, 'place'>,
  today: IsoDate,
): readonly StoredPlan[] {
  const begun = plans.filter((plan) => plan.place === place && plan.from <= today)
  return begun.toSorted((one, other) => compared(other, one, 'from')).slice(2)
}

/** Ids by folded code. */
export async function productsByCode(
  db: Kysely<Tables>,
  companyId: CompanyId,
  rows: readonly { readonly code: string }[],
): Promise<Map<string, string>> {
  const codes = [...new Set(rows.map(({ code }) => folded(code)))].map((word) => ({ word }))
  const { rows: found } = await sql<{ word: string; record_id: string }>`
    SELECT w.word, w.record_id FROM ${askedRows(db, ['word'], codes)} CROSS JOIN fleet_words w
    WHERE w.company_id = ${companyId} AND w.kind = 'product' AND w.space = 'code'
      AND w.word = asked.word`.execute(db)
  return new Map(found.map(({ word, record_id: id }) => [word, id]))
}
