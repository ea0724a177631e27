/** Edits of several tills come together in one way, in whichever order they arrive. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Edit } from '#shared/fleet/contract.ts'
import { takenWords, type SharedFields, type SharedValue } from '#shared/fleet/shared-records.ts'
import { BEFORE_ALL, type Made } from './merge.ts'
import { Shop } from './shop.ts'

const EMPTY = { version: 0, records: [], words: [], aliases: [] }
const bread: SharedFields = {
  ...{ code: '1', more_codes: [], name: 'Pan', price_clp: 1000, is_exempt: false, unit: null },
  ...{ category: 'c', is_favourite: false, fixed_place: null, cost_net_clp: null },
  ...{ has_stock: false, stock_low_milli: null, is_archived: false },
}
let edits = 0
const edit = (id: string, fields: SharedFields, more: Partial<Edit> = {}): Edit => ({
  ...{ edit_id: `e${(edits += 1)}`, kind: 'product', id, fields: { ...fields } },
  ...{ is_deleted: false, age_ms: 0, heard_version: 0, ...more },
})
const drop = (id: string) => edit(id, {}, { is_deleted: true })
const by = (till: number, at: number): Made => ({ at, till })

function shopWith(...codes: string[]): Shop {
  const shop = new Shop(EMPTY)
  for (const code of codes) shop.take(edit(`p${code}`, { ...bread, code }), by(1, 10))
  return shop
}
const fieldsOf = (shop: Shop, id = 'p1') => shop.recordOf('product', id)?.fields

interface Change {
  readonly fields: SharedFields
  readonly made: Made
}
const changes = fc.uniqueArray(
  fc.record({
    fields: fc.record(
      {
        name: fc.constantFrom('Pan', 'Marraqueta', 'Hallulla'),
        price_clp: fc.integer({ min: 0, max: 3 }),
        is_favourite: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
    made: fc.record({ at: fc.integer({ min: 0, max: 6 }), till: fc.integer({ min: 1, max: 3 }) }),
  }),
  // Of one till and moment there is one edit.
  { minLength: 1, maxLength: 8, selector: ({ made }) => `${made.at} ${made.till}` },
)

function taken(inOrder: readonly Change[]): Shop {
  const shop = new Shop(EMPTY)
  shop.take(edit('p1', bread), by(1, BEFORE_ALL))
  for (const { fields, made } of inOrder) shop.take(edit('p1', fields), made)
  return shop
}

describe('a field', () => {
  it('is what was said last, in whichever order it is heard', () => {
    fc.assert(
      fc.property(
        changes.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
        ),
        ([one, other]) => {
          expect(fieldsOf(taken(other))).toEqual(fieldsOf(taken(one)))
          const latest = one.toSorted((a, b) => a.made.at - b.made.at || a.made.till - b.made.till)
          expect(fieldsOf(taken(one))).toEqual(
            Object.assign({ ...bread }, ...latest.map(({ fields }) => fields)),
          )
        },
      ),
    )
  })

  it('is told to who lost it at once, and to who had it and was not heard afterwards', () => {
    fc.assert(
      fc.property(changes, fc.nat(3), (all, heard) => {
        const shop = taken([])
        for (const { fields, made } of all) {
          const before = shop.recordOf('product', 'p1')
          const toldBefore = shop.outcome().told.length
          const said = edit('p1', fields, { heard_version: heard })
          const result = shop.take(said, made)
          const after = shop.recordOf('product', 'p1')
          for (const [field, value] of Object.entries(fields)) {
            const stands = after?.fields[field]
            const lost = result.lost.find((each) => each.field === field)
            expect(lost?.value).toEqual(stands === value ? undefined : stands)
            const stamp = before?.stamps[field]
            const isOverruled =
              before?.fields[field] !== value &&
              stands === value &&
              stamp?.till !== made.till &&
              heard < (stamp?.version ?? 0)
            const told = shop.outcome().told.slice(toldBefore)
            expect(told.filter((each) => each.field === field)).toEqual(
              isOverruled
                ? [expect.objectContaining({ till: stamp?.till, lost: before?.fields[field] })]
                : [],
            )
          }
        }
      }),
    )
  })

  it('from before the shop was joined fills only what nobody has', () => {
    const shop = new Shop(EMPTY)
    const first = edit('11-1', { ...customer, phone: '1' }, { kind: 'customer' })
    const second = edit('11-1', { ...customer, phone: '2' }, { kind: 'customer' })
    expect(shop.take(first, by(1, BEFORE_ALL)).lost).toEqual([])
    expect(shop.take(second, by(2, BEFORE_ALL))).toMatchObject({
      outcome: 'taken',
      lost: [{ field: 'phone', value: '1', reason: 'LATER', by: 1 }],
    })
    shop.take(edit('11-1', { phone: '3' }, { kind: 'customer' }), by(2, 0))
    expect(shop.recordOf('customer', '11-1')?.fields['phone']).toBe('3')
  })

  it('that is blank from before is filled from before, and by nobody once it was said', () => {
    for (const values of [
      [true, false],
      [false, true],
    ]) {
      const shop = new Shop(EMPTY)
      for (const [at, has_stock] of values.entries())
        shop.take(edit('p1', { ...bread, has_stock, is_exempt: at > 0 }), by(at + 1, BEFORE_ALL))
      expect(fieldsOf(shop)).toMatchObject({ has_stock: true, is_exempt: false })
      shop.take(edit('p1', { has_stock: false }), by(1, 5))
      const { lost } = shop.take(edit('p1', { has_stock: true }), by(2, BEFORE_ALL))
      expect(lost).toMatchObject([{ field: 'has_stock', value: false }])
    }
  })

  it('that is wrong or lacking is named', () => {
    const shop = shopWith('1')
    const refusal = (said: Edit) => shop.take(said, by(1, 20))
    expect(refusal(edit('p1', { price_clp: -1 }))).toMatchObject({
      ...{ outcome: 'refused', refusal: 'FIELD_WRONG', field: 'price_clp' },
    })
    expect(refusal(edit('p9', { price_clp: 1 }))).toMatchObject({
      ...{ refusal: 'RECORD_UNKNOWN', field: 'code' },
    })
    expect(refusal({ ...drop('p1'), fields: { name: 'x' } }).refusal).toBe('FIELD_WRONG')
    expect(shop.outcome().version).toBe(1)
  })
})

const customer: SharedFields = {
  ...{ legal_name: 'Ana', phone: '', email: '', activity: '', address: '', commune: '' },
  ...{ notes: '', is_archived: false, mails_receipts: false },
}

describe('a word', () => {
  it('is never of two records, whatever is done', () => {
    const step = fc.record({
      id: fc.constantFrom('p1', 'p2', 'p3'),
      till: fc.integer({ min: 1, max: 3 }),
      at: fc.integer({ min: BEFORE_ALL, max: 9 }),
      isDeleted: fc.boolean(),
      fields: fc.record(
        {
          code: fc.constantFrom('1', '2', 'A', 'a'),
          more_codes: fc.subarray(['1', '2', 'A']),
          fixed_place: fc.option(fc.integer({ min: 1, max: 2 })),
        },
        { requiredKeys: [] },
      ),
      isWhole: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const shop = new Shop(EMPTY)
        const ids = ['p1', 'p2', 'p3']
        let version = 0
        for (const { id, till, at, isDeleted, fields, isWhole } of steps) {
          const said = { ...(isWhole ? bread : {}), ...fields } as Record<string, SharedValue>
          shop.take(isDeleted ? drop(id) : edit(id, said), by(till, at))
          const all = ids.flatMap((each) => takenWords('product', fieldsOf(shop, each) ?? {}))
          const words = ids.map(
            (each) =>
              new Set(
                takenWords('product', fieldsOf(shop, each) ?? {}).map(
                  ({ space, word }) => `${space} ${word}`,
                ),
              ),
          )
          expect(new Set(words.flatMap((each) => [...each])).size).toBe(
            words.reduce((sum, each) => sum + each.size, 0),
          )
          for (const word of all)
            expect(fieldsOf(shop, shop.holderOf('product', word))).toBeDefined()
          const versions = ids.flatMap((each) => shop.recordOf('product', each)?.version ?? [])
          expect(new Set(versions).size).toBe(versions.length)
          expect(Math.max(version, ...versions)).toBe(shop.outcome().version)
          version = shop.outcome().version
        }
      }),
    )
  })

  it('of a new record makes it the one that has the word, under any edit of it from then on', () => {
    const shop = shopWith('1')
    const other = edit('q1', { ...bread, price_clp: 900, fixed_place: 7 })
    expect(shop.take(other, by(2, 20))).toMatchObject({ outcome: 'same_as', same_as: 'p1' })
    expect(fieldsOf(shop)).toMatchObject({ price_clp: 900, fixed_place: 7 })
    expect(shop.take(edit('q1', { price_clp: 800 }), by(2, 30))).toMatchObject({
      ...{ outcome: 'same_as', same_as: 'p1' },
    })
    expect([fieldsOf(shop)?.['price_clp'], fieldsOf(shop, 'q1')]).toEqual([800, undefined])
    const before = edit('r1', { ...bread, code: '1', price_clp: 1 })
    expect(shop.take(before, by(3, BEFORE_ALL))).toMatchObject({
      ...{
        outcome: 'same_as',
        lost: [{ field: 'price_clp', value: 800 }, { field: 'fixed_place' }],
      },
    })
  })

  it('that is another record’s stays there, in an edit of one that is known', () => {
    const shop = shopWith('1', '2')
    expect(shop.take(edit('p2', { code: '1', name: 'X' }), by(2, 20))).toMatchObject({
      ...{ outcome: 'taken', lost: [{ field: 'code', value: '2', reason: 'TAKEN', by: 1 }] },
    })
    expect(fieldsOf(shop, 'p2')).toMatchObject({ code: '2', name: 'X' })
    shop.take(drop('p1'), by(1, 30))
    expect(shop.take(edit('p2', { code: '1' }), by(2, 40)).lost).toEqual([])
  })

  it('is of the product that goes by it, and no further one of another, in any order', () => {
    const CODES = ['1', '2', 'A']
    const said = fc.uniqueArray(
      fc.record({
        code: fc.constantFrom(...CODES),
        // One of its own, and what others go by, in another case.
        more_codes: fc.subarray(['1', '2', 'a', 'own']),
        made: fc.record({ at: fc.nat(5), till: fc.integer({ min: 1, max: 2 }) }),
      }),
      { minLength: 1, maxLength: 8, selector: ({ made }) => `${made.at} ${made.till}` },
    )
    const made = { at: 0, till: 3 }
    const first = CODES.map((code) => ({ code, more_codes: [] as string[], made }))
    const shuffled = said.chain((all) =>
      fc.shuffledSubarray([...first, ...all], { minLength: all.length + first.length }),
    )
    fc.assert(
      fc.property(shuffled, (all) => {
        const shop = new Shop(EMPTY)
        const goesBy = new Set(CODES.map((code) => code.toLowerCase()))
        const wordsOf = (code: string, more: readonly string[]) =>
          more
            .map((word) => (word === 'own' ? `own${code}` : word))
            .filter((word) => word.toLowerCase() !== code.toLowerCase())
        for (const { code, more_codes, made } of all) {
          const fields = { ...bread, code, more_codes: wordsOf(code, more_codes) }
          const { lost } = shop.take(edit(`p${code}`, fields), made)
          const stands = fieldsOf(shop, `p${code}`)
          expect(stands?.['code']).toBe(code)
          // Whoever lost one is told what stands instead.
          for (const { field, value } of lost) expect(value).toEqual(stands?.[field])
        }
        for (const code of CODES) {
          const own = all.filter((each) => each.code === code)
          const last = own.toSorted((a, b) => a.made.at - b.made.at || a.made.till - b.made.till)
          const list = wordsOf(code, last.at(-1)?.more_codes ?? [])
          const left = list.filter((word) => !goesBy.has(word.toLowerCase()))
          expect(fieldsOf(shop, `p${code}`)?.['more_codes']).toEqual(left)
        }
      }),
    )
  })

  it('tells who lost a further code, once, and leaves him what else he said since', () => {
    const shop = shopWith('1')
    shop.take(edit('p1', { more_codes: ['N', 'M'] }, { heard_version: 1 }), by(2, 20))
    shop.take(edit('q1', { ...bread, code: 'n' }), by(1, 40))
    expect(shop.outcome().told).toMatchObject([
      { till: 2, id: 'p1', field: 'more_codes', lost: ['N', 'M'], won: ['M'], by: 1 },
    ])
    const list = edit('p1', { more_codes: ['N', 'L'] })
    expect(shop.take(list, by(2, 30)).lost).toMatchObject([{ value: ['L'], reason: 'TAKEN' }])
    expect(fieldsOf(shop)?.['more_codes']).toEqual(['L'])
  })

  it('names a category by the id it stands for', () => {
    const shop = new Shop(EMPTY)
    const category = { name: 'Pan', hue: 1, position: 1 }
    shop.take(edit('c1', category, { kind: 'category' }), by(1, 1))
    shop.take(edit('c2', { ...category, name: 'PAN' }, { kind: 'category' }), by(2, 2))
    shop.take(edit('p1', { ...bread, category: 'c2' }), by(2, 3))
    expect(fieldsOf(shop)?.['category']).toBe('c1')
  })
})

describe('a place', () => {
  it('goes to the later, and is left first', () => {
    const shop = shopWith('1', '2')
    shop.take(edit('p1', { fixed_place: 5 }), by(1, 20))
    shop.take(edit('p2', { fixed_place: 5 }, { heard_version: 2 }), by(2, 30))
    const [left, went] = ['p1', 'p2'].map((id) => shop.recordOf('product', id))
    expect([left?.fields['fixed_place'], went?.fields['fixed_place']]).toEqual([null, 5])
    expect([left?.version, went?.version]).toEqual([4, 5])
    expect(shop.outcome().told).toMatchObject([{ till: 1, id: 'p1', lost: 5, won: null, by: 2 }])
  })

  it('is nobody’s for the earlier, whichever comes first', () => {
    const shop = shopWith('1', '2')
    shop.take(edit('p2', { fixed_place: 5 }), by(2, 30))
    expect(shop.take(edit('p1', { fixed_place: 5 }), by(1, 20)).lost).toEqual([
      { field: 'fixed_place', value: null, reason: 'TAKEN', by: 2 },
    ])
    expect(fieldsOf(shop, 'p2')?.['fixed_place']).toBe(5)
  })
})

describe('a deletion', () => {
  it('leaves nothing of the record, and nothing of what was said of it', () => {
    const shop = shopWith('1')
    shop.take(edit('p1', { name: 'Secreto' }), by(2, 30))
    shop.take(edit('p1', { name: 'Otro' }), by(1, 20))
    shop.take(drop('p1'), by(1, 40))
    expect(JSON.stringify(shop.outcome())).not.toMatch(/Secreto|Otro/)
    expect(shop.recordOf('product', 'p1')).toMatchObject({ fields: {}, stamps: {}, version: 3 })
  })

  it('gives way to who says all of it later, and to nobody else', () => {
    const shop = shopWith('1')
    shop.take(drop('p1'), by(1, 20))
    const said = (fields: SharedFields, at: number) => shop.take(edit('p1', fields), by(2, at))
    expect(said({ name: 'x' }, 30).refusal).toBe('RECORD_DELETED')
    expect(said(bread, 10).refusal).toBe('RECORD_DELETED')
    expect(said(bread, BEFORE_ALL).refusal).toBe('RECORD_DELETED')
    expect(said(bread, 30).outcome).toBe('taken')
    const { version = 0 } = shop.recordOf('product', 'p1') ?? {}
    shop.take(drop('p1'), by(3, 25))
    // Who deleted it hears of it once more.
    expect(shop.recordOf('product', 'p1')).toMatchObject({ fields: bread, version: version + 1 })
  })

  it('stands in whichever order whole edits and deletions come', () => {
    const events = fc.uniqueArray(
      fc.record({
        isDeleted: fc.boolean(),
        made: fc.record({ at: fc.nat(5), till: fc.integer({ min: 1, max: 2 }) }),
      }),
      { minLength: 1, maxLength: 6, selector: ({ made }) => `${made.at} ${made.till}` },
    )
    fc.assert(
      fc.property(
        events.chain((all) => fc.shuffledSubarray(all, { minLength: all.length })),
        (all) => {
          const shop = new Shop(EMPTY)
          for (const { isDeleted, made } of all)
            shop.take(isDeleted ? drop('p1') : edit('p1', bread), made)
          const last = all.toSorted((a, b) => a.made.at - b.made.at || a.made.till - b.made.till)
          expect(shop.recordOf('product', 'p1')?.gone === null).toBe(!last.at(-1)?.isDeleted)
        },
      ),
    )
  })
})

describe('what nobody changes unheard', () => {
  const role = (fields: SharedFields, heard: number) =>
    edit('r1', fields, { kind: 'role', heard_version: heard })
  const made = { name: 'Encargada', rights: '{}', is_archived: false }

  it('stands against another till that has not heard of it, whichever is later', () => {
    const shop = new Shop(EMPTY)
    shop.take(role(made, 0), by(1, 10))
    shop.take(role({ rights: '{"a":1}' }, 1), by(1, 20))
    const stale = shop.take(role({ rights: '{"a":2}', name: 'Jefa' }, 1), by(2, 30))
    expect(stale).toMatchObject({ outcome: 'taken' })
    expect(stale.lost.map(({ field, value, by: till }) => [field, value, till])).toEqual([
      ['rights', '{"a":1}', 1],
      ['name', 'Encargada', 1],
    ])
    expect(shop.recordOf('role', 'r1')).toMatchObject({ version: 2, fields: { name: 'Encargada' } })
    expect(shop.take(role({ rights: '{"a":2}' }, 2), by(2, 40)).lost).toEqual([])
    // Made before that, by who has seen it: said after it.
    expect(shop.take(role({ rights: '{"a":3}' }, 3), by(1, 35)).lost).toEqual([])
    expect(shop.recordOf('role', 'r1')?.fields['rights']).toBe('{"a":3}')
  })

  it('is changed again by the till that changed it, before it has heard of itself', () => {
    const shop = new Shop(EMPTY)
    shop.take(role(made, 0), by(1, 10))
    expect(shop.take(role({ rights: '{"a":1}' }, 0), by(1, 20)).lost).toEqual([])
    expect(shop.recordOf('role', 'r1')?.fields['rights']).toBe('{"a":1}')
  })
})
