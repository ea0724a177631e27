/** Who takes a parked sale, on either engine: one till, of its place, by its key. */
import { describe, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import {
  PARKED_HEARD_MAX,
  PARKED_OPEN_MAX,
  TAKEN_KEPT_DAYS,
  type Claim,
  type SaidParked,
} from '#shared/fleet/parked-contract.ts'
import { must } from '../../../test/support/must.ts'
import { ENGINES, useEngine } from '../../../test/support/engines.ts'
import { claimParked } from './parked-claims.ts'
import { takeParked } from './parked-sales.ts'
import { pruneFleet } from './prune.ts'
import { readChanges, versionOf } from './shop-changes.ts'
import { takeEdits } from './shop-store.ts'

const NOW = 1_800_000_000_000 as EpochMs
const RUT = '12345678-5'
const DAY_MS = 86_400_000
const sale = (id: string, more: Partial<SaidParked> = {}): SaidParked => ({
  ...{ parked_id: id, number: 1, name: 'Rosa', line_count: 1, total_clp: 990, products: ['Pan'] },
  ...{ parked_by: 'Camila', sale: '{"secret":"goods"}', customer: '', buyer: '', age_ms: 1_000 },
  ...more,
})

describe.each(ENGINES)('parked sales on $engine', (place) => {
  const ground = useEngine(place)
  const till = (number: number, place = '', shop = 0) => ({
    ...{ companyId: ground.shop(shop), number, place, installationId: `i${number}` },
  })
  const say = async (from: ReturnType<typeof till>, ...said: SaidParked[]) =>
    (await takeParked(ground.storage, from, said, NOW)).parked.map(({ outcome }) => outcome)
  const claim = async (
    from: ReturnType<typeof till>,
    id: string,
    key: string,
    more: Partial<Pick<Claim, 'step' | 'is_own'>> = {},
  ) => {
    const asked = { parked_id: id, key, step: 'asked' as const, is_own: false, ...more }
    return (await claimParked(ground.storage, from, asked, NOW)).answer
  }
  const heard = async (from: ReturnType<typeof till>, after: number) =>
    must(await readChanges(ground.storage.read, from, { after, limit: 1_000, epoch: '' })).parked
  const version = () => versionOf(ground.storage.read, till(1).companyId)
  const on = place.skipped === null ? '' : ` (${place.skipped})`

  it.skipIf(place.skipped !== null)(
    `are granted once, and by the same key again${on}`,
    async () => {
      expect(await say(till(1), sale('a'), sale('a'))).toEqual(['kept'])
      const before = await version()
      const first = await claim(till(2), 'a', 'key-of-two')
      expect(first).toMatchObject({ outcome: 'granted', sale: '{"secret":"goods"}', name: 'Rosa' })
      expect(await claim(till(2), 'a', 'key-of-two')).toEqual(first)
      expect(await version()).toBe(before + 1)
      for (const [who, key] of [
        [till(1), 'key-of-one'],
        // It may have sold it by now.
        [till(2), 'another-key'],
      ] as const)
        expect(await claim(who, 'a', key)).toMatchObject({ outcome: 'taken', by: 2 })
      // Its till has not heard of it, and says it again.
      expect(await say(till(1), sale('a'))).toEqual(['over'])
      const [told] = await heard(till(1), before)
      expect(told).toMatchObject({ parked_id: 'a', by: 1, taken: { by: 2, at_ms: NOW } })
      expect(JSON.stringify(told)).not.toContain('secret')
    },
  )

  it.skipIf(place.skipped !== null)(
    `are granted to one of many that ask at once${on}`,
    async () => {
      await say(till(1), sale('b'))
      const asked = Array.from({ length: 8 }, (_, at) => claim(till(at + 1), 'b', `key-nr-${at}`))
      const outcomes = (await Promise.all(asked)).map((answer) => answer?.outcome)
      expect(outcomes.filter((outcome) => outcome === 'granted')).toHaveLength(1)
      expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(7)
    },
  )

  it.skipIf(place.skipped !== null)(`are nobody’s of another place or company${on}`, async () => {
    await say(till(1, 'centro'), sale('c'))
    for (const who of [till(2, 'sur'), till(2), till(1, 'centro', 1)]) {
      expect(await claim(who, 'c', 'a-thiefs-key')).toEqual({ outcome: 'unknown' })
      expect(await heard(who, 0)).not.toContainEqual(expect.objectContaining({ parked_id: 'c' }))
    }
    // Nor is one replaced by another till’s under its id.
    for (const who of [till(2, 'sur'), till(2, 'centro')])
      expect(await say(who, sale('c', { sale: '{}' }))).toEqual(['refused'])
    expect(await claim(till(2, 'centro'), 'c', 'a-good-key')).toMatchObject({
      sale: '{"secret":"goods"}',
    })
  })

  it.skipIf(place.skipped !== null)(`have a limit at each till${on}`, async () => {
    const many = Array.from({ length: PARKED_OPEN_MAX }, (_, at) => sale(`d${at}`))
    expect(new Set(await say(till(5), ...many))).toEqual(new Set(['kept']))
    expect(await say(till(5), sale('one more'), sale('d0'))).toEqual(['refused', 'kept'])
    await claim(till(6), 'd0', 'a-good-key')
    expect(await say(till(5), sale('one more'))).toEqual(['kept'])
  })

  it.skipIf(place.skipped !== null)(`come in slices, each once${on}`, async () => {
    for (let at = 10; at < 10 + Math.ceil(PARKED_HEARD_MAX / PARKED_OPEN_MAX) + 1; at += 1)
      await say(
        till(at, 'norte'),
        ...Array.from({ length: PARKED_OPEN_MAX }, (_, n) => sale(`n${at}-${n}`)),
      )
    const ids: string[] = []
    for (let [after, hasMore] = [0, true]; hasMore; ) {
      const answer = must(
        await readChanges(ground.storage.read, till(1, 'norte'), {
          after,
          limit: 1_000,
          epoch: '',
        }),
      )
      ids.push(...answer.parked.map(({ parked_id: id }) => id))
      ;[after, hasMore] = [answer.version, answer.has_more]
    }
    expect(ids.length).toBeGreaterThan(PARKED_HEARD_MAX)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it.skipIf(place.skipped !== null)(
    `that were taken from a database put back since stay taken${on}`,
    async () => {
      expect(await claim(till(2), 'e', 'key-of-two', { step: 'done' })).toEqual({
        outcome: 'unknown',
      })
      expect(await say(till(1), sale('e'))).toEqual(['over'])
      expect(await claim(till(3), 'e', 'key-of-three')).toMatchObject({ outcome: 'taken', by: 2 })
      await say(till(1), sale('f'))
      expect(await claim(till(2), 'f', 'key-of-two', { step: 'done' })).toMatchObject({
        outcome: 'granted',
      })
      expect(await claim(till(3), 'f', 'key-of-three')).toMatchObject({ outcome: 'taken', by: 2 })
    },
  )

  it.skipIf(place.skipped !== null)(
    `are never granted to a key that was answered no${on}`,
    async () => {
      await say(till(1), sale('h'))
      await claim(till(2), 'h', 'fresh-key-two')
      expect(await claim(till(3), 'h', 'fresh-key-three')).toMatchObject({
        outcome: 'taken',
        by: 2,
      })
      expect(await claim(till(3), 'i', 'an-early-key')).toEqual({ outcome: 'unknown' })
      // It cannot be read there: it waits again, for whoever asks anew.
      const before = await version()
      expect(await claim(till(1), 'h', 'fresh-key-one')).toMatchObject({ outcome: 'taken', by: 2 })
      await claim(till(2), 'h', 'fresh-key-two', { step: 'given_up' })
      expect(await heard(till(3), before)).toMatchObject([{ parked_id: 'h', taken: null }])
      await say(till(1), sale('i'))
      for (const [who, id, key] of [
        [till(2), 'h', 'fresh-key-two'],
        [till(3), 'h', 'fresh-key-three'],
        [till(3), 'i', 'an-early-key'],
      ] as const)
        expect(await claim(who, id, key)).toEqual({ outcome: 'unknown' })
      expect(await claim(till(3), 'h', 'a-new-key')).toMatchObject({ outcome: 'granted' })
      await pruneFleet({
        storage: ground.storage,
        clock: { now: () => (NOW + 61 * DAY_MS) as EpochMs },
      })
      expect(
        await ground.storage.read.selectFrom('fleet_parked_void').selectAll().execute(),
      ).toEqual([])
    },
  )

  it.skipIf(place.skipped !== null)(
    `stay with their till, whatever is on its way${on}`,
    async () => {
      const own = { is_own: true }
      expect(await claim(till(1), 'j', 'fresh-key-one', own)).toEqual({ outcome: 'own' })
      expect(await say(till(1), sale('j'))).toEqual(['kept'])
      expect(await claim(till(1), 'j', 'fresh-key-one', own)).toEqual({ outcome: 'own' })
      expect(await claim(till(2), 'j', 'fresh-key-two')).toMatchObject({ outcome: 'taken', by: 1 })
      // Whoever parked it has it from wherever it stands now; nobody else has.
      await say(till(1, 'centro'), sale('k'))
      for (const outcome of ['unknown', 'granted'])
        expect(
          await claim(till(outcome === 'unknown' ? 2 : 1, 'sur'), 'k', `key ${outcome}`),
        ).toMatchObject({ outcome })
    },
  )

  it.skipIf(place.skipped !== null)(
    `keep nothing of an erased person, nor for ever${on}`,
    async () => {
      const whole = { legal_name: 'Ana', phone: '', email: '', activity: '', address: '' }
      const customer = {
        ...whole,
        commune: '',
        notes: '',
        is_archived: false,
        mails_receipts: false,
      }
      const edit = { kind: 'customer', id: RUT, age_ms: 0, heard_version: 0 } as const
      const made = { ...edit, edit_id: 'x1', fields: customer, is_deleted: false }
      const gone = { ...edit, edit_id: 'x2', fields: {}, is_deleted: true }
      await takeEdits(ground.storage, till(1), [made], NOW)
      await say(till(1), sale('g', { name: 'Ana', customer: '{"legalName":"Ana"}', buyer: RUT }))
      const before = await version()
      await takeEdits(ground.storage, till(1), [gone], NOW)
      const rows = await ground.storage.read
        .selectFrom('fleet_parked')
        .selectAll()
        .where('parked_id', '=', 'g')
        .execute()
      expect(JSON.stringify(rows)).not.toMatch(/Ana|12345678/)
      expect(await heard(till(2), before)).toMatchObject([{ parked_id: 'g', name: '' }])
      expect(await claim(till(2), 'g', 'a-good-key')).toMatchObject({
        outcome: 'granted',
        customer: '',
        sale: '{"secret":"goods"}',
      })
      const at = (days: number) => ({ now: () => (NOW + days * DAY_MS) as EpochMs })
      const content = async () =>
        (
          await ground.storage.read
            .selectFrom('fleet_parked')
            .select(['parked_id', 'sale'])
            .where('parked_id', 'in', ['g', 'd1'])
            .orderBy('parked_id')
            .execute()
        ).map((row) => row.sale === '')
      await pruneFleet({ storage: ground.storage, clock: at(TAKEN_KEPT_DAYS - 1) })
      expect(await content()).toEqual([false, false])
      await pruneFleet({ storage: ground.storage, clock: at(TAKEN_KEPT_DAYS + 1) })
      // One that waits is kept.
      expect(await content()).toEqual([false, true])
      expect(await claim(till(3), 'g', 'a-late-key')).toMatchObject({ outcome: 'taken', by: 2 })
    },
  )
})
