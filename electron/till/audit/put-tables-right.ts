/**
 * The till obeys no trigger and no view but its own: one that somebody put into the file would
 * change rows by the till's hand, before they are sealed. Tables and indexes are only compared.
 */
import type Database from 'better-sqlite3'
import { readSchema } from '../kernel/read-schema.ts'
import { IS_MADE } from './guarded-tables.ts'

interface Made {
  readonly type: 'trigger' | 'view'
  readonly name: string
  readonly sql: string
}

/**
 * In the caller's transaction. `tables`: what makes a database of this till, in order. Answers
 * whether there was anything to put right.
 */
export function putTablesRight(db: Database.Database, tables: readonly string[]): boolean {
  const own = readSchema(tables, madeIn)
  const there = madeIn(db)
  const isIn = (list: readonly Made[], { type, name, sql }: Made) =>
    list.some((each) => each.type === type && each.name === name && each.sql === sql)
  const foreign = there.filter((each) => !isIn(own, each))
  const missing = own.filter((each) => !isIn(there, each))
  for (const { type, name } of foreign)
    db.exec(`DROP ${type} IF EXISTS main."${name.replaceAll('"', '""')}"`)
  for (const { sql } of missing) db.exec(sql)
  return foreign.length + missing.length > 0
}

/** Views first: a trigger may stand on one. */
function madeIn(db: Database.Database): Made[] {
  return db
    .prepare<[], Made>(
      `SELECT type, name, sql FROM main.sqlite_schema
      WHERE type IN ('trigger', 'view') AND ${IS_MADE} ORDER BY type DESC, name`,
    )
    .all()
}
