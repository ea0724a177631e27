/** Promotions and price lists at the head office, by the same merge as a till's own edit. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { PROMOTIONS_MAX } from '#shared/promotions/promotion.ts'
import { must } from '../support/must.ts'
import { BREAD, COFFEE, view } from './fleet-hands.ts'
import { fleetWorld, type FleetWorld, type PlayedTill } from './fleet-world.ts'
import { officeHand, type OfficeHand } from './office-hands.ts'

let world: FleetWorld
let one: PlayedTill
let ana: OfficeHand
beforeEach(async () => {
  world = await fleetWorld()
  one = await world.open()
  await world.join(one)
  await world.until(() => view(one).toSend === 0)
  ana = await officeHand(world.service, 'manager')
})
afterEach(() => world.close())

const RULE = {
  does: { kind: 'percent', percent: 20 },
  goods: { kind: 'all' },
  ...{ fromDate: null, untilDate: '2026-12-31', weekdays: [1, 2, 3, 4, 5, 6, 7] },
  ...{ fromMinute: 0, untilMinute: 0, priceListId: null, priority: 0 },
}
const promotions = () => must(one.till.api.promotions())
const offers = async () => (await ana.ask('GET', 'offers')).body as unknown as Offers
interface Offers {
  readonly promotions: { promotion_id: string; version: number; name: string; state: string }[]
  readonly price_lists: { price_list_id: string; version: number; name: string }[]
}

it('a promotion is made here, changed, and ended, and each till has it', async () => {
  const body = { name: 'Café a mitad', rule: RULE, codes: [COFFEE] }
  expect((await ana.ask('POST', 'promotions', body)).status).toBe(201)
  await world.until(() => promotions().length === 1)
  expect(promotions()).toMatchObject([
    { name: 'Café a mitad', state: 'on', goodsNames: ['Café molido'] },
  ])
  const [made] = (await offers()).promotions
  const path = `promotions/${made?.promotion_id}`
  const later = { ...RULE, untilDate: '2027-01-15' }
  await ana.ask('PUT', path, { version: made?.version, rule: later, codes: [COFFEE, BREAD] })
  await ana.ask('PUT', path, { version: (await offers()).promotions[0]?.version, state: 'off' })
  await world.until(() => promotions()[0]?.state === 'off')
  expect(promotions()[0]?.rule).toMatchObject({ untilDate: '2027-01-15' })
  expect(promotions()[0]?.goodsNames).toHaveLength(2)
  must(one.till.api.switchPromotion({ promotionId: promotions()[0]!.id, to: 'archived' }))
  await world.until(() => view(one).toSend === 0)
  expect((await offers()).promotions[0]?.state).toBe('archived')
  // Read before the till archived it.
  const stale = await ana.ask('PUT', path, { version: made?.version, state: 'on' })
  expect(stale.body['code']).toBe('PRODUCT_NOT_CHANGED')
  const wrong = { name: 'Nada', rule: { ...RULE, does: { kind: 'percent', percent: 0 } } }
  expect((await ana.ask('POST', 'promotions', wrong)).body['code']).toBe('OFFER_NOT_VALID')
  const unknown = { name: 'Nada', rule: RULE, codes: ['nada'] }
  expect((await ana.ask('POST', 'promotions', unknown)).body['code']).toBe('PLAN_CODE_UNKNOWN')
})

it('a price list is made here with its prices, and gives one up', async () => {
  const percents = [{ category: '', percent: 10 }]
  const prices = [{ code: COFFEE, unit_clp: 900 }]
  const made = await ana.ask('POST', 'price-lists', { name: 'Mayorista', percents, prices })
  expect(made.status).toBe(201)
  const lists = () => must(one.till.api.priceLists())
  await world.until(() => lists()[0]?.prices.length === 1 && lists()[0]?.percents.length === 1)
  const [list] = (await offers()).price_lists
  expect(list).toMatchObject({
    name: 'Mayorista',
    prices: [{ code: COFFEE, unit_clp: 900 }],
    percents: [{ category: '', percent: 10 }],
  })
  const path = `price-lists/${list?.price_list_id}`
  await ana.ask('PUT', path, { prices: [{ code: COFFEE, unit_clp: null }] })
  await world.until(() => lists()[0]?.prices.length === 0)
  await ana.ask('PUT', path, { version: list?.version, is_archived: true })
  await world.until(() => lists()[0]?.isArchived === true)
  expect((await ana.ask('POST', 'price-lists', { name: 'Mayorista' })).status).toBe(201)
  const twice = await ana.ask('POST', 'price-lists', { name: 'mayorista' })
  expect(twice.body['code']).toBe('OFFER_NOT_VALID')
})

it('an archived promotion comes back only while there is room for it', async () => {
  const made = { name: 'Café a mitad', rule: RULE, codes: [COFFEE], state: 'archived' }
  expect((await ana.ask('POST', 'promotions', made)).status).toBe(201)
  const like = await world.service.storage.read
    .selectFrom('fleet_records')
    .selectAll()
    .where('kind', '=', 'promotion')
    .executeTakeFirstOrThrow()
  const fields = JSON.stringify({ ...(JSON.parse(like.fields) as object), state: 'on' })
  const others = Array.from({ length: PROMOTIONS_MAX }, (_, at) => ({
    ...{ ...like, id: `p${at}`, version: 100_000 + at, fields },
  }))
  await world.service.storage.write((db) => db.insertInto('fleet_records').values(others).execute())
  const path = `promotions/${like.id}`
  const back = await ana.ask('PUT', path, { version: like.version, state: 'on' })
  expect(back.body['code']).toBe('OFFERS_FULL')
  const off = await ana.ask('PUT', 'promotions/p0', { version: 100_000, state: 'archived' })
  expect(off.status).toBe(200)
  const again = await ana.ask('PUT', path, { version: like.version, state: 'on' })
  expect(again.status).toBe(200)
})
