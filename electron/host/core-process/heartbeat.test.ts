/** When silence is hanging, and when it is not: sleep, a host held up, work that takes long. */
import { once } from 'node:events'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { coreInMemory } from '../../../test/support/core-in-memory.ts'
import { BEAT_MS, isHung, nextPulse, SILENCE_MS_MAX, type Pulse } from './heartbeat.ts'

const START: Pulse = { atMs: 0, silentMs: 0 }
const BEATS = SILENCE_MS_MAX / BEAT_MS
/** Beats that come on time, each answered or not. */
const beats = (answers: readonly boolean[], from = START): Pulse =>
  answers.reduce((pulse, answered) => nextPulse(pulse, pulse.atMs + BEAT_MS, answered), from)
const silent = (count: number) => Array.from({ length: count }, () => false)

it('hangs who has answered nothing for as long as that, and not a beat earlier', () => {
  expect(isHung(beats(silent(BEATS - 1)), 0)).toBe(false)
  expect(isHung(beats(silent(BEATS)), 0)).toBe(true)
  expect(isHung(beats([...silent(BEATS - 1), true, ...silent(BEATS - 1)]), 0)).toBe(false)
})

it('a machine that slept, or a host that was held up, begins to count anew', () => {
  const before = beats(silent(BEATS - 1))
  const woken = nextPulse(before, before.atMs + 8 * 3_600_000, false)
  expect(woken.silentMs).toBe(0)
  expect(isHung(beats(silent(BEATS - 1), woken), 0)).toBe(false)
  expect(isHung(beats(silent(BEATS), woken), 0)).toBe(true)
})

it('gives twice as long to who comes after one that was given up, and not without end', () => {
  expect(isHung(beats(silent(2 * BEATS - 1)), 1)).toBe(false)
  expect(isHung(beats(silent(2 * BEATS)), 1)).toBe(true)
  expect(isHung(beats(silent(32 * BEATS)), 1_000)).toBe(true)
})

it('hangs only after as many beats in a row as were on time and unanswered', () => {
  const step = fc.record({
    afterMs: fc.integer({ min: BEAT_MS, max: 6_000 }),
    isHeard: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let pulse = START
      let unanswered = 0
      for (const { afterMs, isHeard } of steps) {
        pulse = nextPulse(pulse, pulse.atMs + afterMs, isHeard)
        unanswered = isHeard || afterMs > 2 * BEAT_MS ? 0 : unanswered + 1
        expect(isHung(pulse, 0)).toBe(unanswered >= BEATS)
      }
    }),
  )
})

it('is answered by the core, also while it is opening', async () => {
  const core = coreInMemory()
  const said = once(core, 'message')
  core.postMessage({ kind: 'ping' })
  expect(await said).toEqual([{ kind: 'pong' }])
})
