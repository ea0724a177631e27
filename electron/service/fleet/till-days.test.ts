/** What one till may do, on either engine: a thief with its key does no more. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { DAY_MAX, HEARD_FOR_MS, HELD_MAX, HELD_MS } from '#shared/fleet/day-limits.ts'
import type { WorthKind } from '#shared/fleet/worth-contract.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import { ENGINES, useEngine } from '../../../test/support/engines.ts'
import { joinTills } from '../../../test/support/joined-tills.ts'
import { SILENT } from '../core/log.ts'
import { SeenTills } from './seen-tills.ts'
import { endStaleHolds } from './stale-holds.ts'
import { countOfDay, secondsToWait } from './till-days.ts'
import { claimWorth, findWorths, releaseWorth, takeWorths } from './worths.ts'

const NOW = 1_800_000_000_000 as EpochMs
const DAY_S = 86_400

describe.each(ENGINES)('a till in a day, on $engine', (place) => {
  const ground = useEngine(place)
  const on = place.skipped === null ? '' : ` (${place.skipped})`
  const its = (name: string, test: () => Promise<void>) =>
    it.skipIf(place.skipped !== null)(`${name}${on}`, test)
  const till = (number: number) => ({
    ...{ companyId: ground.shop(0), number, installationId: `computer-${number}` },
  })
  let key = 0
  const claim = (id: string, changes: object = {}, number = 2, nowMs = NOW) => {
    const asked = { kind: 'vale' as WorthKind, worth_id: id, key: `key-${(key += 1)}-of` }
    const all = { ...asked, takes: { clp: 1 }, is_done: false, worth: null, ...changes }
    return claimWorth(ground.storage, till(number), all, nowMs)
  }
  const counted = (what: keyof typeof DAY_MAX, many: number) =>
    ground.storage.write((db) => countOfDay(db, till(2), what, many, NOW))
  beforeEach(async () => {
    if (place.skipped !== null) return
    await ground.storage.write(async (db) => {
      for (const table of ['fleet_till_days', 'fleet_worth_claims', 'fleet_worths'] as const)
        await db.deleteFrom(table).execute()
    })
    const parts = { clp: 10_000 }
    const of = { names: [], parts, facts: '{}', taken: [] }
    const worths = [
      { kind: 'vale' as const, worth_id: 'v', ...of },
      { kind: 'credit' as const, worth_id: 'c', ...of },
    ]
    await takeWorths(ground.storage, till(1), worths, NOW)
  })

  its('spends of what others gave as much as a till may, asked for or not', async () => {
    await counted('spent', DAY_MAX.spent - 2)
    expect((await claim('v')).answer.outcome).toBe('granted')
    const done = { kind: 'credit', is_done: true, key: 'key-done' }
    expect((await claim('c', done)).answer.outcome).toBe('granted')
    for (const more of [{}, { kind: 'credit', is_done: true }]) {
      const { waitS = 0 } = await claim('c', { kind: 'credit', ...more })
      expect(waitS).toBeGreaterThan(0)
      expect(waitS).toBeLessThanOrEqual(DAY_S)
    }
    // The same again is answered, and whoever gave it, or another till, spends on.
    expect((await claim('c', done)).answer.outcome).toBe('granted')
    for (const other of [1, 3]) expect((await claim('v', {}, other)).waitS ?? 0).toBe(0)
    expect((await claim('v', {}, 2, (NOW + DAY_MS) as EpochMs)).answer.outcome).toBe('granted')
  })

  its('gets no more by giving up first what it then says it spent', async () => {
    await counted('spent', DAY_MAX.spent)
    const named = { kind: 'vale' as const, worth_id: 'v', key: 'key-given-up' }
    await releaseWorth(ground.storage, till(2), { ...named, is_undone: false }, NOW)
    const { waitS } = await claim('v', { ...named, is_done: true })
    expect(waitS).toBeGreaterThan(0)
    const [found] = await findWorths(ground.storage.read, ground.shop(0), {
      kind: 'vale',
      name: 'v',
    })
    expect(found?.left).toEqual({ clp: 10_000 })
    await counted('given_up', DAY_MAX.given_up)
    const { waitS: more = 0 } = await releaseWorth(
      ground.storage,
      till(2),
      { ...named, key: 'key-more', is_undone: false },
      NOW,
    )
    expect(more).toBeGreaterThan(0)
  })

  its('has so much in hand at once, and more once that is spent', async () => {
    for (let count = 0; count < HELD_MAX; count += 1)
      expect((await claim('v', { key: `key-held-${count}` })).answer.outcome).toBe('granted')
    expect((await claim('v')).waitS).toBeGreaterThan(0)
    await claim('v', { key: 'key-held-0', is_done: true })
    expect((await claim('v')).answer.outcome).toBe('granted')
  })

  its('is refused what goes beyond, and none of that is counted', async () => {
    const facts = (many: number) =>
      ground.storage.write((db) => secondsToWait(db, till(2), 'facts', many, NOW))
    expect(await facts(DAY_MAX.facts - 1)).toBe(0)
    expect(await facts(2)).toBeGreaterThan(0)
    expect(await facts(1)).toBe(0)
  })

  its('gives back by itself what came of nothing while it was heard', async () => {
    await joinTills(ground, [2], NOW)
    const asked = { key: 'key-stale' }
    await claim('v', { ...asked, takes: { clp: 10_000 } })
    let now: number = NOW
    const clock = { now: () => now as EpochMs }
    const seen = new SeenTills(ground.storage, clock, SILENT)
    const isHeard = async (hasInHand = false) => {
      seen.note({ id: 't2', seenAtMs: hasInHand ? now : 0 }, hasInHand)
      await seen.runNow()
      await ground.storage.write((db) => endStaleHolds(db, clock.now()))
    }
    const held = async () =>
      (await claim('v', { takes: { clp: 1 } }, 3, clock.now())).answer.outcome === 'short'
    // Silent for a day, it may have spent it; what it spent it says once it is heard.
    now += HELD_MS
    await isHeard()
    expect(await held()).toBe(true)
    const anHour = async (hasInHand: boolean) => {
      for (let ms = 0; ms < HEARD_FOR_MS; ms += 300_000) {
        now += 300_000
        await isHeard(hasInHand)
        if (hasInHand) await isHeard()
      }
    }
    // P2: it was heard, and could not tell what it had spent: that was granted a second time.
    await anHour(true)
    expect(await held()).toBe(true)
    await anHour(false)
    expect(await held()).toBe(false)
    await seen.stop()
  })
})
