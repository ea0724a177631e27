/**
 * What is said of the service while it keeps somebody waiting: one answer for the bar, its
 * explanation and the slip.
 */
import type { ConnectionState } from './status.ts'

/** A service that is asked and answers nothing for this long is slow, whatever it said before. */
export const SLOW_AFTER_MS = 2_000

/** What a finished exchange says of the service. */
export type ServiceVerdict = Exclude<ConnectionState, 'slow'>

/** Times by one monotonic clock, in ms. */
export interface Heard {
  /** By the last exchange that ended. */
  readonly verdict: ServiceVerdict
  /** Since when the oldest question still waits; null while nothing is asked. */
  readonly askedAtMs: number | null
  /** When the service last answered anything; null before. */
  readonly answeredAtMs: number | null
}

/**
 * A failure stands until something is answered. A question that waits while others are answered
 * says nothing: one paper may take its time.
 */
export function shownConnection(heard: Heard, nowMs: number): ConnectionState {
  if (heard.verdict === 'offline' || heard.verdict === 'trouble') return heard.verdict
  return slowInMs(heard, nowMs) === 0 ? 'slow' : heard.verdict
}

/** Time until the silence is called slow, 0 once it is; null while nothing is asked. */
export function slowInMs(
  { askedAtMs, answeredAtMs }: Pick<Heard, 'askedAtMs' | 'answeredAtMs'>,
  nowMs: number,
): number | null {
  if (askedAtMs === null) return null
  return Math.max(0, Math.max(askedAtMs, answeredAtMs ?? -Infinity) + SLOW_AFTER_MS - nowMs)
}
