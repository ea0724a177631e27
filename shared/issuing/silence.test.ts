import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shownConnection, slowInMs, SLOW_AFTER_MS, type Heard } from './silence.ts'

const ONLINE: Heard = { verdict: 'online', askedAtMs: null, answeredAtMs: 1_000 }
const anyMs = fc.integer({ min: 0, max: 1_000_000 })
const anyHeard: fc.Arbitrary<Heard> = fc.record({
  verdict: fc.constantFrom('online', 'offline', 'trouble', 'checking'),
  askedAtMs: fc.option(anyMs),
  answeredAtMs: fc.option(anyMs),
})

describe('what is said of a service that keeps somebody waiting', () => {
  it('is that it is slow, after two seconds of a question without any answer, and no longer once it answers', () => {
    const asked: Heard = { ...ONLINE, askedAtMs: 5_000 }
    expect(shownConnection(asked, 5_000 + SLOW_AFTER_MS - 1)).toBe('online')
    expect(shownConnection(asked, 5_000 + SLOW_AFTER_MS)).toBe('slow')
    expect(shownConnection({ ...asked, verdict: 'checking' }, 7_000)).toBe('slow')
    expect(shownConnection({ ...asked, answeredAtMs: 6_500 }, 7_000)).toBe('online')
    expect(shownConnection({ ...asked, answeredAtMs: 6_500 }, 8_500)).toBe('slow')
    expect(shownConnection(ONLINE, 900_000)).toBe('online')
  })

  it('is never that it is well while it is silent, and a known failure stands', () => {
    fc.assert(
      fc.property(anyHeard, anyMs, (heard, nowMs) => {
        const shown = shownConnection(heard, nowMs)
        const isFailure = heard.verdict === 'offline' || heard.verdict === 'trouble'
        const silentSinceMs = Math.max(heard.askedAtMs ?? Infinity, heard.answeredAtMs ?? -Infinity)
        const isSlow = !isFailure && nowMs - silentSinceMs >= SLOW_AFTER_MS
        expect(shown).toBe(isSlow ? 'slow' : heard.verdict)
      }),
    )
  })

  it('changes exactly when it was foretold', () => {
    fc.assert(
      fc.property(
        anyHeard.filter(({ verdict }) => verdict === 'online'),
        anyMs,
        (heard, nowMs) => {
          const leftMs = slowInMs(heard, nowMs)
          expect(shownConnection(heard, nowMs + (leftMs ?? 9_000_000))).toBe(
            leftMs === null ? 'online' : 'slow',
          )
          if (leftMs !== null && leftMs > 0)
            expect(shownConnection(heard, nowMs + leftMs - 1)).toBe('online')
        },
      ),
    )
  })
})
