/**
 * PostgreSQL as the engine: the same tables and queries, a transaction of its own for every job.
 * The pool comes from outside (`pg.Pool` is one; it must read `bigint` as a number), so that the
 * service itself depends on no driver.
 */
import {
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresDialect,
  replaceWithNoncontingentExpression,
  type PostgresPool,
} from 'kysely'
import { POSTGRES_ENGINE } from './engine.ts'
import { migrate } from './migrations.ts'
import type { Storage } from './storage.ts'
import type { Tables } from './tables.ts'

/**
 * Brings the schema up to date and opens the storage. Folios stay contiguous because the statement
 * that takes one holds the row of its range until the document is committed; COMMIT answers after
 * the log is on disk (`synchronous_commit`).
 */
export async function openPostgresStorage(pool: PostgresPool): Promise<Storage> {
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    // SQLite takes an empty list; PostgreSQL calls it a syntax error.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  })
  await migrate(db as unknown as Kysely<unknown>, POSTGRES_ENGINE)
  return {
    read: db,
    write: (job) => db.transaction().execute((transaction) => job(transaction)),
    close: () => db.destroy(),
  }
}
