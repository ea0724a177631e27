/** Tills of one shop through bad weather: what they share is the same, nothing is sold twice. */
import { describe, expect, it } from 'vitest'
import { pick } from '../support/thoroughness.ts'
import { playPeople } from './fleet-people.ts'
import { playShop } from './fleet-shop.ts'

const SHOPS = pick(3, 12)
const SEED = 'each-change'
const PEOPLE = { tills: 3, rounds: 30 }
/** Ten times what an idle machine takes. */
const TIMEOUT_MS = 600_000

describe('tills of one shop', () => {
  it(
    'come together again, to the piece, whatever happened to wires, clocks and programs',
    async () => {
      const sum: Record<string, number> = {}
      for (let shop = 0; shop < SHOPS; shop += 1) {
        const seed = `${SEED}-${shop}`
        const { counts, violations } = await playShop({ seed, tills: 4, rounds: 120 })
        expect.soft(violations, seed).toEqual([])
        for (const [what, count] of Object.entries(counts)) sum[what] = (sum[what] ?? 0) + count
      }
      console.log(`${SHOPS} shops: ${JSON.stringify(sum)}`)
      // Each kind of bad weather was played, or nothing of this is proven about it.
      for (const what of [
        'sell',
        'price',
        'taken',
        'killed',
        'cut',
        'answers lost',
        'came back',
        'spent',
        'back',
        'back elsewhere',
        'back after two weeks',
      ])
        expect(sum[what], what).toBeGreaterThan(0)
    },
    TIMEOUT_MS,
  )

  it(
    'let in who may come in, and bar who was sent away within one pull',
    async () => {
      const sum: Record<string, number> = {}
      for (let shop = 0; shop < SHOPS; shop += 1) {
        const { counts, violations } = await playPeople({ seed: `${SEED}-${shop}`, ...PEOPLE })
        expect.soft(violations, `${SEED}-${shop}`).toEqual([])
        for (const [what, count] of Object.entries(counts)) sum[what] = (sum[what] ?? 0) + count
      }
      for (const what of ['made', 'new PIN', 'sent away', 'robbed', 'people cut', 'people judged'])
        expect(sum[what], what).toBeGreaterThan(0)
    },
    TIMEOUT_MS,
  )

  it(
    'do so with a hub that is another one now and then',
    async () => {
      const sum: Record<string, number> = {}
      for (let shop = 0; shop < SHOPS; shop += 1) {
        const seed = `${SEED}-hub-${shop}`
        const { counts, violations } = await playShop({ seed, tills: 4, rounds: 120, hasHub: true })
        expect.soft(violations, seed).toEqual([])
        for (const [what, count] of Object.entries(counts)) sum[what] = (sum[what] ?? 0) + count
      }
      console.log(`${SHOPS} shops with a hub: ${JSON.stringify(sum)}`)
      for (const what of ['taken without internet', 'back after two weeks'])
        expect(sum[what], what).toBeGreaterThan(0)
      // At the end of each, whatever its rounds brought.
      for (const what of ['spent by a hub', 'back by a hub'])
        expect(sum[what], what).toBeGreaterThanOrEqual(SHOPS)
    },
    TIMEOUT_MS,
  )
})
