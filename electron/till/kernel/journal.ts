import type { SaleId, ScreenId } from '#shared/core/brand.ts'
import type { FeedEvent } from '#shared/bridge/views.ts'
import type { StopSignal } from '#shared/bridge/contract.ts'
import type { TillDatabase } from './database.ts'
import { unattended } from './background.ts'
import { pause } from './pause.ts'
import type { Clock } from './ports.ts'

/**
 * Events a screen that reconnects may catch up on; beyond that it is told to read everything again.
 */
export const CATCH_UP_EVENTS_MAX = 500
/** More receipts than this that changed while a screen rested are not named one by one. */
export const NAMED_SALES_MAX = 8
/**
 * A screen hears the first event at once and what follows after this pause: a draining queue is no
 * storm of messages.
 */
export const FEED_REST_MS = 100

/**
 * What happened, in order. Facts are appended inside the transaction that makes them; listeners
 * hear of them after it has been committed. Events announce, they never command.
 */
export interface Journal {
  /**
   * Call inside a transaction. Once the outermost has ended, listeners hear of it by themselves,
   * whoever forgets to publish.
   */
  append(
    kind: Exclude<FeedEvent['kind'], 'status' | 'receipts' | 'reread' | 'held'>,
    saleId: SaleId | null,
    data: Readonly<Record<string, unknown>>,
  ): void
  /**
   * Tells listeners about everything appended since the last call, at once. Inside a transaction it
   * tells nothing yet.
   */
  publish(): void
  /** A passing change that leaves no trace: connection, printer. */
  announceStatus(): void
  /** Who has the open sale from here on. Leaves no trace either. */
  announceHolder(holder: ScreenId | null): void
  /** Number of the last event that was written; 0 before the first. */
  newestSeq(): number
  follow(afterSeq: number | null, signal: StopSignal): AsyncIterable<FeedEvent>
}

interface JournalPorts {
  readonly db: TillDatabase
  readonly clock: Clock
}

export function createJournal({ db, clock }: JournalPorts): Journal {
  const insert = db.prepare(
    'INSERT INTO journal (at_ms, kind, sale_id, data_json) VALUES (?, ?, ?, ?)',
  )
  const newer = db.prepare<[number, number], FeedEvent>(
    'SELECT seq, kind, sale_id AS saleId FROM journal WHERE seq > ? ORDER BY seq LIMIT ?',
  )
  const last = db.prepare<[], { seq: number | null }>('SELECT max(seq) AS seq FROM journal')
  const news = createNews(db, { last, newer })
  const { listeners, emit } = news
  const newestSeq = () => last.get()?.seq ?? 0
  return {
    append(kind, saleId, data) {
      insert.run(clock.now(), kind, saleId, JSON.stringify(data))
      if (news.owe()) unattended(clock, news.tellOwed())
    },
    publish: news.tell,
    announceStatus() {
      if (listeners.size > 0) emit({ seq: news.seq(), kind: 'status', saleId: null })
    },
    announceHolder(holder) {
      if (listeners.size > 0) emit({ seq: news.seq(), kind: 'held', saleId: null, holder })
    },
    newestSeq,
    async *follow(afterSeq, signal) {
      // Nobody listened, nothing was read: the newest event is where publishing goes on.
      if (listeners.size === 0) news.goOnFromNewest()
      const pending = createPendingEvents()
      for (const event of afterSeq === null ? [] : missedSince({ last, newer }, afterSeq))
        pending.add(event)
      let wake: (() => void) | null = null
      const listener = (event: FeedEvent) => {
        pending.add(event)
        wake?.()
      }
      listeners.add(listener)
      signal.addEventListener('abort', () => wake?.())
      try {
        // The first thing a new listener hears, so that it reads the whole picture once.
        yield { seq: afterSeq ?? news.seq(), kind: 'status', saleId: null }
        while (!signal.aborted) {
          if (pending.isEmpty())
            await new Promise<void>((resolve) => {
              wake = resolve
            })
          for (const event of pending.take()) yield event
          if (!signal.aborted) await pause(clock, FEED_REST_MS, signal)
        }
      } finally {
        listeners.delete(listener)
      }
    },
  }
}

/** What listeners have heard of, and have not yet. */
function createNews(db: TillDatabase, { last, newer }: JournalReads) {
  const listeners = new Set<(event: FeedEvent) => void>()
  const emit = (event: FeedEvent) => listeners.forEach((listener) => listener(event))
  let seq = last.get()?.seq ?? 0
  let isOwed = false
  const next = () => newer.all(seq, CATCH_UP_EVENTS_MAX)
  const tell = () => {
    if (listeners.size === 0 || db.inTransaction || !db.open) return
    isOwed = false
    for (let events = next(); events.length > 0; events = next())
      for (const event of events) {
        seq = event.seq
        emit(event)
      }
  }
  return {
    listeners,
    emit,
    tell,
    seq: () => seq,
    goOnFromNewest() {
      seq = last.get()?.seq ?? 0
    },
    /** True where nobody has promised to tell it yet. */
    owe(): boolean {
      const isNew = !isOwed && listeners.size > 0
      isOwed = listeners.size > 0
      return isNew
    },
    /** Transactions are synchronous: by the next turn the outermost has ended. */
    async tellOwed() {
      await Promise.resolve()
      if (isOwed) tell()
      isOwed = false
    },
  }
}

interface JournalReads {
  readonly last: { get(): { readonly seq: number | null } | undefined }
  readonly newer: { all(afterSeq: number, limit: number): FeedEvent[] }
}

/**
 * What a screen that comes back has missed; one thing instead when that is too much, or not of this
 * journal.
 */
function missedSince({ last, newer }: JournalReads, afterSeq: number): FeedEvent[] {
  const newest = last.get()?.seq ?? 0
  const missed = newer.all(afterSeq, CATCH_UP_EVENTS_MAX + 1)
  const isLost = afterSeq > newest || missed.length > CATCH_UP_EVENTS_MAX
  return isLost ? [{ seq: newest, kind: 'reread', saleId: null }] : missed
}

interface PendingEvents {
  add(event: FeedEvent): void
  isEmpty(): boolean
  /** In the order of their numbers, and nothing is left. */
  take(): readonly FeedEvent[]
}

/**
 * What one screen has still to hear: each thing once, with the number of its last event, so it
 * never grows long.
 */
function createPendingEvents(): PendingEvents {
  const waiting = new Map<string, FeedEvent>()
  const named = new Set<string>()
  const put = (key: string, event: FeedEvent) => {
    waiting.delete(key)
    waiting.set(key, event)
  }
  return {
    add(event) {
      const key = `${event.kind} ${event.saleId}`
      if (event.saleId === null) return put(key, event)
      if (!waiting.has('receipts null')) {
        named.add(key)
        put(key, event)
        if (new Set([...named].map((name) => name.split(' ')[1])).size <= NAMED_SALES_MAX) return
      }
      for (const name of named) waiting.delete(name)
      named.clear()
      put('receipts null', { seq: event.seq, kind: 'receipts', saleId: null })
    },
    isEmpty: () => waiting.size === 0,
    take() {
      const events = [...waiting.values()]
      waiting.clear()
      named.clear()
      return events
    },
  }
}
