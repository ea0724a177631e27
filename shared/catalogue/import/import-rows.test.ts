/** Lists as shops have them: what their cells and headers are read as. */
import { describe, expect, it } from 'vitest'
import { withLostZeros } from './barcode-damage.ts'
import { columnsOf, HEADERS, IMPORT_FIELDS, isHeader } from './columns.ts'
import { readAmount } from './read-amount.ts'
import { readRow } from './read-row.ts'

const COLUMNS = ['code', 'name', 'price'] as const
const read = (cells: (string | number)[], restoresZeros = false) =>
  readRow(cells, { columns: COLUMNS, restoresZeros })

describe('amounts', () => {
  it.each([
    ['1990', 1990],
    ['$ 1.990', 1990],
    ['1,990', 1990],
    ['1.234.567', 1_234_567],
    ['1.990,00', 1990],
    ['1,990.00', 1990],
    ['1990.-', 1990],
    ["1'990", 1990],
    [' 1\u00a0990 ', 1990],
    ['0,0', 0],
    [1990, 1990],
    ['-500', -500],
  ])('%s is %d pesos', (text, clp) => expect(readAmount(text)).toEqual({ clp, isRounded: false }))

  it.each([
    ['1990,5', 1991],
    ['12.34', 12],
    [12.345, 12],
    [2368.1, 2368],
  ])('%s is rounded to %d, and says so', (text, clp) =>
    expect(readAmount(text)).toEqual({ clp, isRounded: true }),
  )

  it.each(['', ' ', '$', '-'])('«%s» is none', (text) => expect(readAmount(text)).toBe('empty'))
  it.each(['1.9.9', '1,2,3', 'gratis', '1e9', '12.34.567', '1.990,5,5', '9'.repeat(40), Infinity])(
    '«%s» is not read',
    (text) => expect(readAmount(text)).toBe('unreadable'),
  )
})

describe('headers', () => {
  it('are recognised in both languages, with accents, signs and spaces, each field once', () => {
    expect(
      columnsOf(['Cód. de Barras', 'DESCRIPCIÓN', 'Precio Venta ($)', 'Código', 'Rubro', 'Nota']),
    ).toEqual(['code', 'name', 'price', 'moreCodes', 'category', null])
    expect(columnsOf(['SKU', 'Product name', 'Price', 'Net cost', 'UoM', 'Tax exempt'])).toEqual([
      'code',
      'name',
      'price',
      'cost',
      'unit',
      'exempt',
    ])
  })

  it('no word means two fields, and one alone is no header', () => {
    const words = IMPORT_FIELDS.flatMap((field) => HEADERS[field])
    expect(new Set(words).size).toBe(words.length)
    expect([isHeader(['Precio', 'Pan']), isHeader(['Nombre', 'Precio'])]).toEqual([false, true])
  })
})

describe('barcodes a spreadsheet has spoilt', () => {
  it.each(['7,80E+12', '7.80104E+12', 1e21, 7.8e12 + 0.5])(
    '%s is refused with the way out',
    (code) =>
      expect(read([code, 'Café', 100])).toMatchObject({ refusal: { code: 'IMPORT_CODE_CUT' } }),
  )

  it('a code kept as a number is whole', () =>
    expect(read([7801040000037, 'Café', 1990])).toMatchObject({
      value: { code: '7801040000037', notes: [] },
    }))

  it('lost zeros are said, and put back where a person says so', () => {
    expect(withLostZeros('12345678905')).toBe('012345678905')
    expect(read(['12345678905', 'Té', 100])).toMatchObject({
      value: { code: '12345678905', notes: [{ code: 'IMPORT_ZEROS_LOST' }] },
    })
    expect(read([12345678905, 'Té', 100], true)).toMatchObject({
      value: { code: '012345678905', notes: [{ code: 'IMPORT_ZEROS_BACK' }] },
    })
    expect(['12345678904', '101', '7801040000037', 'A1234567'].map(withLostZeros)).toEqual(
      Array(4).fill(null),
    )
  })
})

it('an apostrophe before a formula is the spreadsheet’s guard, and only one goes', () => {
  expect(read(["'-1", "''=cmd|x", '1'])).toMatchObject({ value: { code: '-1', name: "'=cmd|x" } })
})

it.each([
  ['#N/A', 'Café', 100],
  ['101', '#¡REF!', 100],
  ['101', 'Café', '#DIV/0!'],
  ['101', 'Café', ' #¿NOMBRE? '],
  ['101', 'Café', '#=B2*1,19'],
  ['#2026-02-01', 'Café', 100],
  ['101', 'Café', '########'],
])(
  'a cell the spreadsheet itself could not fill is said with its field: %s, %s, %s',
  (...cells) => {
    const at = cells.findIndex((cell) => typeof cell === 'string' && cell.trim().startsWith('#'))
    expect(read(cells)).toMatchObject({
      refusal: {
        code: 'IMPORT_CELL',
        field: COLUMNS[at],
        params: { text: String(cells[at]).trim() },
      },
    })
  },
)

it('a number of a product is none of them, and neither is a column nobody reads', () => {
  expect(read(['#12', '#1 en ventas', 100])).toMatchObject({ value: { name: '#1 en ventas' } })
  expect(read(['12', 'Café', 100, '#N/A'])).toMatchObject({ ok: true })
})

it('what nobody sees in a code is none of it, nor is the apostrophe of a number kept as text', () => {
  for (const code of ['\u200b7801040000037\u202c', '\u200f78010 40000037\u00a0', "'7801040000037"])
    expect(read([code, 'Café', "'1.990"])).toMatchObject({
      value: { code: '7801040000037', unitGrossClp: 1990 },
    })
})
