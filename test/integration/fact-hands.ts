/** What happened at tills of one shop: how it comes to the service, and what their reports say. */
import { expect } from 'vitest'
import type { SoldAsked, SoldBy, SoldRow } from '../../electron/service/fleet/sold.ts'
import { insertRows } from '../../electron/service/storage/many-rows.ts'
import { soldBetween } from '../../electron/service/fleet/sold.ts'
import type { Fact, FactKind } from '#shared/fleet/facts-contract.ts'
import type { IsoDate } from '#shared/core/brand.ts'
import type { ReportView } from '#shared/reports/views.ts'
import { must } from '../support/must.ts'
import { openDb, said, world } from './fleet-hands.ts'
import type { PlayedTill } from './fleet-world.ts'
import { companyOf } from './service-in-process.ts'

export const FACTS = '/api/fleet/facts'
const EVER = { fromDay: '2000-01-01', toDay: '2100-01-01' }

export function unsaid(played: PlayedTill): number {
  const db = openDb(played)
  const count = db.prepare('SELECT count(*) FROM fleet_fact WHERE is_said = 0').pluck().get()
  db.close()
  return Number(count)
}
/** Until all that happened has been told. */
export const told = (...tills: readonly PlayedTill[]) =>
  world.until(() => tills.every((played) => unsaid(played) === 0), 300_000)

export async function soldBy<By extends SoldBy>(
  by: By,
  asked: Partial<SoldAsked> = {},
): Promise<readonly SoldRow<By>[]> {
  const { id } = await companyOf(world.service.storage)
  const all = { ...EVER, tillIds: null, order: 'key', limit: 1_000 } as const
  return soldBetween(world.service.storage.read, id, { ...all, ...asked }, by)
}

const FACT_TABLES = ['fleet_facts', 'fleet_sold', 'fleet_sold_goods', 'fleet_paid'] as const

/** What the service has of it as it is now, and how it is put back. */
export async function factsBackedUp(): Promise<() => Promise<void>> {
  const { storage } = world.service
  const kept = await Promise.all(
    FACT_TABLES.map((table) => storage.read.selectFrom(table).selectAll().execute()),
  )
  return () =>
    storage.write(async (db) => {
      for (const [at, table] of FACT_TABLES.entries()) {
        await db.deleteFrom(table).execute()
        await insertRows(db, table, kept[at] ?? [])
      }
    })
}

export async function factsAtService(kind: FactKind): Promise<Fact[]> {
  const rows = await world.service.storage.read
    .selectFrom('fleet_facts')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('at_ms')
    .execute()
  return rows.map(({ body_json: json, ...row }) => ({ ...JSON.parse(json), ...row }) as Fact)
}

async function reportOf<Part extends ReportView['part']>(played: PlayedTill, part: Part) {
  const asked = { part, from: EVER.fromDay as IsoDate, to: EVER.toDay as IsoDate }
  const report = must(await said(played, played.till.api.report(asked)))
  return report as Extract<ReportView, { part: Part }>
}

/** What the tills' own reports come to, added up, in the words of the sums of the service. */
export async function reported(...tills: readonly PlayedTill[]) {
  const days = new Map<string, number>()
  const sums: Sums = { cashiers: new Map(), tenders: new Map(), goods: new Map(), hours: new Map() }
  const add = (map: Map<string, number>, key: string, value: number) =>
    map.set(key, (map.get(key) ?? 0) + value)
  let [sales, costClp] = [0, 0]
  for (const played of tills) {
    const totals = await reportOf(played, 'totals')
    for (const { date, totalClp, count } of totals.days) {
      add(days, date, totalClp)
      sales += count
    }
    for (const { name, totalClp } of totals.sums.cashiers) add(sums.cashiers, name, totalClp)
    for (const { key, salesClp, refundsClp, deletionsClp } of totals.sums.methods)
      add(sums.tenders, key, salesClp + refundsClp + deletionsClp)
    for (const { hour, count } of totals.hours) add(sums.hours, String(hour), count)
    const { products } = await reportOf(played, 'products')
    for (const { code, totalClp, costClp: cost } of products) {
      add(sums.goods, code, totalClp)
      costClp += cost
    }
  }
  return { days: filled(days), sales, costClp, ...mapped(sums) }
}
type Sums = Record<'cashiers' | 'tenders' | 'goods' | 'hours', Map<string, number>>
const filled = (map: ReadonlyMap<string, number>) =>
  [...map].filter(([, value]) => value !== 0).toSorted(([one], [other]) => (one < other ? -1 : 1))
const mapped = ({ cashiers, tenders, goods, hours }: Sums) => ({
  ...{ cashiers: filled(cashiers), tenders: filled(tenders), hours: filled(hours) },
  goods: filled(goods)
    .map(([, value]) => value)
    .toSorted((one, other) => one - other),
})

/** The same, as head office reads it. */
export async function added() {
  const net = (rows: readonly SoldRow<'day'>[]) =>
    filled(new Map(rows.map((row) => [row.key, row.gross_clp - row.returned_clp])))
  const days = await soldBy('day')
  const hours = await soldBy('hour')
  const goods = await soldBy('product')
  return {
    days: net(days),
    sales: days.reduce((all, row) => all + row.sales, 0),
    costClp: days.reduce((all, row) => all + row.cost_net_clp, 0),
    cashiers: net(await soldBy('cashier')),
    tenders: filled(new Map((await soldBy('tender')).map(({ key, clp }) => [key, clp]))),
    hours: filled(new Map(hours.map(({ key, sales }) => [key, sales]))),
    goods: goods
      .map((row) => row.gross_clp)
      .filter((clp) => clp !== 0)
      .toSorted((one, other) => one - other),
  }
}

export const issued = (played: PlayedTill) =>
  world.until(() => played.till.api.status().pendingCount === 0, 300_000)

/** To the peso, by day, hour, cashier, way to pay and product. */
export async function expectSame(...tills: readonly PlayedTill[]) {
  await told(...tills)
  expect(await added()).toEqual(await reported(...tills))
}
