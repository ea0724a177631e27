/**
 * The stock of a shop is the sum of its moves to the piece, whatever its tills do in between: sell,
 * receive, lose the wire or an answer, leave and come back, heard or not, and hear a service that
 * was put back.
 */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { must } from '../support/must.ts'
import { sellOf } from '../support/till-fixture.ts'
import {
  backedUp,
  COFFEE,
  cut,
  joined,
  one,
  openDb,
  receive,
  said,
  settled,
  stockOf,
  two,
  useTwoTills,
  view,
  wait,
  world,
} from './fleet-hands.ts'

const WALKS = Number(process.env['WALKS'] ?? 6)
const SEED = Number(process.env['SEED'] ?? 20_261_129)
const step = fc.record({
  till: fc.constantFrom(0, 1),
  what: fc.constantFrom(
    ...['sells', 'sells', 'receives', 'leaves', 'joins', 'isCut', 'isBack', 'losesAnswers'],
    ...['waits', 'copied', 'putBack'],
  ),
})
const walks = fc.sample(fc.array(step, { minLength: 8, maxLength: 24 }), {
  seed: SEED,
  numRuns: WALKS,
})

useTwoTills()

describe('stock', () => {
  let copy: (() => Promise<void>) | null = null
  beforeEach(() => void (copy = null))
  afterEach(() => void (copy = null))

  const join = async (till: number) => {
    const played = [one, two][till] ?? one
    const answer = played.till.api.joinShop({ code: null, name: `Caja ${till}`, branch: '' })
    return said(played, answer)
  }
  const sumOf = (played: typeof one) => {
    const db = openDb(played)
    const sum = db
      .prepare<[string], number>(`SELECT sum(m.quantity_milli) FROM stock_move m
        JOIN product p ON p.id = m.product_id WHERE p.code = ?`)
      .pluck()
      .get(COFFEE)
    db.close()
    return sum
  }

  it.each(walks.map((steps, at) => ({ at, steps })))(
    'is the sum of walk $at',
    async ({ steps }) => {
      receive(one, COFFEE, 10_000)
      await joined()
      let milli = 10_000
      const does: Readonly<Record<string, (till: number) => unknown>> = {
        sells(till) {
          sellOf(([one, two][till] ?? one).till.api, COFFEE)
          milli -= 1_000
        },
        receives(till) {
          receive([one, two][till] ?? one, COFFEE, 7_000)
          milli += 7_000
        },
        leaves: async (till) => {
          const played = [one, two][till] ?? one
          must(await said(played, played.till.api.leaveShop()))
        },
        joins: join,
        isCut: (till) => cut(true, [one, two][till] ?? one),
        isBack: (till) => cut(false, [one, two][till] ?? one),
        losesAnswers: async (till) => {
          const { wire } = [one, two][till] ?? one
          wire.losesAnswersTo = '/api/fleet/moves'
          await wait(3_000)
          wire.losesAnswersTo = null
        },
        waits: () => wait(2_000),
        copied: async () => void (copy = await backedUp(world.service)),
        putBack: () => copy?.(),
      }
      for (const { till, what } of steps) await does[what]?.(till)
      cut(false, one, two)
      for (const [till, played] of [one, two].entries())
        if (view(played).state === 'alone') must(await join(till))
      await wait(30_000)
      await settled(one, two)
      expect([stockOf(one, COFFEE), stockOf(two, COFFEE)]).toEqual([milli, milli])
      expect([sumOf(one), sumOf(two)]).toEqual([milli, milli])
    },
  )
})
