import { expect, it } from 'vitest'
import { readPrices } from './read-prices.ts'

const read = (text: string) => readPrices(new TextEncoder().encode(text))

it('a file of prices is read with and without a line over it', () => {
  const rows = [{ code: '101', place: 'Sur', from: '2026-12-01', price_clp: 1_990 }]
  expect(
    read('\ufeffCódigo;Producto;Lugar;Desde;Precio\r\n101;Pan;Sur;01-12-2026;$1.990\r\n'),
  ).toEqual({ rows })
  expect(read('101,Pan,Sur,2026-12-01,1990\n\n')).toEqual({ rows })
})

it('a line without a price ends what was planned, and one that is none is named', () => {
  expect(read('101;;;1/12/26;')).toEqual({
    rows: [{ code: '101', place: '', from: '2026-12-01', price_clp: null }],
  })
  expect(read('a;b;c;d;e\n101;;;1/12/26;900\n101;;;31/2/26;900')).toEqual({ line: 3 })
  expect(read('a;b;c;d;e\n101;;;1/12/26;-5')).toEqual({ line: 2 })
  expect(read('a;b;c;d;e\n;;;1/12/26;5')).toEqual({ line: 2 })
})
