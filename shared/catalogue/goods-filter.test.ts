import { expect, it } from 'vitest'
import { GOODS_FILTERS } from './goods.ts'
import { clp } from '../money/clp.ts'
import { isOfFilter } from './goods-filter.ts'

const filtersOf = (row: Omit<Parameters<typeof isOfFilter>[0], 'unitGrossClp'>, price = 990) =>
  GOODS_FILTERS.filter((filter) => isOfFilter({ ...row, unitGrossClp: clp(price) }, filter))

it('what is archived stands among the archived only, whatever else it is', () => {
  expect(filtersOf({ isArchived: true, isFavourite: true, pictureId: null, stock: null })).toEqual([
    'archived',
  ])
})

it('a product without a picture is one that has none, or never had one', () => {
  const plain = { isArchived: false, isFavourite: false, stock: null }
  expect(filtersOf(plain)).toEqual(['sold', 'noPicture'])
  expect(filtersOf({ ...plain, pictureId: null })).toEqual(['sold', 'noPicture'])
  expect(filtersOf({ ...plain, isFavourite: true, pictureId: 'a' })).toEqual(['sold', 'favourites'])
})

it('what runs out is at its mark or below, or below zero where it has none', () => {
  const row = { isArchived: false, isFavourite: false, pictureId: 'a' }
  const isLow = (milli: number, lowMilli: number | null) =>
    filtersOf({ ...row, stock: { milli, lowMilli } }).includes('low')
  expect([isLow(5_001, 5_000), isLow(5_000, 5_000), isLow(0, null), isLow(-1, null)]).toEqual([
    false,
    true,
    false,
    true,
  ])
})

it('a product whose price is said when it is sold has none of its own', () => {
  const row = { isArchived: false, isFavourite: false, pictureId: 'a', stock: null }
  expect(filtersOf(row, 0)).toEqual(['sold', 'asked'])
  expect(filtersOf(row, 1)).toEqual(['sold'])
})
