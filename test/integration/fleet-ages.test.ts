/** Of two changes the later one stands, and a till rests, whatever wires and services do. */
import { describe, expect, it } from 'vitest'
import { must } from '../support/must.ts'
import { cartOf, keptOf, sellOf } from '../support/till-fixture.ts'
import {
  BREAD,
  byCode,
  change,
  COFFEE,
  cut,
  joined,
  one,
  receive,
  said,
  settled,
  two,
  useTwoTills,
  view,
  wait,
  world,
} from './fleet-hands.ts'
import { answered, between } from './parked-hands.ts'
import { giveVale } from './worth-hands.ts'

useTwoTills()

describe('a change', () => {
  it('made while nothing can be said is as old as it is', async () => {
    await joined()
    cut(true, two)
    change(two, 'Café molido', { unitGrossClp: 1_000 })
    // It has asked in vain for a while, and rests.
    await wait(60_000)
    change(two, 'Pan (kg)', { unitGrossClp: 2_100 })
    await wait(2_000)
    change(one, 'Pan (kg)', { unitGrossClp: 2_200 })
    await wait(60_000)
    cut(false, two)
    await settled(one, two)
    expect([byCode(one, BREAD)?.unitGrossClp, byCode(two, BREAD)?.unitGrossClp]).toEqual([
      2_200, 2_200,
    ])
  })

  it('made with the clock a day ahead for a while is none the later for it', async () => {
    await joined()
    cut(true, two)
    two.fixture.clock.jumpWallClock(86_400_000)
    change(two, 'Pan (kg)', { unitGrossClp: 2_100 })
    await wait(2_000)
    two.fixture.clock.jumpWallClock(-86_400_000)
    await wait(600_000)
    change(one, 'Pan (kg)', { unitGrossClp: 2_200 })
    await settled(one)
    await wait(600_000)
    cut(false, two)
    await settled(one, two)
    expect(byCode(one, BREAD)?.unitGrossClp).toBe(2_200)
  })
})

describe('a service that answers for others', () => {
  const OTHERS: readonly (readonly [string, string, string])[] = [
    ['edits', 'results', 'edit_id'],
    ['moves', 'moves', 'move_id'],
    ['parked', 'parked', 'parked_id'],
  ]
  it.each(OTHERS)('is asked again after a rest, not without end: %s', async (path, list, id) => {
    receive(one, COFFEE, 10_000)
    await joined()
    let asked = 0
    const heard = (to: string, body: object) => {
      if (!to.startsWith(`/api/fleet/${path}`)) return body
      asked += 1
      const rows = (body as Record<string, object[]>)[list] ?? []
      return { ...body, [list]: rows.map((row) => ({ ...row, [id]: 'of-another' })) }
    }
    Object.assign(two.wire, { wrong: { heard } })
    change(two, 'Pan (kg)', { unitGrossClp: 2_100 })
    sellOf(two.till.api, COFFEE)
    must(two.till.api.parkSale({ ...keptOf(cartOf(two.till.api, COFFEE)), name: 'Rosa' }))
    await wait(10_000)
    expect(asked).toBeGreaterThan(0)
    expect(asked).toBeLessThan(20)
  })
})

describe('a shop in which nothing happens', () => {
  const asksOf = (start: string) => {
    let asked = 0
    const open = between((path) => {
      if (path.startsWith(start)) asked += 1
      return null
    })
    return () => {
      open()
      return asked
    }
  }

  it('asks ever more rarely for its hub, and hears of one at once all the same', async () => {
    await joined()
    await wait(90_000)
    const asked = asksOf('/api/fleet/hub')
    await wait(120_000)
    expect(asked()).toBeLessThanOrEqual(6)
    const tillId = view(one).till?.id ?? ''
    must(await said(one, one.till.api.changeShopTill({ tillId, isHub: true })))
    await world.until(() => view(two).hub !== null, 22_000)
  })

  it('asks a service that has no vales for them once in a while', async () => {
    await joined()
    let asked = 0
    between((path) => {
      if (!path.startsWith('/api/fleet/worth')) return null
      asked += 1
      return answered(404)
    })
    giveVale(two, COFFEE)
    await wait(30_000)
    expect([asked > 0, asked < 5]).toEqual([true, true])
  })
})
