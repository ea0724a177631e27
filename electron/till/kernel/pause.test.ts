import { describe, expect, it, vi } from 'vitest'
import { manualClock } from '../../../test/support/manual-clock.ts'
import { pause } from './pause.ts'

describe('a pause', () => {
  it('ends with its time, or at once with its signal, and leaves no listener and no timer behind', async () => {
    const clock = manualClock()
    const stop = new AbortController()
    const left = vi.spyOn(stop.signal, 'removeEventListener')
    const ended: string[] = []
    void pause(clock, 1_000, stop.signal).then(() => ended.push('by time'))
    void pause(clock, 60_000, stop.signal).then(() => ended.push('by signal'))
    await clock.advance(1_000)
    expect(ended).toEqual(['by time'])
    stop.abort()
    await pause(clock, 60_000, stop.signal)
    expect(ended).toEqual(['by time', 'by signal'])
    expect(left).toHaveBeenCalledTimes(2)
  })
})
