/** Promotions in a hurry: lost answers, sales that lay around, goods that changed meanwhile. */
import { expect, it } from 'vitest'
import { cartTotals } from '#shared/selling/cart/cart.ts'
import type { EpochMs, ProductId } from '#shared/core/brand.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { clp } from '#shared/money/clp.ts'
import type { OpenSale } from '#shared/selling/open-sale/open-sale.ts'
import { OFFERS_HOLD_MS } from '#shared/selling/cart/cart-offers.ts'
import type { OffersKnown } from '#shared/promotions/price-offers.ts'
import type { ProductView } from '#shared/catalogue/product.ts'
import type { Need } from '#shared/staff/need.ts'
import { promotionRule } from '../../test/support/promotions.ts'
import { browserNowMs } from '../bridge/clock.ts'
import { changeCart } from '../actions/counter.ts'
import type { TillPort } from '../bridge/till-port.ts'
import { startedScreen } from './started-screen.ts'
import { nextSaleId } from './test-port.ts'

type CommitInput = Parameters<TillPort['commitSale']>[0]

const MILK: ProductView = {
  id: 'milk' as ProductId,
  code: '7801',
  name: 'Leche',
  unitGrossClp: clp(1000),
  isExempt: false,
  unit: null,
  categoryId: 'dairy',
  isFavourite: false,
}
const TENTH: OffersKnown = {
  priceLists: [],
  promotions: [
    {
      id: 'tenth',
      name: 'Lácteos',
      rule: promotionRule({ goods: { kind: 'categories', ids: ['dairy'] } }),
    },
  ],
}
const NONE: OffersKnown = { promotions: [], priceLists: [] }

async function open(begins: OpenSale | null = null) {
  const core = {
    offers: TENTH,
    milk: MILK,
    commits: [] as CommitInput[],
    answer: (_: CommitInput): ReturnType<TillPort['commitSale']> =>
      Promise.reject(new Error('gone')),
    needs: (_: Parameters<TillPort['saleNeeds']>[0]): readonly Need[] => [],
    saved: 0,
    isGone: false,
  }
  const given =
    <Value>(make: () => Value) =>
    () =>
      Promise.resolve(make()) as never
  const { ui, tell } = await startedScreen({
    bootstrap: given(() => ({ categories: [] })),
    status: given(() => ({})),
    settings: given(() => ({})),
    staff: given(() => ({ isOn: false, current: null })),
    parkedSales: given(() => []),
    loadDraft: given(() => ({ sale: begins, hold: 'free' })),
    searchProducts: given(() => []),
    bestSellers: given(() => []),
    saleNeeds: (asked) => Promise.resolve(core.needs(asked)),
    offers: () => (core.isGone ? Promise.reject(new Error('gone')) : Promise.resolve(core.offers)),
    productByCode: given(() => ok(core.milk)),
    openSale: given(() => ok({ saleId: ui.cart.getState().sale.saleId })),
    saveDraft: given(() => {
      core.saved += 1
      return ok(null)
    }),
    commitSale: (input) => {
      core.commits.push(input)
      return core.answer(input)
    },
  })
  return { ui, core, totalClp: () => cartTotals(ui.cart.getState().cart).totalClp, tell }
}

it('a promotion that ends while nobody knows whether the sale was charged changes nothing of it', async () => {
  const { ui, core, totalClp, tell } = await open()
  ui.cart.getState().apply({ type: 'add-product', product: MILK })
  await ui.payment.getState().begin()
  await ui.payment.getState().commit()
  expect(ui.payment.getState().phase).toBe('unanswered')
  core.offers = NONE
  await tell('catalogue')
  expect(totalClp()).toBe(900)
  await ui.payment.getState().commit()
  expect(core.commits[1]).toEqual(core.commits[0])
})

it('a sale that lay around for a day is shown with the promotions of today before anybody pays', async () => {
  const old = browserNowMs() - 24 * 3_600_000 - OFFERS_HOLD_MS
  const offer = { id: 'old', name: 'De ayer', discountClp: clp(500) }
  const line = { ...MILK, lineNumber: 1, productId: MILK.id, quantity: 1000, offers: [offer] }
  const kept = {
    saleId: nextSaleId(),
    cart: { lines: [line], nextLineNumber: 2, offersAt: old as EpochMs },
    paying: { method: 'EF', given: [], tendered: '', reference: '' },
    customer: { rut: '', legalName: '', phone: '', email: '' },
  } as unknown as OpenSale
  const { ui, totalClp } = await open(kept)
  expect(ui.cart.getState().cart.lines).toHaveLength(1)
  await ui.payment.getState().begin()
  expect(totalClp()).toBe(900)
  expect(ui.cart.getState().cart.offersAt).toBeGreaterThan(old)
  ui.cart.getState().replace({ ...kept, saleId: nextSaleId() })
  expect(totalClp()).toBe(900)
})

it.each([
  ['into another category', { categoryId: 'drinks' }],
  ['to another price', { unitGrossClp: clp(1200) }],
])(
  'a product moved %s since it was scanned keeps nobody from charging',
  async (_, change: Partial<ProductView>) => {
    const { ui, core, totalClp } = await open()
    core.answer = (input) =>
      Promise.resolve(
        input.expectedTotalClp === 1000
          ? ok({ saleId: input.saleId } as never)
          : refuse(refusal('TOTAL_CHANGED', null, { total: '$1.000' })),
      )
    ui.cart.getState().apply({ type: 'add-product', product: MILK })
    await ui.payment.getState().begin()
    core.milk = { ...MILK, ...change }
    expect(await ui.payment.getState().commit()).toBeNull()
    expect(totalClp()).toBe(1000)
    expect(await ui.payment.getState().commit()).not.toBeNull()
  },
)

it('a price list chosen by hand asks for a PIN at once, for that list and what it takes off', async () => {
  const { ui, core } = await open()
  const percents = [{ categoryId: '', percent: 30 }]
  core.offers = { ...NONE, priceLists: [{ id: 'mayor', name: 'Mayorista', percents, prices: [] }] }
  await ui.offers.getState().load()
  ui.staff.setState({ staff: { isOn: true } as never })
  const need = { kind: 'right' as const, right: 'promotions' as const, subject: 'Mayorista' }
  core.needs = ({ priceListId, lines }) =>
    priceListId === 'mayor' ? [{ ...need, amountClp: lines[0]?.offers?.[0]?.discountClp ?? 0 }] : []
  ui.cart.getState().apply({ type: 'add-product', product: MILK })
  expect(await changeCart(ui, { type: 'set-price-list', priceListId: 'mayor' })).toBe('asked')
  const { dialog } = ui.screen.getState()
  if (dialog?.kind !== 'approval') throw new Error('nobody is asked')
  expect(dialog.ask).toMatchObject({ priceListId: 'mayor', needs: [{ amountClp: 300 }] })
  expect(ui.cart.getState().cart.priceListId).toBeUndefined()
  dialog.then('approved')
  expect(ui.cart.getState().cart.priceListId).toBe('mayor')
})

it('a refused charge stays refused when the core is gone before its promotions are read anew', async () => {
  const { ui, core } = await open()
  core.answer = () => Promise.resolve(refuse(refusal('TOTAL_CHANGED', null, { total: '$1' })))
  ui.cart.getState().apply({ type: 'add-product', product: MILK })
  await ui.payment.getState().begin()
  core.isGone = true
  expect(await ui.payment.getState().commit()).toBeNull()
  expect(ui.payment.getState()).toMatchObject({
    phase: 'idle',
    troubles: { form: { code: 'TOTAL_CHANGED' } },
  })
})
