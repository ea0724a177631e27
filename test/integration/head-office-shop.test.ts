/** What the head office sees and changes of its shop, and what the tills hear of it. */
import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Tables } from '../../electron/service/storage/tables.ts'
import { must } from '../support/must.ts'
import { sellOf } from '../support/till-fixture.ts'
import { unsaid } from './fact-hands.ts'
import { change } from './fleet-hands.ts'
import { fleetWorld, type FleetWorld } from './fleet-world.ts'
import { officeHand } from './office-hands.ts'
import { ask } from './service-in-process.ts'

let world: FleetWorld
beforeEach(async () => {
  world = await fleetWorld()
})
afterEach(() => world.close())

const MINUTE_MS = 60_000

describe('the shop', () => {
  it('hears a price of the head office at every till, and of whom it is', async () => {
    const [one, two] = [await world.open(), await world.open()]
    await world.join(one, two)
    await world.until(() => [one, two].every(({ till }) => must(till.api.fleet()).toSend === 0))
    const ana = await officeHand(world.service, 'manager')
    const found = await ana.ask('GET', 'products?text=caf')
    const [coffee] = found.body['data'] as { product_id: string; version: number; code: string }[]
    const { product_id: id = '', version = 0, code = '' } = coffee ?? {}
    const changed = await ana.ask('PUT', `products/${id}`, { version, price_clp: 7_770 })
    expect(changed.status).toBe(200)
    const priceAt = ({ till }: typeof one) => {
      const product = till.api.productByCode(code)
      return product.ok ? Number(product.value.unitGrossClp) : null
    }
    await world.until(() => [one, two].every((till) => priceAt(till) === 7_770), 5_000)
    const nothing = await ana.ask('PUT', `products/${id}`, { version })
    expect(nothing.body['code']).toBe('NOTHING_TO_CHANGE')
    const none = await ana.ask('PUT', 'products/none', { version: 0, price_clp: 1 })
    expect(none.body['code']).toBe('PRODUCT_NOT_FOUND')
  })

  it('tells the till whose price gives way that the head office has another', async () => {
    const one = await world.open()
    await world.join(one)
    await world.until(() => must(one.till.api.fleet()).toSend === 0)
    one.wire.isAway = true
    change(one, 'Café molido', { unitGrossClp: 2_100 })
    const laterMs = one.fixture.clock.now() + MINUTE_MS
    await world.until(() => one.fixture.clock.now() > laterMs, 2 * MINUTE_MS)
    const ana = await officeHand(world.service, 'manager')
    const found = await ana.ask('GET', 'products?text=caf')
    const [coffee] = found.body['data'] as { product_id: string; version: number }[]
    const body = { version: coffee?.version, price_clp: 2_200 }
    await ana.ask('PUT', `products/${coffee?.product_id}`, body)
    one.wire.isAway = false
    await world.until(() => must(one.till.api.fleet()).overruled.length > 0)
    expect(must(one.till.api.fleet()).overruled).toMatchObject([
      { name: 'Café molido', lost: 2_100, won: 2_200, byNumber: null, reason: 'LATER' },
    ])
  })

  it('takes no change of a product that it does not write down', async () => {
    const [one] = [await world.open()]
    await world.join(one)
    await world.until(() => must(one.till.api.fleet()).toSend === 0)
    const ana = await officeHand(world.service, 'manager')
    const found = async () => {
      const { body } = await ana.ask('GET', 'products?text=caf')
      return (body['data'] as { product_id: string; version: number; price_clp: number }[])[0]
    }
    const before = await found()
    const { storage } = world.service
    const refuseLog = (db: Kysely<Tables>) =>
      sql`CREATE TRIGGER full BEFORE INSERT ON office_log BEGIN SELECT RAISE(ABORT, 'full'); END`.execute(
        db,
      )
    await storage.write(refuseLog)
    const body = { version: before?.version, price_clp: 7_770 }
    expect((await ana.ask('PUT', `products/${before?.product_id}`, body)).status).toBe(500)
    expect(await found()).toEqual(before)
  })

  it('retires a till whose key then ends, and joins one by a code it shows once', async () => {
    const one = await world.open()
    await world.join(one)
    const ana = await officeHand(world.service)
    const [till] = (await ana.ask('GET', 'tills')).body['data'] as { till_id: string }[]
    const made = await ana.ask('POST', 'codes', {})
    expect(String(made.body['code'])).toMatch(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/)
    const body = { is_retired: true }
    expect((await ana.ask('PUT', `tills/${till?.till_id}`, body)).status).toBe(200)
    await world.until(() => must(one.till.api.fleet()).state === 'barred')
  })
})

it('is asked by a program with an API key too, in days there can be', async () => {
  const one = await world.open()
  await world.join(one)
  sellOf(one.till.api)
  await world.until(() => unsaid(one) === 0)
  const days = async (from: string, to: string) => {
    const path = `/api/fleet/sold?from=${from}&to=${to}&by=till&issuer=76192083-9`
    return ask(world.service, 'GET', path)
  }
  const { status, body } = await days('2026-01-01', '2026-12-31')
  expect(status).toBe(200)
  expect(body).toMatchObject({ is_more: false, data: [{ name: 'Uno', count: 1 }] })
  expect((await days('2026-12-31', '2026-01-01')).status).toBe(400)
  expect((await days('2020-01-01', '2026-12-31')).status).toBe(400)
  expect((await days('2026-99-99', '2026-12-31')).status).toBe(400)
})
