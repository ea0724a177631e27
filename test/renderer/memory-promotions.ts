/** Promotions of the till in memory: kept as the core keeps them, without their rights. */
import type { PriceListView, PromotionView } from '#shared/bridge/promotions.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import { ok } from '#shared/core/result.ts'
import { clp } from '#shared/money/clp.ts'
import { decidePriceList } from '#shared/promotions/decide-price-list.ts'
import { decidePromotion } from '#shared/promotions/decide-promotion.ts'

export function createMemoryPromotions(changed: () => void) {
  const lists = createMemoryLists(changed)
  let kept: readonly PromotionView[] = []
  return {
    offers: () => ({
      promotions: kept.filter(({ state }) => state === 'on'),
      priceLists: lists.inForce(),
    }),
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
    ...lists.api,
  } satisfies Pick<
    TillApi,
    'offers' | 'promotions' | 'savePromotion' | 'switchPromotion' | ListCommand
  >
}

type ListCommand = 'priceLists' | 'savePriceList' | 'archivePriceList'

function createMemoryLists(changed: () => void) {
  let kept: readonly PriceListView[] = []
  const keep = (next: readonly PriceListView[]) => {
    kept = next
    changed()
    return ok(null)
  }
  const api: Pick<TillApi, ListCommand> = {
    priceLists: () => ok(kept),
    savePriceList({ priceListId, ...typed }) {
      const others = kept.filter(({ id }) => id !== priceListId)
      const decided = decidePriceList(
        typed,
        others.map(({ name }) => name),
      )
      if (!decided.ok) return decided
      const before = kept.find(({ id }) => id === priceListId)
      const saved: PriceListView = {
        id: before?.id ?? `list${kept.length + 1}`,
        isArchived: before?.isArchived ?? false,
        customerCount: 0,
        ...decided.value,
        priced: decided.value.prices.map(({ productId, unitGrossClp }) => ({
          productId,
          name: productId,
          shelfClp: clp(unitGrossClp),
          unitGrossClp: clp(unitGrossClp),
        })),
      }
      return keep([...others, saved])
    },
    archivePriceList: ({ priceListId, isArchived }) =>
      keep(kept.map((each) => (each.id === priceListId ? { ...each, isArchived } : each))),
  }
  return { inForce: () => kept.filter(({ isArchived }) => !isArchived), api }
}
