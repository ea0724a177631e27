import type { PromotionRule } from '#shared/promotions/promotion.ts'

/** Ten percent off everything, always, unless said otherwise. */
export function promotionRule(
  part: Partial<PromotionRule> = {},
): PromotionRule & { weekdays: number[] } {
  return {
    does: { kind: 'percent', percent: 10 },
    goods: { kind: 'all' },
    fromDate: null,
    untilDate: null,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    fromMinute: 0,
    untilMinute: 0,
    priceListId: null,
    priority: 0,
    ...part,
  }
}
