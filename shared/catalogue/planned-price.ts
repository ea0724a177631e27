/**
 * The one rule of which price holds: a price that begins on a day, at one place or everywhere,
 * stands until another one begins, and one of the place stands before one of everywhere. Where none
 * has begun the product's own price holds. Whoever changes the price of a product changes the one
 * that holds, and what begins later still begins.
 */
import { z } from 'zod'
import type { IsoDate } from '../core/brand.ts'

export interface PlannedPrice {
  /** As `placeOf`; empty: everywhere. */
  readonly place: string
  /** Chile's day it begins on. */
  readonly from: IsoDate
  /** With IVA; 0: it is asked for when it is sold. Null: what was planned before ends. */
  readonly priceClp: number | null
}

/** Of a shop, over and still to come. */
export const PLANNED_PRICES_MAX = 20_000
/** How far ahead. */
export const PLANNED_DAYS_MAX = 366

/** The one that holds there on that day; null: the product's own. */
export function planInForce<Plan extends PlannedPrice>(
  plans: readonly Plan[],
  { place, day }: { readonly place: string; readonly day: IsoDate },
): (Plan & { readonly priceClp: number }) | null {
  const latest = (at: string) =>
    plans
      .filter((plan) => plan.place === at && plan.from <= day)
      .reduce<Plan | null>((last, plan) => (last && last.from > plan.from ? last : plan), null)
  const own = place === '' ? null : latest(place)
  const holds = own !== null && own.priceClp !== null ? own : latest('')
  return holds !== null && isPriced(holds) ? holds : null
}

const isPriced = <Plan extends PlannedPrice>(
  plan: Plan,
): plan is Plan & { readonly priceClp: number } => plan.priceClp !== null

/** As the shop's tills and its head office name it. */
export const planId = (productId: string, { from, place }: Pick<PlannedPrice, 'from' | 'place'>) =>
  `${productId}/${from}/${place}`

/** A place may have a slash in its name. */
export function planOf(id: string): Pick<PlannedPrice, 'from' | 'place'> & { productId: string } {
  const [productId = '', from = '', ...place] = id.split('/')
  return { productId, from: from as IsoDate, place: place.join('/') }
}

/** Of a product, from a day there is on. */
export function isPlanId(id: string): boolean {
  const { productId, from } = planOf(id)
  return productId !== '' && id.split('/').length > 2 && z.iso.date().safeParse(from).success
}
