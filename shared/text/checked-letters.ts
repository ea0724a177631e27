/**
 * Codes that are read by people: letters that carry chance, and one that finds a slip of the hand.
 */

/** Crockford's: no I, L, O and U, which are read as other letters. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const BITS_A_LETTER = 5

/** Whole letters only: bits that make up none are left over. With the letter that checks them. */
export function checkedLetters(bytes: Uint8Array): string {
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
  return letters + checkLetter(letters)
}

/** However it was typed: with spaces, dashes and letters that look alike. */
export const asLetters = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[\s\-–—.']/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')

/** As typed; null where it is no code. */
export function readCheckedLetters(typed: string, count: number): string | null {
  const letters = asLetters(typed)
  const isOne =
    letters.length === count &&
    [...letters].every((letter) => LETTERS.includes(letter)) &&
    checkLetter(letters.slice(0, -1)) === letters.at(-1)
  return isOne ? letters : null
}

export function inGroups(letters: string, groupLetters: number): string {
  return letters.match(new RegExp(`.{1,${groupLetters}}`, 'g'))?.join('-') ?? ''
}

/** Luhn's sum over 32 letters: any one wrong letter, nearly every pair in the wrong order. */
function checkLetter(letters: string): string {
  const sum = [...letters].reverse().reduce((total, letter, index) => {
    const value = LETTERS.indexOf(letter) * (index % 2 === 0 ? 2 : 1)
    return total + Math.floor(value / LETTERS.length) + (value % LETTERS.length)
  }, 0)
  return LETTERS.charAt((LETTERS.length - (sum % LETTERS.length)) % LETTERS.length)
}
