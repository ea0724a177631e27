import { beforeEach, describe, expect, it } from 'vitest'
import { manualClock, type ManualClock } from '../../../test/support/till-fixture.ts'
import {
  CALM_MS,
  CALM_STRETCH_MS,
  createForegroundPriority,
  HAND_MS,
  LONG_QUEUE,
  sendsAfter,
  STEP_MS,
  STEP_TURNS,
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

/** Exchanges that begin in so long, four at a time of a few milliseconds each. */
async function begunIn(spanMs: number, meanwhile: () => void = () => {}): Promise<number> {
  const lastMs = clock.monotonicMs() + spanMs
  let begun = 0
  const one = async () => {
    while (clock.monotonicMs() < lastMs) {
      await counter.turn()
      if (clock.monotonicMs() < lastMs) begun += 1
      await new Promise<void>((done) => clock.after(5, done))
    }
  }
  const all = Promise.all([one(), one(), one(), one()])
  while (clock.monotonicMs() < lastMs) {
    meanwhile()
    await clock.advance(5)
  }
  await clock.advance(STEP_MS + CALM_STRETCH_MS)
  await all
  return begun
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

  it('goes in small steps while a hand is at the counter, and freely once it rests', async () => {
    counter.heard()
    await clock.advance(CALM_MS)
    expect(await begunIn(HAND_MS - CALM_MS)).toBeLessThanOrEqual(STEP_TURNS * (HAND_MS / STEP_MS))
    expect(await begunIn(STEP_MS)).toBeGreaterThan(3 * STEP_TURNS)
  })

  it('has half of the time under a cashier who never stops', async () => {
    const spanMs = 6_000
    const begun = await begunIn(spanMs, counter.heard)
    const ofHalf = (spanMs / 2 / STEP_MS) * STEP_TURNS
    expect(begun).toBeGreaterThan(0.8 * ofHalf)
    expect(begun).toBeLessThanOrEqual(1.2 * ofHalf)
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
