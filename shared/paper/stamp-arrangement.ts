/**
 * How the PDF417 of the electronic stamp stands on the paper. By SII it is at least 2 x 4.5 cm and
 * printed at 200 dpi or more. A module is always 2 dots (0.25 mm): with modules of 1 dot a reader
 * loses it at half the blur. The symbol is turned by a quarter, so that its rows run along the
 * paper: a dead dot of the head then takes a sliver of one row, and never a bar of every row. The
 * wider the paper, the more rows stand beside each other and the shorter they are.
 */
import type { ModuleMatrix } from './drawing.ts'
import { PRINTABLE_DOTS, type PaperWidthMm } from './paper-model.ts'

/** Level demanded for the stamp: 64 codewords of error correction. */
export const STAMP_ERROR_LEVEL = 5
export const STAMP_ERROR_CODEWORDS = 64
/**
 * Most a stamp may hold. Level 5 leaves 863 codewords; text compacted automatically goes a little
 * beyond 1,034 bytes.
 */
export const STAMP_BYTES_MAX = 1_200
/** Most rows of a PDF417 symbol. */
const ROWS_MAX = 90
const MODULE_DOTS = 2
/** Two modules, as ISO/IEC 15438 asks. */
const QUIET_DOTS = 2 * MODULE_DOTS
/**
 * A row of three modules' height is the recommended one; long stamps get lower rows, which read
 * nearly as well.
 */
const ROW_DOTS_CHOICES = [6, 5, 4] as const
/** Rows are made lower down to this for the sake of a shorter paper. */
const ROW_DOTS_WANTED = 5
/**
 * Smallest stamp: 2 cm across the rows. Only a symbol of few rows needs taller ones to reach it.
 */
const ACROSS_ROWS_DOTS_MIN = 160
/** The fewest columns that make 4.5 cm along the rows, and the most a stamp ever needs. */
const COLUMNS = { min: 7, max: 12 } as const

export interface StampArrangement {
  readonly matrix: ModuleMatrix
  readonly moduleWidthDots: number
  readonly moduleHeightDots: number
  readonly quietDots: number
}

/**
 * Data columns of a symbol of so many codewords: as few as its rows allow. Short rows make a short
 * paper, and a reader held askew stays longer in one of them; rows too low would undo that, so on
 * narrow paper there are fewer of them.
 */
export function stampColumns(dataCodewords: number, widthMm: PaperWidthMm): number {
  // The length of the data is a codeword too.
  const codewords = dataCodewords + 1 + STAMP_ERROR_CODEWORDS
  const rowsMax = Math.min(ROWS_MAX, Math.floor(roomDots(widthMm) / ROW_DOTS_WANTED))
  return Math.min(COLUMNS.max, Math.max(COLUMNS.min, Math.ceil(codewords / rowsMax)))
}

/** Arranges a symbol whose matrix has one row of cells per symbol row. */
export function arrangeStamp(symbol: ModuleMatrix, widthMm: PaperWidthMm): StampArrangement {
  const matrix = turnedQuarter(symbol)
  return {
    matrix,
    moduleWidthDots: rowDotsFor(symbol.rows, widthMm),
    moduleHeightDots: MODULE_DOTS,
    quietDots: QUIET_DOTS,
  }
}

function roomDots(widthMm: PaperWidthMm): number {
  return PRINTABLE_DOTS[widthMm] - 2 * QUIET_DOTS
}

function rowDotsFor(rows: number, widthMm: PaperWidthMm): number {
  const fitting =
    ROW_DOTS_CHOICES.find((dots) => rows * dots <= roomDots(widthMm)) ?? ROW_DOTS_CHOICES[2]
  return Math.max(fitting, Math.ceil(ACROSS_ROWS_DOTS_MIN / rows))
}

/** Clockwise: the first column of the symbol becomes the top row. */
function turnedQuarter(symbol: ModuleMatrix): ModuleMatrix {
  const cells = new Uint8Array(symbol.cells.length)
  for (let row = 0; row < symbol.rows; row += 1) {
    for (let column = 0; column < symbol.columns; column += 1) {
      cells[column * symbol.rows + (symbol.rows - 1 - row)] =
        symbol.cells[row * symbol.columns + column] ?? 0
    }
  }
  return { columns: symbol.rows, rows: symbol.columns, cells }
}
