/**
 * `copy --to postgres://...`: everything of one database into an empty other one, in either
 * direction, in one transaction that is kept only when every table counts and sums the same. The
 * ranges issue in one of them at a time: they are held here before they are copied, and go on there
 * only once that is kept here. Whatever breaks off in between leaves them held in both, and
 * `ranges --next +0` says where they go on.
 */
import { sql, type Kysely } from 'kysely'
import { assert } from '#shared/core/result.ts'
import { openPlace } from './storage/open-place.ts'
import { hasIdIn, idsOf } from './storage/many-rows.ts'
import { issuesHere, thisPlace } from './storage/place.ts'
import type { Storage } from './storage/storage.ts'
import type { Tables } from './storage/tables.ts'
import { startRefusalText } from './core/start-refusals.ts'
import { ToolRefusal, type ToolCommand } from './tool-options.ts'

/** Each after those it refers to, with its key, which orders its rows. */
export const COPIED: readonly (readonly [keyof Tables, string])[] = [
  ['settings', 'key'],
  ['clients', 'id'],
  ['companies', 'id'],
  ['api_keys', 'id'],
  ['api_key_companies', 'key_id, company_id'],
  ['certificates', 'id'],
  ['folio_ranges', 'id'],
  ['documents', 'id'],
  ['credits', 'note_id'],
  ['receipt_pages', 'token_hash'],
  ['authority_counters', 'company_id, document_code, is_trial'],
  ['webhooks', 'id'],
  ['webhook_deliveries', 'id'],
  ['purchases', 'id'],
  ['fleet_tills', 'id'],
  ['fleet_codes', 'code_hash'],
  ['fleet_counters', 'company_id'],
  ['fleet_marks', 'company_id, version'],
  ['fleet_records', 'company_id, kind, id'],
  ['fleet_words', 'company_id, kind, space, word'],
  ['fleet_aliases', 'company_id, kind, id'],
  ['fleet_edits', 'company_id, edit_id'],
  ['fleet_overruled', 'company_id, till_number, version, kind, record_id, field'],
  ['fleet_moves', 'company_id, move_id'],
  ['fleet_stock', 'company_id, place, product'],
  ['fleet_parked', 'company_id, parked_id'],
  ['fleet_parked_void', 'company_id, claim_key'],
  ['fleet_worths', 'company_id, kind, worth_id'],
  ['fleet_worth_names', 'company_id, kind, name, worth_id'],
  ['fleet_worth_claims', 'company_id, key'],
  ['fleet_facts', 'company_id, kind, fact_id'],
  ['fleet_sold', 'company_id, day, hour, till_id, cashier'],
  ['fleet_sold_goods', 'company_id, day, till_id, product_id'],
  ['fleet_paid', 'company_id, day, till_id, tender'],
  ['fleet_till_health', 'company_id, till_id'],
  ['office_people', 'id'],
  ['office_sessions', 'id'],
  ['office_log', 'company_id, at_ms, id'],
]
const ROWS_AT_ONCE = 200
/** Numbers are summed by what is left of this prime, so that no sum overflows. */
const SUM_PRIME = 1_000_003

export const copyDatabase: ToolCommand = async (storage, { to }) => {
  if (to === undefined) return null
  const opened = await openPlace(to)
  if (!opened.ok) throw new ToolRefusal(startRefusalText(opened.refusal))
  const target = opened.value
  try {
    const copied = await storage.write(async (source) => {
      // Of one moment: a service that still runs there would issue from folios copied a while ago.
      if (storage.shared !== null)
        await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(source)
      await takeTheirTime(storage, source)
      const held = await holdRanges(source)
      const lines = await target.write(async (db) => {
        await takeTheirTime(target, db)
        // A second copy waits, and finds it full.
        await target.shared?.takeTurn(db, 'copy')
        return copyAll(source, db)
      })
      return { held, lines }
    })
    await target.write((db) =>
      db
        .updateTable('folio_ranges')
        .set({ issues_in: thisPlace(db) })
        .where(hasIdIn(db, idsOf(copied.held)))
        .execute(),
    )
    return copied.lines
  } finally {
    await target.close()
  }
}

/** To copy and add up years of receipts takes longer than a request may. */
async function takeTheirTime({ shared }: Storage, db: Kysely<Tables>): Promise<void> {
  if (shared === null) return
  await sql`SET LOCAL statement_timeout = 0`.execute(db)
  await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(db)
}

async function copyAll(source: Kysely<Tables>, db: Kysely<Tables>): Promise<readonly string[]> {
  const lines: string[] = []
  for (const [table, order] of COPIED) {
    if ((await countOf(db, table)) > 0)
      throw new ToolRefusal(`${table} is not empty there: copy into a new database`)
    await copyRows(source, db, table, order)
    const [here, there] = [await sumsOf(source, table), await sumsOf(db, table)]
    if (here !== there) throw new ToolRefusal(`${table}: ${here} here, ${there} there`)
    lines.push(`${table}\t${here}`)
  }
  return lines
}

/** Those that issue here, and do not any more. */
function holdRanges(db: Kysely<Tables>) {
  return db
    .updateTable('folio_ranges')
    .set({ issues_in: null })
    .where(issuesHere(db))
    .returning('id')
    .execute()
}

async function copyRows(
  from: Kysely<Tables>,
  to: Kysely<Tables>,
  table: keyof Tables,
  order: string,
): Promise<void> {
  let after = sql``
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`
      SELECT * FROM ${sql.table(table)} ${after} ORDER BY ${sql.raw(order)}
      LIMIT ${ROWS_AT_ONCE}`.execute(from)
    if (rows.length > 0) await to.insertInto(table).values(rows).execute()
    if (rows.length < ROWS_AT_ONCE) return
    // From there on by the index: to skip so many would read them all again each time.
    const last = order.split(', ').map((name) => rows.at(-1)?.[name])
    after = sql`WHERE (${sql.raw(order)}) > (${sql.join(last)})`
  }
}

async function countOf(db: Kysely<Tables>, table: keyof Tables): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(table)}`.execute(
    db,
  )
  return Number(rows[0]?.n)
}

/** Rows, and the sums of numbers and of the lengths of the rest: `12 rows name=3 sum=40`. */
async function sumsOf(db: Kysely<Tables>, table: keyof Tables): Promise<string> {
  const described = await db.introspection.getTables()
  const columns = described.find(({ name }) => name === table)?.columns
  assert(columns !== undefined, 'a table of ours is in the database')
  const names = columns.map(({ name }) => name).toSorted()
  const isNumber = (name: string) =>
    /^(int|bigint|integer)/i.test(columns.find((column) => column.name === name)?.dataType ?? '')
  const sums = names.map((name) => {
    const column = sql.ref(name)
    const summed = isNumber(name) ? sql`${column} % ${sql.lit(SUM_PRIME)}` : sql`length(${column})`
    return sql`coalesce(sum(${summed}), 0) AS ${sql.ref(name)}`
  })
  const { rows } = await sql<Record<string, unknown>>`
    SELECT ${sql.join(sums)} FROM ${sql.table(table)}`.execute(db)
  const said = names.map((name) => `${name}=${String(rows[0]?.[name])}`)
  return [`${await countOf(db, table)} rows`, ...said].join(' ')
}
