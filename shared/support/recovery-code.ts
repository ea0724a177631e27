/**
 * The code that opens what leaves the shop: written down once, typed from paper. 24 letters carry
 * 120 bits of chance, so no guessing and no stretching; the 25th finds a slip of the hand.
 */
import { ok, refuse, type Result } from '../core/result.ts'
import { refusal, type Refusal } from '../core/refusals.ts'

/** Crockford's: no I, L, O and U, which are read as other letters. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const BITS_A_LETTER = 5
const GROUP_LETTERS = 5
/** Of chance, for one code. */
export const CODE_BYTES = 15
const CODE_LETTERS = (CODE_BYTES * 8) / BITS_A_LETTER + 1
/** As it may be typed, with spaces and dashes. */
export const CODE_CHARS_MAX = 60

/** `bytes`: CODE_BYTES of chance. In groups of five, as it is shown. */
export function makeCode(bytes: Uint8Array): string {
  let letters = ''
  let [held, bits] = [0, 0]
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= BITS_A_LETTER) {
      bits -= BITS_A_LETTER
      letters += LETTERS.charAt((held >> bits) & (LETTERS.length - 1))
    }
    held &= (1 << bits) - 1
  }
  return inGroups(letters + checkLetter(letters))
}

/** As it is written everywhere. Refuses what cannot be one before anything is opened with it. */
export function parseCode(typed: string): Result<string, Refusal> {
  const letters = typed
    .toUpperCase()
    .replace(/[\s\-–—.]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  const isOne =
    letters.length === CODE_LETTERS &&
    [...letters].every((letter) => LETTERS.includes(letter)) &&
    checkLetter(letters.slice(0, -1)) === letters.at(-1)
  return isOne ? ok(inGroups(letters)) : refuse(refusal('RECOVERY_CODE_NOT_VALID', 'code'))
}

/** Luhn's sum over 32 letters: any one wrong letter, nearly every pair in the wrong order. */
function checkLetter(letters: string): string {
  const sum = [...letters].reverse().reduce((total, letter, index) => {
    const value = LETTERS.indexOf(letter) * (index % 2 === 0 ? 2 : 1)
    return total + Math.floor(value / LETTERS.length) + (value % LETTERS.length)
  }, 0)
  return LETTERS.charAt((LETTERS.length - (sum % LETTERS.length)) % LETTERS.length)
}

function inGroups(letters: string): string {
  return letters.match(new RegExp(`.{1,${GROUP_LETTERS}}`, 'g'))?.join('-') ?? ''
}
