import type { Clp } from '../money/clp.ts'
import { lineGross, ONE_MILLI, quantityMilli } from '../money/quantity.ts'
import { clp } from '../money/clp.ts'
import { priceOffers } from './price-offers.ts'
import type { PromotionRule } from './promotion.ts'

interface PromotionPreview {
  readonly pieces: number
  readonly beforeClp: Clp
  readonly afterClp: Clp
}

/** The fewest pieces it does something for, with it and without; counted as a sale counts it. */
export function previewOf(rule: PromotionRule, unitGrossClp: Clp): PromotionPreview {
  const { does } = rule
  const pieces = does.kind === 'group' ? does.take : does.kind === 'from' ? does.from : 1
  const quantity = quantityMilli(pieces * ONE_MILLI)
  const line = { productId: 'p', categoryId: 'c', unitGrossClp, quantity, isMeasured: false }
  const always = {
    ...rule,
    goods: { kind: 'all' as const },
    fromDate: null,
    untilDate: null,
    weekdays: [1],
    fromMinute: 0,
    untilMinute: 0,
    priceListId: null,
  }
  const promotions = [{ id: 'x', name: '', rule: always }]
  const moment = { date: '2026-01-05', weekday: 1, minute: 0 }
  const [offers = []] = priceOffers([line], { promotions, priceList: null }, moment)
  const beforeClp = lineGross(unitGrossClp, quantity)
  const savedClp = offers.reduce((sum, { discountClp }) => sum + discountClp, 0)
  return { pieces, beforeClp, afterClp: clp(beforeClp - savedClp) }
}
