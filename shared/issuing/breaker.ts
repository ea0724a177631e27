/**
 * Admission control for a troubled service. The breaker stops all sending after a run of failures
 * of different receipts and then lets one half-open probe try; the retry bucket keeps a backlog of
 * failed receipts from knocking all at once.
 */

/** Failures in a row that open it, of at least two receipts: one bad document is not an outage. */
export const BREAKER_FAILURES = 5
const DIFFERENT_RECEIPTS = 2
/** Successes of the half-open probe, one at a time, before everything flows again. */
const PROBE_SUCCESSES = 2
const PAUSE_MS = 2_000
const PAUSE_MS_MAX = 60_000
export const IN_FLIGHT_MAX = 4

interface Breaker {
  readonly phase: 'closed' | 'open' | 'half-open'
  readonly failures: number
  /** Up to two different receipts among the failures. */
  readonly failed: readonly string[]
  readonly successes: number
  /** Times it opened without closing in between. */
  readonly openings: number
  /** Monotonic time from which a half-open probe may go. */
  readonly opensAtMs: number
}

export const CLOSED: Breaker = {
  phase: 'closed',
  failures: 0,
  failed: [],
  successes: 0,
  openings: 0,
  opensAtMs: 0,
}

export type BreakerEvent =
  | { readonly kind: 'success' }
  | { readonly kind: 'failure'; readonly saleId: string }
  /** A pause somebody else asked for: a refused key, Retry-After. */
  | { readonly kind: 'pause'; readonly pauseMs: number }
  /** The connection was down and is back. */
  | { readonly kind: 'returned' }

export function breakerAfter(breaker: Breaker, event: BreakerEvent, nowMs: number): Breaker {
  switch (event.kind) {
    case 'success': {
      if (breaker.phase === 'closed') return breaker.failures === 0 ? breaker : CLOSED
      const successes = breaker.successes + 1
      return successes >= PROBE_SUCCESSES
        ? CLOSED
        : { ...breaker, phase: 'half-open', successes, failures: 0, failed: [] }
    }
    case 'failure': {
      const failed = [...new Set([...breaker.failed, event.saleId])].slice(0, DIFFERENT_RECEIPTS)
      const failures = breaker.failures + 1
      const isOutage = failures >= BREAKER_FAILURES && failed.length >= DIFFERENT_RECEIPTS
      if (breaker.phase === 'closed' && !isOutage) return { ...breaker, failures, failed }
      const pauseMs = Math.min(PAUSE_MS * 2 ** Math.min(breaker.openings, 10), PAUSE_MS_MAX)
      return {
        ...breaker,
        phase: 'open',
        failures,
        failed,
        successes: 0,
        openings: breaker.openings + 1,
        opensAtMs: nowMs + pauseMs,
      }
    }
    case 'pause':
      return {
        ...breaker,
        phase: 'open',
        successes: 0,
        opensAtMs: Math.max(breaker.opensAtMs, nowMs + event.pauseMs),
      }
    case 'returned':
      // A pause that is running goes on: reads may pass while every creation still fails.
      return breaker.phase === 'closed' ? { ...CLOSED, phase: 'half-open' } : breaker
  }
}

/** How many receipts may be under way now. */
export function permits(breaker: Breaker, nowMs: number): number {
  if (breaker.phase === 'closed') return IN_FLIGHT_MAX
  return breaker.phase === 'half-open' || nowMs >= breaker.opensAtMs ? 1 : 0
}

/**
 * Retries that may go in a burst, and how fast they come back by themselves; every success gives
 * one back too.
 */
export const RETRY_TOKENS_MAX = 10
export const RETRY_TOKENS_PER_S = 1

interface RetryBucket {
  readonly tokens: number
  readonly atMs: number
}

export function retryTokens(bucket: RetryBucket, nowMs: number): number {
  const gained = (Math.max(0, nowMs - bucket.atMs) / 1000) * RETRY_TOKENS_PER_S
  return Math.min(RETRY_TOKENS_MAX, bucket.tokens + gained)
}

/** `change` is +1 for a success and -1 for a retry that goes out. */
export function changeTokens(bucket: RetryBucket, change: number, nowMs: number): RetryBucket {
  return {
    tokens: Math.max(0, Math.min(RETRY_TOKENS_MAX, retryTokens(bucket, nowMs) + change)),
    atMs: nowMs,
  }
}
