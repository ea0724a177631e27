import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clp } from '../money/clp.ts'
import { eanCheckDigit } from './barcode.ts'
import { changesOfProduct, checkDigitOf } from './decide-product.ts'

describe('the check digit of a typed code', () => {
  it('is said of 8, 12 and 13 digits, and the right one is named', () => {
    fc.assert(
      fc.property(fc.constantFrom(7, 11, 12), fc.nat(), fc.nat(9), (length, seed, last) => {
        const body = String(seed).padStart(length, '0').slice(-length)
        const right = eanCheckDigit(body)
        expect(checkDigitOf(` ${body}${last} `)).toEqual({
          isRight: last === right,
          expected: String(right),
        })
      }),
    )
  })

  it.each(['A-12', '12345', '12345678901', '7801040000A37', ''])(
    'is not looked for in «%s»',
    (code) => expect(checkDigitOf(code)).toBeNull(),
  )
})

it('what changed of a product is told field by field, and a price as an amount', () => {
  const bread = {
    code: '1',
    name: 'Pan',
    unitGrossClp: clp(990),
    isExempt: false,
    unit: null,
    category: 'Panadería',
    isFavourite: false,
  }
  expect(changesOfProduct(bread, bread)).toEqual([])
  expect(
    changesOfProduct(bread, { ...bread, unitGrossClp: clp(1_090), unit: 'kg', isExempt: true }),
  ).toEqual([
    { what: 'Pan, precio:', fromClp: 990, toClp: 1_090 },
    { what: 'Pan, unidad:', from: '—', to: 'kg' },
    { what: 'Pan, exento:', from: 'no', to: 'sí' },
  ])
})
