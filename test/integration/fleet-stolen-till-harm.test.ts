/** What a thief does with a stolen till's key is bounded, seen at once, and undone in one step. */
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MAX, HELD_MAX } from '#shared/fleet/day-limits.ts'
import { HUB_WORTHS_PATH } from '#shared/fleet/hub-worth-contract.ts'
import { USUAL_LIMITS, type OfficeAlarms } from '#shared/head-office/alarms.ts'
import { valeWorthId } from '#till/fleet/vale-worth.ts'
import { must } from '../support/must.ts'
import {
  BREAD,
  byCode,
  change,
  COFFEE,
  one,
  settled,
  stolen,
  two,
  wait,
  world,
} from './fleet-hands.ts'
import type { PlayedTill } from './fleet-world.ts'
import { hubIs, idOf, lent, lentAtService, three, useThreeTills } from './hub-hands.ts'
import { officeHand, type OfficeHand } from './office-hands.ts'
import { joinBy, newCode, openTyped } from './own-key-hands.ts'
import { CLAIMS, codeOf, giveVale, leftOn, payWithVale, WORTHS } from './worth-hands.ts'

useThreeTills()

let ana: OfficeHand
beforeEach(async () => {
  ana = await officeHand(world.service)
})

let turn = 0
const claims = (worthId: string, isDone: boolean) =>
  stolen.asks(two, CLAIMS, {
    ...{ kind: 'vale', worth_id: worthId, key: `thief-${(turn += 1)}-key`, takes: null },
    ...{ is_done: isDone, worth: null },
  })
const counted = (what: 'spent', many: number) =>
  world.service.storage.write((db) =>
    db.updateTable('fleet_till_days').set({ count: many }).where('what', '=', what).execute(),
  )
const priceAt = (played: PlayedTill, code: string) => Number(byCode(played, code)?.unitGrossClp)
const productId = async (text: string) => {
  const { body } = await ana.ask('GET', `products?text=${text}`)
  return (body['data'] as { product_id: string }[])[0]?.product_id ?? ''
}
/** Of that till. */
const alarms = async () => {
  world.service.clock.advance(60_000)
  await world.service.service.settle()
  const { data } = (await ana.ask('GET', 'alarms')).body as unknown as OfficeAlarms
  return data
    .filter(({ kind, of }) => ['prices', 'taken'].includes(kind) && of.startsWith('2 '))
    .map(({ kind, count }) => ({ kind, count }))
    .toSorted((one, other) => one.kind.localeCompare(other.kind))
}

// P2: until it was retired, a stolen till held or burnt whatever it could name, and set any price.
describe('a stolen till', () => {
  it('burns and holds no more than a till may in a day', async () => {
    const vales = [giveVale(one, COFFEE), giveVale(one, BREAD), giveVale(one, COFFEE)]
    await settled(one, two, three)
    const [first = '', second = '', third = ''] = vales.map(({ code }) => valeWorthId(code))
    expect(await claims(first, true)).toMatchObject({ outcome: 'granted' })
    await counted('spent', DAY_MAX.spent)
    for (const isDone of [true, false])
      expect(await claims(second, isDone)).toMatchObject({ code: 'RATE_LIMITED' })
    // At its own counter it says so; at another one all goes on.
    const [, { code: bread, totalClp: breadClp }, { code, totalClp }] = vales as [
      (typeof vales)[0],
      (typeof vales)[0],
      (typeof vales)[0],
    ]
    expect(codeOf(await payWithVale(two, code, totalClp, COFFEE))).toBe('WORTH_TILL_LIMIT')
    must(await payWithVale(three, bread, breadClp, COFFEE))
    await counted('spent', 0)
    for (let count = 0; count < HELD_MAX; count += 1) await claims(third, false).then(() => null)
    expect(await leftOn(three, code)).toBe(0)
  })

  it('is seen at the head office, and what it did is undone once it is retired', async () => {
    const limits = { ...USUAL_LIMITS, price_changes: 1, taken: 2 }
    expect((await ana.ask('PUT', 'alarms/limits', limits)).status).toBe(200)
    const vales = [giveVale(one, COFFEE), giveVale(one, COFFEE)]
    await settled(one, two, three)
    expect(await alarms()).toEqual([])
    const [coffeeClp, breadClp] = [priceAt(one, COFFEE), priceAt(one, BREAD)]
    for (const [at, { code }] of vales.entries()) await claims(valeWorthId(code), at === 0)
    const [coffee, bread] = [await productId(COFFEE), await productId(BREAD)]
    for (const price_clp of [2, 1]) await stolen(two, 'product', coffee, { price_clp })
    await stolen(two, 'product', bread, { price_clp: 1 })
    await stolen(two, 'planned_price', `${bread}/2027-01-01/`, { price_clp: 1 })
    await world.until(() => priceAt(three, COFFEE) === 1 && priceAt(three, BREAD) === 1)
    expect(await alarms()).toEqual([
      { kind: 'prices', count: 4 },
      { kind: 'taken', count: 2 },
    ])
    // Somebody saw one of them, and has set it right.
    change(one, byCode(one, BREAD)?.name ?? '', { unitGrossClp: breadClp + 10 })
    await settled(one, three)
    const undo = () => ana.ask('POST', `tills/${idOf(two)}/undo`, { hours: 24 })
    expect((await undo()).body['code']).toBe('TILL_STILL_THERE')
    await ana.ask('PUT', `tills/${idOf(two)}`, { is_retired: true })
    expect((await undo()).body).toEqual({ prices: 2, worths: 2 })
    expect((await undo()).body).toEqual({ prices: 0, worths: 0 })
    expect((await ana.ask('GET', 'prices')).body['data']).toEqual([])
    await world.until(() => [one, three].every((each) => priceAt(each, COFFEE) === coffeeClp))
    expect([one, three].map((each) => priceAt(each, BREAD))).toEqual([breadClp + 10, breadClp + 10])
    await wait(5_000)
    for (const { code, totalClp } of vales) must(await payWithVale(three, code, totalClp, COFFEE))
    expect(await alarms()).toEqual([])
    const { data } = (await ana.ask('GET', 'log')).body as { data: { action: string }[] }
    expect(data.map(({ action }) => action)).toContain('till-undone')
  })

  // P2: a price was changed unseen, and for good, by deleting its product and saying it anew.
  it('that deletes a product and says it anew has changed its price', async () => {
    await ana.ask('PUT', 'alarms/limits', { ...USUAL_LIMITS, price_changes: 1 })
    await settled(one, two, three)
    const [coffee, coffeeClp] = [await productId(COFFEE), priceAt(one, COFFEE)]
    const { fields } = await world.service.storage.read
      .selectFrom('fleet_records')
      .select('fields')
      .where('kind', '=', 'product')
      .where('id', '=', coffee)
      .executeTakeFirstOrThrow()
    await stolen(two, 'product', coffee, {}, { is_deleted: true })
    expect(await alarms()).toEqual([])
    await stolen(two, 'product', coffee, { ...(JSON.parse(fields) as object), price_clp: 1 })
    await world.until(() => [one, three].every((each) => priceAt(each, COFFEE) === 1))
    expect(await alarms()).toEqual([{ kind: 'prices', count: 1 }])
    await ana.ask('PUT', `tills/${idOf(two)}`, { is_retired: true })
    const undone = await ana.ask('POST', `tills/${idOf(two)}/undo`, { hours: 24 })
    expect(undone.body).toEqual({ prices: 1, worths: 0 })
    await world.until(() => [one, three].every((each) => priceAt(each, COFFEE) === coffeeClp))
  })

  // Low: what it said as the hub that others had taken was nobody's any more, unseen and for good.
  it('that is the hub is seen to say what others took, and that is undone with it', async () => {
    await ana.ask('PUT', 'alarms/limits', { ...USUAL_LIMITS, taken: 1 })
    await hubIs(two, one, two, three)
    const vales = [giveVale(one, COFFEE), giveVale(one, COFFEE), giveVale(one, COFFEE)]
    await settled(one, two, three)
    await lent()
    const [term = 0] = await lentAtService()
    const id = idOf(two)
    await two.till.stop()
    const says = async (at: number) => {
      const { code, totalClp } = vales[at] as (typeof vales)[0]
      const named = { kind: 'vale', worth_id: valeWorthId(code) }
      const { lent_version: version } = await world.service.storage.read
        .selectFrom('fleet_worths')
        .select('lent_version')
        .where('worth_id', '=', named.worth_id)
        .executeTakeFirstOrThrow()
      const taken = { name: `${at}`.repeat(64), by: 3, takes: { clp: totalClp }, state: 'used' }
      const back = [{ ...named, version, taken: [{ ...taken, turn: 1 }] }]
      await stolen.asks(two, HUB_WORTHS_PATH, { term, after: 0, born: [], back })
    }
    // As much as its tills may each be seen to take.
    for (const at of [0, 1]) await says(at)
    expect(await alarms()).toEqual([])
    await says(2)
    expect(await alarms()).toEqual([{ kind: 'taken', count: 3 }])
    expect(await leftOn(three, vales[0]?.code ?? '')).toBe(0)
    await ana.ask('PUT', `tills/${id}`, { is_retired: true })
    // What the other tills spent by its word they have told by then.
    for (let minutes = 0; minutes < 3; minutes += 1) {
      await wait(61_000)
      await world.service.service.settle()
    }
    const undone = await ana.ask('POST', `tills/${id}/undo`, { hours: 24 })
    expect(undone.body).toEqual({ prices: 0, worths: 3 })
    await wait(5_000)
    for (const { code, totalClp } of vales) must(await payWithVale(three, code, totalClp, COFFEE))
  })

  it('that says others took what it gave itself burns it until that is undone', async () => {
    const { code, totalClp } = giveVale(two, COFFEE)
    await settled(one, two, three)
    const worth_id = valeWorthId(code)
    const { facts } = await world.service.storage.read
      .selectFrom('fleet_worths')
      .select('facts')
      .where('worth_id', '=', worth_id)
      .executeTakeFirstOrThrow()
    const taken = { name: 'f'.repeat(64), by: 3, takes: { clp: totalClp }, state: 'used', turn: 9 }
    const parts = { clp: totalClp }
    const worth = { kind: 'vale', worth_id, names: [], parts, facts, taken: [taken] }
    await stolen.asks(two, WORTHS, { worths: [worth] })
    expect(await leftOn(three, code)).toBe(0)
    await ana.ask('PUT', `tills/${idOf(two)}`, { is_retired: true })
    for (let minutes = 0; minutes < 3; minutes += 1) {
      await wait(61_000)
      await world.service.service.settle()
    }
    const undone = await ana.ask('POST', `tills/${idOf(two)}/undo`, { hours: 24 })
    expect(undone.body).toEqual({ prices: 0, worths: 1 })
    must(await payWithVale(three, code, totalClp, COFFEE))
  })

  it('that another computer has replaced is undone, and what that one did stands', async () => {
    const [burnt, spent] = [giveVale(one, COFFEE), giveVale(one, COFFEE)]
    await settled(one, two, three)
    const [coffeeClp, breadClp] = [priceAt(one, COFFEE), priceAt(one, BREAD)]
    await claims(valeWorthId(burnt.code), true)
    for (const code of [COFFEE, BREAD])
      await stolen(two, 'product', await productId(code), { price_clp: 1 })
    const undo = () => ana.ask('POST', `tills/${idOf(two)}/undo`, { hours: 24 })
    expect((await undo()).body['code']).toBe('TILL_STILL_THERE')
    await wait(1_000)
    const { played: four } = await openTyped(null)
    must(await joinBy(four, await newCode(idOf(two))))
    await settled(one, three, four)
    change(four, byCode(four, BREAD)?.name ?? '', { unitGrossClp: breadClp + 10 })
    must(await payWithVale(four, spent.code, 1, COFFEE))
    await settled(one, three, four)
    for (const body of [
      { prices: 1, worths: 1 },
      { prices: 0, worths: 0 },
    ])
      expect((await undo()).body).toEqual(body)
    await world.until(() => priceAt(three, COFFEE) === coffeeClp)
    expect(priceAt(three, BREAD)).toBe(breadClp + 10)
    must(await payWithVale(three, burnt.code, burnt.totalClp, COFFEE))
    expect(await leftOn(three, spent.code)).toBe(spent.totalClp - 1)
  })

  it('is undone to what somebody chose in between', async () => {
    await settled(one, two, three)
    const [coffee, coffeeClp] = [await productId(COFFEE), priceAt(one, COFFEE)]
    await stolen(two, 'product', coffee, { price_clp: 2 })
    await world.until(() => priceAt(one, COFFEE) === 2)
    change(one, byCode(one, COFFEE)?.name ?? '', { unitGrossClp: coffeeClp + 10 })
    await settled(one, three)
    await stolen(two, 'product', coffee, { price_clp: 1 })
    await world.until(() => priceAt(one, COFFEE) === 1)
    await ana.ask('PUT', `tills/${idOf(two)}`, { is_retired: true })
    await ana.ask('POST', `tills/${idOf(two)}/undo`, { hours: 24 })
    await world.until(() => priceAt(one, COFFEE) !== 1)
    expect(priceAt(one, COFFEE)).toBe(coffeeClp + 10)
  })
})
