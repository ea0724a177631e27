import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * A job inside a transaction. It may await nothing but its own queries: on SQLite many jobs share
 * one transaction and the others wait.
 */
export type WriteJob<Value> = (db: Kysely<Tables>) => Promise<Value>

/** The loops that a process may wake in the others. */
export type SharedLoop = 'authority' | 'webhooks'

/** What several processes on one database need of each other. */
export interface SharedWork {
  /**
   * Inside a write job: waits until no other process is in a job of this name, to its COMMIT.
   */
  readonly takeTurn: (db: Kysely<Tables>, name: string) => Promise<void>
  /** The same without waiting: false when another process is in one. */
  readonly tryTurn: (db: Kysely<Tables>, name: string) => Promise<boolean>
  /** Tells the other processes of something to do. Never fails: they look all the same. */
  readonly announce: (loop: SharedLoop, delayMs: number) => void
  /** Hears what other processes announce. One listener. */
  readonly onAnnounced: (heard: (loop: SharedLoop, delayMs: number) => void) => void
}

/** The database as the rest of the service sees it, whatever the engine. */
export interface Storage {
  /** Committed state only. Never writes. */
  readonly read: Kysely<Tables>
  /** Null where this process is the only one: SQLite. */
  readonly shared: SharedWork | null
  /**
   * Runs a job atomically. Resolves after it is durable on disk; rejects, with the job undone, when
   * the job throws.
   */
  write<Value>(job: WriteJob<Value>): Promise<Value>
  close(): Promise<void>
}
