/**
 * Who waits for the service, and since when: what a finished exchange cannot tell while none
 * finishes.
 */
import { slowInMs, type Heard } from '#shared/issuing/silence.ts'
import type { Clock, HttpPort } from '../../kernel/ports.ts'
import { CREATE_SOFT_TIMEOUT_MS } from './service-client.ts'

export interface SilenceWatch {
  /** Notes every exchange that goes through. */
  over(http: HttpPort): HttpPort
  heard(): Pick<Heard, 'askedAtMs' | 'answeredAtMs'>
  stop(): void
}

/** `onChange`: the service has become slow, or answers again. */
export function createSilenceWatch(clock: Clock, onChange: () => void): SilenceWatch {
  const asked = new Set<{ readonly atMs: number }>()
  let answeredAtMs: number | null = null
  let isSlow = false
  let cancelTimer: (() => void) | null = null
  const heard = () => {
    // The counter waits no longer for an older one; its socket stays open for a late answer, which
    // is no question any more.
    const sinceMs = clock.monotonicMs() - CREATE_SOFT_TIMEOUT_MS
    const waiting = [...asked].map(({ atMs }) => atMs).filter((atMs) => atMs > sinceMs)
    return { askedAtMs: waiting.length === 0 ? null : Math.min(...waiting), answeredAtMs }
  }
  const look = () => {
    cancelTimer?.()
    cancelTimer = null
    const leftMs = slowInMs(heard(), clock.monotonicMs())
    if (leftMs !== null && leftMs > 0) cancelTimer = clock.after(leftMs, look)
    if (isSlow === (leftMs === 0)) return
    isSlow = !isSlow
    onChange()
  }
  return {
    heard,
    over: (http) => ({
      mistrust: () => http.mistrust?.(),
      async exchange(request, signal) {
        const question = { atMs: clock.monotonicMs() }
        asked.add(question)
        if (cancelTimer === null) look()
        try {
          const outcome = await http.exchange(request, signal)
          if (outcome.kind === 'answered') answeredAtMs = clock.monotonicMs()
          return outcome
        } finally {
          asked.delete(question)
          if (isSlow) look()
        }
      },
    }),
    stop: () => cancelTimer?.(),
  }
}
