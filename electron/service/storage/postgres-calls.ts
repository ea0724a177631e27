/**
 * What the processes of one database tell each other, by LISTEN and NOTIFY. A call only saves
 * waiting: whoever misses one looks within a minute all the same.
 */
import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type pg from 'pg'
import type { SharedLoop } from './storage.ts'
import type { Tables } from './tables.ts'

const CHANNEL = 'meson_work'
const CALL_FORM = /^(\S+) (authority|webhooks) (\d{1,9})$/
/**
 * COMMITs with a NOTIFY wait for each other, so that documents do not carry it: a call of its own
 * follows at most this often.
 */
const CALL_INTERVAL_MS = 250
const RECONNECT_MS = 2_000

export class PostgresCalls {
  readonly #connect: () => pg.Client
  readonly #db: Kysely<Tables>
  /** Nobody hears his own calls. */
  readonly #self = randomUUID()
  /** When each loop is to be called, by this process's clock. */
  readonly #waiting = new Map<SharedLoop, number>()
  #timer: NodeJS.Timeout | null = null
  #client: pg.Client | null = null
  #isClosed = false

  constructor(connect: () => pg.Client, db: Kysely<Tables>) {
    this.#connect = connect
    this.#db = db
  }

  announce(loop: SharedLoop, delayMs: number): void {
    const at = performance.now() + delayMs
    this.#waiting.set(loop, Math.min(at, this.#waiting.get(loop) ?? Number.POSITIVE_INFINITY))
    if (this.#isClosed) return
    this.#timer ??= setTimeout(() => this.#call(), CALL_INTERVAL_MS)
  }

  listen(heard: (loop: SharedLoop, delayMs: number) => void): void {
    if (this.#isClosed) return
    const client = this.#connect()
    this.#client = client
    const again = () => {
      if (this.#client !== client) return
      this.#client = null
      client.end().catch(() => {})
      if (!this.#isClosed) setTimeout(() => this.listen(heard), RECONNECT_MS).unref()
    }
    client.on('error', again).on('end', again)
    client.on('notification', ({ payload = '' }) => {
      const [, from, loop, delayMs] = CALL_FORM.exec(payload) ?? []
      if (from !== undefined && from !== this.#self) heard(loop as SharedLoop, Number(delayMs))
    })
    client
      .connect()
      .then(() => client.query(`LISTEN ${CHANNEL}`))
      .catch(again)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    const client = this.#client
    this.#client = null
    await client?.end().catch(() => {})
  }

  #call(): void {
    this.#timer = null
    const now = performance.now()
    const calls = [...this.#waiting].map(
      ([loop, at]) => `${this.#self} ${loop} ${Math.max(0, Math.round(at - now))}`,
    )
    this.#waiting.clear()
    for (const call of calls)
      sql`SELECT pg_notify(${CHANNEL}, ${call})`.execute(this.#db).catch(() => {})
  }
}
