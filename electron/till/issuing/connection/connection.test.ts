/** The indicator and the hour of the law hang on real answers of the service, over restarts too. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  manualClock,
  UNREACHABLE,
  type ManualClock,
} from '../../../../test/support/till-fixture.ts'
import { databasePerTest } from '../../../../test/support/database-per-test.ts'
import { sourceFiles } from '../../../../test/support/source-files.ts'
import type { HttpOutcome } from '../../kernel/ports.ts'
import { createConnection, type Connection } from './connection.ts'
import { createSilenceWatch } from './silence-watch.ts'
import { createOutageMemory } from './outage-memory.ts'

const MINUTE_MS = 60_000
const WELL: HttpOutcome = { kind: 'answered', status: 200, bodyText: '[]', headers: {} }

const kept = databasePerTest()
let clock: ManualClock
let weather: HttpOutcome
let probes: number
let connection: Connection
beforeEach(async () => {
  clock = manualClock()
  weather = WELL
  connection = await open()
})
afterEach(() => {
  connection.stop()
})

async function open(): Promise<Connection> {
  probes = 0
  const opened = createConnection({
    clock,
    silence: createSilenceWatch(clock, () => {}),
    randomness: { bytes: (count) => new Uint8Array(count).fill(128) },
    outage: createOutageMemory(kept.db),
    onChange: () => {},
    onOnline: () => {},
    onOpen: () => {},
    probe: async () => {
      probes += 1
      return weather
    },
  })
  opened.start()
  await clock.advance(1)
  return opened
}
async function restart(): Promise<void> {
  connection.stop()
  connection = await open()
}
async function be(next: HttpOutcome, forMs: number): Promise<void> {
  weather = next
  await clock.advance(forMs)
}

describe('the hour of the law', () => {
  it('begins when the service answers again after an outage, and not anew after a short gap', async () => {
    expect(connection.returnedAt()).toBeNull()
    await be(UNREACHABLE, 30 * MINUTE_MS)
    expect(connection.state()).toBe('offline')
    const backFrom = clock.now()
    await be(WELL, MINUTE_MS)
    const returnedAt = connection.returnedAt()
    expect(returnedAt).toBeGreaterThanOrEqual(backFrom)
    expect(returnedAt).toBeLessThanOrEqual(backFrom + 6_000)
    await be(UNREACHABLE, 30_000)
    expect(connection.state()).toBe('offline')
    await be(WELL, MINUTE_MS)
    expect(connection.state()).toBe('online')
    expect(connection.returnedAt()).toBe(returnedAt)
  })

  it('is not lost by a restart, neither in the middle of the outage nor after it', async () => {
    await be(UNREACHABLE, 20 * MINUTE_MS)
    await restart()
    await be(UNREACHABLE, 20_000)
    const backFrom = clock.now()
    await be(WELL, MINUTE_MS)
    const returnedAt = connection.returnedAt()
    expect(returnedAt).toBeGreaterThanOrEqual(backFrom)
    await clock.advance(10 * MINUTE_MS)
    await restart()
    expect(connection.returnedAt()).toBe(returnedAt)
  })
})

describe('whether the service is there', () => {
  it('is asked of the service itself, every twenty seconds at most, and every five while it is away', async () => {
    await clock.advance(10 * MINUTE_MS)
    expect(probes).toBeGreaterThanOrEqual(30)
    expect(probes).toBeLessThanOrEqual(32)
    probes = 0
    await be(UNREACHABLE, 10 * MINUTE_MS)
    expect(probes).toBeGreaterThanOrEqual(100)
    await be({ ...WELL, status: 401 }, 30_000)
    expect([connection.state(), connection.cause()]).toEqual(['trouble', 'API_KEY_REFUSED'])
  })

  it('is told from nothing else: no file asks the machine whether it is online', () => {
    const files = sourceFiles(['electron', 'renderer', 'shared']).filter(
      ({ path }) => !/\.test\.tsx?$/.test(path),
    )
    expect(files.length).toBeGreaterThan(300)
    expect(
      files
        .filter(({ text }) =>
          /\bonLine\b|isOnline\(\)|addEventListener\('(?:online|offline)'/.test(text),
        )
        .map(({ path }) => path),
    ).toEqual([])
  })

  it('tells how far apart the clocks are, by the last answer that carries a date', async () => {
    expect(connection.skewMs()).toBeNull()
    const date = (offsetMs: number) => new Date(clock.now() + offsetMs).toUTCString()
    connection.learn({ ...WELL, headers: { date: date(-3 * 3_600_000) } })
    expect(Math.round((connection.skewMs() ?? 0) / MINUTE_MS)).toBe(-180)
    connection.learn({ ...WELL, headers: { date: 'yesterday' } })
    expect(Math.round((connection.skewMs() ?? 0) / MINUTE_MS)).toBe(-180)
    connection.learn({ ...WELL, headers: { date: date(0) } })
    expect(Math.abs(connection.skewMs() ?? 9e9)).toBeLessThan(2_000)
  })
})
