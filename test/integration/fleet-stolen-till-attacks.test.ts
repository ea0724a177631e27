/** What a thief may say with the key of a stolen till, until it is retired. */
import { describe, expect, it } from 'vitest'
import { GRANTED_MAX } from '#shared/fleet/hub-contract.ts'
import { HUB_WORTHS_PATH } from '#shared/fleet/hub-worth-contract.ts'
import { WORTH_FINDS_PATH, type FoundWorth } from '#shared/fleet/worth-contract.ts'
import { valeWorthId } from '#till/fleet/vale-worth.ts'
import { must } from '../support/must.ts'
import { COFFEE, one, openDb, said, settled, stolen, two, view, world } from './fleet-hands.ts'
import type { PlayedTill } from './fleet-world.ts'
import { hubIs, idOf, lent, three, useThreeTills } from './hub-hands.ts'
import { codeOf, giveVale, payWithVale, WORTHS } from './worth-hands.ts'

useThreeTills()

const HUB = '/api/fleet/hub'
const NOBODYS = { kind: 'vale', worth_id: 'f'.repeat(64) }

/** As any till of the shop may ask, by what stands on the paper. */
async function found(code: string): Promise<FoundWorth | undefined> {
  const asked = { kind: 'vale', name: valeWorthId(code) }
  const { worths } = (await stolen.asks(two, WORTH_FINDS_PATH, asked)) as { worths: FoundWorth[] }
  return worths[0]
}
async function spent() {
  const { code, totalClp } = giveVale(one, COFFEE)
  await settled(one, two, three)
  must(await payWithVale(three, code, totalClp, COFFEE))
  const taken = (await found(code))?.taken ?? []
  expect(taken).toMatchObject([{ state: 'used' }])
  return { code, taken: taken.map((each) => ({ ...each, turn: each.turn + 1 })) }
}
const termOf = async () => (await stolenTerm()) ?? 0
const stolenTerm = async () =>
  (await world.service.storage.read.selectFrom('fleet_hubs').select('term').execute())[0]?.term
async function elsewhere(): Promise<PlayedTill> {
  const far = await world.open()
  const { code } = must(await said(one, one.till.api.makeTillCode({ tillId: null })))
  must(await said(far, far.till.api.joinShop({ code, name: 'Lejos', branch: 'Sur' })))
  await settled(one, far)
  return far
}

describe('a vale that is spent', () => {
  // P1: a claim was known by its key alone, and went over to whatever told of it last.
  it('stays so, whatever else a till tells to have been taken by that', async () => {
    const { code, taken } = await spent()
    const told = { ...NOBODYS, names: [], parts: { clp: 1 }, facts: '{}', taken }
    await stolen.asks(two, WORTHS, { worths: [told] })
    expect(codeOf(await payWithVale(two, code, 1, COFFEE))).toBe('WORTH_SPENT')
  })

  it('stays so, whatever else a hub gives back as taken by that', async () => {
    await hubIs(two, one, two, three)
    await lent()
    const { code, taken } = await spent()
    const worth = { ...NOBODYS, names: [], parts: { clp: 1 }, facts: '{}' }
    await stolen.asks(two, HUB_WORTHS_PATH, {
      ...{ term: await termOf(), after: 0, born: [{ till_id: idOf(two), worth }] },
      back: [{ ...NOBODYS, version: 1, taken }],
    })
    expect((await found(code))?.left).toEqual({ clp: 0 })
  })
})

describe('a hub of one place', () => {
  // P2: it was lent nothing of that, and what it said was taken of it was taken.
  it('gives back nothing of another place', async () => {
    await hubIs(two, one, two, three)
    const far = await elsewhere()
    const { code, totalClp } = giveVale(far, COFFEE)
    await settled(far)
    const by = view(two).till?.number ?? 0
    const taken = [{ name: 'a'.repeat(64), by, takes: { clp: totalClp }, state: 'used', turn: 1 }]
    const back = [{ kind: 'vale', worth_id: valeWorthId(code), version: 1, taken }]
    await stolen.asks(two, HUB_WORTHS_PATH, { term: await termOf(), after: 0, born: [], back })
    expect((await found(code))?.left).toEqual({ clp: totalClp })
  })

  // P2: what a till said to have been granted was added up without end, and read with each visit.
  it('is told by no till of more than it can have granted to that', async () => {
    await hubIs(two, one, two, three)
    const term = await termOf()
    for (const turn of ['a', 'b', 'c']) {
      const granted = Array.from({ length: GRANTED_MAX }, (_, at) => `${turn}${at}`)
      const left = [{ term, granted, is_whole: true, kept: null }]
      const visit = { at: term, visit: 1, is_restored: false, addresses: [], left, waits: [] }
      await stolen.asks(three, HUB, visit)
    }
    const [row] = await world.service.storage.read
      .selectFrom('fleet_hub_tills')
      .select(['granted_json', 'is_whole'])
      .where('till_id', '=', idOf(three))
      .execute()
    expect(JSON.parse(row?.granted_json ?? '[]')).toHaveLength(GRANTED_MAX)
    expect(row?.is_whole).toBe(0)
  })
})

// P2: a version that nobody gave had the whole shop heard anew, as often as one till said it.
it('a version that the service never told begins nothing anew', async () => {
  const begun = async () =>
    (
      await world.service.storage.read
        .selectFrom('fleet_counters')
        .select(['epoch', 'version'])
        .executeTakeFirstOrThrow()
    ).epoch
  const before = await begun()
  const db = openDb(two)
  const [heard = '', version = 0] =
    db.prepare<[], [string, number]>('SELECT epoch, version FROM fleet_membership').raw().get() ??
    []
  db.close()
  const changes = (after: number, epoch: string) =>
    stolen.asks(two, `/api/fleet/changes?after=${after}&epoch=${epoch}`, null)
  const [, mark = '', proof = ''] = heard.split('.')
  const later = `${heard.split('.')[0]}.${mark}z`
  for (const said of [heard, later, `${later}.${proof}`, ''])
    expect(await changes(version + 9, said)).toMatchObject({ code: 'VERSION_AHEAD' })
  expect(await changes(version, `${later}.${proof}`)).toMatchObject({ code: 'VERSION_AHEAD' })
  expect(await begun()).toBe(before)
})

// P2: beside its own key a till kept the shop's, which let other tills in and out and outlived it.
describe('all the keys of a stolen till', () => {
  const asks = async (method: string, path: string, headers: object, body?: object) => {
    const sent = body && { body: JSON.stringify(body) }
    const { status } = await world.service.service.handle(
      new Request(`http://127.0.0.1/api/${path}`, {
        ...{ method, ...sent },
        headers: { 'content-type': 'application/json', ...headers },
      }),
    )
    return status
  }
  /** As on its disk, said in every way there is. */
  const ways = () => {
    const { key } = JSON.parse(two.kept.key ?? '{}') as { readonly key: string }
    const installation = openDb(two)
      .prepare<[], string>('SELECT installation FROM fleet_membership')
      .pluck()
      .get()
    return [
      { 'x-till-key': key, 'x-installation': installation },
      { 'x-api-key': key },
      { 'x-api-key': key, 'x-installation': installation },
    ]
  }

  it('retires no other till by the key it issues with', async () => {
    for (const way of ways()) {
      const retired = await asks('PUT', `fleet/tills/${idOf(three)}`, way, { is_retired: true })
      expect([401, 403]).toContain(retired)
      expect([401, 403]).toContain(await asks('POST', 'fleet/codes', way, {}))
      expect([401, 403]).toContain(await asks('POST', 'users', way, {}))
    }
    expect(view(three).state).toBe('together')
  })

  it('end with it: it issues nothing and comes back by none of them', async () => {
    const [own = {}] = ways()
    expect(await asks('GET', 'tax-types', own)).toBe(200)
    must(await said(one, one.till.api.changeShopTill({ tillId: idOf(two), isRetired: true })))
    for (const way of ways())
      for (const path of ['tax-types', 'companies', 'fleet/tills', 'fleet/changes?after=0'])
        expect([401, 403]).toContain(await asks('GET', path, way))
    for (const way of ways()) expect(await asks('POST', 'invoices', way, {})).toBe(401)
    expect([401, 403]).toContain(await asks('POST', 'fleet/codes', own, {}))
  })
})
