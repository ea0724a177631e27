/** The counter's own searches, of products and of receipts, over lists in memory. */
import { ProductIndex, type ProductQuery } from '#shared/catalogue/product-index.ts'
import { withFixedPlaces } from '#shared/catalogue/fixed-places.ts'
import { fold } from '#shared/catalogue/search-words.ts'
import type { ReceiptDetail } from '#shared/receipts/views.ts'
import type { ReceiptQuery } from '#shared/selling/sale/receipt-search.ts'
import type { ProductView } from '#shared/catalogue/product.ts'

/** In the list's order while nothing is asked. */
export function searchIn(products: readonly ProductView[], query: ProductQuery): ProductView[] {
  const { text, categoryId, favouritesOnly, limit } = query
  const isWanted = (product: ProductView) =>
    (categoryId === null || product.categoryId === categoryId) &&
    (!favouritesOnly || product.isFavourite)
  if (text.trim() === '') return withFixedPlaces(products.filter(isWanted)).slice(0, limit)
  const index = new ProductIndex()
  products.forEach((product, at) => index.put({ ...product, rowid: at, soldCount: -at }))
  return index.search(query).flatMap((at) => products[at] ?? [])
}

/** As the core's indexes answer: a number, a day, a RUT, or words that begin those of one row. */
export function isAnswer(query: ReceiptQuery, receipt: ReceiptDetail): boolean {
  const { folio, totalClp, documentType, date, customer, externalReference, lines } = receipt
  const isNumber =
    query.wholeNumber !== null &&
    (query.documentType === null
      ? folio === query.wholeNumber || totalClp === query.wholeNumber
      : folio === query.wholeNumber && documentType === query.documentType)
  const rows = [
    `${externalReference} ${customer?.legalName ?? ''}`,
    ...lines.map(({ name, code }) => `${name} ${code}`),
  ]
  return (
    isNumber ||
    date === query.date ||
    (customer !== null && customer.rut === query.rut) ||
    (query.words.length > 0 && rows.some((row) => hasWords(row, query.words)))
  )
}

function hasWords(row: string, words: readonly string[]): boolean {
  const there = fold(row).split(/[^a-z0-9]+/)
  return words.every((word) => there.some((each) => each.startsWith(fold(word))))
}
