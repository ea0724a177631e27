import { expect, it } from 'vitest'
import { GOODS_FILTERS } from '../bridge/goods.ts'
import { isOfFilter } from './goods-filter.ts'

const filtersOf = (row: Parameters<typeof isOfFilter>[0]) =>
  GOODS_FILTERS.filter((filter) => isOfFilter(row, filter))

it('what is archived stands among the archived only, whatever else it is', () => {
  expect(filtersOf({ isArchived: true, isFavourite: true, pictureId: null })).toEqual(['archived'])
})

it('a product without a picture is one that has none, or never had one', () => {
  const plain = { isArchived: false, isFavourite: false }
  expect(filtersOf(plain)).toEqual(['sold', 'noPicture'])
  expect(filtersOf({ ...plain, pictureId: null })).toEqual(['sold', 'noPicture'])
  expect(filtersOf({ ...plain, isFavourite: true, pictureId: 'a' })).toEqual(['sold', 'favourites'])
})
