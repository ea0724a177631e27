/**
 * What promotions and a price list take off the lines of a cart. Pure, and the same on screen and
 * core: the moment comes in as an argument.
 *
 * Each unit takes part in one promotion at most. The higher priority goes first; of one priority
 * the customer gets what saves more. A group (3x2) is made of the dearest pieces that are left, and
 * only where it saves more than its pieces would each by themselves. A price list is what a unit
 * costs at most: a promotion has to be better.
 */
import { allocateClp, clp, type Clp } from '../money/clp.ts'
import { lineGross, ONE_MILLI, quantityMilli, type QuantityMilli } from '../money/quantity.ts'
import { isInForce } from './in-force.ts'
import type { LineOffer, Promotion, ShopMoment } from './promotion.ts'

/** A line as far as promotions are concerned; only catalogue goods at the catalogue's price. */
export interface OfferableLine {
  readonly productId: string
  readonly categoryId: string
  readonly unitGrossClp: Clp
  readonly quantity: QuantityMilli
  /** Sold by weight or length: it makes no groups of pieces. */
  readonly isMeasured: boolean
}

export interface PriceList {
  readonly id: string
  readonly name: string
  /** By category; an empty id is all others. */
  readonly percents: readonly { readonly categoryId: string; readonly percent: number }[]
  readonly prices: readonly { readonly productId: string; readonly unitGrossClp: number }[]
}

export interface OffersInForce {
  readonly promotions: readonly Promotion[]
  /** The customer's; null: the shelf's prices. */
  readonly priceList: PriceList | null
}

interface Unit {
  readonly index: number
  readonly line: OfferableLine
  /** Thousandths that no promotion has yet. */
  leftMilli: number
  /** What one unit costs by the price list. */
  readonly listClp: number
  readonly taken: Map<string, { name: string; discountClp: number; unitGrossClp?: Clp }>
}

/** A price of one unit, and whose it is. */
interface Simple {
  readonly promotion: Promotion
  readonly unitClp: number
}

/** All that is known of prices; which list an open sale goes by, the sale says. */
export interface OffersKnown {
  readonly promotions: readonly Promotion[]
  readonly priceLists: readonly PriceList[]
}

/** The offers of each line, in the order of the lines; none for most. */
export function priceOffers(
  lines: readonly (OfferableLine | null)[],
  { promotions, priceList }: OffersInForce,
  moment: ShopMoment,
): readonly (readonly LineOffer[])[] {
  const units = inOrder(lines, priceList)
  const inForce = promotions
    .filter(
      ({ rule }) =>
        isInForce(rule, moment) &&
        (rule.priceListId === null || rule.priceListId === priceList?.id),
    )
    .map(goodsFinder(units))
    .filter(({ goods }) => goods.length > 0)
  const tiers = [...new Set(inForce.map(({ promotion }) => promotion.rule.priority))]
  for (const priority of tiers.toSorted((a, b) => b - a))
    applyTier(inForce.filter(({ promotion }) => promotion.rule.priority === priority))
  for (const unit of units) takeList(unit, priceList)
  const offers: LineOffer[][] = lines.map(() => [])
  for (const { index, taken } of units)
    offers[index] = [...taken]
      .filter(([, { discountClp }]) => discountClp > 0)
      .map(([id, each]) => ({ id, ...each, discountClp: clp(each.discountClp) }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return offers
}

/** Dearest first, the same order whatever was scanned first. */
function inOrder(lines: readonly (OfferableLine | null)[], list: PriceList | null): Unit[] {
  const listOf = listPrices(list)
  const units = lines.flatMap((line, index): Unit[] =>
    line === null
      ? []
      : [{ index, line, leftMilli: line.quantity, listClp: listOf(line), taken: new Map() }],
  )
  return units.toSorted(
    (a, b) =>
      b.line.unitGrossClp - a.line.unitGrossClp ||
      compare(a.line.productId, b.line.productId) ||
      b.line.quantity - a.line.quantity,
  )
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Never above the shelf's price. */
function listPrices(list: PriceList | null): (line: OfferableLine) => number {
  const prices = new Map(list?.prices.map((each) => [each.productId, each.unitGrossClp]))
  const percents = new Map(list?.percents.map((each) => [each.categoryId, each.percent]))
  return ({ productId, categoryId, unitGrossClp }) => {
    const percent = percents.get(categoryId) ?? percents.get('')
    const own =
      prices.get(productId) ??
      (percent === undefined ? unitGrossClp : afterPercent(unitGrossClp, percent))
    return Math.min(own, unitGrossClp)
  }
}

/** At least a peso: no percent makes goods free. */
export function afterPercent(unitClp: number, percent: number): number {
  return Math.max(1, Math.floor((unitClp * (100 - percent) * 2 + 100) / 200))
}

interface WithGoods {
  readonly promotion: Promotion
  /** Dearest first. */
  readonly goods: readonly Unit[]
}

/** What each promotion is for, found by its ids: most are for a few of the lines. */
function goodsFinder(units: readonly Unit[]): (promotion: Promotion) => WithGoods {
  const ranks = new Map(units.map((unit, rank) => [unit, rank]))
  const byProduct = Map.groupBy(units, ({ line }) => line.productId)
  const byCategory = Map.groupBy(units, ({ line }) => line.categoryId)
  const rankOf = (unit: Unit) => ranks.get(unit) ?? 0
  return (promotion) => {
    const { goods } = promotion.rule
    if (goods.kind === 'all') return { promotion, goods: units }
    const index = goods.kind === 'products' ? byProduct : byCategory
    const found = [...new Set(goods.ids)].flatMap((id) => index.get(id) ?? [])
    return { promotion, goods: found.toSorted((a, b) => rankOf(a) - rankOf(b)) }
  }
}

/** All of one priority: groups where they save more than single prices do, then those. */
function applyTier(tier: readonly WithGoods[]): void {
  const simple = bestSimple(tier)
  const floorOf = (unit: Unit) => simple.get(unit)?.unitClp ?? unit.listClp
  // Pieces with a good price of their own can spoil a group: it is tried without them as well.
  const plain = (each: WithGoods) => ({ ...each, goods: each.goods.filter((u) => !simple.has(u)) })
  const groups = tier
    .filter(({ promotion }) => promotion.rule.does.kind === 'group')
    .flatMap((each) => (simple.size === 0 ? [each] : [each, plain(each)]))
    .map((each) => ({ each, gainClp: nextGroup(each, floorOf)?.gainClp ?? 0 }))
    .filter(({ gainClp }) => gainClp > 0)
    .toSorted((a, b) => b.gainClp - a.gainClp || compare(a.each.promotion.id, b.each.promotion.id))
  for (const { each } of groups) takeGroups(each, floorOf)
  for (const [unit, { promotion, unitClp }] of simple) {
    if (unit.leftMilli === 0) continue
    take(unit, promotion, unit.leftMilli, savedAt(unit, unitClp, unit.leftMilli))
    unit.leftMilli = 0
  }
}

/** Per line the lowest price of one unit, where it is below the price list's. */
function bestSimple(tier: readonly WithGoods[]): Map<Unit, Simple> {
  const best = new Map<Unit, Simple>()
  for (const { promotion, goods } of tier) {
    const { does } = promotion.rule
    if (does.kind === 'group') continue
    if (does.kind === 'from' && totalMilli(goods) < does.from * ONE_MILLI) continue
    for (const unit of goods) {
      const unitClp =
        does.kind === 'percent' ? afterPercent(unit.line.unitGrossClp, does.percent) : does.unitClp
      const before = best.get(unit)
      const isBetter =
        before === undefined
          ? unitClp < unit.listClp
          : unitClp < before.unitClp ||
            (unitClp === before.unitClp && promotion.id < before.promotion.id)
      if (isBetter) best.set(unit, { promotion, unitClp })
    }
  }
  return best
}

/** What is in the cart counts, also what another promotion has: who takes six takes six. */
function totalMilli(goods: readonly Unit[]): number {
  return goods.reduce((sum, { line }) => sum + line.quantity, 0)
}

const wholePieces = ({ line, leftMilli }: Unit) =>
  line.isMeasured ? 0 : Math.floor(leftMilli / ONE_MILLI)

interface Group {
  readonly parts: readonly { readonly unit: Unit; readonly pieces: number }[]
  readonly savedClp: number
  /** Beyond what the pieces would save each by themselves. */
  readonly gainClp: number
}

/** The dearest pieces that are left, or null where there are too few. */
function nextGroup({ promotion, goods }: WithGoods, floorOf: (unit: Unit) => number): Group | null {
  const { does } = promotion.rule
  if (does.kind !== 'group') return null
  let missing = does.take
  const parts: { unit: Unit; pieces: number }[] = []
  for (const unit of goods) {
    const pieces = Math.min(missing, wholePieces(unit))
    if (pieces > 0) parts.push({ unit, pieces })
    missing -= pieces
    if (missing === 0) break
  }
  if (missing > 0) return null
  let free = does.take - does.pay
  let savedClp = 0
  let otherwiseClp = 0
  for (const { unit, pieces } of parts.toReversed()) {
    const gifts = Math.min(free, pieces)
    savedClp += gifts * unit.line.unitGrossClp
    free -= gifts
    otherwiseClp += pieces * (unit.line.unitGrossClp - floorOf(unit))
  }
  return { parts, savedClp, gainClp: savedClp - otherwiseClp }
}

function takeGroups(each: WithGoods, floorOf: (unit: Unit) => number): void {
  for (;;) {
    const group = nextGroup(each, floorOf)
    if (group === null || group.gainClp <= 0) return
    const times = timesOf(group)
    const shares = allocateClp(
      clp(group.savedClp * times),
      group.parts.map(({ unit, pieces }) => pieces * unit.line.unitGrossClp),
    )
    for (const [index, { unit, pieces }] of group.parts.entries()) {
      take(unit, each.promotion, pieces * times * ONE_MILLI, shares[index] ?? 0)
      unit.leftMilli -= pieces * times * ONE_MILLI
    }
  }
}

/** Groups of one line alone are all alike: a thousand pieces are not counted one by one. */
function timesOf({ parts }: Group): number {
  const [only] = parts
  return parts.length === 1 && only !== undefined
    ? Math.floor(wholePieces(only.unit) / only.pieces)
    : 1
}

function takeList(unit: Unit, list: PriceList | null): void {
  if (list === null || unit.leftMilli === 0 || unit.listClp >= unit.line.unitGrossClp) return
  const isWhole = unit.leftMilli === unit.line.quantity
  take(unit, list, unit.leftMilli, savedAt(unit, unit.listClp, unit.leftMilli))
  const taken = unit.taken.get(list.id)
  if (isWhole && taken !== undefined) taken.unitGrossClp = clp(unit.listClp)
  unit.leftMilli = 0
}

/** What so much of a line costs less at this price of a unit. */
function savedAt({ line }: Unit, unitClp: number, milli: number): number {
  const quantity = quantityMilli(milli)
  return lineGross(line.unitGrossClp, quantity) - lineGross(clp(unitClp), quantity)
}

/**
 * Rounding of parts of a weight never takes more than the line has: what is left after the others.
 */
function take(
  { line, taken }: Unit,
  { id, name }: { readonly id: string; readonly name: string },
  milli: number,
  discountClp: number,
): void {
  const before = taken.get(id)
  const others = [...taken.values()].reduce((sum, each) => sum + each.discountClp, 0)
  const most = Math.min(
    lineGross(line.unitGrossClp, quantityMilli(milli)),
    lineGross(line.unitGrossClp, line.quantity) - others,
  )
  const part = Math.max(0, Math.min(discountClp, most))
  taken.set(id, { name, discountClp: (before?.discountClp ?? 0) + part })
}
