import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  EMPTY_RUN,
  planBlindWalk,
  planWalk,
  readRanges,
  WALK_FOLIOS_MAX,
  walkWaitMs,
  type FolioRange,
} from './recovery.ts'

const range = (from: number, to: number, next: number): FolioRange => ({
  id: `${from}`,
  documentType: '39',
  from,
  to,
  next,
  expiresOn: null,
})
const plan = (
  ranges: FolioRange[],
  folioLow: number | null,
  walkedTo: number | null = null,
  known: number[] = [],
) => planWalk({ ranges, folioLow, walkedTo, isKnown: (folio) => known.includes(folio) })

describe('the walk', () => {
  it('reads only what lies between the last folio known before sending and the next one', () => {
    expect(plan([range(1, 100, 16)], 10).folios.toSorted((a, b) => a - b)).toEqual([
      11, 12, 13, 14, 15,
    ])
    expect(plan([range(1, 100, 16)], 10, null, [12, 13]).folios.toSorted((a, b) => a - b)).toEqual([
      11, 14, 15,
    ])
  })

  it('takes the bracket only for the range it lies in', () => {
    expect(
      plan([range(1, 100, 101), range(500, 600, 503)], 99).folios.toSorted((a, b) => a - b),
    ).toEqual([100, 500, 501, 502])
  })

  it('next time reads only what is new, and a little before', () => {
    expect(Math.min(...plan([range(1, 1000, 400)], 10, 390).folios)).toBe(370)
  })

  it('has every folio that can be it, or says that it has not', () => {
    const size = fc.integer({ min: 1, max: 3_000 })
    fc.assert(
      fc.property(size, size, size, (next, low, at) => {
        const lost = low + 1 + (at % Math.max(1, next - low - 1))
        fc.pre(lost < next && next <= 3_000)
        const walk = plan([range(1, 3_000, next)], low)
        expect(walk.folios.length).toBeLessThanOrEqual(WALK_FOLIOS_MAX)
        expect(new Set(walk.folios).size).toBe(walk.folios.length)
        expect(walk.folios.includes(lost) || !walk.isWhole).toBe(true)
        expect(walk.isWhole).toBe(next - low - 1 <= WALK_FOLIOS_MAX)
      }),
    )
  })

  it('gets through a wide bracket by what it has learnt', () => {
    const known = new Set<number>()
    for (let walks = 1; ; walks += 1) {
      const isKnown = (folio: number) => known.has(folio)
      const { folios, isWhole } = planWalk({
        ranges: [range(1, 9_000, 2_001)],
        folioLow: null,
        walkedTo: null,
        isKnown,
      })
      for (const folio of folios) known.add(folio)
      if (isWhole) break
      expect(walks).toBeLessThan(10)
    }
    expect(known.size).toBe(2_000)
  })

  it('waits longer from walk to walk', () => {
    expect([0, 1, 4, 7, 8, 100].map(walkWaitMs)).toEqual([
      2_000, 4_000, 32_000, 60_000, 600_000, 600_000,
    ])
  })
})

describe('the list of ranges', () => {
  const entry = {
    id: 7,
    id_document_type: 39,
    enumeration_from: '1',
    enumeration_end: 50,
    next_number_to_use: 12,
    date_end: '2027-01-01',
  }
  it('is read in a page or bare, with numbers as text, without what makes no sense', () => {
    const range = { id: '7', documentType: '39', from: 1, to: 50, next: 12 }
    const read = [{ ...range, expiresOn: '2027-01-01', isTrial: false }]
    expect(readRanges(JSON.stringify({ data: [entry, { id: 'x' }] }))).toEqual(read)
    expect(readRanges(JSON.stringify([entry]))).toEqual(read)
    const told = (isTest: unknown) => readRanges(JSON.stringify([{ ...entry, is_test: isTest }]))
    expect([told(true), told(1)]).toMatchObject([[{ isTrial: true }], [{ isTrial: false }]])
  })
  it('leaves out what the service keeps for another branch', () => {
    const list = JSON.stringify(
      [0, 81, null].map((branch) => ({ ...entry, branch_office: branch })),
    )
    expect([readRanges(list)?.length, readRanges(list, 81)?.length]).toEqual([3, 2])
    const others = JSON.stringify([{ ...entry, branch_office: 0 }])
    expect(readRanges(others, 81)).toEqual([])
  })
  it('tells none from unreadable', () => {
    expect(readRanges('{"data":[]}')).toEqual([])
    expect(readRanges('{"data":[{"a":1}]}')).toBeNull()
    expect(readRanges('<html>')).toBeNull()
  })
  it('never throws', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(() => readRanges(text)).not.toThrow()
      }),
    )
  })
})

describe('a walk without a list of ranges', () => {
  const arms = (
    lowest: number,
    highest: number,
    folioLow: number | null,
    known: number[] = [lowest, highest],
  ) =>
    planBlindWalk({
      known: { lowest, highest },
      folioLow,
      isKnown: (folio) => known.includes(folio),
    })

  it('has nothing to start from but the first folio of all where none is known', () => {
    expect(
      planBlindWalk({ known: null, folioLow: null, isKnown: () => false }).map((arm) =>
        arm.slice(0, 3),
      ),
    ).toEqual([[1, 2, 3]])
  })

  it('goes outwards from what is known, and only upwards from what was known before the first sending', () => {
    expect(arms(5_001, 5_004, null).map((arm) => arm.slice(0, 2))).toEqual([
      [5_002],
      [5_003],
      [5_005, 5_006],
      [5_000, 4_999],
    ])
    expect(arms(5_001, 5_004, 5_001).map((arm) => arm.slice(0, 2))).toEqual([
      [5_002, 5_003],
      [5_005, 5_006],
    ])
  })

  it('reads each folio once, none below the first, and reaches every one that is not too far from what is known', () => {
    const at = fc.integer({ min: 1, max: 2_000 })
    fc.assert(
      fc.property(
        at,
        at,
        fc.option(at, { nil: null }),
        fc.integer({ min: -EMPTY_RUN, max: EMPTY_RUN }),
        (a, b, low, off) => {
          const [lowest, highest] = [Math.min(a, b), Math.max(a, b)]
          const folioLow = low === null || low > highest ? null : low
          const folios = arms(lowest, highest, folioLow).flat()
          expect(new Set(folios).size).toBe(folios.length)
          expect(Math.min(...folios)).toBeGreaterThanOrEqual(1)
          const lost = highest + off
          fc.pre(
            lost >= 1 &&
              lost !== highest &&
              lost !== lowest &&
              (folioLow === null ? lost >= lowest - EMPTY_RUN : lost > folioLow),
          )
          expect(folios).toContain(lost)
        },
      ),
    )
  })
})
