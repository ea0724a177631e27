/** Where a tile goes when it is dragged, tapped or walked to another place. Pure. */
import { holdsPlace } from '#shared/catalogue/fixed-places.ts'
import type { ProductId } from '#shared/core/brand.ts'

export interface Move<
  Product extends { readonly id: ProductId } = { readonly id: ProductId; readonly name: string },
> {
  readonly product: Product
  /** Place in the grid, from 0. */
  readonly to: number
}

interface Tile {
  readonly id: ProductId
  readonly fixedPlace?: number | null
}

/**
 * The new order, beside whom it puts the tile and where; null when it stands there already. The
 * others close up around those with a place of their own: on one of these, it goes to the next.
 */
export function moved<Product extends Tile>(
  order: readonly Product[],
  { product: { id }, to }: Move<{ readonly id: ProductId }>,
) {
  const isHeld = (each: Product) => holdsPlace(each, order.length)
  const from = order.findIndex((each) => each.id === id)
  const product = order[from]
  if (product === undefined || isHeld(product) || order[to] === undefined) return null
  const side: 'before' | 'after' = to > from ? 'after' : 'before'
  const places = order.flatMap((each, place) => (isHeld(each) ? [] : [place]))
  const at =
    side === 'after'
      ? (places.find((place) => place >= to) ?? places.at(-1))
      : (places.findLast((place) => place <= to) ?? places[0])
  const beside = order[at ?? from]
  if (at === undefined || beside === undefined || beside.id === id) return null
  const flowing = places.filter((place) => place !== from).flatMap((place) => order[place] ?? [])
  const next = flowing.toSpliced(places.indexOf(at), 0, product).values()
  const arranged = order.map((each) => (isHeld(each) ? each : (next.next().value ?? each)))
  return { order: arranged, besideId: beside.id, side, at }
}
