import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { IsoDate } from '../core/brand.ts'
import { addDays, addMonths, noonOf, printDate, printedDay, realDay, utcDate } from './calendar.ts'

const anyDay = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map(utcDate)

describe('days of the calendar', () => {
  it('come back from noon, from paper, and from as many days forth as back', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -4000, max: 4000 }), (date, days) => {
        expect(utcDate(noonOf(date))).toBe(date)
        expect(printedDay(`${printDate(date)} 13:05`)).toBe(date)
        expect(addDays(addDays(date, days), -days)).toBe(date)
      }),
    )
  })

  it('months later are in that month, on the same day or its last', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 40 }), (date, months) => {
        const later = addMonths(date, months)
        const index = (day: IsoDate) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
        expect(index(later)).toBe(index(date) + months)
        const isLast = addDays(later, 1).endsWith('-01')
        expect(
          later.slice(8) === date.slice(8) || (isLast && later < `${later.slice(0, 8)}32`),
        ).toBe(true)
        expect(later.slice(8) <= date.slice(8)).toBe(true)
      }),
    )
    expect(addMonths('2026-08-31' as IsoDate, 6)).toBe('2027-02-28')
  })

  it('exist or do not, and a text without one has none', () => {
    expect(realDay(2028, 2, 29)).toBe('2028-02-29')
    expect(realDay(2026, 2, 29)).toBeNull()
    expect(realDay(2026, 13, 1)).toBeNull()
    expect(printedDay('sin fecha')).toBeNull()
  })
})
