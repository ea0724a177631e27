const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_DIGITS = 10

/** When an id was made, in milliseconds; null of a text that is none. */
export function ulidTime(id: string): number | null {
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(id)) return null
  const digits = [...id.slice(0, TIME_DIGITS)]
  return digits.reduce((ms, digit) => ms * ALPHABET.length + ALPHABET.indexOf(digit), 0)
}
