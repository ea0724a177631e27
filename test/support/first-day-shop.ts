/** A shop on its first day: nothing is set up, and what it enters are its own name and keys. */
import { beforeEach } from 'vitest'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { ShopView } from '#shared/core/shop.ts'
import type { TillOptions } from '#till/options.ts'
import { freeAmount } from './free-amount.ts'
import { commitOf } from './till-fixture.ts'
import { fixturePerTest } from './till-per-test.ts'

export const NEW_SHOP: ShopView = {
  rut: '60803000-K',
  legalName: 'Panadería Ñandú Ltda.',
  tradeName: 'Ñandú',
  address: 'Calle 5',
  commune: 'Maipú',
}
export const NEW_KEY = 'sk-0123456789abcd'
/** Two services it may choose. */
export const ADDRESSES = ['https://a.example.cl', 'https://b.example.cl'] as const

/** What a host says of such a shop: nothing. */
export const FRESH = {
  isSetUp: false,
  serviceUrlFromHost: null,
  apiKeyFromHost: null,
  wantsShop: true,
} as const

/** A folder per test with a place for one key, empty at first; the test opens its till. */
export function firstDayPerTest() {
  const perTest = fixturePerTest()
  const keyStore = { key: null as string | null }
  beforeEach(() => {
    keyStore.key = null
  })
  const serviceKey: TillOptions['serviceKey'] = {
    load: async () => keyStore.key,
    save: async (key) => {
      keyStore.key = key
    },
  }
  /** Unless the test is about it, the owner has said the emission model already. */
  const open = async (changes: Partial<TillOptions> = {}, { saysEmission = true } = {}) => {
    const till = await perTest.fixture.open({ ...FRESH, serviceKey, ...changes })
    if (saysEmission && till.api.bootstrap().missing.includes('emission'))
      await till.api.saveSettings({ emissionModel: 'every-sale' })
    return till
  }
  return { ...perTest, keyStore, open }
}

/** A free amount: a shop on its first day has no product. */
export const sellFree = (api: TillApi) => api.commitSale(commitOf(api, freeAmount(1890)))
