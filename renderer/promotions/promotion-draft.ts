/** A promotion as it is typed, and the rule it makes. */
import type { PromotionView, SavePromotionInput } from '#shared/promotions/inputs.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { MINUTES_OF_DAY } from '#shared/promotions/promotion.ts'

export const KINDS = ['percent', 'price', 'group', 'from'] as const
type Kind = (typeof KINDS)[number]
export const GOODS_KINDS = ['all', 'categories', 'products'] as const
type GoodsKind = (typeof GOODS_KINDS)[number]
export const ALL_DAYS = [1, 2, 3, 4, 5, 6, 7] as const
/** Beside the others, before them: more steps nobody could tell apart. */
export const PRIORITIES = { normal: 0, first: 5 } as const

interface Target {
  readonly id: string
  readonly name: string
}

export interface PromotionDraft {
  readonly name: string
  readonly kind: Kind
  readonly percent: string
  readonly price: string
  readonly take: string
  readonly pay: string
  readonly from: string
  readonly goods: GoodsKind
  readonly categories: readonly string[]
  readonly products: readonly Target[]
  readonly fromDate: string
  readonly untilDate: string
  readonly weekdays: readonly number[]
  /** `HH:MM`, empty for the whole day. */
  readonly fromTime: string
  readonly untilTime: string
  /** Null: for whoever buys. */
  readonly priceListId: string | null
  readonly priority: number
}

/** A form of one that is kept, or of a new one. */
export interface FormOf<Kept> {
  /** Null makes a new one. */
  readonly kept: Kept | null
  readonly onDone: () => void
}

export interface PartProps {
  readonly draft: PromotionDraft
  readonly change: (part: Partial<PromotionDraft>) => void
  readonly at: (...fields: readonly string[]) => Refusal | null
}

export const NEW_DRAFT: PromotionDraft = {
  name: '',
  kind: 'percent',
  percent: '10',
  price: '',
  take: '3',
  pay: '2',
  from: '6',
  goods: 'products',
  categories: [],
  products: [],
  fromDate: '',
  untilDate: '',
  weekdays: ALL_DAYS,
  fromTime: '',
  untilTime: '',
  priceListId: null,
  priority: PRIORITIES.normal,
}

export function draftOf({ name, rule, goodsNames }: PromotionView): PromotionDraft {
  const { does, goods } = rule
  const targets = goods.kind === 'all' ? [] : goods.ids
  return {
    ...NEW_DRAFT,
    name,
    kind: does.kind,
    ...(does.kind === 'percent' ? { percent: String(does.percent) } : {}),
    ...(does.kind === 'price' || does.kind === 'from' ? { price: String(does.unitClp) } : {}),
    ...(does.kind === 'group' ? { take: String(does.take), pay: String(does.pay) } : {}),
    ...(does.kind === 'from' ? { from: String(does.from) } : {}),
    goods: goods.kind,
    categories: goods.kind === 'categories' ? targets : [],
    products:
      goods.kind === 'products'
        ? targets.map((id, index) => ({ id, name: goodsNames[index] ?? id }))
        : [],
    fromDate: rule.fromDate ?? '',
    untilDate: rule.untilDate ?? '',
    weekdays: rule.weekdays,
    fromTime: rule.fromMinute === rule.untilMinute ? '' : timeOf(rule.fromMinute),
    untilTime: rule.fromMinute === rule.untilMinute ? '' : timeOf(rule.untilMinute),
    priceListId: rule.priceListId,
    priority: rule.priority,
  }
}

/** As it goes to the core; what is no number arrives as none (-1) and is told at its field. */
export function ruleOf(draft: PromotionDraft): SavePromotionInput['rule'] {
  return {
    does: doesOf(draft),
    goods: goodsOf(draft),
    fromDate: draft.fromDate === '' ? null : draft.fromDate,
    untilDate: draft.untilDate === '' ? null : draft.untilDate,
    weekdays: [...draft.weekdays],
    ...hoursOf(draft),
    priceListId: draft.priceListId,
    priority: draft.priority,
  }
}

function doesOf({ kind, percent, price, take, pay, from }: PromotionDraft) {
  switch (kind) {
    case 'percent':
      return { kind, percent: numberIn(percent) }
    case 'price':
      return { kind, unitClp: numberIn(price) }
    case 'group':
      return { kind, take: numberIn(take), pay: numberIn(pay) }
    case 'from':
      return { kind, from: numberIn(from), unitClp: numberIn(price) }
  }
}

function goodsOf({ goods, categories, products }: PromotionDraft) {
  if (goods === 'all') return { kind: goods }
  return goods === 'categories'
    ? { kind: goods, ids: [...categories] }
    : { kind: goods, ids: products.map(({ id }) => id) }
}

/** One end alone: from then to midnight, or from midnight until then. */
function hoursOf({ fromTime, untilTime }: PromotionDraft) {
  if (fromTime === '' && untilTime === '') return { fromMinute: 0, untilMinute: 0 }
  return {
    fromMinute: fromTime === '' ? 0 : minuteIn(fromTime),
    untilMinute: untilTime === '' ? MINUTES_OF_DAY : minuteIn(untilTime),
  }
}

const numberIn = (typed: string) => (/^\d{1,9}$/.test(typed) ? Number(typed) : -1)

function minuteIn(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

function timeOf(minute: number): string {
  const within = minute % MINUTES_OF_DAY
  return [Math.floor(within / 60), within % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}
