import { expect, it } from 'vitest'
import type { ProductId } from '#shared/core/brand.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { clp } from '#shared/money/clp.ts'
import { quantityMilli } from '#shared/money/quantity.ts'
import { createCatalogueStore } from './catalogue-store.ts'
import {
  BEST_SELLERS_READ,
  KNOWN_PRODUCTS_MAX,
  LEARN_AFTER_MS,
  SLICE_PAUSE_MS,
  SLICE_PRODUCTS,
} from './known-products.ts'
import { createHandTimers, portOf, settle } from './test-port.ts'
import type { ProductView } from '#shared/catalogue/product.ts'

const priced = (code: string, priceClp: number): ProductView => ({
  id: code as ProductId,
  code,
  name: code,
  unitGrossClp: clp(priceClp),
  isExempt: false,
  unit: null,
  categoryId: 'c',
  isFavourite: false,
})

/** A screen over a core whose prices a test changes, with what it asked the core for. */
function counter(bestSellers: readonly string[] = [], others: readonly string[] = []) {
  const core = { priceClp: 100, label: null as ProductView | null }
  const asked: string[] = []
  const timers = createHandTimers()
  const store = createCatalogueStore(
    portOf({
      searchProducts: () => Promise.resolve([]),
      bestSellers: () => Promise.resolve(bestSellers.map((code) => priced(code, core.priceClp))),
      productSlice: ({ after, limit }) =>
        Promise.resolve({
          products: others.slice(after, after + limit).map((code) => priced(code, core.priceClp)),
          next: after + limit < others.length ? after + limit : null,
        }),
      productByCode(code) {
        asked.push(code)
        return Promise.resolve(
          code === 'none'
            ? refuse(refusal('BARCODE_UNKNOWN', 'search', { code }))
            : ok(core.label ?? priced(code, core.priceClp)),
        )
      },
    }),
    timers,
  )
  const { findByCode, setFollowing, renew } = store.getState()
  setFollowing(true)
  const price = async (code: string) => {
    const found = await findByCode(code)
    return found.ok ? found.value.unitGrossClp : found.refusal.code
  }
  const learn = async () => {
    timers.pass(LEARN_AFTER_MS)
    await settle()
    for (let slice = 0; slice * SLICE_PRODUCTS < others.length; slice += 1) {
      timers.pass(SLICE_PAUSE_MS)
      await settle()
    }
  }
  return { core, timers, asked, store, price, learn, setFollowing, renew }
}

it('asks the core once for a code, and not at all for what sells most', async () => {
  const { asked, price, learn } = counter(['bread'])
  await learn()
  for (const code of ['bread', 'milk', 'milk', 'none', 'none']) await price(code)
  expect(asked).toEqual(['milk', 'none', 'none'])
})

const codes = (count: number, suffix: string) =>
  Array.from({ length: count }, (_, index) => `${index}${suffix}`)

it('asks for no code of a large catalogue once it has read it piece by piece', async () => {
  const others = codes(2 * SLICE_PRODUCTS + 1, 'b')
  const { asked, price, learn } = counter(codes(BEST_SELLERS_READ, 'a'), others)
  await learn()
  for (const code of ['0a', '0b', others.at(-1) ?? '']) await price(code)
  expect(asked).toEqual([])
})

it('begins again with the new prices when the catalogue changes while it reads', async () => {
  const { core, timers, asked, price, renew, learn } = counter(
    codes(BEST_SELLERS_READ, 'a'),
    codes(SLICE_PRODUCTS + 1, 'b'),
  )
  timers.pass(LEARN_AFTER_MS)
  await settle()
  core.priceClp = 200
  renew()
  await learn()
  expect([await price('0a'), await price('0b'), await price(`${SLICE_PRODUCTS}b`)]).toEqual([
    200, 200, 200,
  ])
  expect(asked).toEqual([])
})

it('charges the new price after a change of the catalogue', async () => {
  const { core, price, renew, learn } = counter(['bread'])
  await learn()
  await price('milk')
  core.priceClp = 200
  renew()
  expect([await price('bread'), await price('milk')]).toEqual([200, 200])
})

it('keeps no answer that was given before the change it was told of', async () => {
  const { core, price, renew } = counter()
  const asking = price('milk')
  core.priceClp = 200
  renew()
  await asking
  expect(await price('milk')).toBe(200)
})

it('knows nothing while the feed is away', async () => {
  const { core, price, setFollowing } = counter()
  await price('milk')
  setFollowing(false)
  core.priceClp = 200
  expect(await price('milk')).toBe(200)
  core.priceClp = 300
  setFollowing(true)
  expect(await price('milk')).toBe(300)
})

it.each([
  ['weight', { ...priced('2000123', 100), weighed: quantityMilli(350) }],
  ['price', priced('2000123004567', 456)],
])('asks for every label of a scale that carries a %s', async (_, label) => {
  const { core, asked, price } = counter()
  core.label = label
  await price(label.code)
  await price(label.code)
  expect(asked).toHaveLength(2)
})

it('forgets the code unused for longest', async () => {
  const { asked, price } = counter()
  await price('first')
  await price('second')
  await price('first')
  for (let code = 0; code < KNOWN_PRODUCTS_MAX - 1; code += 1) await price(`${code}x`)
  asked.length = 0
  await price('first')
  await price('second')
  expect(asked).toEqual(['second'])
})

it('takes a typed code from what it knows, with its quantity', async () => {
  const { asked, store, price } = counter()
  await price('42')
  store.getState().setText('3*42')
  expect(await store.getState().chooseTyped()).toMatchObject({
    value: { quantity: 3000, product: { code: '42' } },
  })
  expect(asked).toEqual(['42'])
})
