/** Discounts of the report once goods come back: each kind falls by its own part. */
import { expect, it } from 'vitest'
import { applyToCart } from '#shared/selling/cart/cart.ts'
import type { IsoDate } from '#shared/core/brand.ts'
import { clp } from '#shared/money/clp.ts'
import { quantityMilli } from '#shared/money/quantity.ts'
import { must } from '../../../test/support/must.ts'
import { COFFEE, orderOf, returnTillPerTest } from '../../../test/support/return-till.ts'
import { cartOf, commitOf } from '../../../test/support/till-fixture.ts'

const ALL = { from: '2000-01-01' as IsoDate, to: '2199-12-31' as IsoDate }
const { fixture, till, giveBack } = returnTillPerTest()
const issued = () => fixture.until(() => till.api.status().pendingCount === 0)

async function discounts() {
  const report = must(await till.api.report({ part: 'products', ...ALL }))
  if (report.part !== 'products') throw new Error(report.part)
  return report.discounts
}

/** Three coffees at a third off and bread, 700 off all of it. */
function sell() {
  const actions = [
    { type: 'set-quantity', lineNumber: 1, quantity: quantityMilli(3_000) },
    { type: 'set-discount', lineNumber: 1, discount: { kind: 'percent', percent: 33 } },
    { type: 'set-cart-discount', discount: { kind: 'amount', amountClp: clp(700) } },
  ] as const
  const cart = actions.reduce(
    (before, action) => must(applyToCart(before, action)),
    cartOf(till.api, COFFEE, '101'),
  )
  return must(till.api.commitSale(commitOf(till.api, cart))).saleId
}

it('leaves of each what is left of the goods, and nothing of either in the end', async () => {
  const saleId = sell()
  const sold = await discounts()
  expect(sold).toEqual({ ofLinesClp: 1_976, ofSalesClp: 700 })
  const back = must(giveBack(saleId, { 1: 1_000 }))
  const left = await discounts()
  expect(left.ofLinesClp).toBeGreaterThanOrEqual(1_976 - 660)
  expect(left.ofLinesClp).toBeLessThanOrEqual(1_976 - 657)
  expect(left.ofSalesClp).toBeLessThan(700)
  must(till.api.undoReturn({ returnId: back.saleId, reason: 'Se equivocó', approvalId: null }))
  expect(await discounts()).toEqual(sold)
  await issued()
  for (const pieces of [{ 1: 1_000 }, { 1: 1_000, 2: 300 }, null]) {
    const opened = must(await till.api.openReturn(saleId))
    must(till.api.commitReturn(orderOf(opened, pieces)))
  }
  expect(await discounts()).toEqual({ ofLinesClp: 0, ofSalesClp: 0 })
})
