/** Promotions of the till in memory: kept as the core keeps them, without their rights. */
import type { PriceListView, PromotionView } from '#shared/promotions/inputs.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { clp } from '#shared/money/clp.ts'
import { decidePriceList } from '#shared/promotions/decide-price-list.ts'
import { decidePromotion } from '#shared/promotions/decide-promotion.ts'

/** Somebody changed it since it was read: who, is the core's to say. */
function changedSince(
  before: { readonly name: string; readonly changedAt: number } | undefined,
  readAt: number | undefined,
  code: 'PROMOTION_CHANGED' | 'PRICE_LIST_CHANGED',
) {
  if (before === undefined || before.changedAt === readAt) return null
  const { name, changedAt } = before
  const params = { name, by: 'Paula', at: '02-11-2026 12:30', changedAt: String(changedAt) }
  return refuse(refusal(code, null, params))
}

const next = (before: { readonly changedAt: number } | undefined) =>
  ((before?.changedAt ?? 0) + 1) as EpochMs

export function createMemoryPromotions(changed: () => void) {
  const lists = createMemoryLists(changed)
  let kept: readonly PromotionView[] = []
  return {
    offers: () => ({
      promotions: kept.filter(({ state }) => state === 'on'),
      priceLists: lists.inForce(),
    }),
    promotions: () => ok(kept),
    savePromotion({ promotionId, readAt, ...typed }) {
      const decided = decidePromotion(typed)
      if (!decided.ok) return decided
      const before = kept.find(({ id }) => id === promotionId)
      const changedMeanwhile = changedSince(before, readAt, 'PROMOTION_CHANGED')
      if (changedMeanwhile !== null) return changedMeanwhile
      const saved: PromotionView = {
        changedAt: next(before),
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
      kept = kept.map((each) =>
        each.id === promotionId ? { ...each, state: to, changedAt: next(each) } : each,
      )
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
    savePriceList({ priceListId, readAt, ...typed }) {
      const others = kept.filter(({ id }) => id !== priceListId)
      const decided = decidePriceList(
        typed,
        others.map(({ name }) => name),
      )
      if (!decided.ok) return decided
      const before = kept.find(({ id }) => id === priceListId)
      const changedMeanwhile = changedSince(before, readAt, 'PRICE_LIST_CHANGED')
      if (changedMeanwhile !== null) return changedMeanwhile
      const saved: PriceListView = {
        changedAt: next(before),
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
      keep(
        kept.map((each) =>
          each.id === priceListId ? { ...each, isArchived, changedAt: next(each) } : each,
        ),
      ),
  }
  return { inForce: () => kept.filter(({ isArchived }) => !isArchived), api }
}
