/**
 * Tells a barcode scanner from a person at the same keyboard: a scanner "types" a whole code far faster than fingers and
 * ends it with Enter or Tab. Pure: the window's key listener feeds it keys with their times.
 */

/** Longest pause between two characters of one scan. Scanners send every 1-20 ms; fast typists need 60 ms and more. */
export const SCAN_GAP_MS_MAX = 38
/** Shorter bursts are key rollover of a fast typist. The shortest shop codes scanned in practice have four characters. */
export const SCAN_CHARS_MIN = 4
export const SCAN_CHARS_MAX = 64
/**
 * Three characters and the terminator this fast are no fingers: the short code of a shelf, or what was left of a label. Left
 * in the field they would become a quantity or an amount.
 */
export const SURE_CHARS_MIN = 3
export const SURE_GAP_MS_MAX = 20

export interface ScanState {
  readonly burst: string
  readonly lastAtMs: number
  /** Characters of the burst that reached the focused field before the terminator showed it to be a scan. */
  readonly startedAtMs: number
  /** Longest pause inside the burst so far. */
  readonly pauseMs: number
}

export const NO_SCAN: ScanState = { burst: '', lastAtMs: Number.NEGATIVE_INFINITY, startedAtMs: 0, pauseMs: 0 }

export interface ScanStep {
  readonly state: ScanState
  /** The code, once its terminator arrived. */
  readonly scan: string | null
  /** True when this key begins a new burst: the moment to remember what the focused field holds. */
  readonly begins: boolean
}

/** `key` is KeyboardEvent.key; `atMs` its time stamp. Modified keys (Ctrl+C) are not to be fed in. */
export function nextScanStep(state: ScanState, key: string, atMs: number): ScanStep {
  const gapMs = atMs - state.lastAtMs
  const isQuick = gapMs <= SCAN_GAP_MS_MAX
  const pauseMs = Math.max(state.pauseMs, gapMs)
  if (key === 'Enter' || key === 'Tab') {
    const charsMin = pauseMs <= SURE_GAP_MS_MAX ? SURE_CHARS_MIN : SCAN_CHARS_MIN
    const isScan = isQuick && state.burst.length >= charsMin && state.burst.length <= SCAN_CHARS_MAX
    return { state: NO_SCAN, scan: isScan ? state.burst : null, begins: false }
  }
  // Scanners press Shift for capitals and may send a control prefix; neither breaks a burst.
  if (key.length !== 1) return { state: key === 'Shift' || key === 'Unidentified' ? state : NO_SCAN, scan: null, begins: false }
  if (isQuick && state.burst !== '') {
    const burst = (state.burst + key).slice(0, SCAN_CHARS_MAX + 1)
    return { state: { ...state, burst, lastAtMs: atMs, pauseMs }, scan: null, begins: false }
  }
  return { state: { burst: key, lastAtMs: atMs, startedAtMs: atMs, pauseMs: 0 }, scan: null, begins: true }
}
