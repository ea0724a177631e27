/**
 * The code that opens what leaves the shop: written down once, typed from paper. 24 letters carry
 * 120 bits of chance, so no guessing and no stretching; the 25th finds a slip of the hand.
 */
import { ok, refuse, type Result } from '../core/result.ts'
import { refusal, type Refusal } from '../languages/refusals.ts'
import { BITS_A_LETTER, checkedLetters, inGroups, readCheckedLetters } from './checked-letters.ts'

const GROUP_LETTERS = 5
/** Of chance, for one code. */
export const CODE_BYTES = 15
const CODE_LETTERS = (CODE_BYTES * 8) / BITS_A_LETTER + 1
/** As it may be typed, with spaces and dashes. */
export const CODE_CHARS_MAX = 60

/** `bytes`: CODE_BYTES of chance. In groups of five, as it is shown. */
export function makeCode(bytes: Uint8Array): string {
  return inGroups(checkedLetters(bytes), GROUP_LETTERS)
}

/** As it is written everywhere. Refuses what cannot be one before anything is opened with it. */
export function parseCode(typed: string): Result<string, Refusal> {
  const letters = readCheckedLetters(typed, CODE_LETTERS)
  return letters === null
    ? refuse(refusal('RECOVERY_CODE_NOT_VALID', 'code'))
    : ok(inGroups(letters, GROUP_LETTERS))
}
