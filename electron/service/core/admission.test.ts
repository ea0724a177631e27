import { describe, expect, it } from 'vitest'
import { Admission, type AdmissionSettings } from './admission.ts'

const SETTINGS: AdmissionSettings = { targetMs: 250, first: 8, least: 4, most: 1_000 }
/** An answer that took so long says neither that there is room nor that there is none. */
const NEITHER_MS = 200

function world(settings: Partial<AdmissionSettings> = {}) {
  const clock = { ms: 0 }
  const admission = new Admission({ ...SETTINGS, ...settings }, () => clock.ms)
  /** As many as are let in, of so many that ask. */
  const ask = (count: number, client: string, company = client) =>
    Array.from({ length: count }, () => admission.enter(client, company)).filter(
      (leave) => leave !== null,
    )
  return { clock, admission, ask }
}

describe('admission', () => {
  it('lets in so many at a time, and the next one when one has left', () => {
    const { ask, admission, clock } = world()
    const inside = ask(20, 'a')
    expect(inside).toHaveLength(8)
    expect(admission.state()).toEqual({ limit: 8, inside: 8, refused: 12 })
    clock.ms += NEITHER_MS
    inside[0]?.()
    expect(ask(2, 'a')).toHaveLength(1)
  })

  it('gives a client that comes later its share at once, and the first one no more than its own', () => {
    const { ask, clock } = world()
    const first = ask(100, 'a')
    const second = ask(100, 'b')
    expect([first.length, second.length]).toEqual([8, 4])
    clock.ms += NEITHER_MS
    for (const leave of first.slice(0, 5)) leave()
    // Seven are inside: one place for whoever asks, and none of the second one's.
    expect(ask(1, 'a')).toHaveLength(1)
    expect(ask(1, 'b')).toHaveLength(0)
  })

  it('shares what a client has among its companies, and gives it no more for having many', () => {
    const { ask } = world({ first: 40 })
    expect(ask(100, 'chain', 'one')).toHaveLength(40)
    expect(ask(100, 'chain', 'two')).toHaveLength(20)
    const { ask: askAgain } = world({ first: 40 })
    expect(askAgain(100, 'shop')).toHaveLength(40)
    const ofMany = Array.from({ length: 100 }, (_, at) => askAgain(1, 'chain', `c${at}`)).flat()
    expect(ofMany.length).toBeLessThanOrEqual(40)
    expect(askAgain(1, 'other')).toHaveLength(0)
  })

  it('lets in fewer when answers take too long, never fewer than the least, and more again later', () => {
    const { ask, clock, admission } = world()
    const slowly = () => {
      const inside = ask(8, 'a')
      clock.ms += 251
      for (const leave of inside) leave()
    }
    slowly()
    expect(admission.state().limit).toBe(6)
    for (let round = 0; round < 10; round += 1) slowly()
    expect(admission.state().limit).toBe(4)
    for (let round = 0; round < 10; round += 1)
      for (const leave of ask(20, 'a')) {
        clock.ms += 1
        leave()
      }
    expect(admission.state().limit).toBeGreaterThan(8)
  })

  it('does not take a quiet hour for room', () => {
    const { ask, admission } = world()
    for (let round = 0; round < 100; round += 1) for (const leave of ask(1, 'a')) leave()
    expect(admission.state().limit).toBe(8)
  })
})

/**
 * A service that does one thing a millisecond, in the order they came, and is asked for two: one
 * client asks without end, another one a tenth of what there is.
 */
describe.each([
  ['with', true],
  ['without', false],
])('twice the capacity %s admission', (_, hasAdmission) => {
  const { clock, admission } = world({ first: 64, least: 16 })
  const queue: { client: string; at: number; leave: () => void }[] = []
  const took: Record<string, number[]> = { greedy: [], small: [] }
  let refusedSmall = 0
  const ask = (client: string) => {
    const leave = hasAdmission ? admission.enter(client, client) : () => undefined
    if (leave !== null) queue.push({ client, at: clock.ms, leave })
    else if (client === 'small') refusedSmall += 1
  }
  for (; clock.ms < 20_000; clock.ms += 1) {
    ask('greedy')
    if (clock.ms % 10 === 0) ask('small')
    else ask('greedy')
    const done = queue.shift()
    if (done === undefined) continue
    took[done.client]?.push(clock.ms - done.at)
    done.leave()
  }
  const all = Object.values(took)
    .flat()
    .toSorted((a, b) => a - b)
  const p99 = all[Math.floor(all.length * 0.99)] ?? 0

  if (hasAdmission)
    it('answers who is let in within half a second, does all it can, and refuses the small one nothing', () => {
      expect(p99).toBeLessThan(500)
      expect(all.length).toBeGreaterThan(19_000)
      expect([took['small']?.length, refusedSmall]).toEqual([expect.any(Number), 0])
      expect(took['small']?.length).toBeGreaterThan(1_950)
    })
  else
    it('would let everybody wait longer and longer', () => {
      expect(p99).toBeGreaterThan(9_000)
    })
})
