/** Text of a spreadsheet, cut into rows and cells: any of its usual separators and alphabets. */
import { IMPORT_LIMITS } from '../catalogue/import/limits.ts'
import { ImportRefused } from './import-refused.ts'

const SEPARATORS = [';', ',', '\t', '|'] as const
/** What the separator is guessed from. */
const SAMPLE_CHARS = 20_000
/** A title above the list has none, or another. */
const SAMPLE_LINES = 10

/** Hands over a row at a time, also an empty one: rows are named by their place in the file. */
export function readCsv(text: string, onRow: (cells: string[]) => void): void {
  const told = /^sep=(.)\r?\n/i.exec(text)
  if (told !== null) onRow([])
  const start = told?.[0].length ?? 0
  const separator = told?.[1] ?? guessSeparator(text.slice(0, SAMPLE_CHARS))
  const end = text.length
  let at = start
  while (at < end) at = readLine(text, at, separator, onRow)
}

/** The end of the line that begins at `from`. */
function readLine(
  text: string,
  from: number,
  separator: string,
  onRow: (cells: string[]) => void,
): number {
  const cells: string[] = []
  let at = from
  for (;;) {
    const [cell, next] = text[at] === '"' ? quoted(text, at, separator) : plain(text, at, separator)
    addCell(cells, cell)
    at = next
    if (text[at] !== separator) break
    at += 1
  }
  onRow(cells)
  if (text[at] === '\r') at += 1
  return text[at] === '\n' ? at + 1 : at
}

function plain(text: string, from: number, separator: string): [string, number] {
  let at = from
  for (; at < text.length; at += 1) {
    const character = text[at]
    if (character === separator || character === '\n' || character === '\r') break
  }
  return [cut(text, from, at), at]
}

/**
 * A quote that is not doubled ends the cell; what follows it up to the separator belongs to it. One
 * that has no end, or only in the middle of another line's text, is a sign of the text: it would
 * swallow the rows below without a word.
 */
function quoted(text: string, from: number, separator: string): [string, number] {
  let at = from + 1
  let isDoubled = false
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote === -1) return plain(text, from, separator)
    if (text[quote + 1] !== '"') {
      const isEnd = ENDS.has(text[quote + 1] ?? '') || text[quote + 1] === separator
      if (!isEnd && hasLineBreak(text, from, quote)) return plain(text, from, separator)
      const inside = cut(text, from + 1, quote)
      const [rest, next] = plain(text, quote + 1, separator)
      return [(isDoubled ? inside.replaceAll('""', '"') : inside) + rest, next]
    }
    isDoubled = true
    at = quote + 2
  }
}

const ENDS = new Set(['', '\r', '\n'])

function hasLineBreak(text: string, from: number, to: number): boolean {
  const found = text.indexOf('\n', from)
  return found !== -1 && found < to
}

const cut = (text: string, from: number, to: number) =>
  text.slice(from, Math.min(to, from + IMPORT_LIMITS.cellChars))

function addCell(cells: string[], cell: string): void {
  if (cells.length < IMPORT_LIMITS.columns) cells.push(cell)
  else if (cell.trim() !== '')
    throw new ImportRefused('IMPORT_TOO_WIDE', { most: String(IMPORT_LIMITS.columns) })
}

/** The one most of the first lines have, outside quotes; of several, that of the first line. */
function guessSeparator(sample: string): string {
  const outside = sample.replace(/"[^"]*"/g, '')
  const written = outside.split(/\r\n?|\n/).filter((line) => line.trim() !== '')
  const lines = written.slice(0, SAMPLE_LINES)
  const [first = ''] = lines
  const weigh = (mark: string) =>
    lines.filter((line) => line.includes(mark)).length * SAMPLE_CHARS + first.split(mark).length
  return SEPARATORS.reduce((best, mark) => (weigh(mark) > weigh(best) ? mark : best))
}
