/** What one till of a shop sold, given back at another: never a second time without the service. */
import { expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { must } from '../support/must.ts'
import { orderOf } from '../support/return-till.ts'
import { sellOf } from '../support/till-fixture.ts'
import type { PlayedTill } from './fleet-world.ts'
import { COFFEE, cut, joined, one, said, two, useTwoTills, wait, world } from './fleet-hands.ts'
import { backUp, codeOf } from './worth-hands.ts'

useTwoTills()

const CASH = { method: 'EF', reference: '' }

async function sold(played: PlayedTill) {
  const { api } = played.till
  const saleId = sellOf(api, COFFEE)
  await world.until(() => api.status().pendingCount === 0)
  const { folio, documentType, date, totalClp } = must(api.receipt(saleId))
  return { saleId, folio: Number(folio), documentType, date, totalClp }
}
/** As a screen does it: opened, which asks the service, and given back. */
async function giveBack(played: PlayedTill, saleId: SaleId) {
  const opened = await said(played, played.till.api.openReturn(saleId))
  return opened.ok ? played.till.api.commitReturn(orderOf(opened.value, null)) : opened
}
async function giveBackElsewhere(played: PlayedTill, of: Awaited<ReturnType<typeof sold>>) {
  const { folio, date, totalClp } = of
  const documentType = of.documentType as '39'
  const typed = { documentType, folio, date, totalClp, buyerRut: '' }
  const found = await said(played, played.till.api.lookUpOutside(typed))
  if (!found.ok) return found
  const { returnId } = found.value
  return played.till.api.commitOutsideReturn({
    ...{ returnId, amountClp: totalClp, reason: 'Producto fallado', refund: CASH },
    approvalId: null,
  })
}
const back = (played: PlayedTill) =>
  world.until(() => played.till.api.status().pendingCount === 0, 300_000)

it('is refused at its own till while that one’s wire is cut, and once it is known', async () => {
  await joined()
  const sale = await sold(one)
  cut(true, one)
  must(await giveBackElsewhere(two, sale))
  await back(two)
  expect(codeOf(await giveBack(one, sale.saleId))).toBe('RETURN_SHOP_AWAY')
  await wait(60_000)
  expect(codeOf(await giveBack(one, sale.saleId))).toBe('RETURN_SHOP_AWAY')
  // A command that comes without the question is no way around it.
  const started = must(one.till.api.startReturn(sale.saleId))
  expect(codeOf(one.till.api.commitReturn(orderOf(started, null)))).toBe('RETURN_OPEN_AGAIN')
  cut(false, one)
  await world.until(() => one.till.api.status().connection === 'online', 600_000)
  expect(codeOf(await giveBack(one, sale.saleId))).toBe('OUTSIDE_BACK_ELSEWHERE')
})

it('is refused at another till while that one’s wire is cut', async () => {
  await joined()
  const sale = await sold(one)
  cut(true, two)
  expect(codeOf(await giveBackElsewhere(two, sale))).toBe('RETURN_SHOP_AWAY')
  await wait(60_000)
  expect(codeOf(await giveBackElsewhere(two, sale))).toBe('RETURN_SHOP_AWAY')
  must(await giveBack(one, sale.saleId))
})

it('that has not begun to be told is its till’s alone, also without the service', async () => {
  await joined()
  cut(true, one)
  await wait(60_000)
  const saleId = sellOf(one.till.api, COFFEE)
  must(await giveBack(one, saleId))
})

it('of data that were put back may have been told', async () => {
  await joined()
  cut(true, one)
  await wait(60_000)
  const saleId = sellOf(one.till.api, COFFEE)
  const restored = await backUp(one)()
  cut(true, restored)
  await wait(60_000)
  expect(codeOf(await giveBack(restored, saleId))).not.toBe('ok')
})

it('at a till alone comes back without the service as ever', async () => {
  const { saleId } = await sold(one)
  cut(true, one)
  await wait(60_000)
  must(await giveBack(one, saleId))
})
