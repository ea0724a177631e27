/** How the figures of an old computer's aims are found in what the measurements print. */

/** Null where it was not said. */
export type Read = (printed: string) => number | null

/** The first number this finds. */
export const number = (pattern: RegExp) => (printed: string) => numberIn(printed, pattern)
/** The same in what was printed while all had a part of a processor. */
export const slow = (pattern: RegExp) => (printed: string) =>
  numberIn(printed.slice(printed.search(/, all on|, the page slowed/)), pattern)

export function numberIn(printed: string, pattern: RegExp): number | null {
  const [, found] = pattern.exec(printed) ?? []
  return found === undefined ? null : Number(found)
}

/** What a column of the memory table is after sales and a rest, beside what it was. */
export const grown =
  (column: number, of = '') =>
  (printed: string) => {
    const cells = (row: RegExp) => row.exec(printed)?.[0].split('|').map(Number) ?? []
    const [before, after] = [
      cells(new RegExp(`\\| ${of}at rest.*`)),
      cells(new RegExp(`\\| ${of}\\d+ s later.*`)),
    ]
    const share = (after[column] ?? Number.NaN) / (before[column] ?? Number.NaN)
    return Number.isNaN(share) ? null : share
  }

const PAPER =
  /^\s+\d+ mm\s+\d+ mm\s+([\d.]+)\s+([\d.]+) [+] [\d.]+ [+] [\d.]+\s+[\d.]+\s+([\d.]+)/gm
/** Of the printed papers, at the most: the till, or its drawing alone, beside pdftoppm. */
const worst = (part: 'till' | 'drawing') => (printed: string) => {
  const rows = [...printed.matchAll(PAPER)].map(([, till, drawing, pdftoppm]) => {
    return Number({ till, drawing }[part]) / Number(pdftoppm)
  })
  return rows.length === 0 ? null : Math.max(...rows)
}
export const worstPaper = worst('till')
export const worstDrawing = worst('drawing')

/** A row of the memory table, by its column; `floor`, what nothing at all holds there. */
export const resting = (column: number) => numberOf('at rest', column)
export const floorOf = (what: string, column: number) => ({
  what,
  read: numberOf('empty, at rest', column),
})
export const EMPTY_NODE = 'an empty Node with SQLite and a server'
function numberOf(row: string, column: number): Read {
  return number(new RegExp(`\\| ${row} ${'\\| \\d+ '.repeat(column)}\\| (\\d+)`))
}

/** Of a process of the service that drew and rested: its JavaScript, program and libraries. */
export const heapsAndFiles = (printed: string) => {
  const [, cells] = /later \(\d+ threads\) \|([^\n]*)\nas much again/.exec(printed) ?? []
  const [, main = 0, threads = 0, , files = 0] = (cells ?? '').split('|').map(Number)
  return cells === undefined ? null : main + threads + files
}

/** The median of a start, as many times that of Chromium with an empty page. */
const timesEmpty = (row: string) => (printed: string) => {
  const of = (name: string) => numberIn(printed, new RegExp(`\\| ${name} \\| ([\\d.]+)`))
  const [whole, empty] = [of(row), of('Chromium with an empty page')]
  return whole === null || empty === null ? null : whole / empty
}
export const STAND_IN = {
  what: 'the stand-in of Electron with an empty page',
  read: timesEmpty('the stand-in with an empty page'),
}

/** What the counter's hand waits, of so many the 99th of a hundred; in the same run a bare page. */
export const waited = (what: string, where: string, of = 'here') =>
  (where === 'slow' ? slow : number)(
    new RegExp(`\\| ${what}, ${of} [^|]*\\| [\\d.]+ \\| [\\d.]+ \\| ([\\d.]+)`),
  )
export const bare = (what: string, where: string) => ({
  what: 'a bare page',
  read: waited(what, where, 'bare page'),
})
export const SCAN = 'scan, keys every 6 ms'
export const KEY = 'keystroke to results'
export const PAY = 'pay key to result'
export const longTasks = (of: string) => new RegExp(`Tasks over 50 ms, ${of}: (\\d+)`)
