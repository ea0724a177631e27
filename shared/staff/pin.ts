import { refusal, type Refusal } from '../languages/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'

const PIN_DIGITS_MIN = 4
export const PIN_DIGITS_MAX = 8
/** Wrong PINs in a row that cost nothing; from then on each one costs a wait that doubles. */
const FREE_TRIES = 4

/**
 * Where a PIN is typed. Wrong ones are counted apart for each: whoever asks a supervisor for a
 * permission must not be able to keep that supervisor from signing in.
 */
export interface PinWay {
  readonly longestWaitMs: number
  /** Where more than `FREE_TRIES` cost nothing. */
  readonly freeTries?: number
}
/**
 * Signing in: anybody can stand there, so nobody may be kept out for longer than this. All of the
 * 9,000-odd PINs of four digits take twelve days of trying without a pause, each in the log.
 */
export const DOOR: PinWay = { longestWaitMs: 2 * 60_000 }
/** A permission asked for in somebody's name, who alone waits for the wrong ones. */
export const SHOULDER: PinWay = { longestWaitMs: 15 * 60_000 }

export interface PinTries {
  /** Wrong ones in a row. */
  readonly failedCount: number
  readonly lockedUntilMs: number
}
export const NO_TRIES: PinTries = { failedCount: 0, lockedUntilMs: 0 }

/** A PIN somebody may choose: digits, and not the ones everybody tries first. */
export function checkPin(text: string): Result<string, Refusal> {
  if (!/^\d+$/.test(text) || text.length < PIN_DIGITS_MIN || text.length > PIN_DIGITS_MAX)
    return refuse(refusal('PIN_NOT_VALID', 'pin'))
  return isObvious(text) ? refuse(refusal('PIN_TOO_EASY', 'pin')) : ok(text)
}

/**
 * What is tried first: one or two digits only (1111, 1212, 1122), a run up or down (1234, 9876), a
 * half said twice (123123), a year (1987).
 */
function isObvious(pin: string): boolean {
  const digits = [...pin].map(Number)
  const steps = new Set(digits.slice(1).map((digit, index) => digit - (digits[index] ?? 0)))
  const isRun = steps.size === 1 && [-1, 0, 1].includes([...steps][0] ?? 9)
  const half = pin.slice(0, pin.length / 2)
  return (
    isRun || new Set(digits).size <= 2 || half + half === pin || /^(19[3-9]|20[0-3])\d$/.test(pin)
  )
}

/**
 * Before a PIN is compared. `waitMs` above 0: it is not, and nobody may for so long; 0: it is
 * counted as wrong already, and a right one takes that back. A clock set back makes nobody wait for
 * longer than the longest wait, which then runs from when it is seen.
 */
export function takeTry(
  way: PinWay,
  { failedCount, lockedUntilMs }: PinTries,
  nowMs: number,
): { readonly waitMs: number; readonly tries: PinTries } {
  const untilMs = Math.min(lockedUntilMs, nowMs + way.longestWaitMs)
  if (untilMs > nowMs)
    return { waitMs: untilMs - nowMs, tries: { failedCount, lockedUntilMs: untilMs } }
  const tries = failedCount + 1
  return {
    waitMs: 0,
    tries: { failedCount: tries, lockedUntilMs: nowMs + waitAfterMs(way, tries) },
  }
}

const FIRST_WAIT_MS = 30_000

/** How long nobody may try again after this many wrong PINs in a row. */
export function waitAfterMs(
  { longestWaitMs, freeTries = FREE_TRIES }: PinWay,
  failedCount: number,
): number {
  if (failedCount <= freeTries) return 0
  return Math.min(FIRST_WAIT_MS * 2 ** (failedCount - freeTries - 1), longestWaitMs)
}

const HOUR_MS = 3_600_000

/** The most that are compared in any hour without a right one between them. */
export function guessesAnHour(way: PinWay): number {
  let count = 0
  for (let atMs = 0; atMs < HOUR_MS; atMs += waitAfterMs(way, count)) count += 1
  return count
}
