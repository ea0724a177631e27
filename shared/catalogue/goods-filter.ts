/** Which products of the catalogue its owner wants to see. The core asks its tables the same. */
import type { GoodsFilter, GoodsRow } from '../bridge/goods.ts'

export function isOfFilter(
  row: Pick<GoodsRow, 'isArchived' | 'isFavourite' | 'pictureId'>,
  filter: GoodsFilter,
): boolean {
  if (filter === 'archived') return row.isArchived
  if (row.isArchived) return false
  if (filter === 'favourites') return row.isFavourite
  return filter === 'sold' || (row.pictureId ?? null) === null
}
