import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clp } from './clp.ts'
import { formatQuantity, lineGross, parseQuantity, quantityMilli } from './quantity.ts'

it.each([
  ['1', 1000],
  ['2', 2000],
  ['0,350', 350],
  ['1.5', 1500],
  [' 12 ', 12_000],
  ['0,001', 1],
])('reads «%s»', (text, milli) => {
  expect(parseQuantity(text)).toEqual({ ok: true, value: milli })
})

it.each([
  ['', 'QUANTITY_NOT_A_NUMBER'],
  ['dos', 'QUANTITY_NOT_A_NUMBER'],
  ['1,2345', 'QUANTITY_NOT_A_NUMBER'],
  ['1e3', 'QUANTITY_NOT_A_NUMBER'],
  ['0', 'QUANTITY_NOT_POSITIVE'],
  ['0,000', 'QUANTITY_NOT_POSITIVE'],
  ['-1', 'QUANTITY_NOT_POSITIVE'],
  ['100000', 'QUANTITY_TOO_LARGE'],
])('refuses «%s»: %s', (text, refusal) =>
  expect(parseQuantity(text)).toEqual({ ok: false, refusal }),
)

it('reads back what it writes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_000 }), (milli) => {
      expect(parseQuantity(formatQuantity(quantityMilli(milli)))).toEqual({
        ok: true,
        value: milli,
      })
    }),
  )
})

it('rounds a line half up to whole pesos', () => {
  expect(lineGross(clp(1890), quantityMilli(350))).toBe(662) // 661.5
  expect(lineGross(clp(1), quantityMilli(499))).toBe(0)
  expect(lineGross(clp(1), quantityMilli(500))).toBe(1)
  expect(lineGross(clp(1990), quantityMilli(3000))).toBe(5970)
})
