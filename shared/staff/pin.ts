import { refusal, type Refusal } from '../core/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'

export const PIN_DIGITS_MIN = 4
export const PIN_DIGITS_MAX = 8
/** Wrong PINs in a row that cost nothing; from then on each one costs a wait that doubles. */
export const FREE_TRIES = 4
const FIRST_WAIT_MS = 30_000
export const LONGEST_WAIT_MS = 15 * 60_000

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

/** How long nobody may try again after this many wrong PINs in a row. */
export function waitAfterMs(failedCount: number): number {
  if (failedCount <= FREE_TRIES) return 0
  return Math.min(FIRST_WAIT_MS * 2 ** (failedCount - FREE_TRIES - 1), LONGEST_WAIT_MS)
}
