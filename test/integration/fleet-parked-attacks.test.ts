/** Parked sales of a shop, attacked. */
import { renameSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { expect, it, vi } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { PARKED_OPEN_MAX, TAKEN_KEPT_DAYS } from '#shared/fleet/parked-contract.ts'
import { EMPTY_CART } from '#shared/selling/cart/cart.ts'
import { DEFAULT_METHODS } from '#shared/selling/payment/payment-method.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import { emptyTaken } from '../../electron/service/fleet/parked-rows.ts'
import { presumeParkedSaid } from '#till/fleet/shop-parked.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { must } from '../support/must.ts'
import { cartOf, commitOf, keptOf } from '../support/till-fixture.ts'
import type { PlayedTill } from './fleet-world.ts'
import {
  COFFEE,
  cut,
  joined,
  one,
  said,
  settled,
  two,
  useTwoTills,
  wait,
  world,
} from './fleet-hands.ts'

useTwoTills()

const PARKED = '/api/fleet/parked'
const CASH = DEFAULT_METHODS[0]
const CLAIMS = '/api/fleet/parked-claims'

const onScreen = ({ till }: PlayedTill, cart = EMPTY_CART) => ({
  ...keptOf(cart),
  replaces: till.api.loadDraft().sale?.saleId ?? null,
})
const park = (played: PlayedTill, name: string) =>
  must(played.till.api.parkSale({ ...onScreen(played, cartOf(played.till.api, COFFEE)), name }))
const waiting = ({ till }: PlayedTill) => till.api.parkedSales().filter(({ shop }) => !shop?.taken)
const names = (...tills: readonly PlayedTill[]) =>
  tills.flatMap((played) => waiting(played).map(({ name }) => name))
const claim = (played: PlayedTill, parkedId: string) =>
  said(played, played.till.api.claimParked({ parkedId }))
const recall = (played: PlayedTill, parkedId: string) =>
  played.till.api.recallSale({ ...onScreen(played), parkedId })
async function take(played: PlayedTill, parkedId: string) {
  const claimed = await claim(played, parkedId)
  return claimed.ok ? recall(played, parkedId) : claimed
}
const codeOf = (answer: { readonly ok: boolean } & Partial<{ refusal: { code: string } }>) =>
  answer.ok ? 'ok' : answer.refusal?.code
function backedUpTill({ fixture }: PlayedTill): () => void {
  const file = tillFolder(fixture.dataDir).database
  const db = new Database(file)
  db.exec(`VACUUM INTO '${file}.copy'`)
  db.close()
  return () => {
    for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
    renameSync(`${file}.copy`, file)
    const restored = new Database(file)
    presumeParkedSaid(restored)
    restored.close()
  }
}
async function putBack(played: PlayedTill, restore: () => void): Promise<PlayedTill> {
  await played.till.stop()
  restore()
  const { key } = played.kept
  const fleetSecret = { load: async () => key, save: async () => {} }
  return world.open({ dataDir: played.fixture.dataDir, fleetSecret })
}
const changeRow = (id: string, changes: Record<string, unknown>) =>
  world.service.storage.write(async (db) => {
    await db.updateTable('fleet_parked').set(changes).where('parked_id', '=', id).execute()
  })

it('P1: a backup of before a sale was said does not sell it a second time', async () => {
  await joined()
  cut(true, one)
  const { id } = park(one, 'Rosa')
  const restore = backedUpTill(one)
  cut(false, one)
  await settled(one, two)
  must(await take(two, id))
  const back = await putBack(one, restore)
  expect(codeOf(recall(back, id))).not.toBe('ok')
})

it('P1: a till put back to before it parked sees its own sale that waits', async () => {
  await joined()
  const restore = backedUpTill(one)
  const { id } = park(one, 'Rosa')
  await settled(one, two)
  const back = await putBack(one, restore)
  await settled(back, two)
  expect(waiting(two).map((sale) => sale.id)).toEqual([id])
  expect(waiting(back).map((sale) => sale.id)).toEqual([id])
})

it('P1: a till put back to before it took one still has it, or says who has', async () => {
  await joined()
  const { id } = park(one, 'Rosa')
  await settled(one, two)
  const restore = backedUpTill(two)
  must(await claim(two, id))
  await settled(one, two)
  const back = await putBack(two, restore)
  await settled(one, back)
  expect(back.till.api.parkedSales().map((sale) => sale.id)).toEqual([id])
})

it('P1: one this till cannot read stays in the list of the shop', async () => {
  await joined()
  const { id } = park(one, 'Rosa')
  await settled(one, two)
  await changeRow(id, { sale: '{"version":999}' })
  expect(codeOf(await take(two, id))).not.toBe('ok')
  await settled(one, two)
  expect(names(one, two)).toContain('Rosa')
})

it('P1: one granted without an answer is had after eight days away', async () => {
  await joined()
  const { id } = park(one, 'Rosa')
  await settled(one, two)
  two.wire.losesAnswersTo = CLAIMS
  await claim(two, id)
  cut(true, two)
  const beforeMs = (world.service.clock.now() + (8 - TAKEN_KEPT_DAYS) * DAY_MS) as EpochMs
  await world.service.storage.write((db) => emptyTaken(db, beforeMs))
  two.wire.losesAnswersTo = null
  cut(false, two)
  await wait(30_000)
  expect(names(one, two)).toEqual(['Rosa'])
})

it('P1: one granted without an answer is not lost by a till that leaves', async () => {
  await joined()
  const { id } = park(one, 'Rosa')
  await settled(one, two)
  two.wire.losesAnswersTo = CLAIMS
  await claim(two, id)
  two.wire.losesAnswersTo = null
  must(await said(two, two.till.api.leaveShop()))
  await wait(10_000)
  expect(names(one, two)).toEqual(['Rosa'])
})

it('P1: one granted without an answer comes to its till under its next number', async () => {
  await joined()
  const { id } = park(two, 'Rosa')
  await settled(one, two)
  two.wire.losesAnswersTo = CLAIMS
  must(await said(two, two.till.api.leaveShop()))
  two.wire.losesAnswersTo = null
  await world.join(one, two)
  await settled(one, two)
  expect(codeOf(await take(two, id))).toBe('ok')
})

it('P1: a till that joins at another place can take up or discard its own', async () => {
  const join = (played: PlayedTill, name: string, branch: string) =>
    said(played, played.till.api.joinShop({ code: null, name, branch }))
  must(await join(one, 'Uno', 'Ñuñoa'))
  must(await join(two, 'Dos', 'Maipú'))
  await settled(one, two)
  const { id } = park(two, 'Rosa')
  await settled(one, two)
  cut(true, two)
  must(await said(two, two.till.api.leaveShop()))
  cut(false, two)
  must(await join(two, 'Dos', 'Ñuñoa'))
  await wait(20_000)
  const taken = codeOf(await take(two, id))
  const thrown = codeOf(two.till.api.discardParked({ parkedId: id, approvalId: null }))
  expect([taken, thrown]).toContain('ok')
})

it('P2: one that was sold while its till was away from the shop waits there no more', async () => {
  await joined()
  const { id } = park(one, 'Rosa')
  await settled(one, two)
  cut(true, one)
  must(await said(one, one.till.api.leaveShop()))
  const { cart } = must(await take(two, id))
  must(two.till.api.commitSale(commitOf(two.till.api, cart)))
  cut(false, one)
  must(await said(one, one.till.api.joinShop({ code: null, name: 'Uno', branch: '' })))
  await settled(one, two)
  expect(names(one, two)).toEqual([])
})

it('P1: one that was sent in vain to a full list can be taken up at its till', async () => {
  await joined()
  park(one, 'Pedro')
  await settled(one, two)
  const { service } = world.service
  const handle = service.handle.bind(service)
  const spy = vi
    .spyOn(service, 'handle')
    .mockImplementation(async (request) =>
      new URL(request.url).pathname === PARKED
        ? new Response('', { status: 504 })
        : handle(request),
    )
  const { id } = park(one, 'Rosa')
  await wait(3_000)
  // As many of this till wait by now as may.
  const [row] = await world.service.storage.read.selectFrom('fleet_parked').selectAll().execute()
  if (row === undefined) throw new Error('nothing arrived')
  const many = Array.from({ length: PARKED_OPEN_MAX }, (_, at) => ({ ...row, parked_id: `o${at}` }))
  await world.service.storage.write(async (db) => {
    for (const other of many) await db.insertInto('fleet_parked').values(other).execute()
  })
  spy.mockImplementation(handle)
  await wait(60_000)
  expect(codeOf(await take(one, id))).toBe('ok')
})

it('P1: the service put back gives no second word for what was sold', async () => {
  await joined()
  const { id } = park(one, 'Rosa')
  await settled(one, two)
  const read = world.service.storage.read
  const [kept] = await read.selectFrom('fleet_parked').selectAll().execute()
  const [counter] = await read.selectFrom('fleet_counters').selectAll().execute()
  const { cart } = must(await take(two, id))
  must(two.till.api.commitSale(commitOf(two.till.api, cart)))
  await settled(one, two)
  cut(true, two)
  if (kept === undefined || counter === undefined) throw new Error('no backup')
  await world.service.storage.write(async (db) => {
    await db.deleteFrom('fleet_parked').execute()
    await db.insertInto('fleet_parked').values(kept).execute()
    await db.updateTable('fleet_counters').set({ version: counter.version }).execute()
  })
  await wait(30_000)
  expect(codeOf(await take(one, id))).not.toBe('ok')
})

it('P2: no money comes along with a sale of another till', async () => {
  await joined()
  const { id } = park(one, 'Rosa')
  await settled(one, two)
  const [row] = await world.service.storage.read.selectFrom('fleet_parked').selectAll().execute()
  const sale = JSON.parse(row?.sale ?? '{}') as { paying: object }
  const given = [{ method: { ...CASH }, amountClp: 500, reference: '' }]
  await changeRow(id, { sale: JSON.stringify({ ...sale, paying: { ...sale.paying, given } }) })
  expect(must(await take(two, id)).paying.given).toEqual([])
})

it('P1: a question that arrives late does not take a sale from everybody', async () => {
  await joined()
  const { service } = world.service
  const handle = service.handle.bind(service)
  const late: Request[] = []
  const spy = vi.spyOn(service, 'handle').mockImplementation(async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname !== CLAIMS && pathname !== PARKED) return handle(request)
    if (pathname === CLAIMS) late.push(request.clone())
    return new Response('', { status: 504 })
  })
  const { id } = park(one, 'Rosa')
  await wait(2_000)
  await claim(one, id)
  // The first question is still on its way; it was asked again, before the sale arrived.
  spy.mockImplementation(async (request) =>
    new URL(request.url).pathname === PARKED ? new Response('', { status: 504 }) : handle(request),
  )
  await wait(60_000)
  spy.mockImplementation(handle)
  await settled(one, two)
  const [first] = late
  if (first === undefined) throw new Error('nothing was asked')
  await handle(first)
  await settled(one, two)
  const codes = [codeOf(await take(two, id)), codeOf(await take(one, id))]
  expect(codes).toContain('ok')
})
