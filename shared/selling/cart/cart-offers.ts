/**
 * The promotions of the open sale: counted anew after each change of it, by the screen and again by
 * the core that charges it.
 */
import { isMeasured } from '../../catalogue/by-measure.ts'
import type { ProductView } from '../../catalogue/product.ts'
import type { Cart, CartLine } from './cart.ts'
import type { EpochMs } from '../../core/brand.ts'
import { counterTime } from '../../time/counter-day.ts'
import { santiagoDate, santiagoTime } from '../../time/santiago.ts'
import {
  priceOffers,
  type OfferableLine,
  type OffersKnown,
  type PriceList,
} from '../../promotions/price-offers.ts'
import type { LineOffer, ShopMoment } from '../../promotions/promotion.ts'

/**
 * So long what was in force when the first thing was scanned is charged, also if it has ended
 * since. After that the core counts by its own clock, and says so where the total differs.
 */
export const OFFERS_HOLD_MS = 30 * 60_000

/** By hand goes before the customer's; one that is archived or gone is none. */
export function priceListOf(
  lists: readonly PriceList[],
  { priceListId, customerListId }: Pick<Cart, 'priceListId' | 'customerListId'>,
): PriceList | null {
  const find = (asked: string | undefined) => lists.find(({ id }) => id === asked)
  return find(priceListId) ?? find(customerListId) ?? null
}

/** The instant whose promotions are charged: the screen's word within limits, else now. */
export function offersMoment(asked: number | undefined, now: EpochMs): EpochMs {
  const isHeld = asked !== undefined && asked <= now && now - asked <= OFFERS_HOLD_MS
  return isHeld ? (asked as EpochMs) : now
}

/** `at` as the counter has it. */
export function shopMoment(at: EpochMs): ShopMoment {
  const date = santiagoDate(at)
  const [hour = 0, minute = 0] = santiagoTime(at).split(':').map(Number)
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return { date, weekday: weekday === 0 ? 7 : weekday, minute: hour * 60 + minute }
}

type Offerable = Pick<
  CartLine,
  | 'productId'
  | 'unitGrossClp'
  | 'quantity'
  | 'unit'
  | 'discount'
  | 'listGrossClp'
  | 'label'
  | 'code'
>

/**
 * What a person gave stands by itself: a line with a discount or a price of its own takes part in
 * no promotion, nor does a free amount or the price on a scale's label.
 */
export function offerable(line: Offerable, categoryId: string | null): OfferableLine | null {
  const { productId, unitGrossClp, quantity, unit, discount, listGrossClp, label, code } = line
  const isOwn = discount !== undefined || listGrossClp !== undefined || label?.code === code
  if (productId === null || categoryId === null || isOwn) return null
  return { productId, categoryId, unitGrossClp, quantity, isMeasured: isMeasured(unit) }
}

/**
 * The cart with what its lines save. A line whose offers stay is the same object as before. A sale
 * that lay around for longer than its promotions hold is counted as of now. `skewMs`: how far the
 * service's clock is from the machine's, where that is known.
 */
export function offeredCart(
  cart: Cart,
  known: OffersKnown,
  now: EpochMs,
  skewMs: number | null = null,
): Cart {
  if (cart.lines.length === 0) return cart
  const offersAt = offersMoment(cart.offersAt, now)
  const priced = priceOffers(
    cart.lines.map((line) => offerable(line, line.categoryId ?? null)),
    { promotions: known.promotions, priceList: priceListOf(known.priceLists, cart) },
    shopMoment(counterTime(offersAt, skewMs)),
  )
  const lines = cart.lines.map((line, index) => withLineOffers(line, priced[index] ?? []))
  const isSame =
    offersAt === cart.offersAt && lines.every((line, index) => line === cart.lines[index])
  return isSame ? cart : { ...cart, lines, offersAt }
}

/**
 * A line as the core will read it, where its product has changed since it was scanned: of another
 * category, or at a price that is by now one of its own.
 */
export function cataloguedLine(line: CartLine, product: ProductView | null): CartLine {
  if (product === null || product.id !== line.productId) return line
  const { listGrossClp: _, ...rest } = line
  const list = product.unitGrossClp
  const isListed = list === line.unitGrossClp
  return { ...rest, categoryId: product.categoryId, ...(isListed ? {} : { listGrossClp: list }) }
}

function withLineOffers(line: CartLine, offers: readonly LineOffer[]): CartLine {
  if (isSameOffers(line.offers ?? [], offers)) return line
  const { offers: _, ...bare } = line
  return offers.length === 0 ? bare : { ...bare, offers }
}

function isSameOffers(before: readonly LineOffer[], after: readonly LineOffer[]): boolean {
  return (
    before.length === after.length &&
    before.every(({ id, name, discountClp }, index) => {
      const other = after[index]
      return other?.id === id && other.name === name && other.discountClp === discountClp
    })
  )
}

/** `3x2 Bebidas, Precio mayorista`: what a line owes its price to. */
export function offersText(offers: readonly Pick<LineOffer, 'name'>[]): string {
  return offers.map(({ name }) => name).join(', ')
}
