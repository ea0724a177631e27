/** What the shop sells, as its tills have it, and a change of it from the head office. */
import type { Kysely } from 'kysely'
import type { IsoDate } from '#shared/core/brand.ts'
import { planId, planInForce } from '#shared/catalogue/planned-price.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import {
  PRODUCTS_SHOWN,
  type OfficeProduct,
  type OfficeProductChange,
} from '#shared/head-office/contract.ts'
import { folded, type SharedFields } from '#shared/fleet/shared-records.ts'
import { apiError, type ApiError } from '../core/errors.ts'
import { localDate } from '../core/local-time.ts'
import type { CompanyId } from '../core/ports.ts'
import type { FleetRecordRow, Tables } from '../storage/tables.ts'
import { changeRecords, recordIn, unseen, type OfficeEdit } from './change-record.ts'
import type { OfficePorts } from './people.ts'
import { plansOfProducts, type StoredPlan } from './planned-prices.ts'

/** Rows read at once: a longer look lets requests of tills in between. */
const ROWS_AT_ONCE = 1_000

/** Those whose name or code has the text in it, by name; `isMore` where not all are shown. */
export async function findProducts(
  db: Kysely<Tables>,
  companyId: CompanyId,
  { text, day }: { readonly text: string; readonly day: IsoDate },
): Promise<{ readonly data: OfficeProduct[]; readonly is_more: boolean }> {
  const found: OfficeProduct[] = []
  for await (const product of productsOf(db, companyId, day, { text, atMost: PRODUCTS_SHOWN + 1 }))
    found.push(product)
  const data = found
    .slice(0, PRODUCTS_SHOWN)
    .toSorted((one, other) => folded(one.name).localeCompare(folded(other.name)))
  return { data, is_more: found.length > PRODUCTS_SHOWN }
}

/** All of them, or those that are looked for, with the price that holds everywhere, as read. */
export async function* productsOf(
  db: Kysely<Tables>,
  companyId: CompanyId,
  day: IsoDate,
  { text, atMost }: { readonly text: string; readonly atMost: number } = ALL,
): AsyncGenerator<OfficeProduct> {
  const wanted = folded(text)
  let [left, after] = [atMost, '']
  while (left > 0) {
    const rows = await db
      .selectFrom('fleet_records')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('kind', '=', 'product')
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    const there = rows.filter((row) => row.is_deleted === 0 && wordsOf(row).includes(wanted))
    const shown = there.slice(0, left)
    left -= shown.length
    const ids = shown.map(({ id }) => id)
    const plans = await plansOfProducts(db, companyId, ids)
    for (const row of shown) yield productOf(row, plans.get(row.id) ?? [], day)
    const last = rows.at(-1)
    if (last === undefined || rows.length < ROWS_AT_ONCE) return
    after = last.id
  }
}

const ALL = { text: '', atMost: Number.POSITIVE_INFINITY }

function wordsOf({ fields }: Pick<FleetRecordRow, 'fields'>): string {
  const { name, code } = JSON.parse(fields) as SharedFields
  return folded(`${name ?? ''} ${code ?? ''}`)
}

function productOf(
  { id, version, fields }: FleetRecordRow,
  plans: readonly StoredPlan[],
  day: IsoDate,
): OfficeProduct {
  const plan = planInForce(plans, { place: '', day })
  const known = JSON.parse(fields) as SharedFields
  const text = (name: string) => String(known[name] ?? '')
  return {
    ...{ product_id: id, name: text('name'), code: text('code') },
    // Whoever has seen it has seen the plan that holds.
    version: Math.max(version, plan?.version ?? 0),
    price_clp: plan?.priceClp ?? Number(known['price_clp'] ?? 0),
    planned_from: plan?.from ?? null,
    cost_net_clp: known['cost_net_clp'] == null ? null : Number(known['cost_net_clp']),
    is_exempt: known['is_exempt'] === true,
    is_archived: known['is_archived'] === true,
  }
}

/** The price that holds, whatever it is. Inside a write job that has locked the shop. */
export async function changeProduct(
  ports: OfficePorts,
  companyId: CompanyId,
  id: string,
  { version, ...fields }: OfficeProductChange,
): Promise<Result<{ readonly version: number; readonly name: string }, ApiError>> {
  const { db, clock } = ports
  const there = await recordIn(db, companyId, 'product', id)
  if (there === undefined) return refuse(apiError('PRODUCT_NOT_FOUND'))
  const said = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as SharedFields
  const stale = unseen(there, said, version)
  if (stale !== undefined) return refuse(apiError('PRODUCT_NOT_CHANGED', stale))
  const { price_clp: priceClp, ...others } = said
  const plans = (await plansOfProducts(db, companyId, [id])).get(id) ?? []
  const plan = planInForce(plans, { place: '', day: localDate('CHL', clock.now()) })
  const isPlans = plan !== null && priceClp !== undefined
  if (isPlans && plan.version > version && plan.priceClp !== priceClp)
    return refuse(apiError('PRODUCT_NOT_CHANGED', 'price_clp'))
  const edits: OfficeEdit[] = isPlans
    ? [
        { kind: 'product', id, fields: others },
        { kind: 'planned_price', id: planId(id, plan), fields: { price_clp: priceClp } },
      ]
    : [{ kind: 'product', id, fields: said }]
  const isSaid = (edit: OfficeEdit) => Object.keys(edit.fields).length > 0
  const taken = await changeRecords(ports, companyId, edits.filter(isSaid), version)
  if (!taken.ok) return taken
  const { name } = JSON.parse(there.fields) as SharedFields
  // As it was called: the log says what it is called now beside it.
  return ok({ ...taken.value, name: String(name) })
}
