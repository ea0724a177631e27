import { describe, expect, it } from 'vitest'
import type { Cart } from '#shared/selling/cart/cart.ts'
import type { ProductId, ScreenId } from '#shared/core/brand.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { newSale } from '#shared/selling/open-sale/open-sale.ts'
import { NOT_PAYING } from '#shared/selling/open-sale/paying.ts'
import { clp } from '#shared/money/clp.ts'
import { quantityMilli } from '#shared/money/quantity.ts'
import { createCartStore } from './cart-store.ts'
import type { TillPort } from '../bridge/till-port.ts'
import { DRAFT_DELAY_MS, DRAFT_RETRY_MS } from './draft-saver.ts'
import { createHandTimers, nextSaleId, portOf, saleOver, settle } from './test-port.ts'
import type { ProductView } from '#shared/catalogue/product.ts'

const bread: ProductView = {
  id: 'p1' as ProductId,
  code: '7801',
  name: 'Pan',
  unitGrossClp: clp(1000),
  isExempt: false,
  unit: null,
  categoryId: 'c',
  isFavourite: false,
}
const milk: ProductView = { ...bread, id: 'p2' as ProductId, code: '7802', name: 'Leche' }

/** `obstacle` stands between the store and the disk. */
function storeOn(obstacle: () => ReturnType<TillPort['saveDraft']> | null) {
  const saved: Cart[] = []
  const timers = createHandTimers()
  const port = portOf({
    loadDraft: () => Promise.resolve({ sale: null, hold: 'free' }),
    saveDraft: ({ sale }) => {
      const failed = obstacle()
      if (failed !== null) return failed
      saved.push(sale.cart)
      return Promise.resolve(ok(null))
    },
  })
  const store = createCartStore({
    port,
    timers,
    screenId: 'here' as ScreenId,
    makeSaleId: nextSaleId,
  })
  return { store, timers, saved }
}

function open() {
  let isBroken = false
  const { store, timers, saved } = storeOn(() =>
    isBroken ? Promise.reject(new Error('no disk')) : null,
  )
  return {
    store,
    timers,
    saved,
    setBroken: (broken: boolean) => {
      isBroken = broken
    },
  }
}

it('stores at once what somebody is about to pay, and nothing twice', async () => {
  const { store, timers, saved } = open()
  store.getState().saveSoon()
  store.getState().apply({ type: 'add-product', product: bread })
  store.getState().saveSoon()
  timers.pass(0)
  await settle()
  expect(saved.map(({ lines }) => lines.length)).toEqual([1])
  timers.pass(DRAFT_DELAY_MS)
  await store.getState().flush()
  expect(saved).toHaveLength(1)
})

it('keeps the cart and says why at the line when a change is refused', () => {
  const { store } = open()
  store.getState().apply({ type: 'add-product', product: bread })
  const before = store.getState().cart
  store
    .getState()
    .apply({ type: 'set-discount', lineNumber: 1, discount: { kind: 'amount', amountClp: 5000 } })
  expect(store.getState()).toMatchObject({
    cart: before,
    trouble: { lineNumber: 1, refusal: { code: 'DISCOUNT_ABOVE_LINE' } },
  })
  store.getState().apply({ type: 'add-product', product: milk })
  expect(store.getState().trouble).toBeNull()
})

it('selects what was added last and falls back when it goes', () => {
  const { store } = open()
  const { apply, selectNeighbour } = store.getState()
  apply({ type: 'add-product', product: bread })
  apply({ type: 'add-product', product: milk })
  expect(store.getState().selectedLine).toBe(2)
  apply({ type: 'add-product', product: bread })
  expect(store.getState()).toMatchObject({ selectedLine: 1, touched: { lineNumber: 1 } })
  selectNeighbour(1)
  expect(store.getState().selectedLine).toBe(2)
  apply({ type: 'remove-line', lineNumber: 2 })
  expect(store.getState().selectedLine).toBe(1)
  apply({ type: 'clear' })
  expect(store.getState().selectedLine).toBeNull()
})

it('stores a burst of changes once, soon after it', async () => {
  const { store, timers, saved } = open()
  for (let times = 0; times < 5; times += 1)
    store.getState().apply({ type: 'add-product', product: bread })
  timers.pass(DRAFT_DELAY_MS - 1)
  await settle()
  expect(saved).toEqual([])
  timers.pass(1)
  await settle()
  expect(saved.map((cart) => cart.lines[0]?.quantity)).toEqual([5000])
})

it('stores at once when asked to, and not again', async () => {
  const { store, timers, saved } = open()
  store.getState().apply({ type: 'add-product', product: bread })
  await store.getState().flush()
  expect(saved).toHaveLength(1)
  timers.pass(10_000)
  await settle()
  expect(saved).toHaveLength(1)
})

it('tries a failed save again, with the newest cart', async () => {
  const { store, timers, saved, setBroken } = open()
  setBroken(true)
  store.getState().apply({ type: 'add-product', product: bread })
  timers.pass(DRAFT_DELAY_MS)
  await settle()
  store.getState().apply({ type: 'add-product', product: milk })
  setBroken(false)
  timers.pass(DRAFT_RETRY_MS)
  await settle()
  expect(saved.map((cart) => cart.lines.length)).toEqual([2])
})

it('rejects a flush that did not reach the disk', async () => {
  const { store, setBroken } = open()
  setBroken(true)
  store.getState().apply({ type: 'add-product', product: bread })
  await expect(store.getState().flush()).rejects.toThrow('no disk')
})

it('brings back the sale a crash left, with its payment, and adds to it what somebody quick has scanned already', async () => {
  const left = {
    ...newSale(nextSaleId()),
    cart: { lines: [{ ...line(), lineNumber: 4 }], nextLineNumber: 5 },
    paying: { ...NOT_PAYING, tendered: '5000' },
  }
  const port = { loadDraft: () => Promise.resolve({ sale: left, hold: 'free' } as const) }
  const fresh = saleOver(port)
  await fresh.getState().load()
  expect(fresh.getState()).toMatchObject({ sale: left, selectedLine: 4, isLoaded: true })

  const busy = saleOver(port)
  busy.getState().apply({ type: 'add-product', product: milk })
  await busy.getState().load()
  const { sale } = busy.getState()
  expect([sale.saleId, sale.paying.tendered]).toEqual([left.saleId, '5000'])
  expect(sale.cart.lines.map(({ name, lineNumber }) => `${lineNumber} ${name}`)).toEqual([
    '4 Pan',
    '5 Leche',
  ])
})

it('shows a sale another screen has and changes nothing of it, until it is taken', async () => {
  const theirs = {
    ...newSale(nextSaleId()),
    cart: { lines: [{ ...line(), lineNumber: 1 }], nextLineNumber: 2 },
  }
  const store = saleOver({
    loadDraft: () => Promise.resolve({ sale: theirs, hold: 'elsewhere' }),
    takeSale: () => Promise.resolve({ sale: theirs, hold: 'mine' }),
  })
  store.getState().hearHolder('there' as ScreenId)
  await settle()
  expect(store.getState().apply({ type: 'clear' })).toMatchObject({
    refusal: { code: 'SALE_HELD_ELSEWHERE' },
  })
  expect(store.getState()).toMatchObject({ sale: theirs, hold: 'elsewhere' })
  await store.getState().take()
  expect(store.getState().apply({ type: 'add-product', product: milk }).ok).toBe(true)
})

it('learns at its next save that another screen has the sale, and keeps nothing of its own', async () => {
  const theirs = {
    ...newSale(nextSaleId()),
    cart: { lines: [{ ...line(), lineNumber: 1 }], nextLineNumber: 2 },
  }
  const store = saleOver({
    saveDraft: () => Promise.resolve(refuse(refusal('SALE_HELD_ELSEWHERE'))),
    loadDraft: () => Promise.resolve({ sale: theirs, hold: 'elsewhere' }),
  })
  store.getState().apply({ type: 'add-product', product: milk })
  await store.getState().flush()
  expect(store.getState()).toMatchObject({ sale: theirs, hold: 'elsewhere', trouble: null })
})

function line(): Omit<Cart['lines'][number], 'lineNumber'> {
  const { store } = open()
  const added = store.getState().apply({ type: 'add-product', product: bread })
  if (!added.ok || !added.value.cart.lines[0]) throw new Error('no line')
  return added.value.cart.lines[0]
}

it('loses nothing that was scanned just before the counter locked: it stays on screen, and is saved when somebody serves', async () => {
  let isLocked = false
  const { store, timers, saved } = storeOn(() =>
    isLocked ? Promise.resolve(refuse(refusal('SIGN_IN_REQUIRED'))) : null,
  )
  store.getState().apply({ type: 'add-product', product: bread })
  isLocked = true
  timers.pass(DRAFT_DELAY_MS)
  await settle()
  expect(store.getState()).toMatchObject({ cart: { lines: [{ name: 'Pan' }] }, trouble: null })
  isLocked = false
  store.getState().hearServed()
  timers.pass(DRAFT_DELAY_MS)
  await settle()
  expect(saved.map(({ lines }) => lines.length)).toEqual([1])
  // Nothing waits any more: whoever signs in next writes nothing anew.
  store.getState().hearServed()
  timers.pass(DRAFT_DELAY_MS)
  await settle()
  expect(saved.map(({ lines }) => lines.length)).toEqual([1])
})

describe('promotions', () => {
  const offers = [{ id: 'p', name: 'Oferta', discountClp: clp(100) }]
  const priced = () => {
    let isOn = true
    const store = createCartStore({
      port: portOf({ saveDraft: () => Promise.resolve(ok(null)) }),
      timers: createHandTimers(),
      screenId: 'here' as ScreenId,
      makeSaleId: nextSaleId,
      pricing: {
        price: (cart) => ({
          ...cart,
          lines: cart.lines.map(({ offers: _, ...line }) => (isOn ? { ...line, offers } : line)),
        }),
        renew: async () => {
          isOn = false
          return (line) => line
        },
      },
    })
    store.getState().apply({ type: 'add-product', product: bread })
    store.getState().apply({ type: 'add-product', product: milk })
    return store
  }

  it('touch the line the cashier changed and no other', () => {
    const store = priced()
    store.getState().apply({ type: 'set-quantity', lineNumber: 2, quantity: quantityMilli(3_000) })
    expect(store.getState()).toMatchObject({ selectedLine: 2, touched: { lineNumber: 2 } })
    expect(store.getState().cart.lines.map((line) => line.offers)).toEqual([offers, offers])
  })

  it('that the core no longer gives leave the sale on the screen', async () => {
    const store = priced()
    await store.getState().renewOffers()
    expect(store.getState().sale.cart.lines.some((line) => line.offers !== undefined)).toBe(false)
  })
})
