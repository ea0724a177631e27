/**
 * Sums of years, months and days in a file of their own, filled in slices by the thread of the
 * reports alone. Rows of sales are for good and numbered in the order of their commits, so it is
 * enough to know up to which number they have been added. It can be thrown away at any time.
 */
import { closeSync, openSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { DayRange } from '#shared/reports/day-range.ts'
import {
  dateOfPeriod,
  dayPeriod,
  periodsOf,
  periodsOfDay,
  type PeriodRun,
} from '#shared/reports/periods.ts'
import type { IsoDate } from '#shared/core/brand.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import { FLOW_OF_TYPE } from '../../shifts/shift-facts.ts'
import { columnsOf, CUBES, CUBES_FORM, mapped, selectOf, type Cube, type SumRow } from './cubes.ts'

/** What has been added up: the sales up to `through`, in what order they were committed. */
interface Added {
  readonly through: number
  readonly sales: number
  readonly totalClp: number
  readonly from: IsoDate
  readonly to: IsoDate
}

export interface KeptSums {
  /** The number of the last sale that is in it; 0 where none is. */
  through(): number
  /** Sales that are not in it. */
  behind(): number
  rows(cube: Cube<unknown>, range: DayRange): SumRow[]
  /** Day by day. */
  days(cube: Cube<unknown>, range: DayRange): (SumRow & { readonly date: IsoDate })[]
  /** False when every sale is in it. */
  addMore(): boolean
  /** All of it is in the file itself from here on. */
  settle(): void
  close(): void
}

/** Sales of one slice: some ten milliseconds of the thread, in which a question waits. */
const SLICE_SALES = 500
const PAGES_KB = 16_000

/** Begins anew where the file is damaged, or of another time or another till. */
export function openKeptSums(file: string, sales: TillDatabase): KeptSums {
  try {
    return begin(file, sales)
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    removeKeptSums(file)
    return begin(file, sales)
  }
}

/** Nobody has it open. */
export function removeKeptSums(file: string): void {
  for (const end of ['', '-wal', '-shm', '.seal']) rmSync(`${file}${end}`, { force: true })
}

function begin(file: string, sales: TillDatabase): KeptSums {
  // Made with its rights: to change them later would change the file for whoever looks at it.
  closeSync(openSync(file, 'a', 0o600))
  const db = new Database(file)
  try {
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = NORMAL')
    db.pragma(`cache_size = -${PAGES_KB}`)
    prepare(db, sales)
    return keptIn(db, sales)
  } catch (error) {
    db.close()
    throw error
  }
}

const tableOf = ({ name }: Cube<unknown>) => `sum_${name}`

/** Tables of this form, empty where what they hold is not of these sales. */
function prepare(db: TillDatabase, sales: TillDatabase): void {
  if (db.pragma('user_version', { simple: true }) === CUBES_FORM && isOf(db, sales)) return
  db.transaction(() => {
    const tables = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    for (const table of tables.pluck().all()) db.exec(`DROP TABLE "${table}"`)
    db.exec(`CREATE TABLE added (through INTEGER NOT NULL, sales INTEGER NOT NULL,
      total_clp INTEGER NOT NULL, first_date TEXT NOT NULL, last_date TEXT NOT NULL,
      last_id TEXT NOT NULL) STRICT;
      INSERT INTO added VALUES (0, 0, 0, '9999-12-31', '0000-01-01', '')`)
    for (const cube of CUBES) {
      const { keys, sums, least, greatest } = columnsOf(cube)
      const key = ['period', ...keys]
      db.exec(`CREATE TABLE ${tableOf(cube)} (${[...key, ...sums, ...least, ...greatest].join(', ')},
        PRIMARY KEY (${key.join(', ')})) WITHOUT ROWID`)
    }
    db.pragma(`user_version = ${CUBES_FORM}`)
  }).immediate()
}

/** A restored or exchanged database has other sales under these numbers, or fewer. */
function isOf(db: TillDatabase, sales: TillDatabase): boolean {
  const said = db
    .prepare<[], { readonly id: string; readonly through: number; readonly sums: string }>(
      "SELECT last_id AS id, through, sales || ' ' || total_clp AS sums FROM added",
    )
    .get()
  if (said === undefined) return false
  const found = sales
    .prepare<[number], string>(
      "SELECT count(*) || ' ' || coalesce(sum(total_clp), 0) FROM sale WHERE seq <= ?",
    )
    .pluck()
    .get(said.through)
  const id = sales.prepare<[number], string>('SELECT id FROM sale WHERE seq = ?').pluck()
  return found === said.sums && (id.get(said.through) ?? '') === said.id
}

function keptIn(db: TillDatabase, sales: TillDatabase): KeptSums {
  const added = db.prepare<[], Added>(`SELECT through, sales, total_clp AS totalClp,
    first_date AS "from", last_date AS "to" FROM added`)
  const state = () => {
    const row = added.get()
    if (row === undefined) throw new Error('the sums say how far they go')
    return row
  }
  const add = adder(db, sales)
  const last = sales.prepare<[], number | null>('SELECT max(seq) FROM sale').pluck()
  return {
    through: () => state().through,
    behind: () => (last.get() ?? 0) - state().through,
    rows: (cube, range) => rowsIn(db, cube, periodsOf(range, state())),
    days: (cube, range) =>
      rowsIn(db, cube, [[dayPeriod(range.from), dayPeriod(range.to)]], 'k.period, ').map(
        ({ period, ...row }) => ({ ...row, date: dateOfPeriod(Number(period)) }),
      ),
    addMore: () => add(state()),
    settle: () => void db.pragma('wal_checkpoint(TRUNCATE)'),
    close: () => db.close(),
  }
}

function rowsIn(
  db: TillDatabase,
  cube: Cube<unknown>,
  runs: readonly PeriodRun[],
  period: 'k.period, ' | '' = '',
): SumRow[] {
  const { keys, sums, least, greatest } = columnsOf(cube)
  const of = (how: string, names: readonly string[]) =>
    names.map((name) => `${how}(k.${name}) AS ${name}`)
  const values = [...of('sum', sums), ...of('min', least), ...of('max', greatest)]
  const key = keys.map((name) => `k.${name}`).join(', ')
  return db
    .prepare<[string], SumRow>(
      `SELECT ${period}${key}, ${values.join(', ')} FROM json_each(?) r
      CROSS JOIN ${tableOf(cube)} k ON k.period BETWEEN r.value ->> 0 AND r.value ->> 1
      GROUP BY ${period}${key}`,
    )
    .all(JSON.stringify(runs))
}

/** Adds the next sales, in one transaction with the word that they are in. */
function adder(db: TillDatabase, sales: TillDatabase) {
  const next = sales.prepare<[number], Added>(
    `SELECT max(seq) AS through, count(*) AS sales, sum(total_clp) AS totalClp,
      min(date) AS "from", max(date) AS "to"
    FROM (SELECT seq, id, total_clp, date FROM sale WHERE seq > ? ORDER BY seq LIMIT ${SLICE_SALES})`,
  )
  const of = {
    flow: FLOW_OF_TYPE,
    from: 'sale s NOT INDEXED',
    where: 's.seq > @after AND s.seq <= @through',
  }
  const cubes = CUBES.map((cube) => ({
    cube,
    read: sales.prepare<[object], SumRow>(selectOf(cube, of, 's.date')),
    put: putter(db, cube),
  }))
  const note = db.prepare<[object]>(`UPDATE added SET through = @through, sales = sales + @sales,
    total_clp = total_clp + @totalClp, last_id = @lastId,
    first_date = min(first_date, @from), last_date = max(last_date, @to)`)
  const idOf = sales.prepare<[number], string>('SELECT id FROM sale WHERE seq = ?').pluck()
  const read = sales.transaction((after: number) => {
    const slice = next.get(after)
    if (slice === undefined || slice.sales === 0) return null
    const bounds = { after, through: slice.through }
    return { slice, found: cubes.map((each) => mapped(each.cube, each.read.all(bounds))) }
  })
  const write = db.transaction((of: NonNullable<ReturnType<typeof read>>) => {
    cubes.forEach(({ put }, index) => of.found[index]?.forEach(put))
    note.run({ ...of.slice, lastId: idOf.get(of.slice.through) })
  })
  return ({ through }: Added): boolean => {
    const more = read(through)
    if (more !== null) write.immediate(more)
    return more !== null
  }
}

/** Adds a row to its day, its month and its year. */
function putter(db: TillDatabase, cube: Cube<unknown>): (row: SumRow) => void {
  const { keys, sums, least, greatest } = columnsOf(cube)
  const columns = [...keys, ...sums, ...least, ...greatest]
  const put = db.prepare<[Record<string, unknown>]>(
    `INSERT INTO ${tableOf(cube)} (period, ${columns.join(', ')})
    VALUES (@period, ${columns.map((name) => `@${name}`).join(', ')})
    ON CONFLICT DO UPDATE SET ${[
      ...sums.map((name) => `${name} = ${name} + excluded.${name}`),
      ...least.map((name) => `${name} = min(${name}, excluded.${name})`),
      ...greatest.map((name) => `${name} = max(${name}, excluded.${name})`),
    ].join(', ')}`,
  )
  return (row) => {
    for (const period of periodsOfDay(String(row['date']))) put.run({ ...row, period })
  }
}
