import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { IsoDate } from '../core/brand.ts'
import { addDays, printDate } from './calendar.ts'
import { typedDate } from './typed-date.ts'

const FIRST = '2000-01-01' as IsoDate
const day = fc.nat(73_000).map((days) => addDays(FIRST, days))

it('reads every day as it prints it, with any sign between, without zeros, and as it is copied', () => {
  fc.assert(
    fc.property(day, fc.constantFrom('-', '/', '.', ' '), (date, sign) => {
      const printed = printDate(date)
      const [dd = '', mm = '', yyyy = ''] = printed.split('-')
      const short = [Number(dd), Number(mm), yyyy].join(sign)
      for (const text of [printed, printed.replaceAll('-', sign), short, `${dd}${mm}${yyyy}`, date])
        expect(typedDate(` ${text} `)).toBe(date)
      if (yyyy.startsWith('20')) expect(typedDate([dd, mm, yyyy.slice(2)].join(sign))).toBe(date)
    }),
  )
})

it('never takes the month for the day, and no day the calendar has not', () => {
  expect(typedDate('01-12-2026')).toBe('2026-12-01')
  for (const text of ['12-31-2026', '31-02-2026', '29-02-2027', '0-1-2026', '1-1-202', '', 'hoy'])
    expect(typedDate(text)).toBeNull()
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), (text) => {
      const date = typedDate(text)
      if (date !== null) expect(typedDate(printDate(date))).toBe(date)
    }),
  )
})
