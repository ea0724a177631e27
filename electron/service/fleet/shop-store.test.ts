/**
 * A shop's records on either engine: edits are answered once, versions have no gap for who reads
 * while others write, and nothing of one company is another's.
 */
import { describe, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { CHANGES_BYTES_MAX, CHANGES_MAX, type Edit, type Move } from '#shared/fleet/contract.ts'
import type { SharedFields } from '#shared/fleet/shared-records.ts'
import { must } from '../../../test/support/must.ts'
import { ENGINES, useEngine } from '../../../test/support/engines.ts'
import type { Storage } from '../storage/storage.ts'
import { pruneFleet } from './prune.ts'
import { SharedReads } from './shared-reads.ts'
import { readChanges, versionOf, type OfPlace } from './shop-changes.ts'
import { ANSWERS_KEPT_DAYS, takeEdits } from './shop-store.ts'
import { takeMoves } from './stock-moves.ts'

const NOW = 1_800_000_000_000 as EpochMs
const customer: SharedFields = {
  ...{ legal_name: 'Ana', phone: '', email: '', activity: '', address: '', commune: '' },
  ...{ notes: '', is_archived: false, mails_receipts: false },
}
const category = (name: string): SharedFields => ({ name, hue: 1, position: 1 })
let edits = 0
const edit = (kind: Edit['kind'], id: string, fields: SharedFields, more = {}): Edit => ({
  ...{ edit_id: `e${(edits += 1)}`, kind, id, fields: { ...fields }, is_deleted: false },
  ...{ age_ms: 0, heard_version: 0, ...more },
})

describe.each(ENGINES)('a shop on $engine', (place) => {
  const ground = useEngine(place)
  const of = (number: number, shop = 0) => ({
    ...{ companyId: ground.shop(shop), number, place: '', installationId: 'computer' },
  })
  const take = async (till: number, ...said: Edit[]) =>
    (await takeEdits(ground.storage, of(till), said, NOW)).results
  const changes = async (after: number, till = 1, limit = CHANGES_MAX, shop = 0) =>
    must(await readChanges(ground.storage.read, of(till, shop), { after, limit, epoch: '' }))
  const name = place.skipped === null ? '' : ` (${place.skipped})`

  it.skipIf(place.skipped !== null)(`takes each edit once${name}`, async () => {
    const made = edit('category', 'c1', category('Pan'))
    const changed = edit('category', 'c1', { hue: 2 })
    const [first] = await take(1, made)
    expect(first).toEqual({ edit_id: made.edit_id, outcome: 'taken', lost: [] })
    const late = edit('category', 'c1', { hue: 9 }, { age_ms: 60_000 })
    const answers = await take(2, changed, late, changed)
    expect(answers.map(({ lost }) => lost)).toEqual([
      [],
      [{ field: 'hue', value: 2, reason: 'LATER', by: 2 }],
      [],
    ])
    await take(1, edit('category', 'c1', { hue: 3 }, { heard_version: 2 }))
    const { version } = await changes(0)
    // Whatever stands there by now.
    expect(await take(2, late, made)).toEqual([answers[1], first])
    expect((await changes(0)).version).toBe(version)
    expect((await changes(0, 1)).overruled).toMatchObject([{ field: 'hue', lost: 1, won: 2 }])
    expect((await changes(0, 2)).overruled).toEqual([])
  })

  it.skipIf(place.skipped !== null)(
    `is read once for all tills that ask at the same moment, each told its own${name}`,
    async () => {
      await take(1, edit('category', 'w1', category('Compartido')))
      await take(2, edit('category', 'w1', { hue: 4 }))
      const texts: string[] = []
      const read = ground.storage.read.withPlugin({
        transformQuery: ({ node }) => {
          texts.push(JSON.stringify(node))
          return node
        },
        transformResult: ({ result }) => Promise.resolve(result),
      })
      const shared = new SharedReads<OfPlace>()
      const asked = { after: 0, limit: CHANGES_MAX, epoch: '' }
      const at = (till: number, place = '') => ({ ...of(till), place })
      const tills = [at(1), at(2), at(3), at(4), at(5, 'lejos')]
      const heard = await Promise.all(tills.map((till) => readChanges(read, till, asked, shared)))
      const reads = texts.filter((text) => text.includes('"fleet_records"'))
      expect(reads).toHaveLength(2)
      for (const [index, till] of tills.entries())
        expect(heard[index]).toEqual(await readChanges(ground.storage.read, till, asked))
      const own = expect.objectContaining({ id: 'w1', field: 'hue', lost: 1 }) as object
      expect(heard[0]).toMatchObject({
        value: { overruled: expect.arrayContaining([own]) as object },
      })
      // What was shared is over: who asks later hears what came since.
      await take(1, edit('category', 'w2', category('Después')))
      const later = must(await readChanges(read, at(1), asked, shared))
      expect(later.records.map(({ id }) => id)).toContain('w2')
    },
  )

  it.skipIf(place.skipped !== null)(
    `finds words, aliases and places in later requests${name}`,
    async () => {
      await take(
        1,
        edit('category', 'd1', category('Queso')),
        edit('category', 'd2', category('Té')),
      )
      const [same] = await take(2, edit('category', 'd3', category('QUESO')))
      expect(same).toMatchObject({ outcome: 'same_as', same_as: 'd1' })
      const [again] = await take(2, edit('category', 'd3', { hue: 7 }))
      expect(again).toMatchObject({ outcome: 'same_as', same_as: 'd1' })
      const [takenWord] = await take(1, edit('category', 'd2', { name: 'queso' }))
      expect(takenWord?.lost).toMatchObject([{ field: 'name', value: 'Té', reason: 'TAKEN' }])
      await take(
        3,
        edit('category', 'd1', { name: 'Quesos' }),
        edit('category', 'd2', { name: 'queso' }),
      )
      const { records } = await changes(0)
      const names = records.flatMap(({ id, fields }) =>
        /^d/.test(id) ? [[id, fields['name']]] : [],
      )
      expect(names).toEqual([
        ['d1', 'Quesos'],
        ['d2', 'queso'],
      ])
    },
  )

  it.skipIf(place.skipped !== null)(
    `keeps nothing of a person that is deleted${name}`,
    async () => {
      const ana = edit('customer', '11-1', { ...customer, notes: 'SECRETO' })
      await take(1, ana)
      const late = edit('customer', '11-1', { notes: 'x' }, { age_ms: 9_000 })
      const [told] = await take(2, late)
      expect(JSON.stringify(told)).toContain('SECRETO')
      await take(2, edit('customer', '11-1', { notes: 'OTRO SECRETO' }))
      await take(3, edit('customer', '11-1', { notes: 'y' }))
      await take(1, edit('customer', '11-1', {}, { is_deleted: true }))
      for (const table of [
        'fleet_records',
        'fleet_edits',
        'fleet_overruled',
        'fleet_words',
      ] as const)
        expect(
          JSON.stringify(await ground.storage.read.selectFrom(table).selectAll().execute()),
        ).not.toMatch(/SECRETO/)
      expect(await take(2, late)).toEqual([{ ...told, lost: [] }])
      const { records } = await changes(0)
      expect(records.at(-1)).toMatchObject({ id: '11-1', fields: {}, is_deleted: true })
    },
  )

  it.skipIf(place.skipped !== null)(`says nothing of another company${name}`, async () => {
    const other = await takeEdits(
      ground.storage,
      of(1, 1),
      [edit('category', 'c1', { hue: 5 })],
      NOW,
    )
    expect(other.results[0]).toMatchObject({ refusal: 'RECORD_UNKNOWN' })
    const same = edit('category', 'x', category('Pan'))
    const { results } = await takeEdits(ground.storage, of(1, 1), [same], NOW)
    expect(results[0]?.outcome).toBe('taken')
    expect((await changes(0, 1, 10, 1)).records).toMatchObject([{ id: 'x', version: 1 }])
  })

  it.skipIf(place.skipped !== null)(
    `is read in slices of so many, and of so many bytes${name}`,
    async () => {
      const base64 = 'A'.repeat(65_536)
      const pictures = Array.from({ length: 70 }, (_, at) =>
        edit('picture', `i${at}`, { type: 'image/png', base64 }),
      )
      for (let at = 0; at < 70; at += 10) await take(1, ...pictures.slice(at, at + 10))
      const { version: all } = await changes((await changes(0)).version)
      const heard: string[] = []
      for (let after = 0; ; ) {
        const slice = await changes(after, 1, 66)
        heard.push(...slice.records.map(({ id }) => id))
        const bytes = slice.records.reduce(
          (sum, { fields }) => sum + JSON.stringify(fields).length,
          0,
        )
        expect(bytes).toBeLessThanOrEqual(CHANGES_BYTES_MAX)
        expect(slice.has_more).toBe(slice.version < all)
        after = slice.version
        if (!slice.has_more) break
      }
      expect(new Set(heard).size).toBe(heard.length)
      expect(heard.filter((id) => id.startsWith('i'))).toHaveLength(70)
      const ahead = await readChanges(ground.storage.read, of(1), {
        after: all + 1,
        limit: 1,
        epoch: '',
      })
      expect(ahead).toMatchObject({ refusal: { code: 'VERSION_AHEAD' } })
    },
  )

  it.skipIf(place.skipped !== null)(
    `leaves nothing out while many write and one reads${name}`,
    async () => {
      const begun = (await changes((await changes(0)).version)).version
      const others = place.engine === 'SQLite' ? ground.storage : await ground.openAgain()
      let isOver = false
      const writer = async (place: Storage, till: number) => {
        for (let at = 0; at < 20; at += 1)
          await takeEdits(
            place,
            of(till),
            [0, 1, 2].map((n) => edit('customer', `w${till}-${at}-${n}`, customer)),
            NOW,
          )
      }
      const written = Promise.all([
        ...[1, 2].map((till) => writer(ground.storage, till)),
        ...[3, 4].map((till) => writer(others, till)),
      ]).finally(() => (isOver = true))
      const heard = new Map<string, number>()
      for (let after = begun, isLast = false; !isLast; ) {
        isLast = isOver
        const slice = await changes(after, 1, 7)
        for (const { id, version } of slice.records) {
          expect(version).toBeGreaterThan(after)
          expect(version).toBeLessThanOrEqual(slice.version)
          heard.set(id, version)
        }
        isLast &&= !slice.has_more
        after = slice.version
        if (slice.records.length === 0) await new Promise((next) => setImmediate(next))
      }
      await written
      if (others !== ground.storage) await others.close()
      expect(heard.size).toBe(240)
      expect([...heard.values()]).toEqual(Array.from({ length: 240 }, (_, at) => begun + 1 + at))
    },
  )

  it.skipIf(place.skipped !== null)(
    `counts each move of stock once, at its place alone${name}`,
    async () => {
      const begun = await versionOf(ground.storage.read, of(1).companyId)
      const at = (place: string, till = 1) => ({ ...of(till), place })
      const move = (move_id: string, milli: number, kind: Move['kind'] = 'sold'): Move => ({
        ...{ move_id, kind, product: 'coffee', milli, age_ms: 0 },
      })
      const said = (place: string, ...moves: Move[]) =>
        takeMoves(ground.storage, at(place), moves, NOW)
      const stockAt = async (place: string, shop = 0) => {
        const read = readChanges(
          ground.storage.read,
          { ...of(1, shop), place },
          { after: shop === 0 ? begun : 0, limit: 1_000, epoch: '' },
        )
        return must(await read).stock.map(({ milli }) => milli)
      }
      await said('Norte', move('o1', 10_000, 'opening'), move('s1', -1_000))
      const once = await said('Norte', move('s1', -1_000), move('s1', -1_000))
      expect(once.moves.map(({ version }) => version - begun)).toEqual([2, 2])
      // Another till's stock to begin with is no other stock of the same place.
      await said('Norte', move('o2', 7_000, 'opening'), move('s2', -2_000))
      await said('Sur', move('o3', 5_000, 'opening'))
      expect([await stockAt('Norte'), await stockAt('Sur')]).toEqual([[7_000], [5_000]])
      expect(await stockAt('Norte', 1)).toEqual([])
      await Promise.all(
        Array.from({ length: 40 }, (_, n) => said('Norte', move(`c${n % 20}`, -100))),
      )
      expect(await stockAt('Norte')).toEqual([5_000])
      const after = must(
        await readChanges(ground.storage.read, at('Norte'), {
          after: begun,
          limit: 1_000,
          epoch: '',
        }),
      )
      expect(after.stock).toEqual([{ product: 'coffee', milli: 5_000, version: after.version }])
    },
  )

  it.skipIf(place.skipped !== null)(`forgets what it answered long ago${name}`, async () => {
    const days = (count: number) => (NOW + count * 86_400_000) as EpochMs
    await pruneFleet({ storage: ground.storage, clock: { now: () => days(ANSWERS_KEPT_DAYS - 1) } })
    const kept = () => ground.storage.read.selectFrom('fleet_edits').selectAll().execute()
    expect(await kept()).not.toEqual([])
    await pruneFleet({ storage: ground.storage, clock: { now: () => days(ANSWERS_KEPT_DAYS) } })
    expect(await kept()).toEqual([])
  })
})
