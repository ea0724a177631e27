/** Cells in which a spreadsheet has an error, a formula nobody worked out, or made a date of it. */
import { refusal, type Refusal } from '../../languages/refusals.ts'
import type { ImportColumns } from './columns.ts'

const SHOWN_CHARS = 40
/** In Spanish and English, as Excel, Calc and Sheets write them. */
const ERROR =
  /^#(?:N\/[AD]|[¡¿]?(?:REF|DIV\/0|VALUE|VALOR|NUM|NULL|NULO|SPILL|CALC|ERROR)!|[¡¿]?(?:NAME|NOMBRE)\?|#{2,40})$/i
/** As the reader of XLSX marks them: no text of a list begins so by itself. */
const MARKED = /^#(?:=|\d{4}-\d{2}-\d{2}$)/

/** No result is in the file, only the formula. */
export const uncountedFormula = (formula: string): string => `#=${formula}`
/** `1-2` and `3/4` become days as soon as they are typed. */
export const dateCell = (date: string): string => `#${date}`

/** The first of a row's columns that is read and holds such a cell; null where none does. */
export function spoiltIn(
  row: readonly (string | number)[],
  columns: ImportColumns,
): Refusal | null {
  for (const [at, field] of columns.entries()) {
    const cell = row[at]
    if (field === null || typeof cell !== 'string') continue
    const text = cell.trim()
    if (ERROR.test(text) || MARKED.test(text))
      return refusal('IMPORT_CELL', field, { text: text.slice(0, SHOWN_CHARS) })
  }
  return null
}
