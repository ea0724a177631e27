/** Promotions in force, as the core told them: what the open sale is priced with. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { OffersInForce } from '#shared/promotions/price-offers.ts'
import { NO_OFFERS } from '#shared/promotions/cart-offers.ts'
import type { TillPort } from '../bridge/till-port.ts'

export interface OffersState {
  readonly offers: OffersInForce
  load(): Promise<void>
}

export type OffersStore = StoreApi<OffersState>

export function createOffersStore(port: Pick<TillPort, 'offers'>): OffersStore {
  return createStore<OffersState>((set) => ({
    offers: NO_OFFERS,
    async load() {
      set({ offers: await port.offers() })
    },
  }))
}
