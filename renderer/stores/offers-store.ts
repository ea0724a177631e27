/** Promotions in force, as the core told them: what the open sale is priced with. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Cart, CartLine } from '#shared/selling/cart/cart.ts'
import type { ProductView } from '#shared/catalogue/product.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { cataloguedLine, offeredCart } from '#shared/selling/cart/cart-offers.ts'
import type { OffersKnown } from '#shared/promotions/price-offers.ts'
import { browserNowMs } from '../bridge/clock.ts'
import type { TillPort } from '../bridge/till-port.ts'
import { createNewest } from './newest.ts'
import type { CartPricing } from './cart-store.ts'

interface OffersState {
  /** Null until the core has told: what a sale saves stays as it was kept. */
  readonly offers: OffersKnown | null
  load(): Promise<void>
  /** A cart counted with them; as it is before the core has told. */
  price(cart: Cart): Cart
}

export type OffersStore = StoreApi<OffersState>

export function createOffersStore(
  port: Pick<TillPort, 'offers'>,
  /** How far the service's clock is from the machine's. */
  skewMs: () => number | null,
): OffersStore {
  const newest = createNewest()
  return createStore<OffersState>((set, get) => ({
    offers: null,
    load: () => newest.ask(port.offers(), (offers) => set({ offers })),
    price(cart) {
      const known = get().offers
      return known === null ? cart : offeredCart(cart, known, browserNowMs() as EpochMs, skewMs())
    },
  }))
}

/** The open sale counted with them. */
export function offersPricing(
  port: Pick<TillPort, 'productByCode'>,
  offers: OffersStore,
  /** Reads anew which list the customer of the sale buys by. */
  renewList: () => Promise<void>,
): CartPricing {
  return {
    price: (cart: Cart) => offers.getState().price(cart),
    async renew(cart) {
      await offers.getState().load()
      await renewList()
      const products = new Map<string, ProductView>()
      const codes = cart.lines.flatMap(({ productId, code }) => (productId === null ? [] : [code]))
      for (const code of new Set(codes)) {
        const product = await port.productByCode(code)
        if (product.ok) products.set(code, product.value)
      }
      return (line: CartLine) => cataloguedLine(line, products.get(line.code) ?? null)
    },
  }
}
