import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterPass,
  afterRefusal,
  ANY_REFUSALS,
  mayProbe,
  NOTHING_REFUSED,
  probeEnded,
  RELEASES_MAX,
  takeProbe,
  tryAll,
  type SameRefusals,
} from './same-refusal.ts'

const refused = (
  state: SameRefusals,
  saleId: string,
  words = 'SUSPENDED',
  type = '39',
  nowMs = 0,
) => afterRefusal(state, { type, words, saleId }, nowMs)
const passed = (state: SameRefusals, type = '39', saleId = 'good') =>
  afterPass(state, { type, saleId })
const probed = (state: SameRefusals, saleId: string, atMs: number) =>
  takeProbe(state, { type: '39', saleId }, atMs)
const refuseEach = (sales: readonly string[], words?: string, type?: string) =>
  sales.reduce((state, saleId) => refused(state, saleId, words, type)[0], NOTHING_REFUSED)

describe('receipts refused in the same words', () => {
  it('are held together from the third on, those before with it', () => {
    const [state, means] = refused(refuseEach(['a', 'b']), 'c')
    expect(means).toEqual({ kind: 'held', together: ['a', 'b'] })
    expect(mayProbe(state, '39', 0)).toBe(false)
  })

  it.each<[string, SameRefusals]>([
    ['of the same receipt', refuseEach(['a', 'a', 'a'])],
    ['in other words', refused(refuseEach(['a', 'b']), 'c', 'RUT')[0]],
    ['with one passing between', refused(passed(refuseEach(['a', 'b'])), 'c')[0]],
    ['of another type', refused(refuseEach(['a', 'b']), 'c', 'SUSPENDED', '41')[0]],
  ])('are not one trouble when they are %s', (_, state) => {
    expect([state.holds.size, mayProbe(state, '39', 0)]).toEqual([0, true])
  })

  it.each([
    ['two words by turns', 'AB', 5],
    ['three words by turns', 'ABC', 6],
    ['words of which none comes twice', 'ABCDEFGH', 6],
  ])('are one trouble also in %s: all of them, after few', (_, turns, firstHeld) => {
    let state = NOTHING_REFUSED
    const kept = new Set<string>()
    for (let sale = 1; sale <= 8; sale += 1) {
      const [next, means] = refused(state, `${sale}`, turns[(sale - 1) % turns.length])
      state = next
      if (means.kind === 'alone') kept.add(`${sale}`)
      else for (const together of means.together) kept.delete(together)
      expect([sale, state.holds.size]).toEqual([sale, sale >= firstHeld ? 1 : 0])
    }
    expect(kept.size).toBeLessThanOrEqual(3)
  })

  it('hold another type at its first refusal in the same words, and are let go together', () => {
    const held = refuseEach(['a', 'b', 'c'])
    const [both, means] = refused(held, 'd', 'SUSPENDED', '41')
    expect(means.kind).toBe('held')
    expect(passed(both, '41').holds.size).toBe(0)
    expect(passed(both, '61').holds.size).toBe(2)
  })

  it('are tried by one at a time, ever more patiently; what was under way when they were held counts for nothing', () => {
    let state = refused(refuseEach(['a', 'b', 'c']), 'd')[0]
    const waits = Array.from({ length: 8 }, (_, probe) => {
      const atMs = state.holds.get('39')?.probeAtMs ?? 0
      expect([mayProbe(state, '39', atMs - 1), mayProbe(state, '39', atMs)]).toEqual([false, true])
      state = probed(state, `probe ${probe}`, atMs)
      expect(mayProbe(state, '39', atMs)).toBe(false)
      state = refused(state, `probe ${probe}`, 'SUSPENDED', '39', atMs)[0]
      return (state.holds.get('39')?.probeAtMs ?? 0) - atMs
    })
    expect(waits).toEqual([10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000])
  })

  it('wait no longer for a probe of which nothing was said', () => {
    const state = probed(refuseEach(['a', 'b', 'c']), 'd', 5_000)
    const ended = probeEnded(state, { type: '39', saleId: 'd' }, 6_000)
    expect([
      mayProbe(probeEnded(state, { type: '39', saleId: 'x' }, 6_000), '39', 7_000),
      mayProbe(ended, '39', 7_000),
    ]).toEqual([false, true])
    expect(mayProbe(refused(state, 'd', 'RUT', '39', 6_000)[0], '39', 7_000)).toBe(true)
  })

  it('that are refused again and again while others pass are refused for themselves', () => {
    let state = NOTHING_REFUSED
    for (let round = 0; round < RELEASES_MAX; round += 1) {
      state = ['a', 'b', 'c'].reduce((before, saleId) => refused(before, saleId)[0], state)
      expect(state.holds.size).toBe(1)
      state = passed(state)
    }
    for (const saleId of ['a', 'b', 'c', 'a']) {
      const [next, means] = refused(state, saleId)
      expect(means.kind).toBe('alone')
      state = next
    }
    expect(state.holds.size).toBe(0)
  })

  it('never keep a type for good: a probe may always go in the end, and a press lets one go at once', () => {
    const event = fc.tuple(
      fc.constantFrom('refused', 'passed', 'probe'),
      fc.constantFrom('39', '41'),
      fc.constantFrom('X', 'Y'),
      fc.nat(8),
    )
    fc.assert(
      fc.property(fc.array(event), (events) => {
        let state = NOTHING_REFUSED
        events.forEach(([kind, type, words, sale], nowMs) => {
          if (kind === 'refused') state = refused(state, `${type} ${sale}`, words, type, nowMs)[0]
          else if (kind === 'passed') state = passed(state, type, `${type} ${sale}`)
          else if (mayProbe(state, type, nowMs))
            state = takeProbe(state, { type, saleId: `${type} ${sale}` }, nowMs)
        })
        for (const type of ['39', '41']) {
          expect(mayProbe(state, type, events.length + 300_000)).toBe(true)
          expect(mayProbe(tryAll(state), type, 0)).toBe(true)
        }
        for (const run of state.runs.values()) expect(run.length).toBeLessThan(ANY_REFUSALS * 4)
      }),
    )
  })
})
