import type Database from 'better-sqlite3'
import { readSchema } from '../kernel/read-schema.ts'
import { MIGRATIONS, SCHEMA_FIRST } from './migrations.ts'

/**
 * Whether a table or a column is not there that its schema has: until the first release they
 * changed under one number. Reads only.
 */
export function lacksNames(
  db: Database.Database,
  migrations: readonly string[] = MIGRATIONS,
): boolean {
  const version = Number(db.pragma('user_version', { simple: true }))
  const there = new Set(namesIn(db))
  const wanted = readSchema(migrations.slice(0, version - SCHEMA_FIRST + 1), namesIn)
  return wanted.some((name) => !there.has(name))
}

const namesIn = (db: Database.Database): readonly string[] =>
  db
    .prepare<[], string>(
      `SELECT t.name || '.' || c.name FROM sqlite_schema t, pragma_table_info(t.name) c
        WHERE t.type = 'table'`,
    )
    .pluck()
    .all()
