import type { CompiledQuery, Kysely } from 'kysely'
import type { Clock, FolioRangeId } from '../core/ports.ts'
import type { DocumentRow, ReceiptPageRow, Tables } from './tables.ts'

/**
 * A job inside a transaction. It may await nothing but its own queries: on SQLite many jobs share
 * one transaction and the others wait.
 */
export type WriteJob<Value> = (db: Kysely<Tables>) => Promise<Value>

/** The loops that a process may wake in the others. */
export type SharedLoop = 'authority' | 'webhooks'

/** A turn among processes. */
export interface HeldTurn<Row> {
  /** What was asked as soon as the turn was held. */
  readonly rows: readonly Row[]
  readonly giveBack: () => void
}

/** A process that is not sure of the time they share looks again so soon. */
export const TIME_LOOK_MS = 2_000

/** What several processes on one database need of each other. */
export interface SharedWork {
  /**
   * Inside a write job: waits until no other process is in a job of this name, to its COMMIT.
   */
  readonly takeTurn: (db: Kysely<Tables>, name: string) => Promise<void>
  /** The same without waiting: false when another process is in one. */
  readonly tryTurn: (db: Kysely<Tables>, name: string) => Promise<boolean>
  /**
   * Outside of any transaction: waits until no other process holds this name, for a moment at most,
   * and asks `look` then. Null when it could not be had.
   */
  readonly holdTurn: <Row>(name: string, look: CompiledQuery<Row>) => Promise<HeldTurn<Row> | null>
  /**
   * False while this process may be wrong about the time they share, as after a sleep: then it
   * takes nothing in hand, and sends nothing that it has.
   */
  readonly isTimeSure: () => boolean
  /** Tells the other processes of something to do. Never fails: they look all the same. */
  readonly announce: (loop: SharedLoop, delayMs: number) => void
  /** Hears what other processes announce. One listener. */
  readonly onAnnounced: (heard: (loop: SharedLoop, delayMs: number) => void) => void
  /**
   * Few connections of their own, for what nothing depends on: what takes longer than half a second
   * fails, and nobody else waits for it.
   */
  readonly beside: Kysely<Tables>
  /** The database over connections that only tills of shops take, with what they hear and tell. */
  readonly tills: Pick<Storage, 'read' | 'write'>
}

/** Documents of one company and type that are issued in one COMMIT. At least one. */
export interface IssueBatch {
  readonly rangeId: FolioRangeId
  /** What the range gives next, as the rows were numbered: then nothing else is stored. */
  readonly firstFolio: number
  /** A range that ended before this day gives nothing. */
  readonly today: string
  /** Whose ranges it may take of, beside those that are everybody's. */
  readonly branch: number | null
  /** All of one company and type, numbered and signed, in order and without a hole. */
  readonly rows: readonly DocumentRow[]
  /** Of some of them. A token that is taken is left out. */
  readonly pages: readonly ReceiptPageRow[]
  /** Others wait to go on with the folios: they need not wait for the disk too. */
  readonly isContended: boolean
}

/** Unless it is `STORED` nothing of the batch is. */
export type IssueOutcome =
  | {
      readonly kind: 'STORED'
      readonly isLowAnnounced: boolean
      /** Nobody is told of it before. Rejects when that cannot be told any more. */
      readonly onDisk: Promise<void>
    }
  /** References of the batch that documents have already. */
  | { readonly kind: 'REFERENCES_TAKEN'; readonly references: ReadonlySet<string> }
  /** The range gives another folio next, not so many, or none at all. */
  | { readonly kind: 'FOLIOS_MOVED' }

/** The database as the rest of the service sees it, whatever the engine. */
export interface Storage {
  /** Committed state only. Never writes. */
  readonly read: Kysely<Tables>
  /** The time of everything stored: what is compared between processes comes from one clock. */
  readonly clock: Clock
  /** Null where this process is the only one: SQLite. */
  readonly shared: SharedWork | null
  /**
   * Runs a job atomically. Resolves after it is durable on disk; rejects, with the job undone, when
   * the job throws.
   */
  write<Value>(job: WriteJob<Value>): Promise<Value>
  /**
   * Stores a batch with its folios, all or nothing, and answers as soon as others may go on from
   * it. Rejects with what the engine says when that cannot be told.
   */
  issue(batch: IssueBatch): Promise<IssueOutcome>
  close(): Promise<void>
}
