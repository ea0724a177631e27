/**
 * Group commit: jobs that arrive while the disk is busy, or in the same turn of the event loop,
 * share one transaction and so one flush. Each job of several has its own savepoint, so a job that
 * throws undoes only itself. Nobody is answered before the shared COMMIT returned.
 */
import type BetterSqlite3 from 'better-sqlite3'
import type { Kysely } from 'kysely'
import type { WriteJob } from './storage.ts'
import type { Tables } from './tables.ts'

/** Keeps a batch, and with it the longest wait of a request, short. */
const JOBS_PER_COMMIT_MAX = 64

interface WaitingJob {
  readonly run: WriteJob<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

type Outcome =
  | { readonly job: WaitingJob; readonly value: unknown }
  | { readonly job: WaitingJob; readonly error: unknown }

export class GroupCommitter {
  readonly #handle: BetterSqlite3.Database
  readonly #db: Kysely<Tables>
  readonly #begin: BetterSqlite3.Statement
  readonly #commit: BetterSqlite3.Statement
  readonly #savepoint: BetterSqlite3.Statement
  readonly #release: BetterSqlite3.Statement
  readonly #undo: BetterSqlite3.Statement
  #waiting: WaitingJob[] = []
  #draining: Promise<void> | null = null

  /** `handle` is the connection under `db`, and nobody else uses it. */
  constructor(handle: BetterSqlite3.Database, db: Kysely<Tables>) {
    this.#handle = handle
    this.#db = db
    this.#begin = handle.prepare('BEGIN IMMEDIATE')
    this.#commit = handle.prepare('COMMIT')
    this.#savepoint = handle.prepare('SAVEPOINT job')
    this.#release = handle.prepare('RELEASE job')
    this.#undo = handle.prepare('ROLLBACK TO job')
  }

  write<Value>(job: WriteJob<Value>): Promise<Value> {
    return this.#add(job, true)
  }

  /** For what was gathered already: it waits for nobody, and takes along whoever waits. */
  writeNow<Value>(job: WriteJob<Value>): Promise<Value> {
    return this.#add(job, false)
  }

  #add<Value>(job: WriteJob<Value>, mayWait: boolean): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      this.#waiting.push({ run: job, resolve: (value) => resolve(value as Value), reject })
      this.#draining ??= this.#drain(mayWait)
    })
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    while (this.#draining !== null) await this.#draining
  }

  async #drain(mayWait: boolean): Promise<void> {
    // The end of this turn of the event loop, when every request read from the sockets has queued
    // its job.
    if (mayWait) await new Promise<void>((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) {
      await this.#commitTogether(this.#waiting.splice(0, JOBS_PER_COMMIT_MAX))
      if (this.#waiting.length > 0) await new Promise<void>((resolve) => setImmediate(resolve))
    }
    this.#draining = null
  }

  async #commitTogether(jobs: readonly WaitingJob[]): Promise<void> {
    const outcomes: Outcome[] = []
    try {
      this.#begin.run()
      for (const job of jobs)
        outcomes.push(
          jobs.length === 1
            ? { job, value: await job.run(this.#db) }
            : await this.#runInSavepoint(job),
        )
      this.#commit.run()
    } catch (error) {
      if (this.#handle.inTransaction) this.#handle.exec('ROLLBACK')
      for (const job of jobs) job.reject(error)
      return
    }
    for (const outcome of outcomes) {
      if ('error' in outcome) outcome.job.reject(outcome.error)
      else outcome.job.resolve(outcome.value)
    }
  }

  async #runInSavepoint(job: WaitingJob): Promise<Outcome> {
    this.#savepoint.run()
    try {
      const value = await job.run(this.#db)
      this.#release.run()
      return { job, value }
    } catch (error) {
      // A full disk ends the whole transaction; then there is no savepoint left to return to.
      if (!this.#handle.inTransaction) throw error
      this.#undo.run()
      this.#release.run()
      return { job, error }
    }
  }
}
