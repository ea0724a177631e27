/** Whether a price list may be kept as somebody typed it; each refusal names its field. */
import type { SavePriceListInput } from './inputs.ts'
import { checkName } from '../text/check-name.ts'
import { foldName } from '../catalogue/search-words.ts'
import { refusal, type Refusal } from '../languages/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'
import { AMOUNT_CLP_MAX } from '../money/clp.ts'
import type { PriceList } from './price-offers.ts'
import { PROMOTION_NAME_CHARS_MAX } from './promotion.ts'

export type DecidedPriceList = Omit<PriceList, 'id'>

/** `others`: the names of the other lists in use, of which none may be told for another. */
export function decidePriceList(
  { name: typed, percents, prices }: Omit<SavePriceListInput, 'priceListId'>,
  others: readonly string[],
): Result<DecidedPriceList, Refusal> {
  const name = checkName(typed)
  if (!name.ok || name.value.length > PROMOTION_NAME_CHARS_MAX)
    return refuse(refusal('PRICE_LIST_NAME', 'name', { most: String(PROMOTION_NAME_CHARS_MAX) }))
  if (others.some((other) => foldName(other) === foldName(name.value)))
    return refuse(refusal('PRICE_LIST_TAKEN', 'name'))
  const badPercent = percents.find(({ percent }) => !isWhole(percent, 99))
  if (badPercent !== undefined || hasTwice(percents.map(({ categoryId }) => categoryId)))
    return refuse(refusal('PRICE_LIST_PERCENT', `percent.${badPercent?.categoryId ?? ''}`))
  const badPrice = prices.find(({ unitGrossClp }) => !isWhole(unitGrossClp, AMOUNT_CLP_MAX))
  if (badPrice !== undefined || hasTwice(prices.map(({ productId }) => productId)))
    return refuse(refusal('PRICE_LIST_PRICE', `price.${badPrice?.productId ?? ''}`))
  return ok({ name: name.value, percents, prices })
}

const isWhole = (value: number, most: number) =>
  Number.isSafeInteger(value) && value >= 1 && value <= most

const hasTwice = (ids: readonly string[]) => new Set(ids).size < ids.length
