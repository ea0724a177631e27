/** How old something is, through jumps of the computer's clock, sleep and restarts. */
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { STEADY_SCHEMA } from './steady-schema.ts'
import { createSteadyTime } from './steady-time.ts'

const HOUR_MS = 3_600_000
const START_MS = 1_800_000_000_000

/** A computer: its clocks, its program, and what really passes. */
function computer() {
  const db = new Database(':memory:')
  db.exec(STEADY_SCHEMA)
  const at = { wall: START_MS, steady: 0 }
  const clock = { now: () => at.wall as EpochMs, uptimeMs: () => at.steady }
  let time = createSteadyTime(db, clock)
  return {
    now: () => time.nowMs(),
    age: (of: number) => time.ageMs(of),
    runs(ms: number) {
      at.wall += ms
      at.steady += ms
      time.keep()
    },
    isSet(byMs: number) {
      at.wall += byMs
      time.keep()
    },
    isOff(ms: number) {
      at.wall += ms
      at.steady = 0
      time = createSteadyTime(db, clock)
    },
  }
}

describe('the age of something', () => {
  it('is what passed, where no clock was touched: on and off', () => {
    const step = fc.record({ kind: fc.constantFrom('runs', 'isOff'), ms: fc.nat(HOUR_MS) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const played = computer()
        const made = played.now()
        for (const { kind, ms } of steps) played[kind as 'runs'](ms)
        expect(played.age(made)).toBe(steps.reduce((sum, { ms }) => sum + ms, 0))
      }),
    )
  })

  it('is what passed, where it was made with the clock ahead and that was set right', () => {
    const step = fc.record({ kind: fc.constantFrom('runs', 'isOff'), ms: fc.nat(HOUR_MS) })
    const around = fc.tuple(...[0, 0, 0].map(() => fc.array(step, { maxLength: 5 })))
    fc.assert(
      fc.property(around, fc.integer({ min: 2_000, max: 1e12 }), ([first, mid, last], aheadMs) => {
        const played = computer()
        for (const { kind, ms } of first ?? []) played[kind as 'runs'](ms)
        played.isSet(aheadMs)
        const made = played.now()
        for (const { kind, ms } of mid ?? []) played[kind as 'runs'](ms)
        played.isSet(-aheadMs)
        for (const { kind, ms } of last ?? []) played[kind as 'runs'](ms)
        const passedMs = [...(mid ?? []), ...(last ?? [])].reduce((sum, { ms }) => sum + ms, 0)
        expect(played.age(made)).toBe(passedMs)
      }),
    )
  })

  it('is never less than what the till has run since, and never less than none', () => {
    const step = fc.record({
      kind: fc.constantFrom('runs', 'isSet', 'isSetBack', 'isOff'),
      ms: fc.nat(1e10),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const played = computer()
        const made = played.now()
        for (const { kind, ms } of steps) {
          if (kind === 'isSetBack') played.isSet(-ms - 2_000)
          else if (kind === 'isSet') played.isSet(ms + 2_000)
          else played[kind as 'runs'](ms)
          expect(played.age(made)).toBeGreaterThanOrEqual(0)
        }
        const ran = steps.filter(({ kind }) => kind === 'runs')
        expect(played.age(made)).toBeGreaterThanOrEqual(ran.reduce((sum, { ms }) => sum + ms, 0))
      }),
    )
  })
})
