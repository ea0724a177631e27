/** Promotions of the till in memory: kept as the core keeps them, without their rights. */
import type { PromotionView } from '#shared/bridge/promotions.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import { ok } from '#shared/core/result.ts'
import { decidePromotion } from '#shared/promotions/decide-promotion.ts'

export function createMemoryPromotions(changed: () => void) {
  let kept: readonly PromotionView[] = []
  return {
    offers: () => ({ promotions: kept.filter(({ state }) => state === 'on'), priceList: null }),
    promotions: () => ok(kept),
    savePromotion({ promotionId, ...typed }) {
      const decided = decidePromotion(typed)
      if (!decided.ok) return decided
      const before = kept.find(({ id }) => id === promotionId)
      const saved: PromotionView = {
        id: before?.id ?? `promo${kept.length + 1}`,
        state: before?.state ?? 'on',
        goodsNames: [],
        ...decided.value,
      }
      kept = [...kept.filter((each) => each !== before), saved]
      changed()
      return ok(null)
    },
    switchPromotion({ promotionId, to }) {
      kept = kept.map((each) => (each.id === promotionId ? { ...each, state: to } : each))
      changed()
      return ok(null)
    },
  } satisfies Pick<TillApi, 'offers' | 'promotions' | 'savePromotion' | 'switchPromotion'>
}
