/** Terms of hubs that are over, on either engine: few rows stay of them. */
import { describe, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { TAKEN_KEPT_DAYS } from '#shared/fleet/parked-contract.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import { hubAnswer } from '#shared/fleet/hub-contract.ts'
import { ENGINES, useEngine } from '../../../test/support/engines.ts'
import { joinTills } from '../../../test/support/joined-tills.ts'
import type { ClientId } from '../core/ports.ts'
import { chooseHub, visitHub } from './hubs.ts'

const NOW = 1_800_000_000_000
/** One a day. The rule is one; another process answers each question of the other engine. */
const TERMS = { SQLite: 200, PostgreSQL: 70 } as const

describe.each(ENGINES)('terms on $engine', (place) => {
  const ground = useEngine(place)
  const on = place.skipped === null ? '' : ` (${place.skipped})`
  let days = 0
  const ports = {
    clock: { now: () => (NOW + days * DAY_MS) as EpochMs },
    random: { bytes: (count: number) => new Uint8Array(count), uuid: () => '' },
  }
  const till = (number: number) => ({
    ...{ id: `t${number}`, companyId: ground.shop(0), clientId: '' as ClientId, number, place: '' },
    ...{
      installationId: `computer-${number}`,
      seenAtMs: 0,
      role: 'MEMBER' as const,
      isRetired: false,
    },
  })
  const choose = (number: number) =>
    ground.storage.write((db) =>
      chooseHub(
        { db, ...ports },
        { ...till(number), company_id: ground.shop(0), branch: null },
        true,
      ),
    )
  let [at, turn] = [0, 0]
  const terms = async () => {
    const rows = await ground.storage.read.selectFrom('fleet_hubs').select('term').execute()
    return rows.map(({ term }) => Number(term)).toSorted((one, other) => one - other)
  }
  const told = async () =>
    (await ground.storage.read.selectFrom('fleet_hub_tills').select('term').execute()).length
  const visit = (number: number, waits: readonly number[] = [], last = at) => {
    const asked = {
      ...{ at, last, visit: (turn += 1), is_restored: false, addresses: [], left: [] },
      ...{ waits: waits.map((term) => ({ term, parked: ['p1'] })), owes: [], epoch: '' },
    }
    return ground.storage.write((db) => visitHub({ db, ...ports }, till(number), asked))
  }
  /** Each hears of the hub that stands, and has left the one before. */
  const everyone = async (...numbers: readonly number[]) => {
    for (const number of numbers) await visit(number)
    at = (await terms()).at(-1) ?? 0
    for (const number of [...numbers, ...numbers]) await visit(number)
  }

  it.skipIf(place.skipped !== null)(`that nobody may name any more go${on}`, async () => {
    await joinTills(ground, [1, 2, 3], NOW as EpochMs)
    await choose(2)
    await everyone(1, 2, 3)
    const first = at
    for (let count = 1; count < TERMS[place.engine]; count += 1) {
      days += 1
      await choose(1 + (count % 2))
      await everyone(1, 2)
    }
    // The third was told of the first one, and has not been heard since.
    const { length } = await terms()
    expect((await terms())[0]).toBe(first)
    // That, those of the days that are kept, and the one that stands.
    expect([length, await told()]).toEqual([TAKEN_KEPT_DAYS + 2, 3 + 2 * (TAKEN_KEPT_DAYS + 1)])
    // It has left that, and waits for what it parked there.
    for (let count = 0; count < 3; count += 1) await visit(3, [first])
    await choose(1)
    await everyone(1, 2)
    expect(await terms()).toContain(first)
    const { answer } = await visit(3, [first])
    expect(answer.over).toEqual([{ term: first, granted: [] }])
    await everyone(1, 2, 3)
    days += TAKEN_KEPT_DAYS
    await choose(2)
    await everyone(1, 2, 3)
    expect(await terms()).not.toContain(first)
    expect((await terms()).length).toBeLessThanOrEqual(4)
  })

  // P3: it was gone for whoever had not heard the answer that told of a later one.
  it.skipIf(place.skipped !== null)(`but the one a till says it went by last${on}`, async () => {
    await everyone(1, 2, 3)
    const before = at
    at = 0
    await visit(3, [], before)
    await choose(1)
    for (let count = 0; count < 3; count += 1) await visit(3, [], before)
    for (const number of [2, 1]) {
      await everyone(1, 2)
      days += TAKEN_KEPT_DAYS
      await choose(number)
    }
    await everyone(1, 2)
    expect(await terms()).toContain(before)
    await everyone(3)
    days += 1
    await choose(2)
    expect(await terms()).not.toContain(before)
  })

  // P3: a till whose own data were put back to before that waited for it for good.
  it.skipIf(place.skipped !== null)(
    `but are told over to who waits all the same${on}`,
    async () => {
      const early = NOW - TAKEN_KEPT_DAYS * DAY_MS
      const { answer } = await visit(3, [early])
      expect([answer.over, answer.lost]).toEqual([[], [{ term: early, granted: [] }]])
    },
  )

  // P3: of several terms that were forgotten the last one alone was known to have been.
  it.skipIf(place.skipped !== null)(`while one that was forgotten is waited for${on}`, async () => {
    const term = NOW + days * DAY_MS - 1
    expect((await visit(3, [term])).answer.lost).toEqual([])
    expect(await terms()).toContain(term)
    for (const number of [1, 2]) await visit(number)
    expect((await visit(3, [term])).answer.lost).toEqual([{ term, granted: [] }])
  })

  // P2: whoever had a till's key said the highest number there is, and no hub was heard any more.
  it.skipIf(place.skipped !== null)(`and none goes on from one of no time${on}`, async () => {
    await visit(3, [], Number.MAX_SAFE_INTEGER)
    days += 1
    await choose(2)
    at = 0
    const { answer } = await visit(1)
    expect(hubAnswer.safeParse(answer)).toMatchObject({ success: true })
    expect(answer.hub?.till_id).toBe('t2')
  })
})
