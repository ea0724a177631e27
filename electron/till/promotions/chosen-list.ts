/** The price list somebody chose for a sale, as far as rights are concerned. */
import type { LineOffer } from '#shared/promotions/promotion.ts'
import type { ChosenList } from '#shared/staff/risk-line.ts'
import type { PriceLists } from './price-lists.ts'
import type { Promotions } from './promotions.ts'

interface Offered {
  readonly priceListId?: string | undefined
  readonly lines: readonly { readonly offers?: readonly LineOffer[] | undefined }[]
}

/** What it takes off is its own prices, and the promotions that only it opens. */
export function chosenListOf(
  { priceLists, promotions }: { readonly priceLists: PriceLists; readonly promotions: Promotions },
  sale: Offered,
): ChosenList | undefined {
  const list = priceLists.chosenIn(sale)
  if (list === null) return undefined
  const opened = promotions.inForce().filter(({ rule }) => rule.priceListId === list.id)
  const ids = new Set([list.id, ...opened.map(({ id }) => id)])
  const saved = sale.lines.flatMap(({ offers = [] }) => offers.filter(({ id }) => ids.has(id)))
  return { name: list.name, savesClp: saved.reduce((sum, { discountClp }) => sum + discountClp, 0) }
}
