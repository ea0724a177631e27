/**
 * What happened at the tills of a shop, each fact kept once, and in the same transaction the sums
 * of it that are read without looking at it. No row of a sum is of two tills, so none of them waits
 * for another.
 */
import { sql, type Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import type {
  AnsweredFacts,
  Fact,
  FactName,
  MoneyFact,
  MoneyKind,
} from '#shared/fleet/facts-contract.ts'
import { clp, netoFromGross } from '#shared/money/clp.ts'
import type { CompanyId } from '../core/ports.ts'
import type { FleetPaidRow, FleetSoldGoodsRow, FleetSoldRow } from '../storage/fact-tables.ts'
import { insertNew, putRows } from '../storage/many-rows.ts'
import type { Storage } from '../storage/storage.ts'
import type { Tables } from '../storage/tables.ts'
import { aliasesOf } from './shop-store.ts'
import { GOODS_SUMS, PAID_SUMS, SOLD_SUMS } from './sold.ts'
import type { AskingTill } from './till-keys.ts'
import { secondsToWait } from './till-days.ts'

type Telling = Pick<AskingTill, 'companyId' | 'id' | 'number'>

/** `waitS`: more than 0, nothing is kept before so many seconds (till-days.ts). */
type TakenFacts = AnsweredFacts & { readonly waitS?: number }

/** `nowMs`: when they came, by the service's clock. */
export function takeFacts(
  storage: Storage,
  till: Telling,
  { facts, told_before: before }: Told,
  nowMs: EpochMs,
): Promise<TakenFacts> {
  return storage.write(async (db): Promise<TakenFacts> => {
    const waitS = await secondsToWait(db, till, 'facts', facts.length, nowMs)
    if (waitS > 0) return { kept: 0, knows_before: true, waitS }
    const knowsBefore = before === null || (await isKept(db, till.companyId, before))
    // In one order, whoever tells them: two requests with the same ones do not wait for each other.
    const once = [...new Map(facts.map((fact) => [nameOf(fact), fact])).values()].toSorted(
      (one, other) => (nameOf(one) < nameOf(other) ? -1 : 1),
    )
    const fresh = await insertNew(
      db,
      'fleet_facts',
      ['company_id', 'kind', 'fact_id'],
      once.map((fact) => rowOf(till, fact, nowMs)),
      ['kind', 'fact_id'],
    )
    const isNew = new Set(fresh.map(nameOf))
    await addUp(db, till, once.filter((fact) => isNew.has(nameOf(fact))).filter(isMoney))
    return { kept: facts.length, knows_before: knowsBefore }
  })
}

interface Told {
  readonly facts: readonly Fact[]
  readonly told_before: FactName | null
}

const nameOf = ({ kind, fact_id }: FactName) => `${kind} ${fact_id}`

async function isKept(db: Kysely<Tables>, companyId: CompanyId, { kind, fact_id }: FactName) {
  const row = await db
    .selectFrom('fleet_facts')
    .select('fact_id')
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('fact_id', '=', fact_id)
    .executeTakeFirst()
  return row !== undefined
}

function rowOf({ companyId, id }: Telling, { age_ms: ageMs, ...fact }: Fact, nowMs: EpochMs) {
  const { kind, fact_id, day, ...body } = fact
  return {
    ...{ company_id: companyId, till_id: id, kind, fact_id, day },
    at_ms: Math.max(0, nowMs - ageMs) as EpochMs,
    body_json: JSON.stringify(body),
  }
}

/** Facts of one transaction; so few that each is found by its key, not all read through. */
const EMPTIED_AT_ONCE = 200

/** Its name stays, so it is counted once whenever it comes again; its sums hold what it did. */
export async function emptyFacts(storage: Storage, before: EpochMs): Promise<void> {
  const slice = (db: Kysely<Tables>) =>
    sql<object>`UPDATE fleet_facts SET body_json = ''
      WHERE (company_id, kind, fact_id) IN (SELECT company_id, kind, fact_id FROM fleet_facts
        WHERE body_json <> '' AND at_ms <= ${before}
        ORDER BY at_ms LIMIT ${sql.lit(EMPTIED_AT_ONCE)})
      RETURNING company_id`.execute(db)
  while ((await storage.write(slice)).rows.length === EMPTIED_AT_ONCE);
}

/** Which way money and goods went; null: none moved. */
const SIGN: Readonly<Record<MoneyKind, 1 | -1 | null>> = {
  sale: 1,
  return: -1,
  undo: 1,
  deletion: -1,
  deletion_refused: 1,
  change: null,
}
const isMoney = (fact: Fact): fact is MoneyFact => fact.kind in SIGN

async function addUp(db: Kysely<Tables>, till: Telling, facts: readonly MoneyFact[]) {
  const aliases = await aliasesOf(
    db,
    till.companyId,
    facts
      .flatMap(({ lines }) => lines)
      .flatMap(({ product_id: id }) => (id === null ? [] : [{ kind: 'product' as const, id }])),
  )
  const shopIds = new Map(aliases.map(({ id, standsFor }) => [id, standsFor]))
  const [sold, goods, paid]: [FleetSoldRow[], FleetSoldGoodsRow[], FleetPaidRow[]] = [[], [], []]
  for (const fact of facts) {
    const sign = SIGN[fact.kind]
    if (sign === null) continue
    const ofDay = { company_id: till.companyId, day: fact.day, till_id: till.id }
    const lines = goodsOf(fact, sign).map((row) => ({
      ...{ ...ofDay, ...row },
      product_id: shopIds.get(row.product_id) ?? row.product_id,
    }))
    goods.push(...lines)
    sold.push({ ...ofDay, ...soldOf(fact, sign, lines) })
    paid.push(...paidOf(fact, sign).map((row) => ({ ...ofDay, ...row })))
  }
  const ofTill = ['company_id', 'day', 'till_id'] as const
  const soldKey = [...ofTill, 'hour', 'cashier'] as const
  const goodsKey = [...ofTill, 'product_id'] as const
  const paidKey = [...ofTill, 'tender'] as const
  await putRows(db, 'fleet_sold', soldKey, together(sold, soldKey, SOLD_SUMS), SOLD_SUMS)
  await putRows(db, 'fleet_sold_goods', goodsKey, together(goods, goodsKey, GOODS_SUMS), GOODS_SUMS)
  await putRows(db, 'fleet_paid', paidKey, together(paid, paidKey, PAID_SUMS), PAID_SUMS)
}

/** A return is taken off the sales by an amount of its own, as in the till's reports. */
function soldOf(fact: MoneyFact, sign: 1 | -1, lines: readonly GoodsPart[]) {
  const isSale = fact.kind === 'sale'
  const sum = (value: (line: GoodsPart) => number) =>
    lines.reduce((all, line) => all + value(line), 0)
  return {
    ...{ hour: fact.hour, cashier: fact.cashier },
    sales: isSale ? 1 : 0,
    gross_clp: isSale ? fact.gross_clp : 0,
    returns: isSale ? 0 : 0 - sign,
    returned_clp: isSale ? 0 : 0 - sign * fact.gross_clp,
    // As its lines come to, each rounded by itself: what is known and what is not are its parts.
    net_clp: sum(({ net_clp: net }) => net),
    cost_net_clp: sum(({ cost_net_clp: cost }) => cost),
    cost_unknown_clp: sum(({ cost_unknown_clp: net }) => net),
  }
}

type GoodsPart = Omit<FleetSoldGoodsRow, 'company_id' | 'day' | 'till_id'>

const goodsOf = ({ lines }: MoneyFact, sign: 1 | -1): GoodsPart[] =>
  lines.map(({ product_id: id, name, milli, gross_clp: gross, is_exempt, cost_net_clp: cost }) => {
    // Of the line alone: the document rounds its own once for all of them.
    const net = sign * (is_exempt ? gross : netoFromGross(clp(gross)))
    return {
      ...{ product_id: id ?? `:${name}`, name, milli: sign * milli, gross_clp: sign * gross },
      ...{ net_clp: net, cost_net_clp: sign * (cost ?? 0) },
      cost_unknown_clp: cost === null ? net : 0,
    }
  })

const paidOf = ({ kind, payments }: MoneyFact, sign: 1 | -1) =>
  payments.map(({ tender, name, clp }) => ({
    ...{ tender, name, payments: kind === 'sale' ? 1 : 0, clp: sign * clp },
  }))

/** One row for each key, in the order of the keys. */
function together<Row extends object>(
  rows: readonly Row[],
  key: readonly (keyof Row)[],
  sums: readonly (keyof Row)[],
): Row[] {
  const found = new Map<string, Row>()
  for (const row of rows) {
    const named = JSON.stringify(key.map((column) => row[column]))
    const before = found.get(named)
    const added = sums.map((column) => [
      column,
      Number(row[column]) + Number(before?.[column] ?? 0),
    ])
    found.set(named, { ...row, ...(Object.fromEntries(added) as Partial<Row>) })
  }
  return [...found].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}
