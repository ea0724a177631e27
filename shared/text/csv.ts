/**
 * A table as a spreadsheet in Chile reads it: semicolons, and a mark without which Excel takes it
 * for another alphabet.
 */

export type Cell = string | number

const BYTE_ORDER_MARK = '\ufeff'

export function csvText(lines: readonly (readonly Cell[])[]): string {
  return `${BYTE_ORDER_MARK}${csvLines(lines)}`
}

/** Further ones of a table whose beginning `csvText` has written. */
export const csvLines = (lines: readonly (readonly Cell[])[]): string =>
  lines.map((cells) => `${cells.map(quoted).join(';')}\r\n`).join('')

/** Text that a spreadsheet would take for a formula is only text here. */
function quoted(cell: Cell): string {
  if (typeof cell === 'number') return String(cell === 0 ? 0 : cell)
  const isFormula = /^[=+\-@\t\r]/.test(cell) && !/^-\d+(?:,\d+)?$/.test(cell)
  const text = isFormula ? `'${cell}` : cell
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
