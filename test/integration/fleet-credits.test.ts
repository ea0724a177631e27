/** The value of a credit note given at one till of a shop: spent at any, once over all of them. */
import { expect, it } from 'vitest'
import { must } from '../support/must.ts'
import type { PlayedTill } from './fleet-world.ts'
import { COFFEE, cut, joined, one, said, settled, two, useTwoTills, world } from './fleet-hands.ts'
import { atService, backUp, charge, codeOf, giveCredit, orderBy } from './worth-hands.ts'

useTwoTills()

const pay = (played: PlayedTill, creditId: string, pesos: number) =>
  charge(played, orderBy(played, 'NC', creditId, pesos, COFFEE))
async function found(played: PlayedTill, text: string) {
  const tried = played.till.api.findCredits({ text })
  const isShops = !tried.ok && tried.refusal.code === 'WORTH_ASKS_SHOP'
  const answer = isShops ? await said(played, played.till.api.findCreditsInShop({ text })) : tried
  return answer.ok
    ? answer.value.map(({ creditId, balanceClp }) => [creditId, balanceClp])
    : answer.refusal.code
}

it('is found by its number and pays in parts at both tills', async () => {
  await joined()
  const { creditId, totalClp, folio } = await giveCredit(one)
  await settled(one, two)
  expect(await found(two, folio)).toEqual([[creditId, totalClp]])
  expect(must(await pay(two, creditId, 601))).toMatchObject({
    payments: [{ method: 'NC', name: `Nota de crédito N° ${folio}`, totalClp: 601 }, {}],
  })
  for (const played of [one, two])
    expect(await found(played, folio)).toEqual([[creditId, totalClp - 601]])
  expect(codeOf(await pay(one, creditId, totalClp - 600))).toBe('WORTH_SHORT')
  must(await pay(one, creditId, totalClp - 601))
  expect([await found(one, folio), await found(two, creditId.slice(-6))]).toEqual([
    'CREDIT_SPENT',
    'CREDIT_SPENT',
  ])
  expect(codeOf(await pay(two, creditId, 1))).toBe('WORTH_SPENT')
  await settled(one, two)
  expect((await atService()).map(({ state }) => state)).toEqual(['used', 'used'])
})

it('is not spent twice by whoever cuts a wire', async () => {
  await joined()
  const { creditId, totalClp, folio } = await giveCredit(one)
  await settled(one, two)
  cut(true, one)
  must(await pay(two, creditId, totalClp))
  expect(codeOf(await pay(one, creditId, totalClp))).toBe('WORTH_SHOP_AWAY')
  expect(await found(one, folio)).toBe('WORTH_SHOP_AWAY')
  cut(false, one)
  await settled(one, two)
  expect(codeOf(await pay(one, creditId, totalClp))).toBe('WORTH_SPENT')
})

it('without a number it is its till’s, also without the service; then the rest is the shop’s', async () => {
  await joined()
  cut(true, one)
  const { creditId, totalClp } = await giveCredit(one, false)
  must(await pay(one, creditId, 500))
  expect(codeOf(await pay(two, creditId, 1))).toBe('WORTH_UNKNOWN')
  cut(false, one)
  await world.until(() => one.till.api.status().pendingCount === 0, 300_000)
  await settled(one, two)
  expect(await found(two, creditId.slice(-6))).toEqual([[creditId, totalClp - 500]])
  must(await pay(two, creditId, totalClp - 500))
  expect(codeOf(await pay(one, creditId, 1))).toBe('WORTH_SPENT')
})

it('its return is undone by the word of the service, and only whole', async () => {
  await joined()
  const [used, whole] = [await giveCredit(one), await giveCredit(one)]
  await settled(one, two)
  must(await pay(two, used.creditId, 100))
  const claim = (returnId: typeof used.returnId) =>
    said(one, one.till.api.claimWorths({ for: 'undo', returnId }))
  const undo = (returnId: typeof used.returnId) =>
    one.till.api.undoReturn({ returnId, reason: 'Error', approvalId: null })
  expect(codeOf(undo(used.creditId))).toBe('WORTH_ASKS_SHOP')
  expect(codeOf(await claim(used.creditId))).toBe('WORTH_SHORT')
  must(await claim(whole.creditId))
  must(undo(whole.creditId))
  await settled(one, two)
  expect(codeOf(await pay(two, whole.creditId, 1))).toBe('WORTH_SPENT')
})

it('data that were put back spend it no second time', async () => {
  await joined()
  const { creditId, totalClp } = await giveCredit(one)
  const putBack = backUp(one)
  await settled(one, two)
  must(await pay(two, creditId, totalClp))
  const back = await putBack()
  cut(true, back)
  expect(codeOf(await pay(back, creditId, totalClp))).toBe('WORTH_SHOP_AWAY')
  cut(false, back)
  await settled(back, two)
  expect(codeOf(await pay(back, creditId, totalClp))).toBe('WORTH_SPENT')
})

it('of a till alone is found and spent as ever', async () => {
  const { creditId, totalClp } = await giveCredit(one, false)
  expect(await found(one, creditId.slice(-6))).toEqual([[creditId, totalClp]])
  expect(one.till.api.findCredits({ text: '999' })).toMatchObject({
    refusal: { code: 'CREDIT_UNKNOWN' },
  })
  must(one.till.api.commitSale(orderBy(one, 'NC', creditId, totalClp, COFFEE)))
})

it('of another till is spent no more once this one has left the shop', async () => {
  await joined()
  const { creditId } = await giveCredit(one)
  await settled(one, two)
  must(await pay(two, creditId, 500))
  await settled(one, two)
  must(await said(two, two.till.api.leaveShop()))
  const order = orderBy(two, 'NC', creditId, 123, COFFEE)
  expect(codeOf(two.till.api.commitSale(order))).toBe('WORTH_LEFT_SHOP')
})
