/** Prices with a date and a place: planned at the head office, held by each till by itself. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { must } from '../support/must.ts'
import { receiptOf, sellOf } from '../support/till-fixture.ts'
import { BREAD, byCode, change, COFFEE, view } from './fleet-hands.ts'
import { fleetWorld, type FleetWorld, type PlayedTill } from './fleet-world.ts'
import { cookieIn, officeHand, type OfficeHand } from './office-hands.ts'

const TODAY = '2026-11-20'
const TOMORROW = '2026-11-21'
/** From the noon the world begins at to ten seconds before the day ends in Chile. */
const TO_EVENING_MS = 12 * 3_600_000 - 10_000

let world: FleetWorld
let north: PlayedTill
let south: PlayedTill
let ana: OfficeHand
beforeEach(async () => {
  world = await fleetWorld()
  north = await world.open()
  south = await world.open()
  await world.join(north)
  const asked = north.till.api.makeTillCode({ tillId: null })
  await north.fixture.clock.advance(0)
  const { code } = must(await asked)
  const joined = south.till.api.joinShop({ code, name: 'Sur 1', branch: 'Sur' })
  await south.fixture.clock.advance(0)
  must(await joined)
  await world.until(() => [north, south].every((till) => view(till).toSend === 0))
  ana = await officeHand(world.service, 'manager')
})
afterEach(() => world.close())

const priceAt = (till: PlayedTill, code = COFFEE) => Number(byCode(till, code)?.unitGrossClp)
const plan = (price: number | null, from = TOMORROW, place = '', more: object = {}) =>
  ana.ask('PUT', 'prices', { rows: [{ code: COFFEE, place, from, price_clp: price, ...more }] })
const enter = async () => void (ana.cookie = cookieIn(await ana.enter()))
const evening = () => {
  world.service.clock.advance(TO_EVENING_MS)
  for (const { fixture } of world.tills) fixture.clock.jumpWallClock(TO_EVENING_MS)
}
const historyOf = ({ till }: PlayedTill) =>
  must(till.api.priceHistory({ productId: byCode(north, COFFEE)!.id }))
const heardOf = (till: PlayedTill, count = 1) =>
  world.until(() => historyOf(till).planned.length === count, 5_000)

describe('a price from a day on', () => {
  it('is heard ahead, and holds from midnight also at a till that nobody reaches', async () => {
    const before = priceAt(south)
    expect((await plan(7_770)).status).toBe(200)
    await heardOf(south)
    expect(priceAt(south)).toBe(before)
    south.wire.isAway = true
    evening()
    await world.until(() => priceAt(south) === 7_770, 15_000)
    expect(south.fixture.clock.now()).toBeGreaterThanOrEqual(Date.UTC(2026, 10, 21, 3))
    const scanned = south.till.api.productByCode(COFFEE)
    expect(scanned.ok && scanned.value.unitGrossClp).toBe(7_770)
    expect(historyOf(south).changes[0]).toMatchObject({ fromGrossClp: before, toGrossClp: 7_770 })
    south.wire.isAway = false
    await enter()
    await world.until(() => priceAt(north) === 7_770 && view(south).toSend === 0)
    expect(view(south).overruled).toEqual([])
    // The product's own price is what it was: nobody changed it.
    expect((await ana.ask('GET', 'products?text=caf')).body['data']).toMatchObject([
      { price_clp: 7_770, planned_from: TOMORROW },
    ])
    expect((await plan(null, TOMORROW, '', { is_removed: true })).status).toBe(200)
    await world.until(() => [north, south].every((till) => priceAt(till) === before))
  })

  it('of a place holds there alone, and stands before one of everywhere', async () => {
    await plan(5_550, TODAY, 'sur')
    await plan(6_660, TODAY)
    await world.until(() => priceAt(south) === 5_550 && priceAt(north) === 6_660, 5_000)
    await plan(null, TODAY, 'Sur')
    await world.until(() => priceAt(south) === 6_660, 5_000)
    expect((await ana.ask('GET', 'prices')).body).toMatchObject({
      data: [
        { code: COFFEE, place: '', price_clp: 6_660, is_in_force: true },
        { code: COFFEE, place: 'Sur', price_clp: null, is_in_force: false },
      ],
      places: ['Sur'],
      today: TODAY,
    })
  })

  it('gives way to whoever changes what holds, and begins although somebody did before', async () => {
    await plan(8_880)
    await heardOf(south)
    change(north, 'Café molido', { unitGrossClp: 4_440 })
    await world.until(() => priceAt(south) === 4_440)
    evening()
    await world.until(() => [north, south].every((till) => priceAt(till) === 8_880), 20_000)
    change(south, 'Café molido', { unitGrossClp: 8_000 })
    expect(priceAt(south)).toBe(8_000)
    await world.until(() => priceAt(north) === 8_000)
    await enter()
    const [coffee] = (await ana.ask('GET', 'products?text=caf')).body['data'] as Found[]
    expect(coffee?.price_clp).toBe(8_000)
    const body = { version: coffee?.version, price_clp: 8_500 }
    expect((await ana.ask('PUT', `products/${coffee?.product_id}`, body)).status).toBe(200)
    await world.until(() => [north, south].every((till) => priceAt(till) === 8_500))
    // Without the plan it costs what it cost before it.
    await plan(null, TOMORROW, '', { is_removed: true })
    await world.until(() => [north, south].every((till) => priceAt(till) === 4_440))
  })

  it('is what search, scanner and sale go by', async () => {
    await plan(7_000, TODAY)
    await world.until(() => priceAt(north) === 7_000)
    const { api } = north.till
    const asked = { text: 'cafe molido', categoryId: null, favouritesOnly: false, limit: 5 }
    expect(api.searchProducts(asked)[0]?.unitGrossClp).toBe(7_000)
    expect(receiptOf(api, sellOf(api, COFFEE)).lines).toMatchObject([{ unitGrossClp: 7_000 }])
  })

  it('holds after a start as well, before anybody is heard', async () => {
    await plan(7_770)
    await heardOf(south)
    south.wire.isAway = true
    await south.till.stop()
    world.service.clock.advance(24 * 3_600_000)
    for (const { fixture } of world.tills) fixture.clock.jumpWallClock(24 * 3_600_000)
    const again = await south.openAgain()
    await world.until(() => {
      const found = again.api.productByCode(COFFEE)
      return found.ok && Number(found.value.unitGrossClp) === 7_770
    }, 5_000)
  })

  it('is forgotten by a till that leaves: what holds is its own', async () => {
    await plan(7_770, TODAY)
    await world.until(() => priceAt(south) === 7_770)
    await world.until(() => view(south).toSend === 0)
    const left = south.till.api.leaveShop()
    await south.fixture.clock.advance(0)
    must(await left)
    expect(historyOf(south).planned).toEqual([])
    expect(priceAt(south)).toBe(7_770)
  })
})

interface Found {
  readonly product_id: string
  readonly version: number
  readonly price_clp: number
}

describe('a file of prices', () => {
  it('is taken whole or not at all, and says which line is wrong', async () => {
    const row = { code: COFFEE, place: '', from: TOMORROW, price_clp: 900 }
    const sent = async (wrong: object) =>
      (await ana.ask('PUT', 'prices', { rows: [row, { ...row, ...wrong }] })).body
    expect(await sent({ code: 'nada' })).toMatchObject({ code: 'PLAN_CODE_UNKNOWN' })
    expect(await sent({ place: 'Norte' })).toMatchObject({ code: 'PLACE_UNKNOWN' })
    expect(await sent({ from: '2026-11-19' })).toMatchObject({ code: 'PLAN_DAY' })
    expect(await sent({ from: '2028-11-19' })).toMatchObject({ code: 'PLAN_DAY' })
    expect(await sent({ is_removed: true })).toMatchObject({ code: 'PLAN_NOT_FOUND' })
    expect((await ana.ask('GET', 'prices')).body['data']).toEqual([])
    expect((await ana.ask('PUT', 'prices', { rows: [row, { ...row, code: BREAD }] })).status).toBe(
      200,
    )
    expect((await ana.ask('GET', 'prices?text=caf')).body['data']).toHaveLength(1)
  })

  it('comes out with every line, as all products do', async () => {
    await plan(900)
    const text = async (path: string) => {
      const asked = new Request(`http://127.0.0.1/api/office/${path}`, {
        headers: { cookie: ana.cookie, 'sec-fetch-site': 'same-origin' },
      })
      return (await world.service.service.handle(asked)).text()
    }
    const head = encodeURIComponent('Código|Producto|Lugar|Desde|Precio')
    expect(await text(`prices.csv?head=${head}`)).toBe(
      `Código;Producto;Lugar;Desde;Precio\r\n${COFFEE};Café molido;;21-11-2026;900\r\n`,
    )
    const products = await text('products.csv?head=Producto|C|P|N|A')
    const { goods } = north.till.api
    const { total } = must(
      goods({ text: '', filter: 'sold', categoryId: null, offset: 0, limit: 1 }),
    )
    expect(products.trim().split('\r\n')).toHaveLength(total + 1)
    expect(products).toContain(`Café molido;${COFFEE};`)
  })

  it('is nobody’s who may only look', async () => {
    const luz = await officeHand(world.service, 'reader')
    const rows = [{ code: COFFEE, place: '', from: TOMORROW, price_clp: 900 }]
    expect((await luz.ask('PUT', 'prices', { rows })).status).toBe(403)
  })
})
