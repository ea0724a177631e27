/** Which products of the catalogue its owner wants to see. The core asks its tables the same. */
import type { GoodsFilter, GoodsRow } from './goods.ts'
import type { StockState } from './stock.ts'
import { isPriceAsked } from './product.ts'

type Filtered = Pick<
  GoodsRow,
  'isArchived' | 'isFavourite' | 'pictureId' | 'stock' | 'unitGrossClp'
>

const RULES: Readonly<Record<Exclude<GoodsFilter, 'archived'>, (row: Filtered) => boolean>> = {
  sold: () => true,
  favourites: (row) => row.isFavourite,
  noPicture: (row) => (row.pictureId ?? null) === null,
  asked: isPriceAsked,
  low: ({ stock }) => stock !== null && isLow(stock),
}

/** Without a mark of its own a product is looked at once more was sold than there was. */
const BELOW_ZERO_MILLI = -1

const isLow = ({ milli, lowMilli }: StockState) => milli <= (lowMilli ?? BELOW_ZERO_MILLI)

/** What a cashier is to see at a glance. */
export function stockLevel(stock: StockState): 'none' | 'low' | 'enough' {
  return stock.milli <= 0 ? 'none' : isLow(stock) ? 'low' : 'enough'
}

export function isOfFilter(row: Filtered, filter: GoodsFilter): boolean {
  if (filter === 'archived') return row.isArchived
  return !row.isArchived && RULES[filter](row)
}
