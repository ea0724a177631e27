import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PRINTABLE_DOTS, type PaperWidthMm } from './paper-model.ts'
import { arrangeStamp, STAMP_ERROR_CODEWORDS, stampColumns } from './stamp-arrangement.ts'

/** A symbol as the encoder makes it of so many codewords of data. */
function symbolOf(dataCodewords: number, widthMm: PaperWidthMm) {
  const dataColumns = stampColumns(dataCodewords, widthMm)
  const [columns, rows] = [
    69 + 17 * dataColumns,
    Math.max(3, Math.ceil((dataCodewords + 1 + STAMP_ERROR_CODEWORDS) / dataColumns)),
  ]
  return {
    columns,
    rows,
    cells: Uint8Array.from({ length: columns * rows }, (_, index) =>
      (index * index) % 3 === 1 ? 1 : 0,
    ),
  }
}

it('fits the paper, keeps the legal size of 2 x 4.5 cm and the rows a PDF417 may have, for every stamp', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 863 }),
      fc.constantFrom<PaperWidthMm>(58, 80),
      (dataCodewords, widthMm) => {
        const symbol = symbolOf(dataCodewords, widthMm)
        const { matrix, moduleWidthDots, moduleHeightDots, quietDots } = arrangeStamp(
          symbol,
          widthMm,
        )
        const width = matrix.columns * moduleWidthDots
        const height = matrix.rows * moduleHeightDots
        expect(symbol.rows).toBeLessThanOrEqual(90)
        expect(width + 2 * quietDots).toBeLessThanOrEqual(PRINTABLE_DOTS[widthMm])
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(160)
        expect(Math.max(width, height)).toBeGreaterThanOrEqual(360)
        expect(Number.isInteger(moduleWidthDots) && Number.isInteger(moduleHeightDots)).toBe(true)
      },
    ),
  )
})

it.each<[PaperWidthMm, number, number]>([
  [80, 90, 6],
  [58, 62, 6],
  [58, 63, 5],
  [58, 75, 5],
  [58, 76, 4],
  [58, 90, 4],
])('on %i mm, gives %i rows a height of %i dots', (widthMm, rows, rowDots) => {
  const symbol = { columns: 205, rows, cells: new Uint8Array(205 * rows) }
  expect(arrangeStamp(symbol, widthMm)).toMatchObject({
    moduleWidthDots: rowDots,
    moduleHeightDots: 2,
  })
})

it('turns the symbol clockwise: its left edge comes out on top', () => {
  const symbol = symbolOf(500, 80)
  const { matrix } = arrangeStamp(symbol, 80)
  expect([matrix.columns, matrix.rows]).toEqual([symbol.rows, symbol.columns])
  const firstColumnUpwards = Array.from(
    { length: symbol.rows },
    (_, index) => symbol.cells[(symbol.rows - 1 - index) * symbol.columns],
  )
  expect([...matrix.cells.subarray(0, symbol.rows)]).toEqual(firstColumnUpwards)
})
