import { beforeEach, describe, expect, it } from 'vitest'
import { manualClock, type ManualClock } from '../../test/support/till-fixture.ts'
import {
  CALM_MS,
  CALM_STRETCH_MS,
  createForegroundPriority,
  LONG_QUEUE,
  sendsAfter,
  type ForegroundPriority,
} from './foreground-priority.ts'
import type { HttpOutcome } from './ports.ts'

let clock: ManualClock
let queued: number
let counter: ForegroundPriority
beforeEach(async () => {
  clock = manualClock()
  queued = LONG_QUEUE
  counter = createForegroundPriority(clock, () => queued)
  await clock.advance(10_000)
})

/** Milliseconds until the queue had its turn. */
async function waited(): Promise<number> {
  const fromMs = clock.monotonicMs()
  let untilMs = Number.NaN
  void (counter.turn() ?? Promise.resolve()).then(() => {
    untilMs = clock.monotonicMs()
  })
  for (let step = 0; step < 100 && Number.isNaN(untilMs); step += 1) await clock.advance(10)
  return untilMs - fromMs
}

describe('a long queue', () => {
  it('goes on at once while nobody uses the counter', async () => {
    expect(await waited()).toBe(0)
  })

  it('rests for a moment after a command', async () => {
    counter.heard()
    expect(await waited()).toBe(CALM_MS)
    expect(await waited()).toBe(0)
  })

  it('has half of the time under a cashier who never stops', async () => {
    let restedMs = 0
    for (let atMs = 0; atMs < 6_000; atMs += 10) {
      counter.heard()
      if (counter.turn() !== null) restedMs += 10
      await clock.advance(10)
    }
    expect(restedMs).toBeGreaterThan(2_000)
    expect(restedMs).toBeLessThanOrEqual(3_000 + CALM_STRETCH_MS)
  })
})

it('does not keep a short queue waiting: its papers are for whoever stands there', async () => {
  queued = LONG_QUEUE - 1
  counter.heard()
  expect(await waited()).toBe(0)
})

it('sends nothing that was called off while it waited', async () => {
  const sent: string[] = []
  const http = sendsAfter(counter, {
    exchange({ path }) {
      sent.push(path)
      return Promise.resolve<HttpOutcome>({ kind: 'unsent', detail: 'test' })
    },
  })
  const ask = (path: string, signal: AbortSignal) =>
    http.exchange({ method: 'GET', path, body: null, timeoutMs: 1_000 }, signal)
  const called = new AbortController()
  counter.heard()
  const answers = [ask('/called-off', called.signal), ask('/kept', new AbortController().signal)]
  called.abort()
  await clock.advance(CALM_MS)
  await Promise.all(answers)
  expect(sent).toEqual(['/kept'])
})
