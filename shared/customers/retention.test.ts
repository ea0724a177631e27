import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EpochMs, IsoDate } from '../core/brand.ts'
import { DAY_MS } from '../time/calendar.ts'
import {
  BACKUPS_ALWAYS_KEPT,
  decideRun,
  DEFAULT_RETENTION,
  DOCUMENT_DAYS_MIN,
  isRunDue,
  keptUntil,
  KEPT_KINDS,
  oldBackups,
  PERIODS,
  QUIET_RUNS,
  retentionProblem,
  tellsDay,
  type RetentionClock,
} from './retention.ts'

const NOON = Date.UTC(2026, 10, 20, 15) as EpochMs
const at = (days: number) => (NOON + days * DAY_MS) as EpochMs

describe('the periods', () => {
  it('begin within their limits, and each refuses what is outside by its name', () => {
    expect(retentionProblem(DEFAULT_RETENTION)).toBeNull()
    for (const kind of KEPT_KINDS) {
      const { minDays, maxDays } = PERIODS[kind]
      for (const days of [minDays - 1, maxDays + 1, 0, -1, 30.5, Number.NaN, Infinity])
        expect(retentionProblem({ ...DEFAULT_RETENTION, [kind]: days })).toMatchObject({
          code: 'RETENTION_DAYS_NOT_VALID',
          field: kind,
          params: { least: String(minDays), most: String(maxDays) },
        })
      for (const days of [minDays, maxDays])
        expect(retentionProblem({ ...DEFAULT_RETENTION, [kind]: days })).toBeNull()
    }
  })

  it('keep a document to the end of its sixth year, and its PDF never shorter', () => {
    expect(keptUntil('2026-11-20' as IsoDate)).toBe('2032-12-31')
    expect(keptUntil('2026-01-01' as IsoDate)).toBe('2032-12-31')
    const longestDays = (Date.UTC(2032, 11, 31) - Date.UTC(2026, 0, 1)) / DAY_MS
    expect(DOCUMENT_DAYS_MIN).toBeGreaterThanOrEqual(longestDays)
    expect(PERIODS.pdfs.minDays).toBe(DOCUMENT_DAYS_MIN)
  })
})

describe('the clock of the daily run', () => {
  /** A run that may delete is an `x`. */
  const runs = (days: readonly number[]) => {
    let clock: RetentionClock | null = null
    return days
      .map((day) => {
        const decided = decideRun(clock, at(day))
        clock = decided.clock
        return decided.mayDelete ? 'x' : '-'
      })
      .join('')
  }

  it('is trusted after three quiet days, also over a long weekend', () => {
    expect(runs([0, 1, 2, 3, 4])).toBe('---xx')
    expect(runs([0, 1, 2, 6, 10])).toBe('---xx')
    // A stall of Sundays, which does not open at the same minute.
    expect(runs([0, 7.1, 14, 21.2, 28.1])).toBe('---xx')
  })

  it('deletes nothing by a wrong date of some days, nor when it is put back', () => {
    expect(runs([0, 1, 2, 3, 4_000, 4_001, 4_002, 4])).toBe('---x----')
    expect(runs([0, 1, 2, 3, -20_000, 4, 5, 6, 7])).toBe('---x----x')
  })

  it('is asked once a day, whichever way it went', () => {
    const clock = { lastRunMs: at(0), quietRuns: 3 }
    expect(isRunDue(null, at(0))).toBe(true)
    expect(isRunDue(clock, at(0.5))).toBe(false)
    expect(isRunDue(clock, at(1))).toBe(true)
    expect(isRunDue(clock, at(-400))).toBe(true)
  })

  it('over random days: whoever may delete has seen as many quiet runs behind it', () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.double({ min: 0.85, max: 10, noNaN: true }) },
      { weight: 1, arbitrary: fc.double({ min: 10.01, max: 40_000, noNaN: true }) },
      { weight: 1, arbitrary: fc.double({ min: -40_000, max: 0, noNaN: true }) },
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let clock = decideRun(null, NOON).clock
        let now: number = NOON
        let quiet = 0
        for (const days of steps) {
          now += days * DAY_MS
          quiet = days > 0 && days <= 10 ? quiet + 1 : 0
          const decided = decideRun(clock, now as EpochMs)
          clock = decided.clock
          expect(decided.mayDelete).toBe(quiet >= QUIET_RUNS)
        }
      }),
    )
  })
})

describe('the latest quiet day', () => {
  type Told = readonly [skewMs: number | null, isTold: boolean]
  const after = (days: readonly number[], before: RetentionClock | null, told: Told) =>
    days.reduce((clock, day) => decideRun(clock, at(day), ...told).clock, before)

  it('goes back only by a clock that ran quietly while the service told the same day', () => {
    const ahead = after([400, 401, 402, 403], null, [null, false])
    expect(ahead?.quietDay).toBe('2027-12-28')
    const back = [4, 5, 6, 7]
    for (const told of [
      [null, true],
      [0, false],
      [400 * DAY_MS, true],
    ] as const)
      expect(after(back, ahead, told)?.quietDay).toBe('2027-12-28')
    expect(after(back.slice(0, 3), ahead, [0, true])?.quietDay).toBe('2027-12-28')
    expect(after(back, ahead, [0, true])?.quietDay).toBe('2026-11-27')
    expect(decideRun(ahead, at(404), 0, true).toldDay).toBe('2027-12-29')
    expect(decideRun(ahead, at(404), null, true).toldDay).toBeNull()
  })

  it('is told by an answer of the last day alone, by a clock that has not jumped since', () => {
    expect(tellsDay(null, NOON)).toBe(false)
    expect([-2, -1, 0.5, 2].map((days) => tellsDay(at(days), NOON))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
})

describe('old backups', () => {
  it('never are the newest four, whatever their age and the clock', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -5_000, max: 5_000 }), { maxLength: 30 }),
        fc.integer({ min: -10_000, max: 10_000 }),
        (days, cutoff) => {
          const backups = days.map((day) => ({ at: at(day) }))
          const old = oldBackups(backups, at(cutoff))
          const kept = backups.filter((backup) => !old.includes(backup))
          expect(kept.length).toBeGreaterThanOrEqual(Math.min(BACKUPS_ALWAYS_KEPT, days.length))
          expect(old.every((each) => each.at < at(cutoff))).toBe(true)
          const newestGone = Math.max(...old.map((each) => each.at))
          expect(kept.filter((each) => each.at >= newestGone).length).toBeGreaterThanOrEqual(
            Math.min(BACKUPS_ALWAYS_KEPT, kept.length),
          )
        },
      ),
    )
  })
})
