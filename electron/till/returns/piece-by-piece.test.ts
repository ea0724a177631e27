/** What comes back piece by piece takes no more cash out of the drawer than its sale put in. */
import { beforeEach, expect, it } from 'vitest'
import { applyToCart } from '#shared/selling/cart/cart.ts'
import type { IsoDate } from '#shared/core/brand.ts'
import { quantityMilli } from '#shared/money/quantity.ts'
import { goOffline } from '../../../test/support/go-offline.ts'
import { must } from '../../../test/support/must.ts'
import { orderOf } from '../../../test/support/return-till.ts'
import { COFFEE, FLOAT_CLP, shiftTillPerTest } from '../../../test/support/shift-till.ts'
import { cartOf, commitOf } from '../../../test/support/till-fixture.ts'

const { fixture, till, useShifts, openShift, expectedCash } = shiftTillPerTest()

beforeEach(async () => {
  must(await useShifts())
  openShift()
  await goOffline({ fixture, api: till.api })
})

function sell(code: string, quantity: number, method: string) {
  const sized = { type: 'set-quantity', lineNumber: 1, quantity: quantityMilli(quantity) } as const
  const cart = must(applyToCart(cartOf(till.api, code), sized))
  return must(till.api.commitSale(commitOf(till.api, cart, method)))
}

it.each([
  ['ten coffees of 1.996, paid in cash', COFFEE, 10_000, 1_000, 'EF'],
  ['the same, paid by card', COFFEE, 10_000, 1_000, 'TC'],
  ['300 grams of bread, three at a time', '101', 300, 3, 'EF'],
] as const)('%s', (_, code, sold, piece, method) => {
  const { saleId, totalClp } = sell(code, sold, method)
  const paidClp = method === 'EF' ? expectedCash() - FLOAT_CLP : totalClp
  for (let back = 0; back < sold; back += piece)
    must(till.api.commitReturn(orderOf(must(till.api.startReturn(saleId)), { 1: piece })))
  const leftClp = FLOAT_CLP + (method === 'EF' ? paidClp : 0) - expectedCash()
  expect(leftClp).toBeLessThanOrEqual(paidClp)
  // Nor does whoever brings it back lose more than the law takes of it.
  expect(leftClp).toBeGreaterThanOrEqual(totalClp - 5)
})

it('a receipt of elsewhere, six pesos at a time', async () => {
  const typed = { documentType: '39', folio: 9_001, totalClp: 60, buyerRut: '' } as const
  for (let back = 0; back < 60; back += 6) {
    const date = '2026-11-18' as IsoDate
    const { returnId } = must(await till.api.lookUpOutside({ ...typed, date }))
    const refund = { method: 'EF', reference: '' }
    const amount = { amountClp: 6, reason: 'Fallado', approvalId: null }
    must(till.api.commitOutsideReturn({ returnId, refund, ...amount }))
  }
  expect(FLOAT_CLP - expectedCash()).toBe(60)
})
