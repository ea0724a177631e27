/** Products whose price is said when they are sold, on the core. */
import { expect, it } from 'vitest'
import { applyToCart, EMPTY_CART, type Cart } from '#shared/selling/cart/cart.ts'
import { eanCheckDigit } from '#shared/catalogue/barcode.ts'
import { isPriceAsked, type ProductView } from '#shared/catalogue/product.ts'
import { clp } from '#shared/money/clp.ts'
import type { StaffView } from '#shared/staff/views.ts'
import { change, crewTillPerTest } from '../../../test/support/crew-till.ts'
import { promotionRule } from '../../../test/support/promotions.ts'
import { must } from '../../../test/support/must.ts'

const { api, serve, commit, approve } = crewTillPerTest()

const SERVICE = 'ARREGLO'
const ALL = { text: '', categoryId: null, offset: 0, limit: 200 } as const
const goods = {
  productId: null,
  code: SERVICE,
  name: 'Arreglo de ropa',
  unitGrossClp: 0,
  asksPrice: true,
  isExempt: false,
  unit: null,
  isFavourite: false,
  moreCodes: [],
  costNetClp: null,
}
function keep(changes: object = {}): ProductView {
  const categoryId = api.bootstrap().categories[0]?.id ?? ''
  const found = api.productByCode(SERVICE)
  const productId = found.ok ? found.value.id : null
  must(api.saveGoods({ ...goods, categoryId, productId, ...changes }))
  return must(api.productByCode(SERVICE))
}
const at = (product: ProductView, price: number): Cart =>
  change(EMPTY_CART, { type: 'add-product', product: { ...product, unitGrossClp: clp(price) } })
const sold = (cart: Cart) => {
  const saleId = must(commit(cart)).saleId
  return must(api.receipt(saleId))
}

it('has no price in the catalogue, is found by its filter, and takes one again as any product', async () => {
  await serve('owner')
  const product = keep()
  expect(isPriceAsked(product)).toBe(true)
  const names = () => must(api.goods({ ...ALL, filter: 'asked' })).rows.map(({ name }) => name)
  expect(names()).toEqual(['Arreglo de ropa'])
  const unpriced = { ...goods, code: 'OTRO', categoryId: product.categoryId, asksPrice: false }
  expect(api.saveGoods(unpriced)).toMatchObject({
    refusal: { code: 'PRICE_NOT_VALID', field: 'unitGrossClp' },
  })
  expect(keep({ asksPrice: false, unitGrossClp: 4_990 }).unitGrossClp).toBe(4_990)
  expect(names()).toEqual([])
})

it('is charged at what was said and never without; no promotion touches it', async () => {
  await serve('owner')
  const product = keep()
  expect(applyToCart(EMPTY_CART, { type: 'add-product', product })).toMatchObject({
    refusal: { code: 'PRICE_FIRST', field: 'unitGrossClp' },
  })
  const bread = must(api.productByCode('201'))
  const cart = change(at(product, 1), { type: 'add-product', product: bread })
  const lines = cart.lines.map((line) =>
    line.productId === product.id ? { ...line, unitGrossClp: clp(0) } : line,
  )
  expect(commit({ ...cart, lines })).toMatchObject({
    refusal: { code: 'PRICE_FIRST', field: 'lines[0].unitGrossClp' },
  })
  const half = promotionRule({ does: { kind: 'percent', percent: 50 } })
  must(api.savePromotion({ promotionId: null, name: 'Mitad', rule: half }))
  expect(sold(at(product, 12_500))).toMatchObject({
    totalClp: 12_500,
    lines: [{ name: 'Arreglo de ropa', unitGrossClp: 12_500, discountClp: 0 }],
  })
})

it('is for whoever may sell a free amount; anybody else needs a PIN for that price', async () => {
  await serve('owner')
  const product = keep({ moreCodes: ['777'] })
  const closed = ({ rightsOf: { cashier } }: StaffView) => ({ ...cashier, freeLine: false })
  must(api.saveRights({ role: 'cashier', rights: closed(api.staff()) }))
  await serve('cashier')
  const cart = at(product, 8_000)
  expect(api.saleNeeds({ lines: [...cart.lines] })).toMatchObject([
    { kind: 'free-line', lineNumber: 1, unitGrossClp: 8_000 },
  ])
  expect(commit(cart)).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED' } })
  must(await approve(cart, 'supervisor'))
  expect(commit(at(product, 9_000))).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED' } })
  expect(commit(cart)).toMatchObject({ ok: true, value: { totalClp: 8_000 } })
  // A label that somebody has typed is a price that somebody says.
  const label = '240077700010'
  const labelled = must(api.productByCode(`${label}${eanCheckDigit(label)}`))
  expect(labelled).toMatchObject({ id: product.id, unitGrossClp: 10 })
  const typed = change(EMPTY_CART, { type: 'add-product', product: labelled })
  expect(commit(typed)).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED' } })
})
