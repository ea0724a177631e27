/**
 * Many rows in one statement, whatever their number: the text is the same for all of them, so that
 * an engine plans it once, and they go to the server and back once.
 */
import {
  PostgresAdapter,
  sql,
  type Expression,
  type Insertable,
  type Kysely,
  type RawBuilder,
  type Selectable,
} from 'kysely'
import type { Tables } from './tables.ts'

/** `ids`: JSON text, a list of them. Works inside a prepared query too. */
export function hasIdIn(db: Kysely<Tables>, ids: string, column = 'id'): RawBuilder<boolean> {
  const id = sql.ref(column)
  return isPostgres(db)
    ? sql<boolean>`${id} = ANY (ARRAY(SELECT json_array_elements_text(${ids}::json)))`
    : sql<boolean>`${id} IN (SELECT value FROM json_each(${ids}))`
}

/**
 * Whether a column is one of those that a query answers, which are looked for in an index one by
 * one: told their number, PostgreSQL reads the whole table for a key of many companies.
 */
export function isAmong(
  db: Kysely<Tables>,
  column: string,
  those: Expression<unknown>,
): RawBuilder<boolean> {
  const name = sql.ref(column)
  return isPostgres(db)
    ? sql<boolean>`${name} = ANY (ARRAY${those})`
    : sql<boolean>`${name} IN ${those}`
}

export function idsOf(rows: readonly { readonly id: string }[]): string {
  return JSON.stringify(rows.map(({ id }) => id))
}

/** The rows have every column of the table, under its name. */
export async function insertRows<Table extends keyof Tables>(
  db: Kysely<Tables>,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  if (rows.length === 0) return
  if (isPostgres(db)) {
    const name = sql.table(table)
    await sql`INSERT INTO ${name}
      SELECT * FROM json_populate_recordset(NULL::${name}, ${JSON.stringify(rows)}::json)`.execute(
      db,
    )
    // Inside a transaction SQLite gains nothing from fewer statements.
  } else for (const row of rows) await db.insertInto(table).values(row).execute()
}

/**
 * Inserts or replaces, by the columns of `key`, in one statement on either engine; the columns of
 * `added` are added to what stands there. Each row has every column of the table, and no key stands
 * twice.
 */
export async function putRows<Table extends keyof Tables>(
  db: Kysely<Tables>,
  table: Table,
  key: readonly (keyof Insertable<Tables[Table]> & string)[],
  rows: readonly Insertable<Tables[Table]>[],
  added: readonly (keyof Insertable<Tables[Table]> & string)[] = [],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const others = Object.keys(first).filter((column) => !isOneOf(key, column))
  const replaced = others.map((column) =>
    isOneOf(added, column)
      ? sql`${sql.ref(column)} = ${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`
      : sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`,
  )
  await sql`${inserting(db, table, key, rows)}
    DO ${replaced.length === 0 ? sql`NOTHING` : sql`UPDATE SET ${sql.join(replaced)}`}`.execute(db)
}

/** Inserts those that are not there yet, and answers `answered` of each that was new. */
export async function insertNew<
  Table extends keyof Tables,
  Name extends keyof Selectable<Tables[Table]> & string,
>(
  db: Kysely<Tables>,
  table: Table,
  key: readonly (keyof Insertable<Tables[Table]> & string)[],
  rows: readonly Insertable<Tables[Table]>[],
  answered: readonly Name[],
): Promise<readonly Pick<Selectable<Tables[Table]>, Name>[]> {
  if (rows.length === 0) return []
  const names = sql.join(answered.map((column) => sql.ref(column)))
  const { rows: fresh } = await sql<Pick<Selectable<Tables[Table]>, Name>>`
    ${inserting(db, table, key, rows)} DO NOTHING RETURNING ${names}`.execute(db)
  return fresh
}

const isOneOf = (columns: readonly string[], column: string) => columns.includes(column)

function inserting(
  db: Kysely<Tables>,
  table: string,
  key: readonly string[],
  rows: readonly object[],
): RawBuilder<unknown> {
  const columns = Object.keys(rows[0] ?? {})
  const names = columns.map((column) => sql.ref(column))
  const json = JSON.stringify(rows)
  const target = sql.table(table)
  const given = isPostgres(db)
    ? sql`SELECT ${sql.join(names)} FROM json_populate_recordset(NULL::${target}, ${json}::json)`
    : sql`SELECT ${sql.join(columns.map(valueIn))} FROM json_each(${json}) WHERE true`
  return sql`INSERT INTO ${target} (${sql.join(names)}) ${given}
    ON CONFLICT (${sql.join(key.map((column) => sql.ref(column)))})`
}

/**
 * Rows of texts to look others up by, called `asked`: `FROM ${askedRows(...)} CROSS JOIN table
 * WHERE ...`, which both engines read in this order, by the table's index.
 */
export function askedRows(
  db: Kysely<Tables>,
  columns: readonly string[],
  rows: readonly object[],
): RawBuilder<unknown> {
  const json = JSON.stringify(rows)
  if (!isPostgres(db))
    return sql`(SELECT ${sql.join(columns.map((column) => sql`${valueIn(column)} AS ${sql.ref(column)}`))}
      FROM json_each(${json})) AS asked`
  const typed = columns.map((column) => sql`${sql.ref(column)} text`)
  return sql`json_to_recordset(${json}::json) AS asked(${sql.join(typed)})`
}

const valueIn = (column: string) => sql`json_extract(value, ${sql.lit(`$.${column}`)})`

export function isPostgres(db: Kysely<Tables>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
