import { describe, expect, it } from 'vitest'
import { HUB_MISSED_EVERY_MS, HUB_SILENT_MS, missHub, type HubMissed } from './hub-silence.ts'

/** Asked by other tills at these moments, without a word of the hub. */
function missedAt(moments: readonly number[]): readonly boolean[] {
  let before: HubMissed | null = null
  return moments.map((atMs) => {
    const { missed, isOver } = missHub(before, atMs)
    before = missed ?? before
    return isOver
  })
}
const every = (stepMs: number, count: number, fromMs = 0) =>
  Array.from({ length: count }, (_, at) => fromMs + at * stepMs)

describe('a hub that is missed', () => {
  it('is over after ten minutes of another till’s questions, and not before', () => {
    const over = missedAt(every(60_000, 12))
    expect(over.indexOf(true)).toBe(HUB_SILENT_MS / 60_000)
  })
  it('is over by many tills that ask at once no sooner', () => {
    expect(missedAt(every(1_000, 600)).includes(true)).toBe(false)
  })
  it('is not over where nobody else was heard in between', () => {
    expect(missedAt([0, 60_000, 3_600_000, 3_601_000])).toEqual([false, false, false, false])
    expect(missedAt(every(HUB_MISSED_EVERY_MS + 1, 20)).includes(true)).toBe(false)
  })
  it('is not over by a clock that was set, on or back', () => {
    expect(missedAt([0, 60_000, 86_460_000, 86_520_000]).includes(true)).toBe(false)
    expect(missedAt([86_400_000, 86_460_000, 60_000, 120_000]).includes(true)).toBe(false)
  })
})
