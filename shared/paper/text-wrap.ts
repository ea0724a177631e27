import type { MeasureText, TextStyle } from './drawing.ts'

/**
 * Text as it can be drawn: composed, well-formed, and without control characters, which become
 * spaces.
 */
export function printableText(text: string): string {
  return text
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ')
}

/**
 * Breaks a text into rows no wider than `widthDots`: at spaces, and inside a word only when the
 * word alone is wider than a row. A no-break space never breaks. A single character wider than the
 * row still gets its own row. An empty text has no rows.
 */
export function wrapText(
  text: string,
  style: TextStyle,
  widthDots: number,
  measure: MeasureText,
): string[] {
  const spaceDots = measure(' ', style)
  const rows: string[] = []
  let row = ''
  let rowDots = 0
  for (const word of printableText(text).split(/ +/)) {
    if (word === '') continue
    const wordDots = measure(word, style)
    if (row !== '' && rowDots + spaceDots + wordDots <= widthDots) {
      row += ` ${word}`
      rowDots += spaceDots + wordDots
      continue
    }
    if (row !== '') rows.push(row)
    const pieces = wordDots <= widthDots ? [word] : breakWord(word, style, widthDots, measure)
    row = pieces.pop() ?? ''
    rowDots = measure(row, style)
    rows.push(...pieces)
  }
  if (row !== '') rows.push(row)
  return rows
}

/** Rounds of halving: enough to place the edge of 576 dots to within 5 dots. */
const BALANCE_ROUNDS_MAX = 7

/**
 * The same number of rows as `wrapText`, in the narrowest width that allows it: no lonely last word
 * under a title.
 */
export function wrapBalanced(
  text: string,
  style: TextStyle,
  widthDots: number,
  measure: MeasureText,
): string[] {
  let best = wrapText(text, style, widthDots, measure)
  if (best.length < 2) return best
  let tooNarrowDots = Math.floor(widthDots / best.length)
  let enoughDots = widthDots
  for (let round = 0; round < BALANCE_ROUNDS_MAX && enoughDots - tooNarrowDots > 1; round += 1) {
    const middleDots = Math.floor((tooNarrowDots + enoughDots) / 2)
    const rows = wrapText(text, style, middleDots, measure)
    const isGood = rows.length === best.length && rows.join('').length === best.join('').length
    if (isGood) {
      best = rows
      enoughDots = middleDots
    } else {
      tooNarrowDots = middleDots
    }
  }
  return best
}

function breakWord(
  word: string,
  style: TextStyle,
  widthDots: number,
  measure: MeasureText,
): string[] {
  const pieces: string[] = []
  let piece = ''
  let pieceDots = 0
  for (const character of word) {
    const characterDots = measure(character, style)
    if (piece !== '' && pieceDots + characterDots > widthDots) {
      pieces.push(piece)
      piece = ''
      pieceDots = 0
    }
    piece += character
    pieceDots += characterDots
  }
  if (piece !== '') pieces.push(piece)
  return pieces
}
