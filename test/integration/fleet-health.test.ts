/** How a till is, as the other tills of its shop and the service hear it. */
import { expect, it } from 'vitest'
import { healthView } from '#shared/fleet/health-contract.ts'
import { must } from '../support/must.ts'
import { sellOf } from '../support/till-fixture.ts'
import { COFFEE, joined, one, said, two, useTwoTills, wait, world } from './fleet-hands.ts'

useTwoTills()

const HEALTH = '/api/fleet/health'
const seenBy = async (number: number) => {
  const tills = must(await said(one, one.till.api.shopTills()))
  return tills.find((till) => till.number === number)
}
async function stored() {
  const rows = await world.service.storage.read
    .selectFrom('fleet_till_health')
    .selectAll()
    .orderBy('till_id')
    .execute()
  return rows.map(({ body_json: json }) => healthView.parse(JSON.parse(json)))
}

it('is in the list of tills: what waits, and what its printer lacks', async () => {
  await joined()
  await wait(70_000)
  expect(await seenBy(2)).toMatchObject({ pendingCount: 0 })
  expect(await seenBy(2)).not.toHaveProperty('printerTrouble')
  two.wire.cutsPath = '/api/invoices'
  sellOf(two.till.api, COFFEE)
  two.till.printerTrouble(two.till.api.status().printerId, 'PAPER_OUT')
  await wait(70_000)
  const shown = await seenBy(2)
  expect(shown).toMatchObject({ pendingCount: 1, printerTrouble: 'PAPER_OUT' })
  const waiting = (await stored()).find(({ pending }) => pending === 1)
  expect(waiting?.oldest_at_ms).toBeLessThanOrEqual(world.service.clock.now())
  expect(waiting?.oldest_at_ms).toBeGreaterThan(world.service.clock.now() - 80_000)
  two.till.printerTrouble(two.till.api.status().printerId, null)
  two.wire.cutsPath = null
  await world.until(() => two.till.api.status().pendingCount === 0, 600_000)
  await wait(70_000)
  expect(await seenBy(2)).toMatchObject({ pendingCount: 0 })
  expect(await seenBy(2)).not.toHaveProperty('printerTrouble')
})

it('is told once a minute at most, and not while it does not change', async () => {
  await joined()
  await wait(70_000)
  let told = 0
  const count = (path: string, body: object): object => {
    if (path === HEALTH) told += 1
    return body
  }
  Object.assign(one.wire, { wrong: { asked: count } })
  for (let at = 0; at < 12; at += 1) {
    one.till.printerTrouble(
      one.till.api.status().printerId,
      at % 2 === 0 ? 'PAPER_OUT' : 'COVER_OPEN',
    )
    await wait(10_000)
  }
  expect(told).toBeGreaterThan(0)
  expect(told).toBeLessThanOrEqual(3)
  await wait(70_000)
  told = 0
  await wait(120_000)
  expect(told).toBe(0)
})
