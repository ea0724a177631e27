/** A product, as everybody but the catalogue's own tables has it. */
import type { StockState } from './stock.ts'
import type { ProductId } from '../core/brand.ts'
import type { Clp } from '../money/clp.ts'
import type { QuantityMilli } from '../money/quantity.ts'

export interface ProductView {
  readonly id: ProductId
  readonly code: string
  readonly name: string
  /** 0: it has none of its own, and is asked for when it is sold. */
  readonly unitGrossClp: Clp
  readonly isExempt: boolean
  /** Unit of measure shown beside a decimal quantity: `kg`; null for whole things. */
  readonly unit: string | null
  readonly categoryId: string
  readonly isFavourite: boolean
  /** From 1, on every grid it stands on; null or absent: it flows with the others. */
  readonly fixedPlace?: number | null
  /** Changes with the picture on its tile; null or absent without one. */
  readonly pictureId?: string | null
  /** What there is of it; absent where none is kept. */
  readonly stock?: StockState | null
  /**
   * What a scale's label says of this one piece: its weight. A label with a price comes as a piece
   * of that price.
   */
  readonly weighed?: QuantityMilli
  /** The label this was read from. */
  readonly label?: string
}

/** It has no price in the catalogue: whoever sells it says one, and without one it is not sold. */
export function isPriceAsked({ unitGrossClp }: Pick<ProductView, 'unitGrossClp'>): boolean {
  return unitGrossClp === 0
}
