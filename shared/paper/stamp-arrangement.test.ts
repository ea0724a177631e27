import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PRINTABLE_DOTS, type PaperWidthMm } from './paper-model.ts'
import { arrangeStamp } from './stamp-arrangement.ts'

const MODULES_WIDE = 273
const symbolOf = (rows: number) => ({
  columns: MODULES_WIDE, rows, cells: Uint8Array.from({ length: MODULES_WIDE * rows }, (_, index) => (index * index) % 3 === 1 ? 1 : 0),
})

it('fits the paper and keeps the legal size of 2 x 4.5 cm for every number of rows a symbol can have', () => {
  fc.assert(fc.property(fc.integer({ min: 3, max: 90 }), fc.constantFrom<PaperWidthMm>(58, 80), (rows, widthMm) => {
    const { matrix, moduleWidthDots, moduleHeightDots, quietDots } = arrangeStamp(symbolOf(rows), widthMm)
    const width = matrix.columns * moduleWidthDots
    const height = matrix.rows * moduleHeightDots
    expect(width + 2 * quietDots).toBeLessThanOrEqual(PRINTABLE_DOTS[widthMm])
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(160)
    expect(Math.max(width, height)).toBeGreaterThanOrEqual(360)
    expect(Number.isInteger(moduleWidthDots) && Number.isInteger(moduleHeightDots)).toBe(true)
  }))
})

it.each([[59, 6], [63, 5], [75, 5], [76, 4], [90, 4]])('gives %i rows a height of %i dots', (rows, rowDots) => {
  expect(arrangeStamp(symbolOf(rows), 80)).toMatchObject({ moduleWidthDots: 2, moduleHeightDots: rowDots })
})

it('turns the symbol clockwise on 58 mm paper: its left edge comes out on top', () => {
  const symbol = symbolOf(50)
  const { matrix } = arrangeStamp(symbol, 58)
  expect([matrix.columns, matrix.rows]).toEqual([50, MODULES_WIDE])
  const firstColumnUpwards = Array.from({ length: 50 }, (_, index) => symbol.cells[(49 - index) * MODULES_WIDE])
  expect([...matrix.cells.subarray(0, 50)]).toEqual(firstColumnUpwards)
})
