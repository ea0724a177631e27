import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import type { PromotionRule } from '#shared/promotions/promotion.ts'
import { draftOf, NEW_DRAFT, ruleOf } from './promotion-draft.ts'

const minute = fc.integer({ min: 0, max: 1_439 })
const anyRule: fc.Arbitrary<PromotionRule> = fc.record({
  does: fc.oneof(
    fc.record({ kind: fc.constant('percent' as const), percent: fc.integer({ min: 1, max: 99 }) }),
    fc.record({
      kind: fc.constant('price' as const),
      unitClp: fc.integer({ min: 1, max: 99_999 }),
    }),
    fc.record({
      kind: fc.constant('group' as const),
      take: fc.integer({ min: 2, max: 99 }),
      pay: fc.integer({ min: 1, max: 99 }),
    }),
    fc.record({
      kind: fc.constant('from' as const),
      from: fc.integer({ min: 2, max: 999 }),
      unitClp: fc.integer({ min: 1, max: 99_999 }),
    }),
  ),
  goods: fc.constantFrom(
    { kind: 'all' as const },
    { kind: 'categories' as const, ids: ['a', 'b'] },
    { kind: 'products' as const, ids: ['p'] },
  ),
  fromDate: fc.constantFrom(null, '2026-01-01'),
  untilDate: fc.constantFrom(null, '2026-12-31'),
  weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  fromMinute: minute,
  untilMinute: minute,
  priceListId: fc.constantFrom(null, 'mayorista'),
  priority: fc.constantFrom(0, 5),
})

it('a promotion that is opened and saved as it is stays the same', () => {
  fc.assert(
    fc.property(anyRule, (rule) => {
      const goodsNames = rule.goods.kind === 'all' ? [] : rule.goods.ids
      const changedAt = 1 as EpochMs
      const draft = draftOf({ id: 'x', name: 'x', state: 'on', changedAt, goodsNames, rule })
      const isAllDay = rule.fromMinute === rule.untilMinute
      const same = isAllDay ? { ...rule, fromMinute: 0, untilMinute: 0 } : rule
      expect(ruleOf(draft)).toEqual(same)
    }),
  )
})

it('an hour at one end alone goes to midnight, or begins there', () => {
  expect(ruleOf({ ...NEW_DRAFT, fromTime: '18:30' })).toMatchObject({
    fromMinute: 1_110,
    untilMinute: 1_440,
  })
  expect(ruleOf({ ...NEW_DRAFT, untilTime: '09:00' })).toMatchObject({
    fromMinute: 0,
    untilMinute: 540,
  })
})

it('what is no number is none, and the core says so at its field', () => {
  expect(ruleOf({ ...NEW_DRAFT, percent: 'x' }).does).toEqual({ kind: 'percent', percent: -1 })
})
