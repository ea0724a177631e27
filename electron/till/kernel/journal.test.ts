import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import type { FeedEvent } from '#shared/bridge/views.ts'
import { databasePerTest } from '../../../test/support/database-per-test.ts'
import { manualClock, type ManualClock } from '../../../test/support/till-fixture.ts'
import {
  CATCH_UP_EVENTS_MAX,
  createJournal,
  FEED_REST_MS,
  NAMED_SALES_MAX,
  type Journal,
} from './journal.ts'

const kept = databasePerTest()
let clock: ManualClock
let journal: Journal
let stop: AbortController

beforeEach(() => {
  clock = manualClock()
  journal = createJournal({ db: kept.db, clock })
  stop = new AbortController()
})
afterEach(() => {
  stop.abort()
})

function write(kind: 'sale' | 'issue' | 'print' | 'catalogue', ...sales: (string | null)[]): void {
  kept.db.transaction(() => {
    for (const sale of sales) journal.append(kind, sale as SaleId | null, {})
  })()
}

function tell(kind: Parameters<typeof write>[0], ...sales: (string | null)[]): void {
  write(kind, ...sales)
  journal.publish()
}

/** A screen that reads the feed as fast as it comes. */
function follow(after: number | null = null): FeedEvent[] {
  const heard: FeedEvent[] = []
  void (async () => {
    for await (const event of journal.follow(after, stop.signal)) heard.push(event)
  })()
  return heard
}

const said = (heard: readonly FeedEvent[]) =>
  heard.map(({ kind, saleId }) => (saleId === null ? kind : `${kind} ${saleId}`))
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`)

describe('a screen that keeps up', () => {
  it('hears each event at once, the first thing being to read the whole picture', async () => {
    const heard = follow()
    await clock.advance(0)
    tell('sale', 'a')
    await clock.advance(0)
    expect(said(heard)).toEqual(['status', 'sale a'])
  })

  it('hears of a fact that stands in a wider transaction, after its commit', async () => {
    const heard = follow()
    await clock.advance(0)
    kept.db.transaction(() => {
      tell('issue', 'a')
    })()
    await clock.advance(FEED_REST_MS)
    expect(said(heard)).toEqual(['status', 'issue a'])
  })

  it('hears nothing of what was taken back', async () => {
    const heard = follow()
    await clock.advance(0)
    const broken = kept.db.transaction(() => {
      write('issue', 'a')
      throw new Error('taken back')
    })
    expect(() => broken()).toThrow('taken back')
    await clock.advance(FEED_REST_MS)
    expect(said(heard)).toEqual(['status'])
  })

  it('hears of a drain in a few words, however many receipts it moves', async () => {
    const heard = follow()
    await clock.advance(FEED_REST_MS)
    const before = heard.length
    for (let turn = 0; turn < 50; turn += 1) {
      tell('issue', ...numbered(500).slice(turn * 10, turn * 10 + 10))
      await clock.advance(10)
    }
    await clock.advance(FEED_REST_MS)
    const told = heard.slice(before)
    expect(told.length).toBeLessThanOrEqual((500 / FEED_REST_MS + 2) * NAMED_SALES_MAX)
    expect(said(told)).toContain('receipts')
    expect(told.at(-1)?.seq).toBe(500)
  })

  it('hears once of what happened to one sale while it rested', async () => {
    const heard = follow()
    await clock.advance(FEED_REST_MS)
    tell('sale', 'a')
    await clock.advance(0)
    tell('issue', 'a')
    tell('print', 'a')
    tell('issue', 'a')
    await clock.advance(FEED_REST_MS)
    expect(said(heard)).toEqual(['status', 'sale a', 'print a', 'issue a'])
    expect(heard.at(-1)?.seq).toBe(4)
  })

  it('still hears by name of a change of the catalogue in the middle of a drain', async () => {
    const heard = follow()
    await clock.advance(FEED_REST_MS)
    write('issue', ...numbered(100))
    write('catalogue', null)
    tell('issue', ...numbered(100))
    await clock.advance(3 * FEED_REST_MS)
    expect(said(heard)).toContain('catalogue')
  })

  it('needs no more memory the longer it reads nothing', async () => {
    const feed = journal.follow(null, stop.signal)[Symbol.asyncIterator]()
    await feed.next()
    for (let turn = 0; turn < 10; turn += 1) tell('issue', ...numbered(300))
    tell('catalogue', null)
    const told = [(await feed.next()).value, (await feed.next()).value] as FeedEvent[]
    expect(said(told)).toEqual(['receipts', 'catalogue'])
    expect(told.map(({ seq }) => seq)).toEqual([3_000, 3_001])
  })

  it('hears everything that was appended, more than one reading of the journal holds', async () => {
    const heard = follow()
    await clock.advance(FEED_REST_MS)
    tell('issue', ...numbered(2_000))
    await clock.advance(3 * FEED_REST_MS)
    expect(heard.at(-1)?.seq).toBe(2_000)
  })
})

describe('a screen that lost the thread', () => {
  it('is told to read everything again after more events than it can catch up on', async () => {
    write('issue', ...numbered(CATCH_UP_EVENTS_MAX))
    write('catalogue', null)
    const heard = follow(0)
    await clock.advance(FEED_REST_MS)
    expect(said(heard)).toEqual(['status', 'reread'])
    expect(heard.at(-1)?.seq).toBe(CATCH_UP_EVENTS_MAX + 1)
  })

  it('is told what it missed when that is little', async () => {
    write('sale', 'a', 'b')
    write('catalogue', null)
    const heard = follow(1)
    await clock.advance(FEED_REST_MS)
    expect(said(heard)).toEqual(['status', 'sale b', 'catalogue'])
    // Lost again after the first of them, it would ask from there: nothing may be counted as heard
    // too early.
    expect(heard.map(({ seq }) => seq)).toEqual([1, 2, 3])
  })

  it('is told to read everything again when its last event is of another journal, as after a restored backup', async () => {
    write('sale', 'a')
    const heard = follow(900)
    await clock.advance(FEED_REST_MS)
    expect(said(heard)).toEqual(['status', 'reread'])
    expect(heard.at(-1)?.seq).toBe(1)
  })
})
