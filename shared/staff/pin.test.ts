import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DOOR, guessesAnHour, NO_TRIES, SHOULDER, takeTry, type PinWay } from './pin.ts'

const HOUR_MS = 3_600_000
const WAYS = [DOOR, SHOULDER] as const

it('an hour holds 36 guesses at the door and 12 over a shoulder, later 30 and 4', () => {
  expect(WAYS.map(guessesAnHour)).toEqual([36, 12])
  expect(WAYS.map(({ longestWaitMs }) => HOUR_MS / longestWaitMs)).toEqual([30, 4])
})

it.each(WAYS)('no order of guesses and pauses gets more compared in an hour: %j', (way) => {
  // `said`: as soon as the till lets one; a number: after so many milliseconds.
  const pause = fc.oneof(
    fc.constant('said' as const),
    fc.integer({ min: 0, max: 2_000 }),
    fc.integer({ min: 0, max: HOUR_MS }),
  )
  fc.assert(
    fc.property(fc.array(pause, { maxLength: 300 }), (pauses) => {
      const comparedAt = attack(way, pauses)
      for (const [index, at] of comparedAt.entries())
        expect(
          comparedAt.slice(index).filter((later) => later < at + HOUR_MS).length,
        ).toBeLessThanOrEqual(guessesAnHour(way))
    }),
    { numRuns: 500 },
  )
})

it.each(WAYS)('whoever knows the PIN waits for what is said, and never longer: %j', (way) => {
  fc.assert(
    fc.property(
      fc.nat({ max: 10_000 }),
      fc.integer({ min: -10 * HOUR_MS, max: 10 * HOUR_MS }),
      (failedCount, lockedInMs) => {
        const first = takeTry(way, { failedCount, lockedUntilMs: 5e12 + lockedInMs }, 5e12)
        expect(first.waitMs).toBeLessThanOrEqual(way.longestWaitMs)
        // Also after a clock that was set back: the wait runs from when it is seen.
        expect(takeTry(way, first.tries, 5e12 + Math.max(first.waitMs, 0)).waitMs).toBe(
          first.waitMs > 0 ? 0 : Math.max(0, first.tries.lockedUntilMs - 5e12),
        )
      },
    ),
  )
})

/** When each wrong PIN was compared. */
function attack(way: PinWay, pauses: readonly (number | 'said')[]): number[] {
  let tries = NO_TRIES
  let nowMs = 1e12
  let saidMs = 0
  const comparedAt: number[] = []
  for (const pause of pauses) {
    nowMs += pause === 'said' ? saidMs : pause
    const { waitMs, tries: after } = takeTry(way, tries, nowMs)
    tries = after
    if (waitMs === 0) comparedAt.push(nowMs)
    saidMs = Math.max(0, after.lockedUntilMs - nowMs)
  }
  return comparedAt
}
