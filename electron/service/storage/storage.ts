import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * A job inside a transaction. It may await nothing but its own queries: on SQLite many jobs share
 * one transaction and the others wait.
 */
export type WriteJob<Value> = (db: Kysely<Tables>) => Promise<Value>

/** The database as the rest of the service sees it, whatever the engine. */
export interface Storage {
  /** Committed state only. Never writes. */
  readonly read: Kysely<Tables>
  /**
   * Runs a job atomically. Resolves after it is durable on disk; rejects, with the job undone, when
   * the job throws.
   */
  write<Value>(job: WriteJob<Value>): Promise<Value>
  close(): Promise<void>
}
