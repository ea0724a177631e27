/** What the shop sells, as its tills have it, and a change of it from the head office. */
import type { Kysely } from 'kysely'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import {
  PRODUCTS_SHOWN,
  type OfficeProduct,
  type OfficeProductChange,
} from '#shared/head-office/contract.ts'
import { folded, isSameValue, type SharedFields } from '#shared/fleet/shared-records.ts'
import { apiError, type ApiError } from '../core/errors.ts'
import type { CompanyId } from '../core/ports.ts'
import { HEAD_OFFICE } from '../fleet/merge.ts'
import { stampsOf, takeEditsIn } from '../fleet/shop-store.ts'
import type { FleetRecordRow, Tables } from '../storage/tables.ts'
import type { OfficePorts } from './people.ts'

/** Rows read at once: a longer look lets requests of tills in between. */
const ROWS_AT_ONCE = 1_000

/** Those whose name or code has the text in it, by name; `isMore` where not all are shown. */
export async function findProducts(
  db: Kysely<Tables>,
  companyId: CompanyId,
  text: string,
): Promise<{ readonly data: OfficeProduct[]; readonly is_more: boolean }> {
  const found: OfficeProduct[] = []
  const wanted = folded(text)
  for (let after = ''; found.length <= PRODUCTS_SHOWN; ) {
    const rows = await db
      .selectFrom('fleet_records')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('kind', '=', 'product')
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    const shown = rows.filter(({ is_deleted: isGone }) => isGone === 0).map(productOf)
    found.push(...shown.filter(({ name, code }) => folded(`${name} ${code}`).includes(wanted)))
    const last = rows.at(-1)
    if (last === undefined || rows.length < ROWS_AT_ONCE) break
    after = last.id
  }
  const data = found
    .slice(0, PRODUCTS_SHOWN)
    .toSorted((one, other) => folded(one.name).localeCompare(folded(other.name)))
  return { data, is_more: found.length > PRODUCTS_SHOWN }
}

function productOf({ id, version, fields }: FleetRecordRow): OfficeProduct {
  const known = JSON.parse(fields) as SharedFields
  const text = (name: string) => String(known[name] ?? '')
  return {
    ...{ product_id: id, version, name: text('name'), code: text('code') },
    price_clp: Number(known['price_clp'] ?? 0),
    cost_net_clp: known['cost_net_clp'] == null ? null : Number(known['cost_net_clp']),
    is_exempt: known['is_exempt'] === true,
    is_archived: known['is_archived'] === true,
  }
}

/**
 * As an edit of a till, which tills hear with their next look; but what somebody changed since it
 * was read here stands. Inside a write job that has locked the shop.
 */
export async function changeProduct(
  { db, clock, random }: OfficePorts,
  companyId: CompanyId,
  id: string,
  { version, ...fields }: OfficeProductChange,
): Promise<Result<{ readonly version: number; readonly name: string }, ApiError>> {
  const there = await db
    .selectFrom('fleet_records')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('kind', '=', 'product')
    .where('id', '=', id)
    .where('is_deleted', '=', 0)
    .executeTakeFirst()
  if (there === undefined) return refuse(apiError('PRODUCT_NOT_FOUND'))
  const said = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as SharedFields
  const stale = unseen(there, said, version)
  if (stale !== undefined) return refuse(apiError('PRODUCT_NOT_CHANGED', stale))
  const edit = {
    ...{ edit_id: random.uuid(), kind: 'product' as const, id, is_deleted: false, age_ms: 0 },
    ...{ fields: said, heard_version: version },
  }
  const from = { companyId, number: HEAD_OFFICE }
  const taken = await takeEditsIn(db, from, [edit], clock.now())
  const [result] = taken.results
  if (result?.outcome !== 'taken' || result.lost.length > 0)
    return refuse(apiError('PRODUCT_NOT_CHANGED', result?.field ?? result?.lost[0]?.field ?? ''))
  return ok({ version: taken.version, name: productOf(there).name })
}

/** Of what is said, a field that has another value since a later version than was read. */
function unseen(row: FleetRecordRow, said: SharedFields, version: number): string | undefined {
  const stands = JSON.parse(row.fields) as SharedFields
  const { stamps } = stampsOf(row.stamps)
  return Object.keys(said).find(
    (field) =>
      (stamps[field]?.version ?? 0) > version && !isSameValue(said[field] ?? null, stands[field]),
  )
}
