/**
 * Admission control of reads: a breaker of their own, because creations may pass while reads fail
 * and the other way round, the pause a service asks for, and a bucket for those that have led
 * nowhere before. However many receipts wait for a verdict or a PDF, a service in trouble is asked
 * no more than about once a second.
 */
import type { SaleId } from '#shared/core/brand.ts'
import { backoffMs } from '#shared/issuing/backoff.ts'
import {
  breakerAfter,
  changeTokens,
  CLOSED,
  permits,
  RETRY_TOKENS_MAX,
  RETRY_TOKENS_PER_S,
  retryTokens,
} from '#shared/issuing/breaker.ts'
import { RETRY_AFTER_MS_MAX } from '#shared/issuing/classify.ts'
import type { Clock, HttpOutcome, Randomness } from '../../kernel/ports.ts'
import { readRetryAfterS } from '../connection/retry-after.ts'
import { unitRandom } from '../../kernel/unit-random.ts'

export interface ReadAdmission {
  /** Reads that may be under way now. */
  places(): number
  /** A read about this receipt may go now. */
  mayGo(saleId: SaleId): boolean
  /** It goes now. */
  begin(saleId: SaleId): void
  /** Its answer, at the HTTP level. */
  learn(saleId: SaleId, outcome: HttpOutcome): void
  /**
   * It said what it was asked for; or it did not, and the answer is how long to wait before the
   * next one, in ms.
   */
  found(saleId: SaleId): void
  notFound(saleId: SaleId): number
  /** Until something held back may go by itself, in ms. */
  waitMs(): number
  /** Another service, or a person's order: nothing is held against anybody. */
  startOver(): void
}

/** Wait after a first read that led nowhere, and at least after any other. */
const WAIT_MS_MIN = 2_000

/**
 * So many that lead nowhere, and no other between them, are the service's trouble and not the
 * receipts'.
 */
const BARREN_MAX = 5
/** Receipts whose reads failed that are remembered; the others begin anew. */
const STREAKS_MAX = 5_000

export function createReadAdmission({
  clock,
  randomness,
}: {
  readonly clock: Clock
  readonly randomness: Randomness
}): ReadAdmission {
  let breaker = CLOSED
  let bucket = { tokens: RETRY_TOKENS_MAX, atMs: clock.monotonicMs() }
  const streaks = new Map<SaleId, number>()
  /** Reads in a row, of whatever receipts, that led nowhere. */
  let barren = 0
  const isCautious = (saleId: SaleId) =>
    breaker.phase !== 'closed' || barren >= BARREN_MAX || streaks.has(saleId)
  return {
    places: () => permits(breaker, clock.monotonicMs()),
    mayGo: (saleId) =>
      permits(breaker, clock.monotonicMs()) > 0 &&
      (!isCautious(saleId) || retryTokens(bucket, clock.monotonicMs()) >= 1),
    begin(saleId) {
      if (isCautious(saleId)) bucket = changeTokens(bucket, -1, clock.monotonicMs())
    },
    learn(saleId, outcome) {
      breaker = breakerAfter(breaker, eventOf(saleId, outcome, clock.now()), clock.monotonicMs())
    },
    found(saleId) {
      streaks.delete(saleId)
      barren = 0
      bucket = changeTokens(bucket, 1, clock.monotonicMs())
    },
    notFound(saleId) {
      const streak = (streaks.get(saleId) ?? 0) + 1
      barren += 1
      if (streaks.size >= STREAKS_MAX) streaks.clear()
      streaks.set(saleId, streak)
      return Math.max(WAIT_MS_MIN, backoffMs(streak + 1, unitRandom(randomness)))
    },
    waitMs() {
      const nowMs = clock.monotonicMs()
      if (permits(breaker, nowMs) === 0) return breaker.opensAtMs - nowMs
      return retryTokens(bucket, nowMs) < 1 ? 1_000 / RETRY_TOKENS_PER_S : Infinity
    },
    startOver() {
      breaker = CLOSED
      barren = 0
      streaks.clear()
    },
  }
}

/** Without Retry-After, as long as a creation waits. */
const PAUSE_MS = 5_000

/** Any answer but a cry for rest or a breakdown shows a service that can be read. */
function eventOf(saleId: SaleId, outcome: HttpOutcome, now: number) {
  if (outcome.kind !== 'answered') return { kind: 'failure', saleId } as const
  const { status, headers } = outcome
  if (status === 429 || status === 503) {
    const asked = readRetryAfterS(headers, now)
    return {
      kind: 'pause',
      pauseMs: asked === null ? PAUSE_MS : Math.min(asked * 1_000, RETRY_AFTER_MS_MAX),
    } as const
  }
  return status >= 500 ? ({ kind: 'failure', saleId } as const) : ({ kind: 'success' } as const)
}
