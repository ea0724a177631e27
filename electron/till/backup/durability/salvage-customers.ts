/**
 * The shop's customers as a damaged database still holds them: nothing else says what was written
 * down of them. Who was erased is in none of its rows, and is erased again from the backup's when
 * the till opens.
 */
import Database from 'better-sqlite3'
import { parseRut } from '#shared/rut/rut.ts'
import { isDiskFull } from '../../kernel/database.ts'

type Row = Record<string, unknown>

export function carryCustomers(
  damaged: Database.Database,
  into: Database.Database,
  onFault: () => void,
): void {
  const columns = into
    .prepare<[], string>("SELECT name FROM pragma_table_info('customer')")
    .pluck()
    .all()
  const hasList = into.prepare<[unknown]>('SELECT 1 FROM price_list WHERE id = ?')
  into
    .transaction(() => {
      for (const row of customersOf(damaged, onFault)) {
        const knowsList = hasList.get(row['price_list_id']) !== undefined
        const kept = knowsList ? row : { ...row, price_list_id: null }
        const there = Object.keys(kept).filter((column) => columns.includes(column))
        if (!isWritten(into, kept, there)) onFault()
      }
    })
    .immediate()
}

/** Read from both ends, so that one broken page in the middle hides neither. */
function customersOf(damaged: Database.Database, onFault: () => void): Iterable<Row> {
  const found = new Map<unknown, Row>()
  for (const order of ['ASC', 'DESC']) {
    try {
      const rows = damaged.prepare<[], Row>(`SELECT * FROM customer ORDER BY rut ${order}`)
      for (const row of rows.iterate()) if (isSomebody(row)) found.set(row['rut'], row)
    } catch (error) {
      // The money comes first: who cannot be read is written down again.
      if (!(error instanceof Database.SqliteError)) throw error
      onFault()
    }
  }
  return found.values()
}

const isSomebody = ({ rut }: Row) => typeof rut === 'string' && parseRut(rut).ok

const NEWEST = 'max(customer.last_sold_at_ms, customer.kept_at_ms)'

/** Where both have somebody, as they were written down last. */
function isWritten(into: Database.Database, row: Row, columns: readonly string[]): boolean {
  const newest = columns.includes('kept_at_ms')
    ? 'max(@last_sold_at_ms, @kept_at_ms)'
    : '@last_sold_at_ms'
  try {
    into
      .prepare<[Row]>(
        `INSERT INTO customer (${columns.join(', ')})
        VALUES (${columns.map((column) => `@${column}`).join(', ')})
        ON CONFLICT (rut) DO UPDATE SET
          ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}
        WHERE ${newest} >= ${NEWEST}`,
      )
      .run(row)
    return true
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || isDiskFull(error)) throw error
    return false
  }
}
