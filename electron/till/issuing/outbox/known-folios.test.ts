/**
 * What the counter is told of the folios left, from the last list, also when nobody can be asked.
 */
import { expect, it } from 'vitest'
import type { FolioRange } from '#shared/issuing/recovery.ts'
import { databasePerTest } from '../../../../test/support/database-per-test.ts'
import { NOON } from '../../../../test/support/till-fixture.ts'
import { createKnownFolios } from './known-folios.ts'

const HERE = 'https://servicio.example.cl 76192083-9'
const kept = databasePerTest()

const range = (
  documentType: string,
  from: number,
  to: number,
  next: number,
  expiresOn: string | null = null,
): FolioRange => ({ id: `${documentType}-${from}`, documentType, from, to, next, expiresOn })
function stockOf(...ranges: FolioRange[]) {
  const folios = createKnownFolios(kept.db)
  folios.saveRanges(HERE, ranges, NOON)
  return folios.stock(HERE)
}

it.each([
  ['plenty', [range('39', 1, 1_000, 501)], { left: 500, isLow: false }],
  ['the last that need no warning', [range('39', 1, 1_000, 801)], { left: 200, isLow: false }],
  ['one less', [range('39', 1, 1_000, 802)], { left: 199, isLow: true }],
  [
    'less than a tenth of a large range',
    [range('39', 1, 50_000, 45_002)],
    { left: 4_999, isLow: true },
  ],
  [
    'a second range that is fresh',
    [range('39', 1, 1_000, 1_001), range('39', 2_001, 3_000, 2_001)],
    { left: 1_000, isLow: false },
  ],
  ['none at all', [range('39', 1, 1_000, 1_001)], { left: 0, isLow: true }],
])('boletas: %s', (_, ranges, expected) =>
  expect(stockOf(...ranges)).toEqual([{ documentType: '39', expiresOn: null, ...expected }]),
)

it('credit notes are warned about later, and each type for itself, with the first day that a range ends', () => {
  expect(
    stockOf(
      range('61', 1, 100, 81),
      range('41', 1, 300, 300, '2027-03-01'),
      range('41', 501, 900, 501, '2027-01-15'),
    ),
  ).toEqual([
    { documentType: '41', left: 401, isLow: false, expiresOn: '2027-01-15' },
    { documentType: '61', left: 20, isLow: false, expiresOn: null },
  ])
  expect(stockOf(range('61', 1, 100, 82))).toContainEqual({
    documentType: '61',
    left: 19,
    isLow: true,
    expiresOn: null,
  })
})

it('debit notes are warned about as credit notes are, and what the till does not issue not at all', () => {
  expect(stockOf(range('56', 1, 100, 81), range('52', 1, 10, 10))).toEqual([
    { documentType: '56', left: 20, isLow: false, expiresOn: null },
  ])
  expect(stockOf(range('56', 1, 100, 82))).toContainEqual({
    documentType: '56',
    left: 19,
    isLow: true,
    expiresOn: null,
  })
})

it('is remembered over a restart; a range that is no longer listed counts as used up, and another service has its own', () => {
  stockOf(range('39', 1, 1_000, 501), range('39', 2_001, 3_000, 2_001))
  createKnownFolios(kept.db).saveRanges(HERE, [range('39', 2_001, 3_000, 2_101)], NOON)
  kept.reopen()
  const folios = createKnownFolios(kept.db)
  expect(folios.stock(HERE)).toEqual([
    { documentType: '39', left: 900, isLow: false, expiresOn: null },
  ])
  expect(folios.ranges(HERE, '39').map(({ next }) => next)).toEqual([1_001, 2_101])
  expect(folios.stock('https://otro.example.cl 76192083-9')).toEqual([])
})

it('looks for nothing among the folios of trials once one that counts is given', () => {
  const folios = createKnownFolios(kept.db)
  const trials = { ...range('39', 1, 50, 51), id: 'trials', isTrial: true }
  const walked = (next: number) => {
    folios.saveRanges(HERE, [trials, range('39', 1, 50, next)], NOON)
    return folios.ranges(HERE, '39').map(({ id }) => id)
  }
  expect(walked(1).toSorted()).toEqual(['39-1', 'trials'])
  expect(walked(2)).toEqual(['39-1'])
})
