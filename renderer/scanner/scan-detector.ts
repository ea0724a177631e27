/**
 * Tells a barcode scanner from a person at the same keyboard: a scanner "types" a whole code far
 * faster than fingers and ends it with Enter or Tab. A code that came with a pause in it is one
 * code or none; what came after the pause is never taken for a code of its own. Pure: the window's
 * key listener feeds it keys with their times.
 */

/**
 * Longest time from key to key of a scanner at work, 1-20 ms as a rule. Fast typists need 60 ms and
 * more.
 */
export const SCAN_GAP_MS_MAX = 38
/**
 * Shorter bursts are key rollover of a fast typist. The shortest shop codes scanned in practice
 * have four characters.
 */
export const SCAN_CHARS_MIN = 4
export const SCAN_CHARS_MAX = 64
/**
 * Three characters and the terminator this fast are no fingers: the short code of a shelf, or what
 * was left of a label. Left in the field they would become a quantity or an amount.
 */
export const SURE_CHARS_MIN = 3
export const SURE_GAP_MS_MAX = 20
/**
 * Codes with pauses in them are known by how fast they came on the whole: the longer, the slower it
 * may have been.
 */
const PAUSED_CHARS_MIN = 6
const LONG_CHARS_MIN = 8
export const LONG_MEAN_MS_MAX = 50
/**
 * What was typed less than this before belongs to what follows: the beginning of the same code, as
 * far as anyone knows.
 */
export const HEAD_MEMORY_MS = 1_000

/** Characters since the last key that was none, and when each came. */
interface ScanState {
  readonly text: string
  readonly atMs: readonly number[]
  /** A key that is no character came among them, as fast as they did. */
  readonly isSpoiled: boolean
}

export const NO_SCAN: ScanState = { text: '', atMs: [], isSpoiled: false }

/** How a scanner sent a code. */
export interface ScanReading {
  readonly code: string
  /** From key to key, the one in the middle. */
  readonly strokeMs: number
  /** Longest time from key to key, the terminator's too. */
  readonly pauseMs: number
  readonly end: 'Enter' | 'Tab'
}

export type ScanOutcome =
  | { readonly kind: 'scan'; readonly reading: ScanReading }
  /**
   * Its parts came too far from each other to be one code for sure. `isHeadTyped`: a person may
   * have typed the first.
   */
  | {
      readonly kind: 'cut'
      readonly reading: ScanReading
      readonly head: string
      readonly tail: string
      readonly isHeadTyped: boolean
    }
  /** A scan whose terminator came so late that a person may have pressed it. */
  | { readonly kind: 'late'; readonly reading: ScanReading }

interface ScanStep {
  readonly state: ScanState
  readonly outcome: ScanOutcome | null
  /** What this key begins: the moment to remember what the focused field holds. */
  readonly begins: 'code' | 'part' | null
  /** No fingers press a key like this one: it belongs to a code, whatever becomes of that. */
  readonly isScanners: boolean
}

/**
 * `key` is KeyboardEvent.key; `atMs` its time stamp; `pauseMs` the longest pause of this shop's
 * scanner inside a code. Modified keys (Ctrl+C) are not to be fed in.
 */
export function nextScanStep(
  state: ScanState,
  key: string,
  atMs: number,
  pauseMs: number,
): ScanStep {
  const heard = { outcome: null, begins: null, isScanners: false }
  if (key === 'Enter' || key === 'Tab')
    return { ...heard, state: NO_SCAN, outcome: outcomeOf(state, key, atMs, pauseMs) }
  const gapMs = atMs - (state.atMs.at(-1) ?? Number.NEGATIVE_INFINITY)
  if (key.length !== 1) {
    // Scanners press Shift for capitals and may send a control prefix; neither breaks a code.
    if (isPassedOver(key)) return { ...heard, state }
    const isSpoiled = gapMs <= pauseMs && isMachineMade(state)
    return { ...heard, state: isSpoiled ? { ...state, isSpoiled } : NO_SCAN }
  }
  // What a scanner began and did not end stays in the field, so it stays in mind as well.
  if (gapMs > HEAD_MEMORY_MS && !isMachineMade(state))
    return { ...heard, state: { text: key, atMs: [atMs], isSpoiled: false }, begins: 'code' }
  const most = SCAN_CHARS_MAX + 1
  const next = {
    ...state,
    text: (state.text + key).slice(-most),
    atMs: [...state.atMs, atMs].slice(-most),
  }
  return {
    ...heard,
    state: next,
    begins: gapMs > pauseMs ? 'part' : null,
    isScanners: gapMs <= SCAN_GAP_MS_MAX && isMachineMade(next),
  }
}

/** Keys that stand between the characters of a code and change nothing. */
export function isPassedOver(key: string): boolean {
  return key === 'Shift' || key === 'Unidentified'
}

/**
 * A person presses something else: what was typed long before is no beginning of a code any more,
 * and neither is a word that fingers typed a moment ago. Whoever searches, taps the tile and scans
 * is not told that the code came in parts.
 */
export function forgetOld(state: ScanState, atMs: number): ScanState {
  const isOld = atMs - (state.atMs.at(-1) ?? atMs) > HEAD_MEMORY_MS
  return isOld || (!/\d/.test(state.text) && !hasMachineRun(state)) ? NO_SCAN : state
}

function outcomeOf(
  state: ScanState,
  end: 'Enter' | 'Tab',
  atMs: number,
  pauseMs: number,
): ScanOutcome | null {
  const { text } = state
  const gaps = [...gapsOf(state.atMs), atMs - (state.atMs.at(-1) ?? Number.NEGATIVE_INFINITY)]
  const lateMs = gaps.at(-1) ?? 0
  const reading = {
    code: text,
    strokeMs: middle(gaps.slice(0, -1)),
    pauseMs: Math.max(...gaps),
    end,
  }
  const isScanned =
    endsLikeScan(text, gaps, pauseMs) || (lateMs <= SCAN_GAP_MS_MAX && isMachineMade(state))
  if (!isScanned) {
    const isLate =
      lateMs <= HEAD_MEMORY_MS && text.length >= LONG_CHARS_MIN && text.length <= SCAN_CHARS_MAX
    return isLate && endsLikeScan(text, [...gaps.slice(0, -1), 0], pauseMs, LONG_CHARS_MIN)
      ? { kind: 'late', reading }
      : null
  }
  const cutAt = gaps.slice(0, -1).findLastIndex((gapMs) => gapMs > pauseMs) + 1
  if (cutAt === 0 && !state.isSpoiled)
    return text.length <= SCAN_CHARS_MAX ? { kind: 'scan', reading } : null
  const head = { ...state, text: text.slice(0, cutAt), atMs: state.atMs.slice(0, cutAt) }
  return {
    kind: 'cut',
    reading,
    head: head.text,
    tail: text.slice(cutAt),
    isHeadTyped: !state.isSpoiled && !isMachineMade(head),
  }
}

/**
 * Whether the last characters, `charsMin` at least, came as no person types. `gaps` end with that
 * to the terminator.
 */
function endsLikeScan(
  text: string,
  gaps: readonly number[],
  pauseMs: number,
  charsMin = SURE_CHARS_MIN,
): boolean {
  let longestMs = gaps.at(-1) ?? 0
  let sumMs = 0
  for (let chars = 1; chars <= text.length; chars += 1) {
    if (chars > 1) {
      const gapMs = gaps[text.length - chars] ?? 0
      longestMs = Math.max(longestMs, gapMs)
      sumMs += gapMs
    }
    if (chars < charsMin) continue
    if (longestMs <= SURE_GAP_MS_MAX || (chars >= SCAN_CHARS_MIN && longestMs <= SCAN_GAP_MS_MAX))
      return true
    if (longestMs > pauseMs) return false
    const meanMs = chars < PAUSED_CHARS_MIN ? Number.NaN : sumMs / (chars - 1)
    if (
      meanMs <= (chars >= LONG_CHARS_MIN ? LONG_MEAN_MS_MAX : SCAN_GAP_MS_MAX) &&
      /\d/.test(text.slice(-chars))
    )
      return true
  }
  return false
}

/** Three keys in a row as no fingers press them, among them a figure: a code, or a part of one. */
function isMachineMade(state: ScanState): boolean {
  return /\d/.test(state.text) && hasMachineRun(state)
}

function hasMachineRun({ atMs }: ScanState): boolean {
  const gaps = gapsOf(atMs)
  const hasRun = (count: number, mostMs: number) =>
    gaps.some(
      (_, at) =>
        at + count <= gaps.length && gaps.slice(at, at + count).every((gapMs) => gapMs <= mostMs),
    )
  return hasRun(SURE_CHARS_MIN - 1, SURE_GAP_MS_MAX) || hasRun(SCAN_CHARS_MIN - 1, SCAN_GAP_MS_MAX)
}

function gapsOf(atMs: readonly number[]): number[] {
  return atMs.slice(1).map((at, index) => at - (atMs[index] ?? at))
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
}
