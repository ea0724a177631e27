import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAnswer, type CardFacts } from './messages.ts'
import { afterLast, afterList, beginInquiry, type Finding, type Inquiry } from './proof.ts'

const ORDER = { attemptId: 'a', ticket: '200001', amountClp: 1_990 }
const KNOWN = '200000'
/** It can run no more from here on. */
const OVER = 210_000
const begin = (knownTicket: string | null) => beginInquiry(ORDER, knownTicket, OVER)
const sale = (ticket: string, amountClp = 1_990): CardFacts => {
  const answer = readAnswer(`0260|00|1|2|${ticket}|A1|${amountClp}|0||0042|7|DB`)
  if (answer.kind !== 'last') throw new Error('no sale')
  return answer.facts
}
const last = (ticket: string, amountClp?: number) => ({
  code: '00',
  facts: sale(ticket, amountClp),
})
const NONE = { code: '11', facts: sale('') }

function next(finding: Finding): Inquiry {
  if (finding.kind !== 'ask-again') throw new Error(finding.kind)
  return finding.inquiry
}

describe('what is proven', () => {
  it('its own ticket with its own amount: approved, whatever was seen before', () => {
    const inquiry = begin(KNOWN)
    expect(afterLast(inquiry, last('200001'), OVER).kind).toBe('approved')
    const again = next(afterLast(inquiry, last(KNOWN), OVER))
    expect(afterLast(again, last('200001'), OVER).kind).toBe('approved')
  })

  it('its ticket with another amount is another sale', () => {
    expect(next(afterLast(begin(KNOWN), last('200001', 19_900), OVER)).asks).toBe('list')
  })

  it('nothing charged: the sale the till knows is still the last, twice, the second after quiet', () => {
    const once = next(afterLast(begin(KNOWN), last(KNOWN), OVER))
    expect(once).toMatchObject({ asks: 'last', needsQuiet: true })
    expect(afterLast(once, last(KNOWN), OVER)).toEqual({ kind: 'not-charged' })
  })

  it('nothing while it may still run but that it was approved, in whatever way it is looked at', () => {
    const early = OVER - 1
    let inquiry = begin(KNOWN)
    for (const look of [last(KNOWN), last(KNOWN), last(KNOWN)])
      inquiry = next(afterLast(inquiry, look, early))
    expect(inquiry.unchangedCount).toBe(0)
    let listed = next(afterLast(inquiry, last('777777'), early))
    for (const list of [[sale(KNOWN)], [sale(KNOWN)], [], []])
      listed = next(afterList(listed, list, early))
    expect(afterLast(inquiry, last('200001'), early).kind).toBe('approved')
    expect(afterList(listed, [sale('200001')], early).kind).toBe('approved')
    // The looks that count begin anew.
    const once = next(afterLast(inquiry, last(KNOWN), OVER))
    expect(afterLast(once, last(KNOWN), OVER)).toEqual({ kind: 'not-charged' })
  })

  it('nothing by a memory that may have been emptied since: what it knew before is gone, or was nothing', () => {
    for (const known of [null, KNOWN])
      for (const left of [[], [sale('777777')]]) {
        const [seen = NONE] = left.map(({ ticket }) => last(ticket))
        const emptied = next(afterLast(begin(known), seen, OVER))
        expect(emptied.asks).toBe('list')
        const read = next(afterList(emptied, left, OVER))
        expect(afterList(read, left, OVER)).toEqual({ kind: 'person' })
      }
  })

  it('sold on the terminal by hand: its list decides, read twice alike', () => {
    const other = next(afterLast(begin(KNOWN), last('777777'), OVER))
    const rest = [sale(KNOWN), sale('777777')]
    const read = next(afterList(other, rest, OVER))
    expect(afterList(read, rest, OVER)).toEqual({ kind: 'not-charged' })
    expect(next(afterList(read, [...rest, sale('888888')], OVER)).needsQuiet).toBe(true)
    expect(afterList(read, [...rest, sale('200001')], OVER).kind).toBe('approved')
  })

  it('an answer that is neither a sale nor an empty memory is asked again', () => {
    const refused = next(afterLast(begin(KNOWN), { ...NONE, code: '02' }, OVER))
    expect(refused).toMatchObject({ asks: 'last', unchangedCount: 0 })
  })

  it('one look alone never says that nothing was charged, and no look with the ticket in it does', () => {
    const looks = fc.array(
      fc.constantFrom(last(KNOWN), last('777777'), last('200001', 5), NONE, {
        ...NONE,
        code: '02',
      }),
      { minLength: 1, maxLength: 12 },
    )
    fc.assert(
      fc.property(looks, (seen) => {
        let inquiry = begin(KNOWN)
        for (const [index, look] of seen.entries()) {
          const finding = afterLast(inquiry, look, OVER)
          if (finding.kind === 'not-charged') {
            expect(index).toBeGreaterThan(0)
            expect([look, seen[index - 1]]).toEqual([last(KNOWN), last(KNOWN)])
          }
          expect(afterLast(inquiry, last('200001'), OVER).kind).toBe('approved')
          if (finding.kind !== 'ask-again') return
          inquiry = finding.inquiry
        }
      }),
    )
  })
})
