/** The counter's own search over a list of products, in the list's order while nothing is asked. */
import { ProductIndex, type ProductQuery } from '#shared/catalogue/product-index.ts'
import type { ProductView } from '#shared/catalogue/product.ts'

export function searchIn(products: readonly ProductView[], query: ProductQuery): ProductView[] {
  const { text, categoryId, favouritesOnly, limit } = query
  const isWanted = (product: ProductView) =>
    (categoryId === null || product.categoryId === categoryId) &&
    (!favouritesOnly || product.isFavourite)
  if (text.trim() === '') return products.filter(isWanted).slice(0, limit)
  const index = new ProductIndex()
  products.forEach((product, at) => index.put({ ...product, rowid: at, soldCount: -at }))
  return index.search(query).flatMap((at) => products[at] ?? [])
}
