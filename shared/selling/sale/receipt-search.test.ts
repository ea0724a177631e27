import { expect, it } from 'vitest'
import type { IsoDate } from '../../core/brand.ts'
import { buyerLimitOf, checkBuyerLimits } from './buyer-limit.ts'
import { parseReceiptQuery } from './receipt-search.ts'

const today = '2026-11-20' as IsoDate
const nothing = { wholeNumber: null, documentType: null, date: null, rut: null, words: [] }

it.each([
  ['1042', { wholeNumber: 1042 }],
  ['N° 1042', { wholeNumber: 1042 }],
  ['exenta 1042', { wholeNumber: 1042, documentType: '41' }],
  ['Boleta exenta N° 1042', { wholeNumber: 1042, documentType: '41' }],
  ['exempt receipt no. 1042', { wholeNumber: 1042, documentType: '41' }],
  ['afecta 12', { wholeNumber: 12, documentType: '39' }],
  ['Nota de crédito N° 7', { wholeNumber: 7, documentType: '61' }],
  ['$12.990', { wholeNumber: 12_990 }],
  ['1.234.567', { wholeNumber: 1_234_567 }],
  ['7801040000037', { wholeNumber: 7_801_040_000_037, words: ['7801040000037'] }],
  ['12.345.678-5', { rut: '12345678-5' }],
  ['123456785', { wholeNumber: 123_456_785, rut: '12345678-5' }],
  ['76006006-k', { words: ['76006006', 'k'] }],
  ['hoy', { date: '2026-11-20' }],
  ['Ayer', { date: '2026-11-19' }],
  ['20-11', { date: '2026-11-20' }],
  ['21-11', { date: '2025-11-21' }],
  ['5/3/26', { date: '2026-03-05' }],
  ['2026-01-31', { date: '2026-01-31' }],
  ['31-02', { words: ['31', '02'] }],
  ['Café ñandú', { words: ['Café', 'ñandú'] }],
  ['1,5 L', { words: ['1', '5', 'L'] }],
  ['"* OR -', { words: ['OR'] }],
])('reads %s', (text, expected) => {
  expect(parseReceiptQuery(text, today)).toEqual({ ...nothing, ...expected })
})

it('asks for nothing when nothing is typed', () =>
  expect(parseReceiptQuery('  ', today)).toBeNull())

it('takes the limit of the year, else of the latest year before, else the first known', () => {
  const limits = [
    { year: 2027, limitClp: 5_500_000 },
    { year: 2025, limitClp: 5_186_253 },
  ]
  expect([2024, 2025, 2026, 2027, 2030].map((year) => buyerLimitOf(limits, year))).toEqual([
    5_186_253, 5_186_253, 5_186_253, 5_500_000, 5_500_000,
  ])
})

it.each([
  [[]],
  [[{ year: 2026, limitClp: 0 }]],
  [[{ year: 2026, limitClp: 5.5 }]],
  [
    [
      { year: 2026, limitClp: 1 },
      { year: 2026, limitClp: 2 },
    ],
  ],
])('refuses limits like %j', (limits) => {
  expect(checkBuyerLimits(limits)).toMatchObject({
    ok: false,
    refusal: { code: 'LIMIT_YEARS_NOT_VALID', field: 'buyerLimits' },
  })
})
