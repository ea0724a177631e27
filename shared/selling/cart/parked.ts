/**
 * Sales put aside at the counter: how many, under which number and name. Pure; the core keeps them.
 */
import { refusal, type Refusal } from '../../languages/refusals.ts'
import { ok, refuse, type Result } from '../../core/result.ts'

/** More than anyone keeps apart at one counter; what lies there longer is a forgotten sale. */
export const PARKED_MAX = 20
export const PARKED_NAME_CHARS_MAX = 40

/** The smallest number nobody has: short enough to call out across the counter. */
export function nextParkedNumber(taken: readonly number[]): number {
  const numbers = new Set(taken)
  let number = 1
  while (numbers.has(number)) number += 1
  return number
}

/** A name is optional and never printed; it only has to fit its row. */
export function checkParkedName(text: string): Result<string, Refusal> {
  const name = text.replace(/\s+/g, ' ').trim()
  return name.length > PARKED_NAME_CHARS_MAX
    ? refuse(refusal('PARKED_NAME_TOO_LONG', 'name'))
    : ok(name)
}
