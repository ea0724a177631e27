/** A file of a spreadsheet as a table, whatever it was saved as. */
import { HEADERS, isHeader, type HeaderWords } from '#shared/catalogue/import/columns.ts'
import { IMPORT_LIMITS } from '#shared/catalogue/import/limits.ts'
import type { Cell, TableRow } from '#shared/catalogue/import/read-row.ts'
import { ImportRefused } from '#shared/importing/import-refused.ts'
import { readCsv } from '#shared/importing/read-csv.ts'
import { decodeText } from './decode-text.ts'
import { readXlsx, tooManyRows } from './read-xlsx.ts'

/** A row and its number in the file, from 1, as a spreadsheet counts them. */
export interface NumberedRow {
  readonly number: number
  readonly cells: TableRow
}

export interface Table {
  /** Rows with something in them, the header among them. */
  readonly rows: readonly NumberedRow[]
  readonly hasHeader: boolean
}

/** Above the header stand at most a title and some empty lines. */
const HEADER_LOOKED_FOR_ROWS = 10

/** Of a zip, and of an empty one; a list may begin with a PK of its own. */
const ZIP_HEADS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
]

/** Throws ImportRefused. */
export function readTable(bytes: Uint8Array, words: HeaderWords<string> = HEADERS): Table {
  const rows: NumberedRow[] = []
  let number = 0
  const onRow = (cells: Cell[]) => {
    number += 1
    let length = cells.length
    while (length > 0 && isBlank(cells[length - 1] ?? '')) length -= 1
    if (length === 0) return
    if (rows.length > IMPORT_LIMITS.rows) throw tooManyRows()
    cells.length = length
    rows.push({ number, cells })
  }
  if (ZIP_HEADS.some((head) => startsWith(bytes, head))) readXlsx(bytes, onRow)
  // XLS of before 2007, and files that Excel has locked with a password.
  else if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]))
    throw new ImportRefused('IMPORT_NOT_A_TABLE')
  else readCsv(plainText(bytes), onRow)
  const header = rows
    .slice(0, HEADER_LOOKED_FOR_ROWS)
    .findIndex(({ cells }) => isHeader(cells, words))
  const table = header > 0 ? rows.slice(header) : rows
  const hasHeader = header !== -1
  if (table.length <= Number(hasHeader)) throw new ImportRefused('IMPORT_EMPTY')
  return { rows: table, hasHeader }
}

/** A page or an XML that some programs save under the name of a spreadsheet is no list. */
function plainText(bytes: Uint8Array): string {
  const text = decodeText(bytes)
  if (/^\s*<(?:!|\?xml|html|head|meta|style|body|table)/i.test(text.slice(0, 1_000)))
    throw new ImportRefused('IMPORT_NOT_A_TABLE')
  return text
}

const isBlank = (cell: Cell) => typeof cell === 'string' && cell.trim() === ''

const startsWith = (bytes: Uint8Array, head: readonly number[]) =>
  head.every((byte, at) => bytes[at] === byte)
