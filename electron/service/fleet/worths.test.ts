/** Who spends a vale, on either engine: to the peso, once over all tills, of its shop alone. */
import { describe, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import type { ToldWorth, WorthClaim } from '#shared/fleet/worth-contract.ts'
import { ENGINES, useEngine } from '../../../test/support/engines.ts'
import { claimWorth, findWorths, releaseWorth, takeWorths } from './worths.ts'

const NOW = 1_800_000_000_000 as EpochMs
const vale = (id: string, pesos = 10_000, names: string[] = []): ToldWorth => ({
  ...{ kind: 'vale', worth_id: id, names, parts: { clp: pesos }, facts: '{"number":1}' },
  taken: [],
})
describe.each(ENGINES)('what is spent once, on $engine', (place) => {
  const ground = useEngine(place)
  const till = (number: number, shop = 0) => ({
    ...{ companyId: ground.shop(shop), number, installationId: `computer-${number}` },
  })
  type Till = ReturnType<typeof till>
  const say = (from: Till, ...said: ToldWorth[]) => takeWorths(ground.storage, from, said, NOW)
  const claim = async (
    from: Till,
    id: string,
    key: string,
    pesos: number | null,
    more: Partial<WorthClaim> = {},
  ) => {
    const asked = {
      ...{ kind: 'vale' as const, worth_id: id, key, is_done: false, worth: null },
      ...{ takes: pesos === null ? null : { clp: pesos }, ...more },
    }
    return (await claimWorth(ground.storage, from, asked, NOW)).answer
  }
  const end = async (from: Till, id: string, key: string) =>
    (
      await releaseWorth(
        ground.storage,
        from,
        { kind: 'vale', worth_id: id, key, is_undone: false },
        NOW,
      )
    ).answer
  const on = place.skipped === null ? '' : ` (${place.skipped})`

  it.skipIf(place.skipped !== null)(
    `is granted in parts, and the same again by its key${on}`,
    async () => {
      await say(till(1), vale('v1'))
      const facts = '{"number":1}'
      const first = { outcome: 'granted', takes: { clp: 4_001 }, left: { clp: 5_999 }, facts }
      expect(await claim(till(2), 'v1', 'key-one1', 4_001)).toEqual(first)
      expect(await claim(till(2), 'v1', 'key-one1', 4_001)).toEqual(first)
      expect(await claim(till(1), 'v1', 'key-two2', 6_000)).toEqual({
        ...{ outcome: 'short', left: { clp: 5_999 }, held: { clp: 4_001 }, facts },
      })
      expect(await claim(till(1), 'v1', 'key-one1', 1)).toEqual(first)
      expect(await end(till(2), 'v1', 'key-one1')).toEqual({ left: { clp: 10_000 } })
      expect((await claim(till(2), 'v1', 'key-one1', 1)).outcome).toBe('ended')
    },
  )

  it.skipIf(place.skipped !== null)(`is granted once to many that ask at once${on}`, async () => {
    await say(till(1), vale('v2'))
    const asked = [1, 2, 1, 2].map((number, at) =>
      claim(till(number), 'v2', `at-once-${at}`, 10_000),
    )
    const outcomes = (await Promise.all(asked)).map(({ outcome }) => outcome)
    expect(outcomes.toSorted()).toEqual(['granted', 'short', 'short', 'short'])
  })

  it.skipIf(place.skipped !== null)(
    `stays as it was told first, and is told along${on}`,
    async () => {
      expect((await claim(till(1), 'v3', 'no-worth', 1)).outcome).toBe('unknown')
      const along = await claim(till(1), 'v3', 'along-01', 9_000, { worth: vale('v3') })
      expect(along).toMatchObject({ outcome: 'granted', left: { clp: 1_000 } })
      await say(till(2), vale('v3', 99_000))
      expect(await claim(till(1), 'v3', 'along-02', null)).toMatchObject({ takes: { clp: 1_000 } })
    },
  )

  it.skipIf(place.skipped !== null)(`counts what came about before it was told${on}`, async () => {
    await claim(till(2), 'v4', 'done-001', 10_000, { is_done: true })
    await say(till(1), vale('v4'))
    expect((await claim(till(1), 'v4', 'later-01', 1)).outcome).toBe('short')
  })

  it.skipIf(place.skipped !== null)(`is found by its names, in its shop alone${on}`, async () => {
    await say(till(1), vale('v5', 500, ['F12', 'RABC']))
    const of = { kind: 'vale', name: 'F12' } as const
    const found = {
      ...{ worth_id: 'v5', parts: { clp: 500 }, left: { clp: 500 }, facts: '{"number":1}' },
      taken: [],
    }
    expect(await findWorths(ground.storage.read, till(1).companyId, of)).toEqual([found])
    expect(await findWorths(ground.storage.read, till(1).companyId, { ...of, name: 'v5' })).toEqual(
      [found],
    )
    expect(await findWorths(ground.storage.read, till(1, 1).companyId, of)).toEqual([])
    expect((await claim(till(1, 1), 'v5', 'other-01', 1)).outcome).toBe('unknown')
  })

  it.skipIf(place.skipped !== null)(
    `that was put back learns what its giver heard${on}`,
    async () => {
      const name = 'f'.repeat(64)
      const taken = [{ name, by: 2, takes: { clp: 9_000 }, state: 'used', turn: 2 }] as const
      await say(till(1), vale('v8'))
      const left = async (from: Till, pesos: number, key: string) =>
        (await claim(from, 'v8', key, pesos)).outcome
      // Nobody else’s word of it counts, nor one that is older than what is known.
      await say(till(3), { ...vale('v8'), taken: [...taken] })
      expect(await left(till(3), 10_000, 'forged-1')).toBe('granted')
      await end(till(3), 'v8', 'forged-1')
      await say(till(1), { ...vale('v8'), taken: [...taken] })
      expect(await left(till(3), 1_001, 'later-81')).toBe('short')
      await say(till(1), { ...vale('v8'), taken: [{ ...taken[0], state: 'ended', turn: 1 }] })
      expect(await left(till(3), 1_001, 'later-82')).toBe('short')
    },
  )

  it.skipIf(place.skipped !== null)(
    `is told as done for no more than was granted${on}`,
    async () => {
      await say(till(1), vale('v9'))
      await claim(till(2), 'v9', 'granted9', 100)
      await claim(till(2), 'v9', 'granted9', 9_999, { is_done: true })
      expect(await claim(till(2), 'v9', 'later-91', 9_900)).toMatchObject({ outcome: 'granted' })
    },
  )

  it.skipIf(place.skipped !== null)(`is no other thing’s by the same key${on}`, async () => {
    await say(till(1), vale('v6'), vale('v7'))
    expect((await claim(till(1), 'v6', 'shared-1', 1)).outcome).toBe('granted')
    expect((await claim(till(1), 'v7', 'shared-1', 1)).outcome).toBe('ended')
    expect(await end(till(1), 'v7', 'shared-1')).toEqual({ left: { clp: 10_000 } })
    expect((await claim(till(1), 'v6', 'shared-1', 1)).outcome).toBe('granted')
  })
})
