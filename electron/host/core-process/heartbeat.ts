/**
 * Whether a process that lives still answers. It is asked at each beat; one that falls tells by its
 * end, one that hangs only by its silence.
 */

export const BEAT_MS = 2_000
/** A backup, an import or the seal may hold a core up for some seconds. */
export const SILENCE_MS_MAX = 30_000
/** What was taken for hanging and comes again may be long work: it gets twice as long each time. */
const DOUBLINGS_MAX = 5
/** A beat so much too late: the machine has slept, or whoever asks was held up himself. */
const LATE_MS = 2 * BEAT_MS

export interface Pulse {
  readonly atMs: number
  /** Counted in beats and not by a clock, which goes on while a machine sleeps. */
  readonly silentMs: number
}

/** `nowMs` of a clock that is never set; `hasAnswered` since the beat before. */
export function nextPulse(before: Pulse, nowMs: number, hasAnswered: boolean): Pulse {
  const isLate = nowMs - before.atMs > LATE_MS
  return { atMs: nowMs, silentMs: hasAnswered || isLate ? 0 : before.silentMs + BEAT_MS }
}

/** `hangs`: how many cores have been given up for silence before this one. */
export const isHung = ({ silentMs }: Pulse, hangs: number): boolean =>
  silentMs >= SILENCE_MS_MAX * 2 ** Math.min(hangs, DOUBLINGS_MAX)

interface Followed {
  readonly ask: () => void
  readonly isHung: (pulse: Pulse) => boolean
  readonly onHung: () => void
}

/** From now on. */
export function followPulse({ ask, isHung: isTooLong, onHung }: Followed) {
  let pulse: Pulse = { atMs: performance.now(), silentMs: 0 }
  let hasAnswered = true
  const beating = setInterval(() => {
    pulse = nextPulse(pulse, performance.now(), hasAnswered)
    hasAnswered = false
    if (!isTooLong(pulse)) return ask()
    clearInterval(beating)
    onHung()
  }, BEAT_MS)
  beating.unref()
  return {
    /** Whatever it says, it is there. */
    heard: () => void (hasAnswered = true),
    stop: () => clearInterval(beating),
  }
}
