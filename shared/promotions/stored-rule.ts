/** The rule of a promotion as text: as it is stored, and as it goes from one till to another. */
import { decidePromotion } from './decide-promotion.ts'
import type { PromotionRule } from './promotion.ts'

/** Null where no owner could have typed it. */
export function readRule(json: string): PromotionRule | null {
  try {
    const rule = JSON.parse(json) as PromotionRule
    const decided = decidePromotion({ name: '-', rule })
    return decided.ok ? decided.value.rule : null
  } catch {
    return null
  }
}

/** Written by one hand: the same rule is the same text. */
export const ruleJson = (rule: PromotionRule) => JSON.stringify(rule)

type Named = 'product' | 'category' | 'price_list'

/** The same rule with other ids of what it names. */
export function mapRuleIds(json: string, idOf: (kind: Named, id: string) => string): string {
  const rule = readRule(json)
  if (rule === null) return json
  const { goods, priceListId } = rule
  const kind = goods.kind === 'products' ? 'product' : 'category'
  return ruleJson({
    ...rule,
    goods: goods.kind === 'all' ? goods : { ...goods, ids: goods.ids.map((id) => idOf(kind, id)) },
    priceListId: priceListId === null ? null : idOf('price_list', priceListId),
  })
}
