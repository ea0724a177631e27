import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { IsoDate } from '../core/brand.ts'
import { quantityMilli } from '../money/quantity.ts'
import { ivaTooLate, lastDayForIva } from './iva-deadline.ts'

const day = (text: string) => text as IsoDate
const taxed = { isExempt: false, quantity: quantityMilli(1000), returnedQuantity: 0 }

it.each([
  ['2026-05-22', '2026-11-22'],
  ['2026-08-31', '2027-02-28'],
  ['2027-08-31', '2028-02-29'],
  ['2026-12-31', '2027-06-30'],
  ['2026-07-01', '2027-01-01'],
])('of a sale on %s is %s', (sold, last) => expect(lastDayForIva(day(sold))).toBe(last))

it('is never before six months of 28 days nor after six of 31, whatever the day', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), (days) => {
      const sold = Date.UTC(2020, 0, 1) + days * 86_400_000
      const last = Date.parse(lastDayForIva(day(new Date(sold).toISOString().slice(0, 10))))
      expect((last - sold) / 86_400_000).toBeGreaterThanOrEqual(180)
      expect((last - sold) / 86_400_000).toBeLessThanOrEqual(184)
    }),
  )
})

it('warns after the last day, of what is taxed and has not come back yet', () => {
  expect(ivaTooLate(day('2026-05-22'), day('2026-11-22'), [taxed])).toBeNull()
  expect(ivaTooLate(day('2026-05-22'), day('2026-11-23'), [taxed])).toBe('2026-11-22')
  expect(
    ivaTooLate(day('2026-05-22'), day('2026-11-23'), [
      { ...taxed, isExempt: true },
      { ...taxed, returnedQuantity: 1000 },
    ]),
  ).toBeNull()
})
