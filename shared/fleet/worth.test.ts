/** Whoever asks in whatever order: no more is given than there was, and no key twice. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  endClaim,
  judgeClaim,
  leftOf,
  type AskedClaim,
  type StoredClaim,
  type WorthBook,
} from './worth.ts'

const VALE: WorthBook = { parts: { clp: 10_000 }, claims: [] }
const asked = (key: string, pesos: number | null, more: Partial<AskedClaim> = {}): AskedClaim => ({
  ...{ key, till: 1, isDone: false, takes: pesos === null ? null : { clp: pesos } },
  ...more,
})
const stored = (book: WorthBook, claim: StoredClaim | null): WorthBook =>
  claim === null
    ? book
    : { ...book, claims: [...book.claims.filter(({ key }) => key !== claim.key), claim] }
const after = (book: WorthBook, ...claims: AskedClaim[]): WorthBook =>
  claims.reduce((before, claim) => stored(before, judgeClaim(before, claim).stored), book)

describe('what is spent once', () => {
  it('is granted in parts, to the peso', () => {
    const part = after(VALE, asked('a', 3_333))
    expect(leftOf(part)).toEqual({ clp: 6_667 })
    expect(judgeClaim(part, asked('b', 6_668, { till: 2 })).outcome).toBe('short')
    expect(judgeClaim(part, asked('b', 6_667, { till: 2 })).outcome).toBe('granted')
    expect(leftOf(after(part, asked('b', null, { till: 2 })))).toEqual({ clp: 0 })
  })

  it('answers a key as it was answered, also under the next number of its till', () => {
    const all = after(VALE, asked('a', null))
    expect(judgeClaim(all, asked('a', 1)).outcome).toBe('granted')
    expect(judgeClaim(all, asked('a', 1, { till: 2 })).outcome).toBe('granted')
    expect(judgeClaim(all, asked('b', null)).outcome).toBe('short')
  })

  it('is there again once a claim has ended, which no question that comes late revives', () => {
    const all = after(VALE, asked('a', null))
    const ended = stored(all, endClaim(all, { key: 'a', till: 1, isUndone: false }))
    expect(leftOf(ended)).toEqual({ clp: 10_000 })
    expect(judgeClaim(ended, asked('a', 1)).outcome).toBe('ended')
    const never = stored(VALE, endClaim(VALE, { key: 'n', till: 1, isUndone: false }))
    expect(judgeClaim(never, asked('n', 1)).outcome).toBe('ended')
  })

  it('that has come about ends only where it is undone, also by the next number of its till', () => {
    const used = after(VALE, asked('a', 4_000), asked('a', 3_000, { isDone: true }))
    expect(leftOf(used)).toEqual({ clp: 7_000 })
    expect(judgeClaim(used, asked('a', 3_000)).outcome).toBe('ended')
    expect(endClaim(used, { key: 'a', till: 1, isUndone: false })).toBeNull()
    expect(endClaim(used, { key: 'a', till: 2, isUndone: true })?.state).toBe('ended')
    expect(endClaim(used, { key: 'a', till: 1, isUndone: true })?.state).toBe('ended')
  })

  it('is counted as told to a service that has forgotten all, and given to nobody before', () => {
    const forgotten: WorthBook = { parts: null, claims: [] }
    expect(judgeClaim(forgotten, asked('a', 1)).outcome).toBe('unknown')
    const told = after(forgotten, asked('a', 10_000, { isDone: true, till: 2 }))
    expect(leftOf({ ...told, parts: VALE.parts })).toEqual({ clp: 0 })
  })

  it('gives nothing for nothing', () => {
    expect(judgeClaim(VALE, asked('a', 0)).outcome).toBe('short')
    expect(judgeClaim(VALE, asked('a', null, { takes: { other: 1 } })).outcome).toBe('short')
    expect(judgeClaim(VALE, asked('a', null, { takes: { constructor: 1 } })).outcome).toBe('short')
  })
})

const amounts = fc.dictionary(fc.constantFrom('1', '2'), fc.integer({ min: 0, max: 9 }))
const step = fc.oneof(
  fc.record({
    do: fc.constant('ask' as const),
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    till: fc.integer({ min: 1, max: 2 }),
    takes: fc.option(amounts, { nil: null }),
  }),
  fc.record({
    do: fc.constantFrom('use' as const, 'end' as const, 'undo' as const),
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    till: fc.integer({ min: 1, max: 2 }),
  }),
)

/** Tills that keep to the rule: what they use they were granted, and end nothing they have used. */
it('is never given twice, in whatever order tills ask, lose answers, end and undo', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), amounts, (steps, parts) => {
      let book: WorthBook = { parts, claims: [] }
      const granted = new Map<string, StoredClaim>()
      const ended = new Set<string>()
      for (const each of steps) {
        const { key, till } = each
        const own = book.claims.find((claim) => claim.key === key && claim.till === till)
        if (each.do === 'ask') {
          const answer = judgeClaim(book, { key, till, takes: each.takes, isDone: false })
          if (answer.stored !== null) granted.set(key, answer.stored)
          if (ended.has(key)) expect(answer.outcome).toBe('ended')
          book = stored(book, answer.stored)
        } else if (each.do === 'use' && own?.state === 'granted')
          book = stored(book, judgeClaim(book, { ...own, isDone: true }).stored)
        else if (each.do === 'end' || each.do === 'undo') {
          const over = endClaim(book, { key, till, isUndone: each.do === 'undo' })
          if (over !== null) ended.add(key)
          book = stored(book, over)
        }
        for (const [part, amount] of Object.entries(parts)) {
          const taken = book.claims
            .filter(({ state }) => state !== 'ended')
            .reduce((sum, { takes }) => sum + (takes[part] ?? 0), 0)
          expect(taken).toBeLessThanOrEqual(amount)
          expect(leftOf(book)[part]).toBe(amount - taken)
        }
      }
    }),
    { numRuns: 500 },
  )
})
