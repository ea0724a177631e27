/**
 * PostgreSQL as the engine: the same tables and queries, a transaction of its own for every job or
 * batch of documents, and as many processes on one database as one likes.
 */
import {
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  replaceWithNoncontingentExpression,
  sql,
} from 'kysely'
import type pg from 'pg'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { StartRefusal } from '../core/start-refusals.ts'
import { POSTGRES_ENGINE } from './engine.ts'
import { hasNewerMigration, migrate } from './migrations.ts'
import { shownAddress } from './postgres-address.ts'
import { PostgresCalls } from './postgres-calls.ts'
import { CLOCK_OFF_MS_MAX, openDatabaseClock, type DatabaseClock } from './postgres-clock.ts'
import { isPassing, refusalOfConnection, refusalOfPostgres } from './postgres-errors.ts'
import { issueBatch, issuingPool } from './postgres-issue.ts'
import { openPool } from './postgres-pool.ts'
import { PostgresTurns } from './postgres-turns.ts'
import type { SharedWork, Storage } from './storage.ts'
import type { Tables } from './tables.ts'

/** Debian's server takes 100 in all: three processes with these leave room for tools. */
const CONNECTIONS_MAX = 8
const TILLS_CONNECTIONS_MAX = 6
const ISSUING_CONNECTIONS_MAX = 6
const CONNECT_TIMEOUT_MS = 5_000
/** For what nothing depends on. Whoever locks its tables must not take the others with them. */
const BESIDE = { max: 2, connectionTimeoutMillis: 500, statement_timeout: 500 }
/** A statement that takes longer hangs, and its folio with it. */
const STATEMENT_TIMEOUT_MS = 30_000
/** A job that another one stood in the way of is done again this often. */
const WRITE_TRIES = 4
/** One process at a time brings the schema up to date. Any number will do that no one else uses. */
const MIGRATION_LOCK = 0x4d53_7663
const DATABASE_NOW_MS = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now'

/**
 * Opens the database of a `postgres://` address and brings its schema up to date. Folios stay
 * contiguous because the statement that takes one holds the row of its range until the document is
 * committed; COMMIT answers after the log is on disk (`synchronous_commit`).
 */
export async function openPostgresStorage(address: string): Promise<Result<Storage, StartRefusal>> {
  const driver = await loadDriver()
  if (driver === null) return refuse({ code: 'DATABASE_DRIVER_MISSING', params: {} })
  const config = {
    connectionString: address,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'meson-service',
  }
  const limits = {
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    types: numbersAsNumbers(driver),
  }
  const pool = openPool(driver, { ...config, ...limits, max: CONNECTIONS_MAX })
  const issuing = issuingPool(driver, { ...config, ...limits, max: ISSUING_CONNECTIONS_MAX })
  const tills = openPool(driver, { ...config, ...limits, max: TILLS_CONNECTIONS_MAX })
  const aside = openPool(driver, { ...config, ...limits, ...BESIDE })
  const db = kyselyOver(pool)
  const path = shownAddress(address)
  const refused = await migrateAlone(openPool(driver, { ...config, max: 2 }), path)
  const clock = refused === null ? await clockOf(pool, path) : refuse(refused)
  if (clock.ok)
    return ok(
      storageOver(issuing, db, {
        clock: clock.value,
        calls: new PostgresCalls(() => new driver.Client(config), db),
        turns: new PostgresTurns(driver, { ...config, types: limits.types }),
        beside: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: aside }) }),
        tills: kyselyOver(tills),
      }),
    )
  await db.destroy()
  return clock
}

async function clockOf(pool: pg.Pool, path: string): Promise<Result<DatabaseClock, StartRefusal>> {
  try {
    const clock = await openDatabaseClock(async () => {
      const { rows } = await pool.query<{ now: number }>(DATABASE_NOW_MS)
      return rows[0]?.now ?? Number.NaN
    })
    const aheadMs = clock.aheadMs()
    if (Math.abs(aheadMs) <= CLOCK_OFF_MS_MAX) return ok(clock)
    clock.close()
    const seconds = String(Math.round(aheadMs / 1000))
    return refuse({ code: 'CLOCK_OFF', params: { path, seconds } })
  } catch (error) {
    return refuse(refusalOfPostgres(error, path))
  }
}

/**
 * Brings the schema up to date, or says why not. Over connections of its own, whose statements may
 * take their time: an index over years of receipts does, and so does waiting for whoever builds it.
 */
async function migrateAlone(pool: pg.Pool, path: string): Promise<StartRefusal | null> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const holder = await connected(pool)
    if (holder instanceof Error) return refusalOfConnection(holder, path)
    try {
      await holder.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
      const wrong = await wrongDatabase(holder, db)
      if (wrong !== null) return { code: wrong, params: { path } }
      await migrate(db, POSTGRES_ENGINE)
      return null
    } finally {
      // The lock goes with its connection, also where asking for it failed.
      holder.release(true)
    }
  } catch (error) {
    return refusalOfPostgres(error, path)
  } finally {
    await db.destroy()
  }
}

/** An address nobody can read, a certificate, a password: whoever is at the machine mends it. */
async function connected(pool: pg.Pool): Promise<pg.PoolClient | Error> {
  try {
    return await pool.connect()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Looked at before anything is made in it; null where it is ours, or empty. */
async function wrongDatabase(
  holder: pg.PoolClient,
  db: Kysely<unknown>,
): Promise<'DATABASE_NEWER' | 'DATABASE_FOREIGN' | 'DATABASE_NOT_UTF8' | null> {
  if (await hasNewerMigration(db)) return 'DATABASE_NEWER'
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  const isForeign =
    tables.some(({ isView }) => !isView) && !tables.some(({ name }) => name === 'kysely_migration')
  if (isForeign) return 'DATABASE_FOREIGN'
  const { rows } = await holder.query<{ server_encoding: string }>('SHOW server_encoding')
  return rows[0]?.server_encoding === 'UTF8' ? null : 'DATABASE_NOT_UTF8'
}

interface AmongProcesses {
  readonly clock: DatabaseClock
  readonly calls: PostgresCalls
  readonly turns: PostgresTurns
  readonly beside: Kysely<Tables>
  readonly tills: Kysely<Tables>
}

function kyselyOver(pool: pg.Pool): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    // SQLite takes an empty list; PostgreSQL calls it a syntax error.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  })
}

/** A transaction of its own for each job, done again where another one stood in its way. */
function writingOver(db: Kysely<Tables>): Storage['write'] {
  return async (job) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await db.transaction().execute((transaction) => job(transaction))
      } catch (error) {
        if (tries === WRITE_TRIES || !isPassing(error)) throw error
      }
    }
  }
}

function storageOver(
  issuing: pg.Pool,
  db: Kysely<Tables>,
  { clock, calls, turns, beside, tills }: AmongProcesses,
): Storage {
  const shared: SharedWork = {
    takeTurn: async (transaction, name) => {
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction)
    },
    tryTurn: async (transaction, name) => {
      const { rows } = await sql<{
        isMine: boolean
      }>`SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS "isMine"`.execute(
        transaction,
      )
      return rows[0]?.isMine === true
    },
    holdTurn: (name, look) => turns.hold(name, look),
    isTimeSure: clock.isSure,
    announce: (loop, delayMs) => calls.announce(loop, delayMs),
    onAnnounced: (heard) => calls.listen(heard),
    beside,
    tills: { read: tills, write: writingOver(tills) },
  }
  return {
    read: db,
    clock,
    shared,
    write: writingOver(db),
    issue: (batch) => issueBatch(issuing, batch),
    close: async () => {
      clock.close()
      await Promise.all([calls.close(), turns.close(), issuing.end()])
      await Promise.all([beside, tills, db].map((one) => one.destroy()))
    },
  }
}

/** The driver comes with a checkout; the installed till has no use for it and none in it. */
async function loadDriver(): Promise<typeof pg | null> {
  try {
    return (await import('pg')).default
  } catch {
    return null
  }
}

/**
 * Amounts and folios fit a number exactly; the driver would give `bigint` and `numeric` as text.
 */
function numbersAsNumbers({ types }: typeof pg): pg.CustomTypesConfig {
  const numeric: readonly number[] = [types.builtins.INT8, types.builtins.NUMERIC]
  return {
    getTypeParser: (type, format) =>
      numeric.includes(type)
        ? Number
        : (types.getTypeParser(type, format) as (text: string) => unknown),
  }
}
