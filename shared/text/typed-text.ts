/**
 * Text as a person types, pastes or imports it. What stands in it unseen goes before anything reads
 * it: the control characters, which a printer or a terminal takes for orders, and those that turn
 * words round, have no width or no picture, with which one name passes for another.
 */
import { z } from 'zod'

const SPACE = /\r\n|[\t\n\v\f\r\u0085\p{Z}]/gu
const LINE_END = /\r\n|[\v\f\r\u0085\p{Zl}\p{Zp}]/gu
const BLANK = /\p{Zs}/gu
/**
 * Controls, formats, halves of letters and nobody's letters of Unicode, what it says is drawn by
 * nobody, and the empty Braille cell; `\t` and `\n` have been dealt with, or are meant.
 */
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{DI}\u2800]/gu

const LINE = z.string().overwrite((text) => text.replace(SPACE, ' ').replace(UNSEEN, ''))
const LINES = z.string().overwrite(seenLines)

/** One line: a name, a reason, a code. One schema for all fields: each of its own has 2.7 kB. */
export const typedText = () => LINE

/** Lines of a person's own, as notes have them. */
export const typedLines = () => LINES

/** The same of a text that came by no row of the contract: a shelf in a list that is brought. */
export function seenLines(text: string): string {
  return text.replace(LINE_END, '\n').replace(BLANK, ' ').replace(UNSEEN, '')
}

/** Names something that is somewhere else, letter by letter: nothing is taken away, but refused. */
export const plainText = () =>
  z.string().regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{DI}\p{Zl}\p{Zp}\u2800]*$/u)
