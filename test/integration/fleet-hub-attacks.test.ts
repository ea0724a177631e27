/** The hub of a place, attacked: computers replaced, stale and spoilt words, thieves. */
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { HUB_NEWS_PATH, type HubWord } from '#shared/fleet/hub-news-contract.ts'
import type { Rut } from '#shared/rut/rut.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { must } from '../support/must.ts'
import {
  byCode,
  change,
  COFFEE,
  cut,
  keepCustomer,
  one,
  openDb,
  receive,
  said,
  settled,
  stockOf,
  two,
  view,
  wait,
  world,
} from './fleet-hands.ts'
import { codeOf, names, park, sell, take, waiting } from './parked-hands.ts'
import type { PlayedTill } from './fleet-world.ts'
import { atHub, hubIs, idOf, three, useThreeTills } from './hub-hands.ts'

useThreeTills()
async function together(): Promise<void> {
  await world.until(() => [one, two, three].every((each) => view(each).state === 'together'))
  await settled(one, two, three)
}
const idNamed = (played: PlayedTill, name: string) =>
  waiting(played).find((sale) => sale.name === name)?.id ?? ''
const isListed = (name: string, ...tills: readonly PlayedTill[]) =>
  world.until(() => tills.every((each) => names(each).includes(name)))

/** A new computer takes the third till's place. */
async function replaced(tillId: string): Promise<PlayedTill> {
  const fresh = await world.open()
  const { code } = must(await said(one, one.till.api.makeTillCode({ tillId })))
  must(await said(fresh, fresh.till.api.joinShop({ code, name: 'Nueva', branch: '' })))
  await settled(one, two, fresh)
  return fresh
}

const saysAtHub = (played: PlayedTill, words: readonly HubWord[]) =>
  atHub(played.kept.key, idOf(played), HUB_NEWS_PATH, {
    ...{ after: 0, words: { after: 0, said: words } },
  })
const shopIdOf = (code: string) => {
  const db = openDb(one)
  const id = byCode(one, code)?.id ?? ''
  const row = db.prepare<[string], string>(
    "SELECT shop_id FROM fleet_alias WHERE kind = 'product' AND own_id = ?",
  )
  const found = row.pluck().get(id) ?? id
  db.close()
  return found
}

it('P1: what a computer sold by a hub’s word before it broke is sold once', async () => {
  await hubIs(two, one, two, three)
  park(one, 'Rosa')
  await isListed('Rosa', three)
  cut(true, one, two, three)
  one.wire.hubIsAway = true
  const id = idNamed(three, 'Rosa')
  await sell(three, id)
  const tillId = idOf(three)
  cut(false, one, two)
  const fresh = await replaced(tillId)
  await hubIs(one, one, two, fresh)
  await wait(60_000)
  expect(codeOf(await take(one, id))).not.toBe('ok')
})

it('P1: a computer whose place another one took is nobody at the hub', async () => {
  await hubIs(two, one, two, three)
  const [key, tillId] = [three.kept.key, idOf(three)]
  expect(await atHub(key, tillId, HUB_NEWS_PATH, { after: 0, words: null })).toMatchObject({
    ...{ kind: 'answered', status: 200 },
  })
  cut(true, three)
  const fresh = await replaced(tillId)
  await world.until(() => view(fresh).hub?.isHeard === true)
  const outcome = await atHub(key, tillId, HUB_NEWS_PATH, { after: 0, words: null })
  expect(outcome.kind).not.toBe('answered')
})

it('P1: a price the hub was told before the service’s later one is sold at nowhere', async () => {
  await hubIs(two, one, two, three)
  const name = byCode(one, COFFEE)?.name ?? ''
  cut(true, one, two, three)
  await world.until(() => [one, two, three].every((each) => view(each).state === 'away'))
  change(one, name, { unitGrossClp: 4_444 })
  await world.until(() => byCode(three, COFFEE)?.unitGrossClp === 4_444)
  one.wire.hubIsAway = true
  cut(false, one, two, three)
  await together()
  change(two, name, { unitGrossClp: 6_000 })
  await together()
  expect(byCode(three, COFFEE)?.unitGrossClp).toBe(6_000)
  cut(true, one, two, three)
  await world.until(() => [one, two, three].every((each) => view(each).state === 'away'))
  await wait(20_000)
  expect(byCode(three, COFFEE)?.unitGrossClp).toBe(6_000)
})

/** The first one says 4,444, and the third one, which has heard it, what it was before. */
async function setBack() {
  await hubIs(two, one, two, three)
  const { name = '', unitGrossClp: before = 0 } = byCode(one, COFFEE) ?? {}
  cut(true, one, two, three)
  await world.until(() => [one, two, three].every((each) => view(each).state === 'away'))
  change(one, name, { unitGrossClp: 4_444 })
  await world.until(() => byCode(three, COFFEE)?.unitGrossClp === 4_444)
  await wait(2_000)
  change(three, name, { unitGrossClp: Number(before) })
  await wait(20_000)
  return {
    before,
    prices: () => [one, two, three].map((each) => byCode(each, COFFEE)?.unitGrossClp),
  }
}

it('P2: a price that was heard from the hub and set back is set back everywhere', async () => {
  const { before, prices } = await setBack()
  cut(false, three)
  await world.until(() => view(three).state === 'together')
  await settled(three)
  cut(false, one, two)
  await together()
  expect(prices()).toEqual([before, before, before])
})

it('P2: a price that was set back is so at every till without internet', async () => {
  const { before, prices } = await setBack()
  expect(prices()).toEqual([before, before, before])
})

it('P3: a move told to the hub, and to the service since, counts once', async () => {
  receive(one, COFFEE, 10_000)
  await together()
  await hubIs(two, one, two, three)
  cut(true, one, two, three)
  await world.until(() => view(three).state === 'away')
  receive(one, COFFEE, 5_000)
  await world.until(() => stockOf(three, COFFEE) === 15_000)
  one.wire.hubIsAway = true
  cut(false, one, two, three)
  await together()
  expect(stockOf(three, COFFEE)).toBe(15_000)
  cut(true, two, three)
  await world.until(() => view(three).state === 'away')
  await wait(10_000)
  expect(stockOf(three, COFFEE)).toBe(15_000)
})

const WRONG: readonly object[] = [
  { price: -5 },
  { price: 'gratis' },
  { price: null },
  { unit_gross_clp: 1.5 },
  { name: '' },
  { name: null },
  { name: 'x'.repeat(19_000) },
  { category: 'nowhere' },
  { unheard: 'of' },
]
it('P1: spoilt words with a stolen till’s key change nothing and stop no till', async () => {
  await hubIs(two, one, two, three)
  const before = byCode(one, COFFEE)
  cut(true, one, two, three)
  await world.until(() => [one, two, three].every((each) => view(each).state === 'away'))
  const product = shopIdOf(COFFEE)
  const words = WRONG.map((fields, at): HubWord => {
    return {
      about: 'edit',
      word_id: `w${at}`,
      kind: 'product',
      id: product,
      fields,
      heard_version: 9e6,
    } as HubWord
  })
  const outcomes = []
  for (const word of words) outcomes.push(await saysAtHub(three, [word]))
  const of = { installation: 'another1', seq: 1, product }
  const move = { about: 'move', word_id: 'm1', ...of, milli: Number.MAX_SAFE_INTEGER } as const
  outcomes.push(await saysAtHub(three, [move, { ...move, word_id: 'm2' }]))
  expect(outcomes.at(-1)).toMatchObject({ kind: 'answered', status: 400 })
  await wait(10_000)
  const name = byCode(two, COFFEE)?.name ?? ''
  change(two, name, { unitGrossClp: 4_444 })
  await world.until(() => byCode(one, COFFEE)?.unitGrossClp === 4_444)
  expect(byCode(one, COFFEE)).toMatchObject({ name: before?.name, code: before?.code })
  cut(false, one, two, three)
  await together()
  expect(byCode(one, COFFEE)?.unitGrossClp).toBe(4_444)
})

const writing = ({ fixture }: PlayedTill) => new Database(tillFolder(fixture.dataDir).database)
/** As after months with many sales put aside. */
function kept(played: PlayedTill, count: number, facts: string, buyer: string): void {
  const db = writing(played)
  const put = db.prepare(`INSERT INTO fleet_hub_parked VALUES (?, ?, ?, 3, 'Caja 3', ?, '', '', ?,
    1, ?, 3, 'Caja 3', ?, ?)`)
  db.transaction(() => {
    for (let at = 1; at <= count; at += 1) {
      const id = `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
      put.run(
        id,
        1_000 + at,
        idOf(three),
        facts,
        buyer,
        idOf(three),
        id,
        played.fixture.clock.now(),
      )
    }
  })()
  db.close()
}

it('P2: long changes of many records hold up no parked sale', async () => {
  await hubIs(two, one, two, three)
  cut(true, one, two, three)
  await world.until(() => [one, two, three].every((each) => view(each).state === 'away'))
  const db = writing(one)
  const put = db.prepare(`INSERT INTO fleet_edit (edit_id, kind, record_id, fields_json, is_deleted,
    made_steady_ms, heard_version) VALUES (?, 'product', ?, ?, 0, 1, 0)`)
  for (let at = 0; at < 190; at += 1)
    put.run(`long${at}`, `p${at}`, JSON.stringify({ name: 'ñ'.repeat(19_000) }))
  db.close()
  park(one, 'Rosa')
  await isListed('Rosa', three)
  expect(view(one).hub?.isHeard).toBe(true)
})

it('P2: who is erased with very many parked sales ends nobody’s hearing of the hub', async () => {
  await hubIs(two, one, two, three)
  const rut = '12345678-5' as Rut
  keepCustomer(two, 'Rosa Díaz', true)
  await settled(one, two, three)
  const facts = { number: 1, name: 'Rosa', line_count: 1, total_clp: 1, products: [] }
  kept(two, 600, JSON.stringify({ ...facts, parked_by: 'Ana' }), rut)
  cut(true, one, two, three)
  await world.until(() => [one, two, three].every((each) => view(each).state === 'away'))
  await wait(5_000)
  must(await said(two, two.till.api.erasePerson({ rut })))
  await wait(5_000)
  park(one, 'Luis')
  await isListed('Luis', three)
  const db = openDb(two)
  const named = db.prepare("SELECT count(*) FROM fleet_hub_parked WHERE facts_json LIKE '%Rosa%'")
  expect(named.pluck().get()).toBe(0)
  db.close()
})

it('P2: a hub that gave out very many parked sales can still be replaced', async () => {
  await hubIs(two, one, two, three)
  kept(two, 20_000, '', '')
  park(one, 'Rosa')
  await isListed('Rosa', three)
  await hubIs(one, one, two, three)
  await isListed('Rosa', two, three)
  await world.until(() => codeOfTaken() === 'ok')
  function codeOfTaken() {
    const db = openDb(two)
    const left = db.prepare('SELECT count(*) FROM fleet_hub_left').pluck().get()
    db.close()
    return left === 0 ? 'ok' : 'waits'
  }
  expect(codeOf(await take(three, idNamed(three, 'Rosa')))).toBe('ok')
})
