/** Turns that processes of one database wait for, each first come, first served. */
import type pg from 'pg'
import { openPool } from './postgres-pool.ts'

/** Each is waited for, or held, on a connection of its own: it goes back when the process dies. */
const CONNECTIONS_MAX = 4
/** Longer than any turn lasts but that of a process that hangs. */
const WAIT_MS = 500

export class PostgresTurns {
  readonly #pool: pg.Pool

  constructor(driver: typeof pg, config: pg.PoolConfig) {
    const limits = { max: CONNECTIONS_MAX, connectionTimeoutMillis: WAIT_MS }
    this.#pool = openPool(driver, { ...config, ...limits, statement_timeout: WAIT_MS })
  }

  /** Null when it was not to be had in time, for whatever reason. */
  async hold(name: string): Promise<(() => void) | null> {
    const holder = await this.#pool.connect().catch(() => null)
    if (holder === null) return null
    const values = [name]
    try {
      await holder.query({ name: 'hold', text: `SELECT pg_advisory_lock(${KEY})`, values })
    } catch {
      holder.release(true)
      return null
    }
    return () => {
      holder.query({ name: 'give back', text: `SELECT pg_advisory_unlock(${KEY})`, values }).then(
        () => holder.release(),
        () => holder.release(true),
      )
    }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }
}

const KEY = 'hashtextextended($1, 0)'
