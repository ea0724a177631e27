import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  breakerAfter,
  BREAKER_FAILURES,
  changeTokens,
  CLOSED,
  IN_FLIGHT_MAX,
  permits,
  RETRY_TOKENS_MAX,
  retryTokens,
  type BreakerEvent,
} from './breaker.ts'

const fail = (saleId: string): BreakerEvent => ({ kind: 'failure', saleId })
const play = (events: readonly BreakerEvent[], nowMs = 0) =>
  events.reduce((breaker, event) => breakerAfter(breaker, event, nowMs), CLOSED)

describe('the breaker', () => {
  it('opens after a run of failures of different receipts', () => {
    expect(permits(play(['a', 'b', 'a', 'b', 'a'].map(fail)), 0)).toBe(0)
    expect(permits(play(['a', 'b', 'a', 'b'].map(fail)), 0)).toBe(IN_FLIGHT_MAX)
  })

  it('does not take one bad receipt for an outage', () => {
    expect(play(Array.from({ length: 3 * BREAKER_FAILURES }, () => fail('a'))).phase).toBe('closed')
  })

  it('lets one half-open probe go after its pause, and all after two successes', () => {
    const open = play(['a', 'b', 'a', 'b', 'a'].map(fail))
    expect(permits(open, open.opensAtMs)).toBe(1)
    const once = breakerAfter(open, { kind: 'success' }, open.opensAtMs)
    expect(permits(once, open.opensAtMs)).toBe(1)
    expect(permits(breakerAfter(once, { kind: 'success' }, open.opensAtMs), 0)).toBe(IN_FLIGHT_MAX)
  })

  it('waits longer each time the half-open probe fails, up to a minute', () => {
    let breaker = play(['a', 'b', 'a', 'b', 'a'].map(fail))
    const pauses = Array.from({ length: 10 }, () => {
      const atMs = breaker.opensAtMs
      breaker = breakerAfter(breaker, fail('c'), atMs)
      return breaker.opensAtMs - atMs
    })
    expect(pauses).toEqual([
      4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000, 60_000, 60_000, 60_000,
    ])
  })

  it('sends a half-open probe first after an outage', () =>
    expect(permits(play([{ kind: 'returned' }]), 0)).toBe(1))

  it('always lets something go in the end', () => {
    const event = fc.oneof(
      fc.constant<BreakerEvent>({ kind: 'success' }),
      fc.constant<BreakerEvent>({ kind: 'returned' }),
      fc.constantFrom('a', 'b', 'c').map(fail),
      fc.nat(600_000).map((pauseMs): BreakerEvent => ({ kind: 'pause', pauseMs })),
    )
    fc.assert(
      fc.property(fc.array(event), (events) => {
        expect(permits(play(events), 700_000)).toBeGreaterThanOrEqual(1)
      }),
    )
  })
})

it('retries run dry and come back with time', () => {
  let bucket = { tokens: RETRY_TOKENS_MAX, atMs: 0 }
  for (let retry = 0; retry < RETRY_TOKENS_MAX; retry += 1) bucket = changeTokens(bucket, -1, 0)
  expect(retryTokens(bucket, 0)).toBe(0)
  expect(retryTokens(bucket, 3_000)).toBe(3)
  expect(retryTokens(bucket, 1e9)).toBe(RETRY_TOKENS_MAX)
})
