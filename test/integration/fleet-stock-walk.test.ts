/**
 * The stock of a shop is the sum of its moves to the piece, whatever its tills do in between: sell,
 * receive, lose the wire or an answer, leave and come back, heard or not, stand at another place
 * meanwhile, and hear a service that was put back.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { must } from '../support/must.ts'
import { sellOf } from '../support/till-fixture.ts'
import {
  backedUp,
  BREAD,
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
import { pending } from './own-key-hands.ts'
import type { PlayedTill } from './fleet-world.ts'

const WALKS = Number(process.env['WALKS'] ?? 6)
const SEED = Number(process.env['SEED'] ?? 20_261_129)
const step = fc.record({
  till: fc.constantFrom(0, 1),
  what: fc.constantFrom(
    ...['sells', 'sells', 'receives', 'leaves', 'joins', 'isCut', 'isBack', 'losesAnswers'],
    ...['waits', 'copied', 'putBack', 'joinsOther'],
  ),
})
const walks = fc.sample(fc.array(step, { minLength: 8, maxLength: 24 }), {
  seed: SEED,
  numRuns: WALKS,
})

useTwoTills()

const HOME = ''
const tillOf = (till: number) => [one, two][till] ?? one

async function join(till: number, branch: string): Promise<boolean> {
  const asked = { code: null, name: `Caja ${till}`, branch }
  return (await said(tillOf(till), tillOf(till).till.api.joinShop(asked))).ok
}

async function leave(till: number): Promise<void> {
  must(await said(tillOf(till), tillOf(till).till.api.leaveShop()))
}

function sumOf(played: PlayedTill): number | undefined {
  const db = openDb(played)
  const sum = db
    .prepare<[string], number>(`SELECT sum(m.quantity_milli) FROM stock_move m
      JOIN product p ON p.id = m.product_id WHERE p.code = ?`)
    .pluck()
    .get(COFFEE)
  db.close()
  return sum
}

/** What the tills do, and what is at home of it. */
function played() {
  let copy: (() => Promise<void>) | null = null
  let homeMilli = 0
  /** Where each is, or was last. */
  const places = [HOME, HOME]
  const moves = (till: number, milli: number) => {
    if (places[till] === HOME) homeMilli += milli
  }
  const joins = async (till: number, branch: string) => {
    if (await join(till, branch)) places[till] = branch
  }
  const receives = (till: number, milli: number) => {
    receive(tillOf(till), COFFEE, milli)
    moves(till, milli)
  }
  const does: Readonly<Record<string, (till: number) => unknown>> = {
    sells(till) {
      sellOf(tillOf(till).till.api, COFFEE)
      moves(till, -1_000)
    },
    receives: (till) => receives(till, 7_000),
    leaves: leave,
    joins: (till) => joins(till, HOME),
    joinsOther: (till) => joins(till, 'Bodega'),
    isCut: (till) => cut(true, tillOf(till)),
    isBack: (till) => cut(false, tillOf(till)),
    losesAnswers: async (till) => {
      const { wire } = tillOf(till)
      wire.losesAnswersTo = '/api/fleet/moves'
      await wait(3_000)
      wire.losesAnswersTo = null
    },
    waits: () => wait(2_000),
    copied: async () => void (copy = await backedUp(world.service)),
    // Whoever has heard more than it has is there to say so, before it has gone on past that.
    putBack: async () => {
      if (copy === null) return
      cut(false, one, two)
      await copy()
      await wait(25_000)
    },
  }
  return {
    receives,
    does: (what: string, till: number) => does[what]?.(till),
    async comesHome(till: number) {
      if (view(tillOf(till)).till?.branch) await leave(till)
      if (view(tillOf(till)).state === 'alone') await joins(till, HOME)
    },
    homeMilli: () => homeMilli,
  }
}

describe('stock', () => {
  it.each(walks.map((steps, at) => ({ at, steps })))(
    'is the sum of walk $at',
    async ({ steps }) => {
      const { receives, does, comesHome, homeMilli } = played()
      receives(0, 10_000)
      await joined()
      // A till that never issued tests the key it was started with once it has left.
      for (const each of [one, two]) sellOf(each.till.api, BREAD)
      await world.until(() => pending(one) + pending(two) === 0)
      for (const { till, what } of steps) await does(what, till)
      cut(false, one, two)
      for (const till of [0, 1]) await comesHome(till)
      await wait(30_000)
      await settled(one, two)
      const milli = homeMilli()
      expect([stockOf(one, COFFEE), stockOf(two, COFFEE)]).toEqual([milli, milli])
      expect([sumOf(one), sumOf(two)]).toEqual([milli, milli])
    },
  )
})
