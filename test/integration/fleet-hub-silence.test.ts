/**
 * A hub that is off, or cut from the service, while internet is there: its term ends by itself, and
 * what it was lent is spent by the service's word; never twice, whoever hears whom meanwhile.
 */
import { describe, expect, it } from 'vitest'
import { must } from '../support/must.ts'
import { BREAD, COFFEE, cut, one, said, settled, two, view, wait, world } from './fleet-hands.ts'
import type { PlayedTill } from './fleet-world.ts'
import { away, hubIs, idOf, lent, spentClp, three, useThreeTills } from './hub-hands.ts'
import { giveBack, giveBackElsewhere, sold } from './return-hands.ts'
import { again, codeOf, giveVale, payWithVale } from './worth-hands.ts'

useThreeTills()

const MINUTE_MS = 60_000
/** Of the service, whose clock runs ahead: in each step of the tills' own every one asks. */
const STEP_MS = 20_000
async function minutes(count: number): Promise<void> {
  for (let ms = 0; ms < count * MINUTE_MS; ms += 2 * MINUTE_MS) {
    world.service.clock.advance(2 * MINUTE_MS - STEP_MS)
    await wait(STEP_MS)
  }
}
/** Longer than a hub may be silent, with what its tills say then. */
const silence = () => minutes(14)
const terms = () =>
  world.service.storage.read
    .selectFrom('fleet_hubs')
    .select(['term', 'ended_at_ms', 'comes_back'])
    .orderBy('term')
    .execute()
const isHubInList = async (tillId: string) => {
  const tills = must(await said(one, one.till.api.shopTills()))
  return tills.find(({ id }) => id === tillId)?.isHub
}
const together = (...tills: readonly PlayedTill[]) =>
  world.until(() => tills.every((each) => view(each).state === 'together'), 10 * MINUTE_MS)

/** A vale and a receipt of the first, in the hands of the hub, the second; all have internet. */
async function lentThere() {
  await hubIs(two, one, two, three)
  const sale = await sold(one)
  const vale = giveVale(one, COFFEE)
  await settled(one, two, three)
  await lent()
  return { sale, vale }
}

describe('a hub that is off', () => {
  it('leaves what it was lent to its tills after a while, and is the hub again later', async () => {
    const { sale, vale } = await lentThere()
    must(await payWithVale(three, vale.code, 500, COFFEE))
    await settled(one, two, three)
    const hubId = idOf(two)
    await two.till.stop()
    await minutes(6)
    expect(codeOf(await giveBack(one, sale.saleId))).toBe('RETURN_AT_HUB')
    await silence()
    expect([one, three].map((each) => view(each).hub)).toEqual([null, null])
    const missed = { number: 2, name: 'Caja 2', since: expect.any(Number) }
    expect([one, three].map((each) => view(each).missedHub)).toEqual([missed, missed])
    expect(await isHubInList(hubId)).toBe(true)
    must(await giveBack(one, sale.saleId))
    expect(codeOf(await payWithVale(one, vale.code, vale.totalClp - 499, COFFEE, BREAD))).toBe(
      'WORTH_SHORT',
    )
    must(await payWithVale(one, vale.code, 100, COFFEE))
    const back = await again(two)
    await world.until(() => [one, three].every((each) => view(each).hub?.isHeard === true))
    expect([one, three].map((each) => view(each).missedHub)).toEqual([null, null])
    await settled(one, back, three)
    await minutes(12)
    await lent()
    // What is free then is lent anew.
    await away(one, back, three)
    must(await payWithVale(three, vale.code, vale.totalClp - 600, COFFEE))
    expect(codeOf(await giveBackElsewhere(three, sale, 1))).not.toBe('ok')
    cut(false, one, back, three)
    await together(one, back, three)
    await settled(one, back, three)
    expect(await spentClp()).toBe(sale.totalClp + vale.totalClp)
  })

  it('is the hub no more where another one is chosen meanwhile', async () => {
    await lentThere()
    await two.till.stop()
    await silence()
    await hubIs(three, one, three)
    const back = await again(two)
    await world.until(() => view(back).hub?.number === view(three).till?.number)
    expect(await isHubInList(idOf(back))).not.toBe(true)
  })

  it('nor where it was taken off as the hub', async () => {
    await lentThere()
    const hubId = idOf(two)
    await two.till.stop()
    await silence()
    must(await said(one, one.till.api.changeShopTill({ tillId: hubId, isHub: false })))
    const back = await again(two)
    await together(back)
    await wait(2 * MINUTE_MS)
    expect([one, back, three].map((each) => view(each).hub)).toEqual([null, null, null])
    expect([one, back, three].map((each) => view(each).missedHub)).toEqual([null, null, null])
  })

  it('keeps what a till may have that was told of it and is not heard', async () => {
    const { sale } = await lentThere()
    cut(true, three)
    await two.till.stop()
    await silence()
    expect(codeOf(await giveBack(one, sale.saleId))).toBe('RETURN_AT_HUB')
    cut(false, three)
    await together(three)
    await wait(2 * MINUTE_MS)
    must(await giveBack(one, sale.saleId))
  })
})

describe('a hub that its tills hear and the service does not', () => {
  it('is granted from by nobody once the service does, and never twice', async () => {
    const { sale, vale } = await lentThere()
    two.fixture.clock.jumpWallClock(-86_400_000)
    cut(true, two)
    must(await payWithVale(three, vale.code, 500, COFFEE))
    await silence()
    for (const each of [one, three]) {
      expect(view(each).hub).toBe(null)
      expect(codeOf(await payWithVale(each, vale.code, vale.totalClp - 499, COFFEE, BREAD))).toBe(
        'WORTH_SHORT',
      )
    }
    must(await payWithVale(one, vale.code, vale.totalClp - 500, COFFEE))
    must(await giveBackElsewhere(three, sale))
    await wait(4_000)
    expect(codeOf(await giveBack(one, sale.saleId))).toBe('OUTSIDE_BACK_ELSEWHERE')
    // The place falls silent, and the hub is still there: it is nobody's hub.
    await away(one, three)
    expect(codeOf(await giveBackElsewhere(three, sale, 1))).not.toBe('ok')
    expect(codeOf(await payWithVale(three, vale.code, 1, COFFEE))).not.toBe('ok')
    cut(false, one, two, three)
    await together(one, two, three)
    await settled(one, two, three)
    expect(await spentClp()).toBe(sale.totalClp + vale.totalClp)
  })

  it('grants on to a till that has not heard of its end, and the service waits for that', async () => {
    const { sale, vale } = await lentThere()
    await away(two, three)
    two.fixture.clock.jumpWallClock(-86_400_000)
    await silence()
    expect(view(one).hub).toBe(null)
    expect(codeOf(await giveBack(one, sale.saleId))).toBe('RETURN_AT_HUB')
    expect(codeOf(await payWithVale(one, vale.code, 1, COFFEE))).toBe('WORTH_AT_HUB')
    must(await giveBackElsewhere(three, sale))
    must(await payWithVale(three, vale.code, 500, COFFEE))
    cut(false, three)
    await together(three)
    await wait(2 * MINUTE_MS)
    expect(codeOf(await giveBack(one, sale.saleId))).toBe('OUTSIDE_BACK_ELSEWHERE')
    must(await payWithVale(one, vale.code, vale.totalClp - 500, COFFEE))
    cut(false, two)
    await together(two)
    await settled(one, two, three)
    expect(await spentClp()).toBe(sale.totalClp + vale.totalClp)
  })

  it('and which has its grant unheard leaves it to the service by its word', async () => {
    const { vale } = await lentThere()
    await away(two, three)
    await silence()
    must(await payWithVale(three, vale.code, 500, COFFEE))
    // The hub is heard first: it gives back all it had, with what it granted.
    cut(false, two)
    await together(two)
    await wait(2 * MINUTE_MS)
    expect(codeOf(await payWithVale(one, vale.code, vale.totalClp - 499, COFFEE, BREAD))).toBe(
      'WORTH_SHORT',
    )
    cut(false, three)
    await together(three)
    await settled(one, two, three)
    expect(await spentClp()).toBe(500)
  })
})

describe('a term stands', () => {
  it('while nobody of its place is heard, and goes on granting', async () => {
    const { sale } = await lentThere()
    await away(one, two, three)
    await minutes(14)
    must(await giveBackElsewhere(three, sale))
    // Of all, the hub is heard again last.
    cut(false, one, three)
    await together(one, three)
    await wait(2 * MINUTE_MS)
    cut(false, two)
    await together(two)
    await settled(one, two, three)
    expect(await terms()).toMatchObject([{ ended_at_ms: null, comes_back: 0 }])
    expect(await spentClp()).toBe(sale.totalClp)
  })

  it('while its hub is heard now and then', async () => {
    await lentThere()
    for (let round = 0; round < 2; round += 1) {
      await away(two)
      await minutes(6)
      cut(false, two)
      await together(two)
      await wait(2 * MINUTE_MS)
    }
    expect(await terms()).toMatchObject([{ ended_at_ms: null }])
  })
})
