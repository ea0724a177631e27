import type { SaleId } from '#shared/core/brand.ts'
import type { FeedEvent } from '#shared/bridge/views.ts'
import type { StopSignal } from '#shared/bridge/till-api.ts'
import type { TillDatabase } from './db/open-database.ts'
import type { Clock } from './ports.ts'

/** Events a screen that reconnects may catch up on; beyond that it is told to read everything again. */
const CATCH_UP_EVENTS_MAX = 500
/** Events a slow screen may fall behind before it is told to read everything again. */
const BACKLOG_EVENTS_MAX = 1_000

/**
 * What happened, in order. Facts are appended inside the transaction that makes them; listeners hear of them after it
 * has been committed. Events announce, they never command.
 */
export interface Journal {
  /** Call inside a transaction. */
  append(kind: Exclude<FeedEvent['kind'], 'status'>, saleId: SaleId | null, data: Readonly<Record<string, unknown>>): void
  /** Tells listeners about everything appended since the last call. Call after a commit. */
  publish(): void
  /** A passing change that leaves no trace: connection, printer. */
  announceStatus(): void
  follow(afterSeq: number | null, signal: StopSignal): AsyncIterable<FeedEvent>
}

export function createJournal(db: TillDatabase, clock: Clock): Journal {
  const insert = db.prepare('INSERT INTO journal (at_ms, kind, sale_id, data_json) VALUES (?, ?, ?, ?)')
  const newer = db.prepare<[number, number], FeedEvent>(
    'SELECT seq, kind, sale_id AS saleId FROM journal WHERE seq > ? ORDER BY seq LIMIT ?')
  const last = db.prepare<[], { seq: number | null }>('SELECT max(seq) AS seq FROM journal')
  let published = last.get()?.seq ?? 0
  const listeners = new Set<(event: FeedEvent) => void>()
  const tell = (event: FeedEvent) => listeners.forEach((listener) => listener(event))

  return {
    append(kind, saleId, data) {
      insert.run(clock.now(), kind, saleId, JSON.stringify(data))
    },
    publish() {
      if (listeners.size === 0) return
      for (const event of newer.all(published, CATCH_UP_EVENTS_MAX)) {
        published = event.seq
        tell(event)
      }
    },
    announceStatus() {
      if (listeners.size > 0) tell({ seq: published, kind: 'status', saleId: null })
    },
    async *follow(afterSeq, signal) {
      // Nobody listened, nothing was read: the newest event is where telling goes on.
      if (listeners.size === 0) published = last.get()?.seq ?? 0
      const pending: FeedEvent[] = afterSeq === null ? [] : newer.all(afterSeq, CATCH_UP_EVENTS_MAX)
      let wake: (() => void) | null = null
      const listener = (event: FeedEvent) => {
        if (pending.length >= BACKLOG_EVENTS_MAX) pending.splice(0, pending.length)
        pending.push(event)
        wake?.()
      }
      listeners.add(listener)
      signal.addEventListener('abort', () => wake?.())
      try {
        // The first thing a new listener hears, so that it reads the whole picture once.
        yield { seq: published, kind: 'status', saleId: null }
        while (!signal.aborted) {
          const event = pending.shift()
          if (event) yield event
          else await new Promise<void>((resolve) => { wake = resolve })
        }
      } finally {
        listeners.delete(listener)
      }
    },
  }
}
