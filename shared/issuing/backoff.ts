/**
 * Full-jitter back-off: anywhere between 0 and the ceiling, so that many tills coming back do not
 * knock together.
 */
const BACKOFF_BASE_MS = 1_000
const BACKOFF_CAP_MS = 60_000
/** After this many tries the ceiling rises to five minutes. */
const PATIENT_AFTER_TRIES = 10
export const PATIENT_CAP_MS = 300_000

/** Longest wait between two tries for a PDF that is no use. */
const PDF_WAIT_MS_MAX = 600_000

/**
 * Doubles with every try in vain, from 2 s: half of it is sure, so that one bad PDF is never asked
 * for in a row.
 */
export function pdfWaitMs(faults: number, unitRandom: number): number {
  const ceilingMs = Math.min(PDF_WAIT_MS_MAX, 2_000 * 2 ** Math.min(faults, 20))
  return Math.floor(ceilingMs * (0.5 + unitRandom / 2))
}

/** `unitRandom` in [0, 1). Never 0 ms: two tries are at least a quarter of a second apart. */
export function backoffMs(tries: number, unitRandom: number): number {
  const cap = tries > PATIENT_AFTER_TRIES ? PATIENT_CAP_MS : BACKOFF_CAP_MS
  const ceiling = Math.min(cap, BACKOFF_BASE_MS * 2 ** Math.min(tries, 20))
  return Math.max(250, Math.floor(unitRandom * ceiling))
}
