import { describe, expect, it } from 'vitest'
import type { IsoDate } from '../core/brand.ts'
import { planId, planInForce, planOf, type PlannedPrice } from './planned-price.ts'

const plan = (place: string, from: string, priceClp: number | null): PlannedPrice => ({
  ...{ place, priceClp },
  from: from as IsoDate,
})
const priceOn = (plans: readonly PlannedPrice[], day: string, place = 'sur') =>
  planInForce(plans, { place, day: day as IsoDate })?.priceClp ?? null

describe('the price that holds', () => {
  it('begins on its day and stands until the next one begins', () => {
    const plans = [plan('', '2026-12-24', 500), plan('', '2026-12-01', 900)]
    expect(priceOn(plans, '2026-11-30')).toBeNull()
    expect(priceOn(plans, '2026-12-01')).toBe(900)
    expect(priceOn(plans, '2026-12-23')).toBe(900)
    expect(priceOn(plans, '2027-06-01')).toBe(500)
  })

  it('of a place stands before one of everywhere, however late that begins', () => {
    const plans = [plan('sur', '2026-12-01', 700), plan('', '2026-12-10', 900)]
    expect(priceOn(plans, '2026-12-20')).toBe(700)
    expect(priceOn(plans, '2026-12-20', 'norte')).toBe(900)
    expect(priceOn(plans, '2026-12-20', '')).toBe(900)
  })

  it('of a place that ends is the one of everywhere again', () => {
    const plans = [plan('sur', '2026-12-01', 700), plan('sur', '2026-12-05', null)]
    expect(priceOn(plans, '2026-12-05')).toBeNull()
    expect(priceOn([...plans, plan('', '2026-12-01', 900)], '2026-12-05')).toBe(900)
    expect(priceOn([plan('', '2026-12-01', 900), plan('', '2026-12-02', null)], '2026-12-03')).toBe(
      null,
    )
  })

  it('may be none: it is asked for at the counter', () => {
    expect(priceOn([plan('', '2026-12-01', 0)], '2026-12-01')).toBe(0)
  })
})

it('is named by its product, its day and its place', () => {
  const named = { from: '2026-12-01' as IsoDate, place: 'mall / norte' }
  expect(planOf(planId('p1', named))).toEqual({ productId: 'p1', ...named })
})
