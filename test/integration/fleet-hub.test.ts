/** A hub in a shop: three tills of one place, the service away, and what goes on among them. */
import { beforeEach, describe, expect, it } from 'vitest'
import { must } from '../support/must.ts'
import {
  byCode,
  change,
  COFFEE,
  cut,
  joined,
  receive,
  shown,
  stockOf,
  one,
  said,
  settled,
  two,
  useTwoTills,
  view,
  wait,
  world,
} from './fleet-hands.ts'
import {
  backedUpTill,
  claim,
  codeOf,
  names,
  park,
  putBack,
  retire,
  sell,
  take,
  waiting,
} from './parked-hands.ts'
import type { PlayedTill } from './fleet-world.ts'

useTwoTills()
let three: PlayedTill
beforeEach(async () => {
  three = await world.open()
  await joined()
  await world.join(one, three)
  await settled(one, two, three)
})

const idOf = (played: PlayedTill) => view(played).till?.id ?? ''
const choose = async (played: PlayedTill, isHub = true) =>
  must(await said(one, one.till.api.changeShopTill({ tillId: idOf(played), isHub })))
const goesBy = (...tills: readonly PlayedTill[]) =>
  world.until(() => tills.every((each) => view(each).hub?.isHeard === true))
/** Chosen, and heard by all. */
async function hubIs(played: PlayedTill): Promise<void> {
  await choose(played)
  const { number } = view(played).till ?? { number: 0 }
  await world.until(() =>
    [one, two, three].every(
      (each) => view(each).hub?.number === number && view(each).hub?.isHeard === true,
    ),
  )
}
const idNamed = (played: PlayedTill, name: string) =>
  waiting(played).find((sale) => sale.name === name)?.id ?? ''
const isListed = (name: string, ...tills: readonly PlayedTill[]) =>
  world.until(() => tills.every((each) => names(each).includes(name)))

describe('which till it is', () => {
  it('is chosen in one step, and every till of the place hears it', async () => {
    await hubIs(two)
    expect(view(two).hub).toMatchObject({ isOwn: true, number: 2 })
    expect(view(one).hub).toMatchObject({ isOwn: false, isHeard: true, number: 2 })
    const tills = must(await said(one, one.till.api.shopTills()))
    expect(tills.map(({ isHub }) => isHub)).toEqual([false, true, false])
  })

  it('is replaced in one step, and taken away', async () => {
    await hubIs(two)
    await hubIs(three)
    const tills = must(await said(one, one.till.api.shopTills()))
    expect(tills.map(({ isHub }) => isHub)).toEqual([false, false, true])
    await choose(three, false)
    await world.until(() => [one, two, three].every((each) => view(each).hub === null))
  })
})

describe('parked sales', () => {
  it('go on among the tills without internet, each to one of them', async () => {
    await hubIs(two)
    cut(true, one, two, three)
    park(one, 'Rosa')
    await isListed('Rosa', one, three)
    const id = idNamed(three, 'Rosa')
    await sell(three, id)
    expect(codeOf(await take(one, id))).toBe('PARKED_TAKEN')
    await world.until(() => names(one, two, three).length === 0)
  })

  it('that were parked before the internet went are there too', async () => {
    await hubIs(two)
    park(one, 'Rosa')
    await isListed('Rosa', two, three)
    cut(true, one, two, three)
    expect(codeOf(await take(three, idNamed(three, 'Rosa')))).toBe('ok')
  })

  it('wait where the hub is away, and each till goes on with its own', async () => {
    await hubIs(two)
    cut(true, one, two, three)
    park(one, 'Rosa')
    await isListed('Rosa', three)
    one.wire.hubIsAway = true
    await world.until(() => view(one).hub?.isHeard === false)
    expect(codeOf(await claim(one, idNamed(one, 'Rosa')))).toBe('PARKED_SHOP_AWAY')
    park(one, 'Luis')
    expect(codeOf(await take(one, idNamed(one, 'Luis')))).toBe('ok')
    // The other till is not stopped by it.
    expect(codeOf(await take(three, idNamed(three, 'Rosa')))).toBe('ok')
  })

  it('of a lost answer are whose they were granted to', async () => {
    await hubIs(two)
    cut(true, one, two, three)
    park(one, 'Rosa')
    await isListed('Rosa', three)
    const id = idNamed(three, 'Rosa')
    three.wire.hubLosesAnswersTo = '/api/fleet/parked-claims'
    expect(codeOf(await take(three, id))).toBe('PARKED_SHOP_AWAY')
    expect(codeOf(await take(one, id))).toBe('PARKED_TAKEN')
    three.wire.hubLosesAnswersTo = null
    expect(codeOf(await take(three, id))).toBe('ok')
  })

  it('come back to their till once every till has left the hub, but those that were taken', async () => {
    await hubIs(two)
    park(one, 'Rosa')
    park(one, 'Luis')
    park(one, 'Eva')
    await isListed('Eva', three)
    const [rosa, eva] = [idNamed(three, 'Rosa'), idNamed(three, 'Eva')]
    await sell(three, rosa)
    // Lost on the way back: it is in no till's hand, and is not to be lost.
    three.wire.hubLosesAnswersTo = '/api/fleet/parked-claims'
    expect(codeOf(await claim(three, eva))).toBe('PARKED_SHOP_AWAY')
    three.wire.isAway = true
    await choose(one)
    await world.until(() => view(one).hub?.isOwn === true && view(two).hub?.number === 1)
    // The third has not heard of it, and may be granted more.
    expect(codeOf(await take(one, idNamed(one, 'Luis')))).toBe('PARKED_HUB_AWAY')
    three.wire.isAway = false
    three.wire.hubLosesAnswersTo = null
    await goesBy(one, two, three)
    await isListed('Luis', one, two, three)
    await world.until(() => !names(one).includes('Rosa'))
    expect(codeOf(await take(three, idNamed(three, 'Luis')))).toBe('ok')
    expect(codeOf(await take(two, eva))).toBe('ok')
    await world.until(() => names(one).length === 0)
  })

  it('of a hub that is lost wait for a person’s word: nobody else can say what it took up', async () => {
    await hubIs(two)
    park(one, 'Rosa')
    park(one, 'Luis')
    await isListed('Luis', two, three)
    const luis = idNamed(three, 'Luis')
    three.wire.isAway = true
    must(await claim(three, luis))
    two.wire.isAway = true
    two.wire.hubIsAway = true
    one.wire.hubIsAway = true
    three.wire.hubIsAway = true
    const tillId = idOf(two)
    must(await said(one, one.till.api.changeShopTill({ tillId, isRetired: true })))
    await world.until(() => view(one).hub === null)
    const rosa = idNamed(one, 'Rosa')
    const surely = (parkedId: string) =>
      said(one, one.till.api.claimParked({ parkedId, isSure: true }))
    // The third has not left it: what it was granted there nobody knows.
    expect(codeOf(await take(one, rosa))).toBe('PARKED_HUB_AWAY')
    expect(codeOf(await surely(rosa))).toBe('PARKED_HUB_AWAY')
    three.wire.isAway = false
    await world.until(() => view(three).hub === null && !names(one).includes('Luis'))
    expect(codeOf(await take(one, rosa))).toBe('PARKED_HUB_LOST')
    must(await surely(rosa))
    expect(codeOf(await take(one, rosa))).toBe('ok')
    expect(codeOf(await take(three, luis))).toBe('ok')
  })
})

describe('data that were put back', () => {
  it('of a till: what it took from the hub since it takes no second time', async () => {
    await hubIs(two)
    park(one, 'Rosa')
    await isListed('Rosa', three)
    const id = idNamed(three, 'Rosa')
    const restore = backedUpTill(three)
    await sell(three, id)
    const again = await putBack(three, restore)
    await world.until(() => view(again).hub?.isHeard === true)
    expect(codeOf(await take(again, id))).not.toBe('ok')
    expect(codeOf(await take(one, id))).toBe('PARKED_TAKEN')
  })

  it('of a till: what it had said since it sells no second time', async () => {
    await hubIs(two)
    one.wire.hubIsAway = true
    one.wire.isAway = true
    await world.until(() => view(one).hub?.isHeard === false)
    park(one, 'Rosa')
    const restore = backedUpTill(one)
    one.wire.hubIsAway = false
    one.wire.isAway = false
    await isListed('Rosa', three)
    const id = idNamed(three, 'Rosa')
    await sell(three, id)
    const again = await putBack(one, restore)
    await world.until(() => view(again).hub?.isHeard === true)
    expect(codeOf(await take(again, id))).not.toBe('ok')
  })

  it('of the hub: what it had given it gives no second time', async () => {
    await hubIs(two)
    park(one, 'Rosa')
    await isListed('Rosa', three)
    const id = idNamed(three, 'Rosa')
    const restore = backedUpTill(two)
    await sell(three, id)
    const again = await putBack(two, restore)
    await world.until(() => view(again).hub?.isHeard === true)
    await goesBy(one, three)
    expect(codeOf(await take(one, id))).not.toBe('ok')
    expect(codeOf(await take(again, id))).not.toBe('ok')
    park(one, 'Luis')
    await isListed('Luis', three)
    expect(codeOf(await take(three, idNamed(three, 'Luis')))).toBe('ok')
  })

  // P2: it waited for good, under the advice to retire a hub that was there.
  it('of the hub: what it had comes back by a person’s word, as it can say nothing of it', async () => {
    await hubIs(two)
    park(one, 'Rosa')
    await isListed('Rosa', three)
    const id = idNamed(three, 'Rosa')
    const again = await putBack(two, backedUpTill(two))
    await world.until(() => view(again).hub?.isHeard === true)
    await goesBy(one, three)
    await world.until(() => view(one).hub?.isHeard === true)
    await wait(10_000)
    expect(codeOf(await take(one, id))).toBe('PARKED_HUB_LOST')
    must(await said(one, one.till.api.claimParked({ parkedId: id, isSure: true })))
    expect(codeOf(await take(one, id))).toBe('ok')
  })
})

describe('prices and stock', () => {
  const equal = (...tills: readonly PlayedTill[]) => tills.map((each) => shown(each))
  const stocks = () => [one, two, three].map((each) => stockOf(each, COFFEE))

  it('go on among the tills without internet, and are equal again once it is back', async () => {
    receive(one, COFFEE, 10_000)
    await settled(one, two, three)
    await hubIs(two)
    cut(true, one, two, three)
    await world.until(() => [one, two, three].every((each) => view(each).state === 'away'))
    const name = byCode(one, COFFEE)?.name ?? ''
    change(one, name, { unitGrossClp: 4_444 })
    receive(one, COFFEE, 5_000)
    receive(three, COFFEE, 2_000)
    await world.until(() => stocks().every((milli) => milli === 17_000))
    await world.until(() =>
      [two, three].every((each) => byCode(each, COFFEE)?.unitGrossClp === 4_444),
    )
    // One is back before the others, and has what nobody has told the service yet.
    cut(false, three)
    await world.until(() => view(three).state === 'together')
    await world.until(() => stockOf(three, COFFEE) === 12_000)
    expect(byCode(three, COFFEE)?.unitGrossClp).not.toBe(4_444)
    cut(false, one, two)
    await settled(one, two, three)
    expect(stocks()).toEqual([17_000, 17_000, 17_000])
    const [first, ...others] = equal(one, two, three)
    expect(others).toEqual([first, first])
    expect(byCode(two, COFFEE)?.unitGrossClp).toBe(4_444)
  })

  it('of a till that is gone count nowhere but at the service', async () => {
    receive(one, COFFEE, 10_000)
    await settled(one, two, three)
    await hubIs(two)
    cut(true, one, two, three)
    await world.until(() => view(three).state === 'away')
    receive(one, COFFEE, 5_000)
    await world.until(() => stockOf(three, COFFEE) === 15_000)
    cut(false, two, three)
    const others = () => stocks().slice(1)
    await world.until(() => others().every((milli) => milli === 10_000))
    cut(true, two, three)
    await world.until(() => view(three).state === 'away')
    await world.until(() => stocks().every((milli) => milli === 15_000))
    cut(false, one, two, three)
    await settled(one, two, three)
    expect(stocks()).toEqual([15_000, 15_000, 15_000])
  })
})

it('a till that is retired is answered by the hub no more', async () => {
  await hubIs(two)
  park(one, 'Rosa')
  await isListed('Rosa', three)
  await retire(three)
  await world.until(() => view(three).hub?.isHeard === false)
  expect(codeOf(await claim(three, idNamed(three, 'Rosa')))).toBe('PARKED_SHOP_AWAY')
})
