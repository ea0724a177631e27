/** Whether a promotion may be kept as somebody typed it; each refusal names its field. */
import type { SavePromotionInput } from './inputs.ts'
import { checkName } from '../text/check-name.ts'
import { refusal, type Refusal } from '../languages/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'
import { clp, formatClp } from '../money/clp.ts'
import {
  PROMOTION_NAME_CHARS_MAX,
  PROMOTION_TARGETS_MAX,
  promotionRuleSchema,
  type PromotionRule,
} from './promotion.ts'

interface DecidedPromotion {
  readonly name: string
  readonly rule: PromotionRule
}

export function decidePromotion({
  name: typed,
  rule: asked,
}: Pick<SavePromotionInput, 'name' | 'rule'>): Result<DecidedPromotion, Refusal> {
  const name = checkName(typed)
  if (!name.ok || name.value.length > PROMOTION_NAME_CHARS_MAX)
    return refuse(refusal('PROMOTION_NAME', 'name', { most: String(PROMOTION_NAME_CHARS_MAX) }))
  const read = promotionRuleSchema.safeParse(asked)
  if (!read.success) return refuse(refusalAt(read.error.issues[0]?.path ?? []))
  const { does, fromDate, untilDate, goods, weekdays } = read.data
  if (does.kind === 'group' && does.pay >= does.take)
    return refuse(refusal('PROMOTION_GROUP', 'pay'))
  if (fromDate !== null && untilDate !== null && untilDate < fromDate)
    return refuse(refusal('PROMOTION_WHEN', 'untilDate'))
  const plain = {
    ...read.data,
    goods: goods.kind === 'all' ? goods : { ...goods, ids: [...new Set(goods.ids)] },
    weekdays: [...new Set(weekdays)].toSorted(),
  }
  return ok({ name: name.value, rule: plain })
}

function refusalAt(path: readonly PropertyKey[]): Refusal {
  const [part = 'does', field = part] = path.map(String)
  if (part === 'goods')
    return refusal('PROMOTION_GOODS', 'goods', { most: String(PROMOTION_TARGETS_MAX) })
  if (part === 'does') return refusal('PROMOTION_VALUE', field)
  return refusal('PROMOTION_WHEN', part)
}

/** `3x2`, `15 %`, `$990`, `desde 6: $800`: as the log of the shop has it. */
export function ruleText({ does }: PromotionRule): string {
  switch (does.kind) {
    case 'percent':
      return `${does.percent} %`
    case 'price':
      return formatClp(clp(does.unitClp))
    case 'group':
      return `${does.take}x${does.pay}`
    case 'from':
      return `desde ${does.from}: ${formatClp(clp(does.unitClp))}`
  }
}
