/**
 * `copy --to postgres://...`: everything of one database into an empty other one, in either
 * direction, in one transaction that is kept only when every table counts and sums the same. The
 * ranges issue in one of them at a time: they are held here before they are copied, and go on there
 * only once that is kept here. Whatever breaks off in between leaves them held in both, and
 * `ranges --next +0` says where they go on.
 */
import { sql, type Kysely } from 'kysely'
import { assert } from '#shared/core/result.ts'
import { KEPT_TABLES } from './storage/kept-tables.ts'
import { openPlace } from './storage/open-place.ts'
import { hasIdIn, idsOf } from './storage/many-rows.ts'
import { issuesHere, thisPlace } from './storage/place.ts'
import type { Storage } from './storage/storage.ts'
import type { Tables } from './storage/tables.ts'
import { startRefusalText } from './core/start-refusals.ts'
import { ToolRefusal, type ToolCommand } from './tool-options.ts'

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
  for (const [table, order] of KEPT_TABLES) {
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
