/** What may change, against a thief who has the file, SQL and this source, but no key. */
import type Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { disarm } from '../../../test/support/chain-mutations.ts'
import { fillGuardedTables } from '../../../test/support/guarded-shop.ts'
import { sealedTillPerTest } from '../../../test/support/sealed-till.ts'
import { checkTill } from '../backup/durability/support-desk.ts'
import { checkChain } from './check-chain.ts'
import { GUARDED_TABLES, refOf, type GuardedTable } from './guarded-tables.ts'

const { fixture, till, onDisk, check } = sealedTillPerTest()
/** But for what a till hears of its shop and nobody at it can fill. */
const TABLES: readonly GuardedTable[] = GUARDED_TABLES.filter(
  ({ table }) => table !== 'planned_price' && table !== 'staff_bar',
)

async function fillAndStop(): Promise<void> {
  await fillGuardedTables(till.api)
  await till.stop()
}

const guarded = ({ only }: GuardedTable) => (only === undefined ? '' : `WHERE ${only('')}`)
const rowsOf = (db: Database.Database, spec: GuardedTable) =>
  db
    .prepare<[], Record<string, unknown>>(
      `SELECT *, ${refOf(spec)} AS guarded_ref FROM ${spec.table} ${guarded(spec)}`,
    )
    .all()

/** Does it, looks, and takes it back: what the check says of each guarded row. */
function foundAfter(db: Database.Database, key: Buffer, sql: string, ...values: unknown[]) {
  db.exec('BEGIN')
  try {
    const { changes } = db.prepare(sql).run(...values)
    const { faults } = checkChain(db, key)
    return { changes, faults: faults.filter(({ kind }) => kind !== 'schema') }
  } finally {
    db.exec('ROLLBACK')
  }
}

function otherThan(value: unknown): unknown {
  if (typeof value === 'number') return value + 77
  if (Buffer.isBuffer(value)) return Buffer.from(value.map((byte) => byte ^ 1))
  return typeof value === 'string' ? `${value} ` : null
}
const forNull = (column: string) => (/(_ms|_clp|_count)$/.test(column) ? 7 : 'x')

describe('what may change', () => {
  it('is whole after everything the till does with it, and nothing of it is missing', async () => {
    await fillAndStop()
    expect(check().faults).toEqual([])
    const empty = onDisk((db) => TABLES.filter((each) => rowsOf(db, each).length === 0))
    expect(empty.map(({ table }) => table)).toEqual([])
    expect(checkTill(fixture.dataDir)).toMatchObject({ isWhole: true })
  })

  it('is found in each column of each table, and in each key', async () => {
    await fillAndStop()
    const missed: string[] = []
    let tried = 0
    onDisk((db, key) => {
      disarm(db)
      for (const spec of TABLES)
        for (const column of [...spec.columns, ...spec.key]) {
          const row = rowsOf(db, spec).at(-1) ?? {}
          const where = spec.key.map((name) => `${name} = ?`).join(' AND ')
          const to = row[column] === null ? forNull(column) : otherThan(row[column])
          const { changes, faults } = foundAfter(
            db,
            key,
            `UPDATE ${spec.table} SET ${column} = ? WHERE ${where}`,
            to,
            ...spec.key.map((name) => row[name]),
          )
          tried += changes
          const named = faults.some(
            ({ kind, ref }) =>
              kind === spec.kind && (spec.isPersonal || ref === row['guarded_ref']),
          )
          if (!named || changes !== 1) missed.push(`${spec.table}.${column}`)
        }
    })
    expect(missed).toEqual([])
    expect(tried).toBe(TABLES.flatMap(({ columns, key }) => [...columns, ...key]).length)
  })

  it('is found when a row is taken out, put in, or two change places', async () => {
    await fillAndStop()
    const missed: string[] = []
    onDisk((db, key) => {
      disarm(db)
      for (const spec of TABLES) {
        const [one, two] = rowsOf(db, spec)
        const where = spec.key.map((name) => `${name} = ?`).join(' AND ')
        const keys = spec.key.map((name) => one?.[name])
        const gone = foundAfter(db, key, `DELETE FROM ${spec.table} WHERE ${where}`, ...keys)
        if (!gone.faults.some(({ code, kind }) => code === 'STATE_MISSING' && kind === spec.kind))
          missed.push(`delete ${spec.table}`)
        const copied = Object.keys(one ?? {}).filter(
          (name) => !['guarded_ref', 'sort_name', 'rowid'].includes(name),
        )
        const fresh = (name: string) =>
          spec.key.includes(name)
            ? spec.table === 'setting'
              ? "'scaleLayouts'"
              : '77'
            : ['code', 'name', 'number', 'return_id'].includes(name)
              ? `9 || ${name}`
              : name
        if (spec.table !== 'setting' && spec.table !== 'role_rights') {
          const put = foundAfter(
            db,
            key,
            `INSERT INTO ${spec.table} (${copied.join(', ')}) SELECT ${copied.map(fresh).join(', ')} FROM ${spec.table} WHERE ${where}`,
            ...keys,
          )
          if (!put.faults.some(({ code, kind }) => code === 'STATE_ADDED' && kind === spec.kind))
            missed.push(`insert ${spec.table}`)
        }
        const column = [...spec.columns].find(
          (name) => !Object.is(String(one?.[name]), String(two?.[name])),
        )
        if (two === undefined || column === undefined || spec.table === 'product') continue
        const swap = foundAfter(
          db,
          key,
          `UPDATE OR REPLACE ${spec.table} SET ${column} = (SELECT o.${column} FROM ${spec.table} o
            WHERE o.rowid <> ${spec.table}.rowid LIMIT 1)`.replaceAll('rowid', spec.key[0] ?? ''),
        )
        if (swap.faults.length < 2) missed.push(`swap ${spec.table}`)
      }
      const prices = foundAfter(
        db,
        key,
        `UPDATE product SET unit_gross_clp = CASE code WHEN '101' THEN 1600 ELSE 1890 END
        WHERE code IN ('101', '201')`,
      )
      if (prices.faults.length !== 2) missed.push('swap prices')
    })
    expect(missed).toEqual([])
  })
})
