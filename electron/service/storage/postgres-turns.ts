/** Turns that processes of one database wait for, each first come, first served. */
import { hash } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { issuingPool } from './postgres-issue.ts'
import type { HeldTurn } from './storage.ts'

/** Each is waited for, or held, on a connection of its own: it goes back when the process dies. */
const CONNECTIONS_MAX = 4
/** Longer than any turn lasts but that of a process that hangs. */
const WAIT_MS = 500

/** What is asked behind the turn is sent with it, so that whoever has it need not ask again. */
export class PostgresTurns {
  readonly #pool: pg.Pool

  constructor(driver: typeof pg, config: pg.PoolConfig) {
    const limits = { max: CONNECTIONS_MAX, connectionTimeoutMillis: WAIT_MS, pipeline: true }
    this.#pool = issuingPool(driver, { ...config, ...limits, statement_timeout: WAIT_MS })
  }

  /** Null when it was not to be had in time, for whatever reason. */
  async hold<Row>(name: string, look: CompiledQuery<Row>): Promise<HeldTurn<Row> | null> {
    const holder = await this.#pool.connect().catch(() => null)
    if (holder === null) return null
    const values = [name]
    const held = holder.query({ name: 'hold', text: HOLD, values })
    // Begins after it and sees what whoever had the turn before committed.
    const seen = holder.query({
      // A connection takes one text for one name.
      name: hash('md5', look.sql),
      text: look.sql,
      values: [...look.parameters],
    })
    const [lock, answer] = await Promise.allSettled([held, seen])
    if (lock.status === 'rejected' || answer.status === 'rejected') {
      holder.release(true)
      return null
    }
    const giveBack = () => {
      holder.query({ name: 'give back', text: GIVE_BACK, values }).then(
        () => holder.release(),
        () => holder.release(true),
      )
    }
    return { rows: answer.value.rows as Row[], giveBack }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}

const KEY = 'hashtextextended($1, 0)'
const HOLD = `SELECT pg_advisory_lock(${KEY})`
const GIVE_BACK = `SELECT pg_advisory_unlock(${KEY})`
