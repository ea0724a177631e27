import { expect, it } from 'vitest'
import { applyToCart, type Cart, type CartAction } from '#shared/selling/cart/cart.ts'
import { customerViewOf } from '#shared/devices/customer-view.ts'
import { newSale } from '#shared/selling/open-sale/open-sale.ts'
import { offeredCart } from '#shared/selling/cart/cart-offers.ts'
import type { SlipPaper } from '#shared/paper/paper-model.ts'
import { layoutSlip } from '#shared/paper/slip-layout.ts'
import { faultsOf, textsOf } from '../../../test/support/paper-samples.ts'
import { goOffline } from '../../../test/support/go-offline.ts'
import { must } from '../../../test/support/must.ts'
import { cartOf, commitOf, openedOf, receiptOf } from '../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'

const { fixture } = fixturePerTest()

const change = (cart: Cart, action: CartAction): Cart => {
  const next = applyToCart(cart, action)
  if (!next.ok) throw new Error(next.refusal.code)
  return next.value
}
const percent = (value: number) => ({ kind: 'percent' as const, percent: value })
const module = { columns: 1, rows: 1, isDark: () => true } as never

/** Each sale prints a slip, which is kept here as it is drawn. */
async function offlineTill() {
  const slips: SlipPaper[] = []
  const { api } = await fixture.open({
    drawSlip: async (slip) => {
      slips.push(slip)
      return Buffer.from('%PDF-1.7 slip')
    },
  })
  await goOffline({ fixture, api })
  return { api, slips }
}

it('stand on the slip as they were given: of the line at the line, of the sale as a line of its own; on the receipt in words', async () => {
  const { api, slips } = await offlineTill()
  const given: CartAction[] = [
    { type: 'set-discount', lineNumber: 1, discount: percent(15) },
    { type: 'set-cart-discount', discount: percent(10) },
  ]
  const cart = given.reduce(change, cartOf(api, '7801040000037', '201'))
  const sold = api.commitSale(commitOf(api, cart))
  if (!sold.ok) throw new Error(sold.refusal.code)
  await fixture.until(() => slips.length === 1)
  const [slip] = slips
  // $1.996 less 15 % ($299) and $1.600 make $3.297; 10 % of them is $330.
  expect(slip).toMatchObject({
    totalClp: 2967,
    saleDiscount: { given: '10 %', discountClp: 330 },
    lines: [
      { discountClp: 299, grossClp: 1697, discountGiven: '15 %' },
      { discountClp: 0, grossClp: 1600 },
    ],
  })
  const drawing = layoutSlip(slip as SlipPaper, module, (text) => text.length * 10)
  const texts = textsOf(drawing).map(({ text }) => text)
  expect(texts).toEqual(
    expect.arrayContaining([
      'Descuento 15 %',
      '-$299',
      'Subtotal',
      '$3.297',
      'Descuento a la venta 10 %',
      '-$330',
    ]),
  )
  expect(faultsOf(drawing)).toEqual([])
  expect(receiptOf(api, sold.value.saleId)).toMatchObject({
    saleDiscount: percent(10),
    lines: [{ discount: percent(15), grossClp: 1527 }, { discount: null }],
  })
})

it('a price list is a price and no discount: on the slip, on the screen of the receipt and to the customer as on the document', async () => {
  const { api, slips } = await offlineTill()
  const percents = [{ categoryId: '', percent: 20 }]
  must(api.savePriceList({ priceListId: null, name: 'Mayorista', percents, prices: [] }))
  const [list] = api.offers().priceLists
  if (list === undefined) throw new Error('no list')
  const chosen = change(cartOf(api, '7801040000037', '7801040000037'), {
    type: 'set-price-list',
    priceListId: list.id,
  })
  const discounted = change(chosen, { type: 'set-cart-discount', discount: percent(10) })
  const cart = offeredCart(discounted, api.offers(), fixture.clock.now())
  const sale = { ...newSale(openedOf(api).saleId), cart }
  const view = customerViewOf({ sale, methods: [], isLocked: false, charged: null })
  // $1.996 less 20 % are $1.597; 10 % of two of them are $319.
  expect(view).toMatchObject({ offersClp: 0, lines: [{ unitGrossClp: 1_597, offers: '' }] })
  const { saleId } = must(
    api.commitSale({ ...commitOf(api, cart), offersAt: cart.offersAt, priceListId: list.id }),
  )
  await fixture.until(() => slips.length === 1)
  const [line] = slips[0]?.lines ?? []
  expect(line).toMatchObject({ unitGrossClp: 1_597, discountClp: 0, grossClp: 3_194 })
  expect(line).not.toHaveProperty('discountGiven')
  expect(slips[0]?.saleDiscount).toEqual({ given: '10 %', discountClp: 319 })
  expect(receiptOf(api, saleId).lines).toMatchObject([
    { unitGrossClp: 1_597, discountClp: 319, saleDiscountClp: 319, grossClp: 2_875 },
  ])
})
