/**
 * The code on a vale, which is all its bearer needs: 12 letters carry 60 bits of chance, the 13th
 * finds a slip of the hand. The bars of the paper begin with a V, so no product's code is one.
 */
import { checkedLetters, inGroups, readCheckedLetters } from './checked-letters.ts'

/** Of chance, for one code; four bits of them are left over. */
export const VALE_CODE_BYTES = 8
const CODE_LETTERS = 13
const GROUP_LETTERS = 4
/** As it may be typed, with spaces and dashes. */
export const VALE_CODE_CHARS_MAX = 40
const MARK = 'V'

/** As it is kept: letters only. */
export function makeValeCode(bytes: Uint8Array): string {
  return checkedLetters(bytes.slice(0, VALE_CODE_BYTES))
}

/** Typed with or without the mark; null where it cannot be one. */
export function readValeCode(typed: string): string | null {
  return readCheckedLetters(typed, CODE_LETTERS) ?? scannedVale(typed)
}

/** What a scanner read off a vale; null for any other code. */
export function scannedVale(text: string): string | null {
  const trimmed = text.trim().toUpperCase()
  return trimmed.startsWith(MARK) ? readCheckedLetters(trimmed.slice(1), CODE_LETTERS) : null
}

/** For the QR code of the paper. */
export function valeMark(code: string): string {
  return `${MARK}${code}`
}

/** For the eye and the hand: `7K3M-09QX-ZT4W-A`. */
export function valeCodeText(code: string): string {
  return inGroups(code, GROUP_LETTERS)
}
