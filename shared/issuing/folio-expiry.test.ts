import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FolioStock } from './status.ts'
import type { IsoDate } from '../core/brand.ts'
import { addDays } from '../time/calendar.ts'
import { EXPIRY_NOTICE_DAYS, foliosEnding } from './folio-expiry.ts'

const TODAY = '2026-11-23' as IsoDate
const stock = (documentType: string, expiresOn: string | null, left = 50) =>
  ({ documentType, expiresOn, left, isLow: false }) as FolioStock

it('tells of invoices and notes days ahead, the first to end, and of boletas never', () => {
  const soon = addDays(TODAY, EXPIRY_NOTICE_DAYS)
  expect(foliosEnding([stock('39', TODAY), stock('41', '2020-01-01')], TODAY)).toBeNull()
  expect(foliosEnding([stock('33', addDays(soon, 1))], TODAY)).toBeNull()
  expect(foliosEnding([stock('33', null), stock('34', TODAY, 0)], TODAY)).toBeNull()
  expect(foliosEnding([stock('33', soon), stock('61', TODAY)], TODAY)).toEqual({
    documentType: '61',
    expiresOn: TODAY,
    isOver: false,
  })
  expect(foliosEnding([stock('56', '2026-11-22')], TODAY)).toMatchObject({ isOver: true })
})

it('tells what ends first of whatever there is, and nothing that ends later than the notice', () => {
  const types = fc.constantFrom('33', '34', '39', '41', '56', '61')
  const days = fc.integer({ min: -400, max: 400 })
  fc.assert(
    fc.property(fc.array(fc.tuple(types, days, fc.nat(5))), (ranges) => {
      const all = ranges.map(([type, ahead, left]) => stock(type, addDays(TODAY, ahead), left))
      const told = foliosEnding(all, TODAY)
      const due = ranges.filter(
        ([type, ahead, left]) =>
          !['39', '41'].includes(type) && left > 0 && ahead <= EXPIRY_NOTICE_DAYS,
      )
      expect(told === null).toBe(due.length === 0)
      if (told === null) return
      const first = Math.min(...due.map(([, ahead]) => ahead))
      expect(told).toMatchObject({ expiresOn: addDays(TODAY, first), isOver: first < 0 })
    }),
  )
})
