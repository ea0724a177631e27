/** Whatever somebody counts, it is compared to the peso. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkCount, compareCount, PIECES_CLP, sumPieces } from './shift-count.ts'
import { coinByCoin, day, reportOf } from '../../test/support/shift-days.ts'

describe('a count', () => {
  const piece = fc.record({
    valueClp: fc.constantFrom(...PIECES_CLP),
    count: fc.integer({ min: 0, max: 200 }),
  })
  const pieces = fc.uniqueArray(piece, { selector: ({ valueClp }) => valueClp })

  it('is taken whatever it adds up to, and its difference is what is there less what should be', () => {
    fc.assert(
      fc.property(day, pieces, (day, pieces) => {
        const counted = checkCount({ pieces, amounts: [] })
        if (!counted.ok) throw new Error(counted.refusal.code)
        const result = compareCount(reportOf(day), counted.value)
        expect(result.differenceClp).toBe(sumPieces(pieces) - coinByCoin(day))
        expect(result.largestClp).toBe(Math.abs(result.differenceClp))
      }),
    )
  })

  it.each([
    [
      'a coin of five pesos',
      { pieces: [{ valueClp: 5, count: 1 }], amounts: [] },
      'COUNT_PIECE_UNKNOWN',
    ],
    ['half a note', { pieces: [{ valueClp: 1000, count: 0.5 }], amounts: [] }, 'COUNT_NOT_VALID'],
    [
      'ten thousand of one piece',
      { pieces: [{ valueClp: 10, count: 10_000 }], amounts: [] },
      'COUNT_NOT_VALID',
    ],
    [
      'no cash at all',
      { pieces: null, amounts: [{ key: 'TC', amountClp: 1 }] },
      'COUNT_CASH_REQUIRED',
    ],
    [
      'a negative sum',
      { pieces: null, amounts: [{ key: 'EF', amountClp: -1 }] },
      'COUNT_AMOUNT_NOT_VALID',
    ],
    [
      'no number',
      { pieces: null, amounts: [{ key: 'EF', amountClp: Number.NaN }] },
      'COUNT_AMOUNT_NOT_VALID',
    ],
  ])('of %s is none', (_, typed, code) =>
    expect(checkCount(typed)).toMatchObject({ ok: false, refusal: { code } }),
  )
})
