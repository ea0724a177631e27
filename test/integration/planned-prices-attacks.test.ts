/** Prices with a date, attacked: taken back, full, changed at once, bent ids, midnight. */
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PLANNED_PRICES_MAX } from '#shared/catalogue/planned-price.ts'
import { must } from '../support/must.ts'
import { cartOf, commitOf, receiptOf } from '../support/till-fixture.ts'
import { addProduct, byCode, change, COFFEE, stolenOf, view } from './fleet-hands.ts'
import { fleetWorld, type FleetWorld, type PlayedTill } from './fleet-world.ts'
import { cookieIn, officeHand, type OfficeHand } from './office-hands.ts'
import { companyOf } from './service-in-process.ts'

const TODAY = '2026-11-20'
const TOMORROW = '2026-11-21'
const DAY_MS = 24 * 3_600_000
const OWN_CODE = '7802900001018'

let world: FleetWorld
let north: PlayedTill
let south: PlayedTill
let ana: OfficeHand
const stolen = stolenOf(() => world)
beforeEach(async () => {
  world = await fleetWorld()
  north = await world.open()
  south = await world.open()
})
afterEach(() => world.close())

const isSaid = () => [north, south].every((till) => view(till).toSend === 0)
const together = async () => {
  await world.join(north)
  await world.until(() => view(north).toSend === 0 && view(north).heardAt !== null)
  await world.join(north, south)
  await world.until(isSaid)
  ana = await officeHand(world.service, 'manager')
}
const priceAt = (till: PlayedTill, code = COFFEE) => Number(byCode(till, code)?.unitGrossClp)
const row = (price: number | null, from = TOMORROW, more: object = {}) => ({
  ...{ code: COFFEE, place: '', from, price_clp: price, ...more },
})
const put = (...rows: object[]) => ana.ask('PUT', 'prices', { rows })
const enter = async () => void (ana.cookie = cookieIn(await ana.enter()))
const later = async (ms: number) => {
  world.service.clock.advance(ms)
  for (const { fixture } of world.tills) fixture.clock.jumpWallClock(ms)
  await enter()
}
const found = async () => {
  const { body } = await ana.ask('GET', 'products?text=caf')
  return (body['data'] as { product_id: string; version: number; price_clp: number }[])[0]!
}

describe('a price that is taken back', () => {
  it('gives way to the one that was planned before it', async () => {
    await together()
    await put(row(5_000, TODAY), row(6_000, TOMORROW))
    await later(DAY_MS)
    await world.until(() => priceAt(south) === 6_000)
    expect((await put(row(null, TOMORROW, { is_removed: true }))).status).toBe(200)
    await world.until(() => priceAt(south) !== 6_000)
    expect(priceAt(south)).toBe(5_000)
  })
})

describe('a shop that has planned all it may', () => {
  it('changes and takes back, and plans no more', async () => {
    await together()
    await put(row(5_000))
    const { storage } = world.service
    const { id } = await companyOf(storage)
    const [like] = (
      await sql<Record<string, unknown>>`SELECT * FROM fleet_records
        WHERE kind = 'planned_price'`.execute(storage.read)
    ).rows
    expect(like?.['company_id']).toBe(id)
    await storage.write(async (db) => {
      for (let at = 1; at < PLANNED_PRICES_MAX; at += 1_000) {
        const rows = Array.from({ length: Math.min(1_000, PLANNED_PRICES_MAX - at) }, (_, n) => ({
          ...{ ...like, id: `p${at + n}/${TOMORROW}/`, version: 100_000 + at + n },
        }))
        await db
          .insertInto('fleet_records')
          .values(rows as never)
          .execute()
      }
    })
    expect((await put(row(6_000))).status).toBe(200)
    expect((await put(row(7_000, '2026-11-22'))).body['code']).toBe('PLANS_FULL')
    expect((await put(row(null, TOMORROW, { is_removed: true }))).status).toBe(200)
  })
})

describe('a price that somebody else changed meanwhile', () => {
  it('is not changed at head office by who has not seen it', async () => {
    await together()
    await put(row(5_000, TODAY))
    await world.until(() => priceAt(south) === 5_000)
    await world.until(isSaid)
    const { product_id: id, version } = await found()
    change(south, 'Café molido', { unitGrossClp: 4_000 })
    await world.until(() => priceAt(north) === 4_000)
    const said = await ana.ask('PUT', `products/${id}`, { version, price_clp: 5_500 })
    expect(said.body['code']).toBe('PRODUCT_NOT_CHANGED')
    const now = await found()
    expect(now.price_clp).toBe(4_000)
    const again = { version: now.version, price_clp: 5_500 }
    expect((await ana.ask('PUT', `products/${id}`, again)).status).toBe(200)
    await world.until(() => priceAt(south) === 5_500)
  })
})

describe('a thief with the key of a till', () => {
  it('plans on no day, and breaks no page of the head office', async () => {
    await together()
    const { product_id: id } = await found()
    const before = priceAt(north)
    for (const bent of [`${id}/mañana/`, `${id}`, `${id}//`, `/${TODAY}/`, `${id}/2026-02-31/`])
      await stolen(south, 'planned_price', bent, { price_clp: 1 })
    await world.until(() => false, 3_000).catch(() => undefined)
    expect((await ana.ask('GET', 'prices')).status).toBe(200)
    const file = new Request('http://127.0.0.1/api/office/prices.csv?head=a', {
      headers: { cookie: ana.cookie, 'sec-fetch-site': 'same-origin' },
    })
    const text = await (await world.service.service.handle(file)).text()
    expect(text).toBe('a\r\n')
    expect((await put(row(5_000))).status).toBe(200)
    expect([priceAt(north), priceAt(south)]).toEqual([before, before])
  })
})

describe('one product that two tills had before they knew each other', () => {
  it('has the planned price at both', async () => {
    addProduct(north, OWN_CODE, 'Miel')
    addProduct(south, OWN_CODE, 'Miel de ulmo')
    await together()
    expect(byCode(north, OWN_CODE)?.id).not.toBe(byCode(south, OWN_CODE)?.id)
    await put({ ...row(5_000, TODAY), code: OWN_CODE })
    await world.until(() => [north, south].every((till) => priceAt(till, OWN_CODE) === 5_000))
    change(south, byCode(south, OWN_CODE)!.name, { unitGrossClp: 4_000 })
    await world.until(() => priceAt(north, OWN_CODE) === 4_000)
  })
})

describe('midnight at a counter', () => {
  it('charges what was shown, also where a cashier without rights pays a minute later', async () => {
    const pinned = await world.open({ pinCost: 4 })
    const { api } = pinned.till
    const people = { staffId: null, roleIds: [] }
    must(await api.saveStaff({ ...people, name: 'Paula', pin: '3691', role: 'owner' }))
    must(await api.saveStaff({ ...people, name: 'Rosa', pin: '1472', role: 'cashier' }))
    await together()
    await world.join(north, pinned)
    await world.until(() => view(pinned).toSend === 0)
    await put(row(99_000))
    await world.until(() => api.priceHistory !== undefined && view(pinned).toWrite === 0)
    await world.until(() => false, 2_000).catch(() => undefined)
    const rosa = api.staff().members.find(({ name }) => name === 'Rosa')
    must(await api.signIn({ staffId: rosa?.id ?? '', pin: '1472' }))
    const before = api.productByCode(COFFEE)
    const cart = cartOf(api, COFFEE)
    const charge = commitOf(api, cart)
    await later(DAY_MS)
    await world.until(() => {
      const now = api.productByCode(COFFEE)
      return now.ok && Number(now.value.unitGrossClp) === 99_000
    })
    const sold = api.commitSale(charge)
    expect(sold.ok ? null : sold.refusal).toBeNull()
    const lines = sold.ok ? receiptOf(api, sold.value.saleId).lines : []
    expect(lines).toMatchObject([{ unitGrossClp: before.ok && before.value.unitGrossClp }])
  })

  it('comes to a till that its shop has retired, and goes back with a clock that was ahead', async () => {
    await together()
    const before = priceAt(south)
    await put(row(7_000))
    await world.until(() => false, 2_000).catch(() => undefined)
    south.wire.isAway = true
    south.fixture.clock.jumpWallClock(DAY_MS)
    await world.until(() => priceAt(south) === 7_000, 10_000)
    south.fixture.clock.jumpWallClock(-DAY_MS)
    await world.until(() => priceAt(south) === before, 10_000)
    south.wire.isAway = false
    const tills = north.till.api.shopTills()
    await north.fixture.clock.advance(0)
    const tillId = must(await tills).find(({ number }) => number === 2)?.id ?? ''
    const gone = north.till.api.changeShopTill({ tillId, name: null, isRetired: true } as never)
    await north.fixture.clock.advance(0)
    must(await gone)
    await world.until(() => view(south).state === 'barred')
    await later(DAY_MS)
    await world.until(() => priceAt(south) === 7_000, 10_000)
  })
})
