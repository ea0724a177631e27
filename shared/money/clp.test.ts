import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  allocateClp,
  clp,
  formatClp,
  netoFromGross,
  roundForCash,
  splitIva,
  sumClp,
} from './clp.ts'

const amounts = fc.integer({ min: 0, max: 999_999_999 }).map(clp)

describe('IVA', () => {
  it.each([
    [1, 1, 0],
    [3, 3, 0],
    [4, 3, 1],
    [10, 8, 2],
    [680, 571, 109],
    [990, 832, 158],
    [1190, 1000, 190],
    [1990, 1672, 318],
    [5000, 4202, 798],
    [15_990, 13_437, 2553],
    [86_710, 72_866, 13_844],
    [110_700, 93_025, 17_675],
  ])('splits %i into %i net and %i IVA', (gross, neto, iva) => {
    expect(splitIva(clp(gross))).toEqual({ netoClp: neto, ivaClp: iva })
  })

  it('always adds up and is the nearest peso to gross / 1.19', () => {
    fc.assert(
      fc.property(amounts, (gross) => {
        const { netoClp, ivaClp } = splitIva(gross)
        expect(netoClp + ivaClp).toBe(gross)
        // |neto - gross/1.19| <= 1/2, in integers: |238 neto - 200 gross| <= 119
        expect(Math.abs(238 * netoClp - 200 * gross)).toBeLessThanOrEqual(119)
      }),
    )
  })

  it('grows with the gross amount', () => {
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        expect(netoFromGross(clp(Math.min(a, b)))).toBeLessThanOrEqual(
          netoFromGross(clp(Math.max(a, b))),
        )
      }),
    )
  })
})

describe('cash rounding by law', () => {
  it.each([
    [0, 0],
    [1, 0],
    [5, 0],
    [6, 10],
    [10, 10],
    [1991, 1990],
    [1995, 1990],
    [1996, 2000],
    [1999, 2000],
  ])('%i is collected as %i', (amount, collected) =>
    expect(roundForCash(clp(amount))).toBe(collected),
  )

  it('gives a multiple of ten at most five below and four above', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const rounded = roundForCash(amount)
        expect(rounded % 10).toBe(0)
        expect(rounded - amount).toBeGreaterThanOrEqual(-5)
        expect(rounded - amount).toBeLessThanOrEqual(4)
      }),
    )
  })
})

describe('allocation', () => {
  it('hands out exactly the total, each share within a peso of its exact part', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 10_000_000 }), {
      minLength: 1,
      maxLength: 50,
    })
    fc.assert(
      fc.property(amounts, weights, (total, parts) => {
        const shares = allocateClp(total, parts)
        expect(sumClp(shares)).toBe(total)
        const sum = parts.reduce((all, part) => all + part, 0)
        if (sum === 0) return
        shares.forEach((share, index) => {
          expect(Math.abs(share - (total * (parts[index] ?? 0)) / sum)).toBeLessThanOrEqual(1)
        })
      }),
    )
  })
})

it('writes pesos the Chilean way', () => {
  expect([0, 999, 1000, 1234567, -1500].map((amount) => formatClp(clp(amount)))).toEqual([
    '$0',
    '$999',
    '$1.000',
    '$1.234.567',
    '-$1.500',
  ])
})

it('refuses what is not whole pesos', () => {
  expect(() => clp(0.5)).toThrow('not a whole amount')
  expect(() => clp(2 ** 53)).toThrow('not a whole amount')
})
