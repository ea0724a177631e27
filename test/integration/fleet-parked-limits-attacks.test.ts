/** Parked sales of a shop, attacked by erased people, by thieves, by clocks and by many of them. */
import { expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { TILLS_MAX } from '#shared/fleet/contract.ts'
import { PARKED_OPEN_MAX, TAKEN_KEPT_DAYS } from '#shared/fleet/parked-contract.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import { NO_CUSTOMER } from '#shared/selling/open-sale/buyer.ts'
import { emptyTaken } from '../../electron/service/fleet/parked-rows.ts'
import { must } from '../support/must.ts'
import { cartOf } from '../support/till-fixture.ts'
import type { PlayedTill } from './fleet-world.ts'
import {
  addProduct,
  BREAD,
  byCode,
  change,
  COFFEE,
  cut,
  joined,
  keepCustomer,
  NEW_CODE,
  one,
  openDb,
  RUT,
  said,
  scanned,
  settled,
  two,
  useTwoTills,
  wait,
  world,
} from './fleet-hands.ts'
import {
  answered,
  atService,
  between,
  CLAIMS,
  claim,
  codeOf,
  join,
  names,
  onScreen,
  park,
  PARKED,
  retire,
  take,
  thrownAway,
  waiting,
} from './parked-hands.ts'

useTwoTills()

const CHANGES = '/api/fleet/changes'
function installationOf(played: PlayedTill): string {
  const db = openDb(played)
  const found = db.prepare('SELECT installation FROM fleet_membership').pluck().get()
  db.close()
  return String(found)
}
const NAME = 'Marta Secreta Ulloa'
function parkForMarta(played: PlayedTill) {
  const screen = onScreen(played, cartOf(played.till.api, COFFEE))
  const customer = { ...NO_CUSTOMER, rut: RUT, legalName: NAME }
  return must(
    played.till.api.parkSale({ ...screen, sale: { ...screen.sale, customer }, name: 'Secreta' }),
  )
}
const erase = (played: PlayedTill) => said(played, played.till.api.erasePerson({ rut: RUT }))
const insertMany = async (count: number, changes: object) => {
  const [row] = await atService()
  if (row === undefined) throw new Error('nothing arrived')
  await world.service.storage.write(async (db) => {
    for (let at = 0; at < count; at += 1)
      await db
        .insertInto('fleet_parked')
        .values({ ...row, parked_id: `o${at}`, ...changes })
        .execute()
  })
}

// P2, blocks all tills of the place for good: more rows of one version than one answer tells.
it('P2: whoever is erased with many parked sales ends nobody’s hearing', async () => {
  await joined()
  keepCustomer(one, NAME, true)
  park(one, 'Rosa')
  await settled(one, two)
  // Parked and taken up again, by one thief in a quarter of an hour or by a good customer.
  await insertMany(501, { buyer: RUT, taken_by: 1, taken_key: 'k', taken_at_ms: 1 })
  must(await erase(one))
  await wait(5_000)
  addProduct(one, NEW_CODE, 'Leche')
  await wait(60_000)
  expect(scanned(two, NEW_CODE)).toBe('Leche')
})

// P2, a person is back: the service takes a parked sale of whom it has erased.
it('P2: who was erased does not come back with a sale that is said later', async () => {
  await joined()
  keepCustomer(one, NAME, true)
  await settled(one, two)
  cut(true, two)
  parkForMarta(two)
  must(await erase(one))
  await settled(one)
  cut(false, two)
  await settled(one, two)
  expect(JSON.stringify(await atService())).not.toContain('Secreta')
})

// P2, a person stays: what is erased here too goes from the customers alone where it is heard.
it('P2: who was erased is in no parked sale of another till', async () => {
  await joined()
  keepCustomer(one, NAME, true)
  parkForMarta(two)
  await settled(one, two)
  must(await erase(one))
  await settled(one, two)
  const db = openDb(two)
  const rows = db.prepare('SELECT name, sale_json FROM parked_sale').all()
  db.close()
  expect(JSON.stringify(rows)).not.toContain('Secreta')
})

// P3, a name stays for good: the buyer by whom it is found is emptied before the name.
it('P3: who is erased long after a sale was taken is in no row of it', async () => {
  await joined()
  keepCustomer(one, NAME, true)
  const { id } = parkForMarta(one)
  await settled(one, two)
  must(await take(two, id))
  await settled(one, two)
  const endMs = (world.service.clock.now() + TAKEN_KEPT_DAYS * DAY_MS) as EpochMs
  await world.service.storage.write((db) => emptyTaken(db, endMs))
  must(await erase(one))
  await settled(one, two)
  expect(JSON.stringify(await atService())).not.toContain('Secreta')
})

// P2, a row nobody can take up or throw away: it is set free with nothing in it.
it('P2: one without content, given up, does not wait for ever in the lists', async () => {
  await joined()
  const { id } = park(one, 'Rosa')
  await settled(one, two)
  two.wire.losesAnswersTo = CLAIMS
  await claim(two, id)
  await settled(one)
  const endMs = (world.service.clock.now() + DAY_MS) as EpochMs
  await world.service.storage.write((db) => emptyTaken(db, endMs))
  two.wire.losesAnswersTo = null
  await wait(60_000)
  const codes = [codeOf(await take(one, id)), thrownAway(one, id)]
  expect(names(one).length === 0 || codes.includes('ok')).toBe(true)
})

// P2, tells a wrong thing: a parked sale is as old as the wall clock says, 400 days here.
it('P2: a till whose clock was put right says when it parked', async () => {
  await joined()
  cut(true, two)
  two.fixture.clock.jumpWallClock(-400 * DAY_MS)
  park(two, 'Rosa')
  await wait(2_000)
  two.fixture.clock.jumpWallClock(400 * DAY_MS)
  cut(false, two)
  await settled(one, two)
  const parkedAt = waiting(one)[0]?.parkedAt ?? 0
  expect(one.fixture.clock.now() - parkedAt).toBeLessThan(DAY_MS)
})

// P2, the older price wins: a clock put forward counts as sleep, so as the age of the change.
it('P2: a price set while the clock was behind is the later one once it is right', async () => {
  await joined()
  two.fixture.clock.jumpWallClock(-DAY_MS)
  await wait(2_000)
  cut(true, two)
  change(one, 'Pan (kg)', { unitGrossClp: 2_100 })
  await settled(one)
  await wait(60_000)
  change(two, 'Pan (kg)', { unitGrossClp: 2_200 })
  await wait(2_000)
  two.fixture.clock.jumpWallClock(DAY_MS)
  await wait(2_000)
  cut(false, two)
  await settled(one, two)
  expect([one, two].map((played) => byCode(played, BREAD)?.unitGrossClp)).toEqual([2_200, 2_200])
})

// P3: each question with `is_own` of a made-up id is a row for good, within no limit.
it('P3: a thief makes no rows without end of sales that are nowhere', async () => {
  await joined()
  const key = two.kept.key ?? ''
  let credentials: Headers | null = null
  const open = between((_, { headers }) => {
    if (headers.get('x-till-key') !== null) credentials ??= headers
    return null
  })
  await wait(5_000)
  open()
  const headers = new Headers(credentials ?? {})
  expect(key).not.toBe('')
  for (let at = 0; at < PARKED_OPEN_MAX + 20; at += 1)
    await world.service.service.handle(
      new Request(`http://127.0.0.1${CLAIMS}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({
          ...{ parked_id: `none${at}`, key: `key-of-thief-${at}`, step: 'asked', is_own: true },
        }),
      }),
    )
  expect((await atService()).length).toBeLessThanOrEqual(PARKED_OPEN_MAX)
})

// P2, blocks joining for good: tills that are no more count, and none can be retired for it.
it('P2: a shop whose tills left and joined often takes in one more', async () => {
  await joined()
  await retire(two)
  await world.service.storage.write(async (db) => {
    await db
      .updateTable('fleet_tills')
      .set({ number: TILLS_MAX })
      .where('retired_at_ms', 'is not', null)
      .execute()
  })
  expect(codeOf(await join(two, 'Dos'))).toBe('ok')
})

/** A sale of a product the second one has not heard of, with news behind it; it hears one slice. */
async function parkedBeforeNews(news: () => void) {
  await joined()
  cut(true, two)
  addProduct(one, NEW_CODE, 'Leche')
  await settled(one)
  const screen = onScreen(one, cartOf(one.till.api, NEW_CODE))
  const { id } = must(one.till.api.parkSale({ ...screen, name: 'Rosa' }))
  await settled(one)
  for (const at of [1, 2, 3]) addProduct(one, `80${at}`, `Otro ${at}`)
  await settled(one)
  news()
  await settled(one)
  let asked = 0
  const open = between((path, request, handle) => {
    if (path !== CHANGES || request.headers.get('x-installation') !== installationOf(two))
      return null
    asked += 1
    if (asked > 1) return answered(504)
    return handle(new Request(request.url.replace(/limit=\d+/, 'limit=2'), request))
  })
  cut(false, two)
  await world.until(() => names(two).includes('Rosa'))
  return { id, open }
}
const productsOf = async (id: string) =>
  must(await take(two, id)).cart.lines.map(({ productId }) => productId)

// P2, wrong stock: a product that was heard and is not written yet is sold as none.
it('P2: a sale taken up while the shop is still being heard keeps its products', async () => {
  const { id } = await parkedBeforeNews(() => {})
  expect(await productsOf(id)).not.toContain(null)
})

it('P2: one whose product is still to be heard waits for all until it is', async () => {
  const { id, open } = await parkedBeforeNews(() => change(one, 'Leche', { unitGrossClp: 1_000 }))
  expect(codeOf(await claim(two, id))).toBe('PARKED_STILL_COMING')
  expect([names(one), names(two)]).toEqual([['Rosa'], ['Rosa']])
  open()
  await settled(two)
  expect(await productsOf(id)).not.toContain(null)
})

// P2, hides a sale: asked for to be thrown away, and kept, it is in that till's list alone.
it('P2: one that somebody thought of throwing away is still seen by the others', async () => {
  await joined()
  const { id } = park(one, 'Rosa')
  await settled(one, two)
  // The screen asks for the word first and for the PIN then; nobody there has one.
  must(await claim(two, id))
  await wait(60_000)
  expect(names(one)).toContain('Rosa')
})

it('P1: what was thought of being thrown away is in one hand all the same', async () => {
  await joined()
  const [{ id }, own] = [park(one, 'Rosa'), park(two, 'Pedro')]
  await settled(one, two)
  for (const parkedId of [id, own.id]) must(await claim(two, parkedId))
  await wait(60_000)
  expect(names(one, two).toSorted()).toEqual(['Pedro', 'Pedro', 'Rosa', 'Rosa'])
  expect(thrownAway(two, own.id)).toBe('PARKED_ASKS_SHOP')
  for (const parkedId of [id, own.id]) {
    const codes = [codeOf(await take(one, parkedId)), codeOf(await take(two, parkedId))]
    expect(codes).toEqual(['ok', 'PARKED_TAKEN'])
  }
  await settled(one, two)
  expect(names(two)).toEqual([])
})

it('P1: what is given back to a service that was put back is lost by nobody', async () => {
  await joined()
  const { id } = park(one, 'Rosa')
  await settled(one, two)
  must(await claim(two, id))
  let isGone = false
  between((path) => {
    if (path === CLAIMS && !isGone) {
      isGone = true
      return world.service.storage
        .write((db) => db.deleteFrom('fleet_parked').execute())
        .then(() => answered(504))
    }
    return null
  })
  await wait(60_000)
  const codes = [codeOf(await take(one, id)), codeOf(await take(two, id))]
  expect(codes.filter((code) => code === 'ok')).toEqual(['ok'])
})

// P2, a person stays: only whoever is a customer of the shop is erased in its parked sales.
it('P2: who was only in a parked sale and is erased is nowhere at the service', async () => {
  await joined()
  parkForMarta(one)
  await settled(one, two)
  must(await erase(one))
  await settled(one, two)
  await wait(5_000)
  expect(JSON.stringify(await atService())).not.toContain('Secreta')
})

// P2, blocks a sale: it never came to where it is said to wait, and nobody asks there.
it('P2: a till that was retired can have what never arrived at the service', async () => {
  await joined()
  const open = between((path) => (path === PARKED ? answered(504) : null))
  const { id } = park(two, 'Rosa')
  await wait(3_000)
  await retire(two)
  open()
  must(await said(two, two.till.api.leaveShop()))
  await wait(5_000)
  expect(codeOf(await take(two, id))).toBe('ok')
})
