/** Vales and credit notes in the hands of a hub, attacked: spent twice, brought back, stuck. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HUB_WORTHS_PATH } from '#shared/fleet/hub-worth-contract.ts'
import { TAKEN_MAX } from '#shared/fleet/worth-contract.ts'
import { createWitnessFiles } from '#till/backup/durability/identity/witness-files.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { valeWorthId } from '#till/fleet/vale-worth.ts'
import { must } from '../support/must.ts'
import {
  BREAD,
  COFFEE,
  cut,
  one,
  said,
  settled,
  stolen,
  two,
  view,
  wait,
  world,
} from './fleet-hands.ts'
import type { PlayedTill } from './fleet-world.ts'
import {
  atHub,
  away,
  hubIs,
  idOf,
  lent,
  lentAndAway,
  lentAtService,
  lost,
  spentClp,
  three,
  useThreeTills,
} from './hub-hands.ts'
import { countInEarnest } from './service-in-process.ts'
import { backUp, claimFor, CLAIMS, codeOf, giveVale, orderBy, payWithVale } from './worth-hands.ts'

useThreeTills()

const RELEASES = '/api/fleet/worth-releases'
const HUB = '/api/fleet/hub'

/** The disk of a till, byte by byte, in another computer: its program sees that it is another. */
async function copied(played: PlayedTill): Promise<PlayedTill> {
  const { key } = played.kept
  await played.till.stop()
  const dataDir = join(played.fixture.dataDir, 'copy')
  cpSync(tillFolder(played.fixture.dataDir).folder, tillFolder(dataDir).folder, { recursive: true })
  return world.open({
    ...{ dataDir, fleetSecret: { load: async () => key, save: async () => {} } },
    witness: createWitnessFiles(join(dataDir, 'state'), async () => OTHER),
  })
}
const OTHER = { system: 'other', parts: ['other'] }
/** A till of another place, with internet. */
async function elsewhere(): Promise<PlayedTill> {
  const far = await world.open()
  const { code } = must(await said(one, one.till.api.makeTillCode({ tillId: null })))
  must(await said(far, far.till.api.joinShop({ code, name: 'Lejos', branch: 'Sur' })))
  await settled(one, far)
  return far
}
const together = (...tills: readonly PlayedTill[]) =>
  world.until(() => tills.every((each) => view(each).state === 'together'))
const worthOf = (code: string) => ({ kind: 'vale' as const, worth_id: valeWorthId(code) })
const notOk = async (code: string, ...tills: readonly PlayedTill[]) => {
  for (const each of tills) expect(codeOf(await payWithVale(each, code, 1, COFFEE))).not.toBe('ok')
}
const thirdAsks = (path: string, body: object) => atHub(three.kept.key, idOf(three), path, body)

describe('a thief with two tills', () => {
  // P1: under another vale's name a key was ended, and what it had taken was there again.
  it('gets nothing back by a release that names another vale', async () => {
    const { code, totalClp } = await lentAndAway()
    const key = 'thief-key-1'
    const claim = { ...worthOf(code), key, takes: { clp: totalClp }, is_done: false }
    expect(await thirdAsks(CLAIMS, claim)).toMatchObject({ status: 200 })
    await thirdAsks(RELEASES, { kind: 'vale', worth_id: 'other', key, is_undone: false })
    const { code: other } = giveVale(one, COFFEE)
    await wait(6_000)
    await thirdAsks(RELEASES, { ...worthOf(other), key, is_undone: false })
    await notOk(code, one)
  })

  it('two tills at one moment are granted no more than there is', async () => {
    const { code, totalClp } = await lentAndAway()
    const asked = (key: string) => ({
      ...{ ...worthOf(code), key, takes: { clp: totalClp - 1 }, is_done: false },
    })
    const answers = await Promise.all([
      thirdAsks(CLAIMS, asked('key-at-once-1')),
      atHub(one.kept.key, idOf(one), CLAIMS, asked('key-at-once-2')),
      thirdAsks(CLAIMS, asked('key-at-once-3')),
    ])
    const granted = answers.filter((each) => JSON.stringify(each).includes('granted'))
    expect(granted).toHaveLength(1)
  })

  // P2: what the hub had to give back was more than the service takes in one word, for good.
  it('keeps no vale at the hub by claims without end', async () => {
    const { code, totalClp } = await lentAndAway()
    for (let at = 0; at <= TAKEN_MAX; at += 1)
      await thirdAsks(CLAIMS, {
        ...{ ...worthOf(code), key: `flood-${at}-key`, takes: { clp: 0 }, is_done: true },
      })
    cut(false, one, two, three)
    await together(one, two, three)
    await payWithVale(two, code, totalClp, COFFEE)
    await lent()
    expect(await lentAtService()).toEqual([0])
  })

  it('a till that was retired without internet spends at the hub only what is left', async () => {
    const { code, totalClp } = await lentAndAway()
    must(await payWithVale(three, code, totalClp, COFFEE))
    cut(false, one)
    await together(one)
    must(await said(one, one.till.api.changeShopTill({ tillId: idOf(three), isRetired: true })))
    cut(false, two)
    await together(two)
    await lent()
    await notOk(code, one, two)
  })
})

describe('a technician', () => {
  // P1: each of two disks granted the same vale, to whoever found it first.
  it('with a copy of the hub’s disk in another computer grants nothing by it', async () => {
    const { code, totalClp } = await lentAndAway()
    const copy = await copied(two)
    cut(true, copy)
    await wait(10_000)
    const address = view(copy).hub?.addresses ?? []
    expect(address.filter((each) => each.startsWith('127.'))).toEqual([])
    expect(codeOf(await payWithVale(three, code, totalClp, COFFEE))).not.toBe('ok')
  })

  // P2: what a copy was granted its till cannot tell once the hub is lost.
  it('with a copy of a till’s disk is granted nothing by the hub', async () => {
    const { code } = await lentAndAway()
    const copy = await copied(three)
    cut(true, copy)
    await wait(10_000)
    await notOk(code, copy)
  })

  // P1: told without a word of the hub that had granted it, the service granted it again.
  it('who puts a till back frees nothing that it told the hub since', async () => {
    const far = await elsewhere()
    await hubIs(two, one, two, three)
    await away(one, two, three)
    one.wire.hubIsAway = true
    const { code, totalClp } = giveVale(one, COFFEE)
    const putBackOne = backUp(one)
    one.wire.hubIsAway = false
    await wait(8_000)
    must(await payWithVale(three, code, totalClp, COFFEE))
    const back = await putBackOne()
    back.wire.hubIsAway = true
    await together(back)
    await settled(back)
    await notOk(code, back, far)
    back.wire.hubIsAway = false
    cut(false, two, three)
    await together(two, three)
    await settled(two, three, back)
    await wait(30_000)
    await notOk(code, back, two, three, far)
    expect(await spentClp()).toBe(totalClp)
  })

  // P2: told after its term had ended, it was of a hub that has nothing to give back.
  it('who puts a till back leaves its untold vale to nobody for good', async () => {
    await hubIs(two, one, two, three)
    await away(one, two, three)
    one.wire.hubIsAway = true
    const { code, totalClp } = giveVale(one, COFFEE)
    const putBackOne = backUp(one)
    cut(false, two, three)
    await together(two, three)
    must(await said(two, two.till.api.changeShopTill({ tillId: idOf(two), isHub: false })))
    await world.until(() => view(two).hub === null && view(three).hub === null)
    const back = await putBackOne()
    await together(back)
    await settled(two, three, back)
    await wait(60_000)
    must(await payWithVale(three, code, totalClp, COFFEE))
  })
})

describe('a word that is late', () => {
  // P1: it brought back what had been given back meanwhile: two could grant it.
  it('of what was lent does not lend again what was given back', async () => {
    await hubIs(two, one, two, three)
    const { code, totalClp } = giveVale(one, COFFEE)
    let arrive = () => {}
    two.wire.holds = { ...{ path: HUB_WORTHS_PATH, until: new Promise((done) => (arrive = done)) } }
    await settled(one)
    await lent()
    const order = orderBy(two, 'vc', code, totalClp, COFFEE)
    const paid = claimFor(two, order)
    await wait(2_000)
    arrive()
    must(await said(two, paid))
    must(two.till.api.commitSale(order))
    await wait(10_000)
    await away(one, two, three)
    await notOk(code, one, three)
  })

  // P2: heard after its term had ended it was never given back, and nothing was lent any more.
  it('of what was lent is given back where its term has ended', async () => {
    await hubIs(two, one, two, three)
    const { code, totalClp } = giveVale(one, COFFEE)
    let arrive = () => {}
    two.wire.holds = { ...{ path: HUB_WORTHS_PATH, until: new Promise((done) => (arrive = done)) } }
    await settled(one)
    await lent()
    await lostFor(three)
    await hubIs(one, one, two)
    arrive()
    await wait(60_000)
    must(await payWithVale(two, code, totalClp, COFFEE))
  })

  // P2: what a hub never heard that it was lent waited for a till that never came.
  it('that the hub never heard leaves it lent to nobody', async () => {
    await hubIs(two, one, two, three)
    two.wire.losesAnswersTo = HUB_WORTHS_PATH
    const { code, totalClp } = giveVale(one, COFFEE)
    await settled(one)
    await lent()
    await lostFor(three)
    await hubIs(one, one, two)
    two.wire.losesAnswersTo = null
    await wait(60_000)
    must(await payWithVale(two, code, totalClp, COFFEE))
  })

  // P1: a visit of before the term said that its till owed no word of it.
  it('of a till of before the term says nothing of what it owes there', async () => {
    const { code, totalClp } = await lentAndAway()
    must(await payWithVale(three, code, totalClp, COFFEE))
    await lost(two)
    three.wire.cutsPath = '/api/fleet/worth'
    cut(false, three)
    await world.until(() => view(three).hub === null && view(three).state === 'together')
    await wait(45_000)
    const late = { at: null, visit: 1, is_restored: false, addresses: [], left: [], waits: [] }
    await stolen.asks(three, HUB, late)
    await stolen.asks(three, HUB, late)
    expect(codeOf(await payWithVale(one, code, 1, COFFEE))).toBe('WORTH_AT_HUB')
  })
})

/** Never heard again, and nobody takes it off the list. */
async function lostFor(...tills: readonly PlayedTill[]): Promise<void> {
  for (const { till } of tills) await till.stop()
}

/** As it was before it lent anything. */
const putBack = () =>
  world.service.storage.write(async (db) => {
    await db.updateTable('fleet_worths').set({ lent_term: 0, lent_version: 0 }).execute()
    await db.deleteFrom('fleet_worth_claims').execute()
    await db.updateTable('fleet_counters').set({ version: 0 }).execute()
    await db.deleteFrom('fleet_records').execute()
  })

describe('a service that was put back', () => {
  // P1: it gave again what the hub had granted, and the hub what it gave.
  it('has forgotten that it lent: the hub says what it has granted, and grants no more', async () => {
    const { code, totalClp } = await lentAndAway()
    must(await payWithVale(three, code, 600, COFFEE))
    await putBack()
    cut(false, two)
    await together(two)
    await wait(20_000)
    cut(false, one)
    await together(one)
    one.wire.hubIsAway = true
    await wait(10_000)
    expect(codeOf(await payWithVale(one, code, totalClp - 599, COFFEE, BREAD))).not.toBe('ok')
    await lent()
    must(await payWithVale(one, code, totalClp - 600, COFFEE))
    cut(true, two)
    await notOk(code, three)
    cut(false, one, two, three)
    await settled(one, two, three)
    expect(await spentClp()).toBe(totalClp)
  })

  it('grants nothing of what a hub may have, until that has heard so', async () => {
    const far = await elsewhere()
    const { code, totalClp } = await lentAndAway()
    must(await payWithVale(three, code, 600, COFFEE))
    await putBack()
    cut(false, one)
    one.wire.hubIsAway = true
    await together(one)
    await wait(30_000)
    expect(codeOf(await payWithVale(one, code, totalClp - 599, COFFEE, BREAD))).toBe('WORTH_AT_HUB')
    expect(codeOf(await payWithVale(far, code, totalClp - 599, COFFEE, BREAD))).toBe('WORTH_AT_HUB')
    must(await payWithVale(three, code, 100, COFFEE))
    cut(false, two, three)
    await together(two, three)
    await wait(60_000)
    // Lent anew, and asked back.
    expect(codeOf(await payWithVale(far, code, totalClp - 700, COFFEE))).toBe('WORTH_AT_HUB')
    await wait(10_000)
    expect(codeOf(await payWithVale(far, code, totalClp - 699, COFFEE))).not.toBe('ok')
    must(await payWithVale(far, code, totalClp - 700, COFFEE))
    await settled(one, two, three)
    expect(await spentClp()).toBe(totalClp)
  })

  it('chooses a hub anew by another number than one it has forgotten', async () => {
    await hubIs(two, one, two, three)
    const terms = () =>
      world.service.storage.read
        .selectFrom('fleet_hubs')
        .select('term')
        .orderBy('term', 'desc')
        .execute()
    const [before] = await terms()
    await world.service.storage.write(async (db) => {
      for (const table of ['fleet_hubs', 'fleet_hub_tills'] as const)
        await db.deleteFrom(table).execute()
    })
    await hubIs(three, one, two, three)
    const [after] = await terms()
    expect(after?.term).toBeGreaterThan(before?.term ?? 0)
  })
})

it('a vale of the practice is granted by no hub once documents count', async () => {
  await hubIs(two, one, two, three)
  const { code } = giveVale(one, COFFEE)
  await settled(one, two, three)
  await lent()
  expect(await lentAtService()).toEqual([expect.any(Number)])
  await countInEarnest(world.service)
  await wait(60_000)
  await away(one, two, three)
  await notOk(code, three)
})

it('a vale that its till voided by the hub’s word is spent nowhere', async () => {
  const { code, number, totalClp } = await lentAndAway()
  must(await said(one, one.till.api.claimWorths({ for: 'void', number })))
  must(one.till.api.voidVale({ number, reason: 'Perdido', approvalId: null }))
  await wait(5_000)
  await notOk(code, three)
  cut(false, one, two, three)
  await together(one, two, three)
  await settled(one, two, three)
  await notOk(code, two, three)
  expect(await spentClp()).toBe(totalClp)
})

it('a hub whose clock is days off grants each peso once', async () => {
  two.fixture.clock.jumpWallClock(3 * 86_400_000)
  const { code, totalClp } = await lentAndAway()
  must(await payWithVale(three, code, 500, COFFEE))
  two.fixture.clock.jumpWallClock(-9 * 86_400_000)
  must(await payWithVale(three, code, totalClp - 500, COFFEE))
  await notOk(code, one)
  cut(false, one, two, three)
  await settled(one, two, three)
  expect(await spentClp()).toBe(totalClp)
})

it('a hub that is replaced while it is asked for one back gives it back once', async () => {
  const { code, totalClp } = await lentAndAway()
  must(await payWithVale(three, code, 500, COFFEE))
  cut(false, one)
  await together(one)
  one.wire.hubIsAway = true
  expect(codeOf(await payWithVale(one, code, 1, COFFEE))).toBe('WORTH_AT_HUB')
  must(await said(one, one.till.api.changeShopTill({ tillId: idOf(one), isHub: true })))
  await wait(25_000)
  expect(codeOf(await payWithVale(one, code, 1, COFFEE))).toBe('WORTH_AT_HUB')
  cut(false, two, three)
  one.wire.hubIsAway = false
  await together(two, three)
  await settled(one, two, three)
  await wait(30_000)
  expect(codeOf(await payWithVale(two, code, totalClp - 499, COFFEE, BREAD))).toBe('WORTH_SHORT')
  must(await payWithVale(two, code, totalClp - 500, COFFEE))
  await settled(one, two, three)
  expect(await spentClp()).toBe(totalClp)
})
