import type Database from 'better-sqlite3'

/** Of a table of this till, by the names of its own columns. */
export function insertRow(
  into: Database.Database,
  table: string,
  row: Readonly<Record<string, unknown>>,
): void {
  const columns = Object.keys(row)
  into
    .prepare(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    )
    .run(Object.values(row))
}
