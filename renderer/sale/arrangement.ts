/** Where a tile goes when it is dragged, tapped or walked to another place. Pure. */
import type { ProductId } from '#shared/core/brand.ts'

export interface Move<
  Product extends { readonly id: ProductId } = { readonly id: ProductId; readonly name: string },
> {
  readonly product: Product
  /** Place in the grid, from 0. */
  readonly to: number
}

/**
 * The new order and beside whom it puts the tile; null when it stands there already. The others
 * close up.
 */
export function moved<Product extends { readonly id: ProductId }>(
  order: readonly Product[],
  { product: { id }, to }: Move<{ readonly id: ProductId }>,
) {
  const from = order.findIndex((each) => each.id === id)
  const [product, beside] = [order[from], order[to]]
  if (product === undefined || beside === undefined || from === to) return null
  const side: 'before' | 'after' = to > from ? 'after' : 'before'
  return { order: order.toSpliced(from, 1).toSpliced(to, 0, product), besideId: beside.id, side }
}

/** The place an arrow key leads to, at the edges the same one; null for another key. */
export function stepFor(key: string, at: number, count: number, columns: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  }
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  if (step === undefined) return null
  const to = at + step
  return to < 0 || to >= count ? at : to
}
