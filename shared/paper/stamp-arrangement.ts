/**
 * How the PDF417 of the electronic stamp stands on the paper. By SII it is at least 2 x 4.5 cm and printed at 200 dpi
 * or more. A module is always 2 dots (0.25 mm): with modules of 1 dot the symbol would fit 58 mm paper upright, but a
 * reader loses it at half the blur. On 58 mm paper the symbol is therefore turned by a quarter and runs along the
 * paper.
 */
import type { ModuleMatrix } from './drawing.ts'
import type { PaperWidthMm } from './paper-model.ts'

/** Data columns: 12 make 273 modules, 546 dots, 68 mm. The most that fit 72 mm with their quiet zones. */
export const STAMP_COLUMNS = 12
/** Level demanded for the stamp: 64 codewords of error correction. */
export const STAMP_ERROR_LEVEL = 5
const MODULE_DOTS = 2
/** Two modules, as ISO/IEC 15438 asks. */
const QUIET_DOTS = 2 * MODULE_DOTS
/** A row of three modules' height is the recommended one; long stamps get lower rows, which read nearly as well. */
const ROW_DOTS_CHOICES = [6, 5, 4] as const
/** Room across the rows: the printable width of 58 mm paper, where the rows run along the paper. */
const ACROSS_ROWS_DOTS_MAX = 384
/** Smallest stamp: 2 cm across the rows. Only a symbol of few rows needs taller ones to reach it. */
const ACROSS_ROWS_DOTS_MIN = 160

export interface StampArrangement {
  readonly matrix: ModuleMatrix
  readonly moduleWidthDots: number
  readonly moduleHeightDots: number
  readonly quietDots: number
}

/** Arranges a symbol of `STAMP_COLUMNS` data columns whose matrix has one row of cells per symbol row. */
export function arrangeStamp(symbol: ModuleMatrix, widthMm: PaperWidthMm): StampArrangement {
  const rowDots = rowDotsFor(symbol.rows)
  if (widthMm === 80) {
    return { matrix: symbol, moduleWidthDots: MODULE_DOTS, moduleHeightDots: rowDots, quietDots: QUIET_DOTS }
  }
  const matrix = turnedQuarter(symbol)
  return { matrix, moduleWidthDots: rowDots, moduleHeightDots: MODULE_DOTS, quietDots: QUIET_DOTS }
}

function rowDotsFor(rows: number): number {
  const roomDots = ACROSS_ROWS_DOTS_MAX - 2 * QUIET_DOTS
  const fitting = ROW_DOTS_CHOICES.find((dots) => rows * dots <= roomDots) ?? ROW_DOTS_CHOICES[2]
  return Math.max(fitting, Math.ceil(ACROSS_ROWS_DOTS_MIN / rows))
}

/** Clockwise: the first column of the symbol becomes the top row. */
function turnedQuarter(symbol: ModuleMatrix): ModuleMatrix {
  const cells = new Uint8Array(symbol.cells.length)
  for (let row = 0; row < symbol.rows; row += 1) {
    for (let column = 0; column < symbol.columns; column += 1) {
      cells[column * symbol.rows + (symbol.rows - 1 - row)] = symbol.cells[row * symbol.columns + column] ?? 0
    }
  }
  return { columns: symbol.rows, rows: symbol.columns, cells }
}
