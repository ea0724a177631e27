/** Of two changes the later one stands, whatever wires and clocks did meanwhile. */
import { describe, expect, it } from 'vitest'
import {
  BREAD,
  byCode,
  change,
  cut,
  joined,
  one,
  settled,
  two,
  useTwoTills,
  wait,
} from './fleet-hands.ts'

useTwoTills()

describe('a change', () => {
  it('made while nothing can be said is as old as it is', async () => {
    await joined()
    cut(true, two)
    change(two, 'Café molido', { unitGrossClp: 1_000 })
    // It has asked in vain for a while, and rests.
    await wait(60_000)
    change(two, 'Pan (kg)', { unitGrossClp: 2_100 })
    await wait(2_000)
    change(one, 'Pan (kg)', { unitGrossClp: 2_200 })
    await wait(60_000)
    cut(false, two)
    await settled(one, two)
    expect([byCode(one, BREAD)?.unitGrossClp, byCode(two, BREAD)?.unitGrossClp]).toEqual([
      2_200, 2_200,
    ])
  })

  it('made with the clock a day ahead for a while is none the later for it', async () => {
    await joined()
    cut(true, two)
    two.fixture.clock.jumpWallClock(86_400_000)
    change(two, 'Pan (kg)', { unitGrossClp: 2_100 })
    await wait(2_000)
    two.fixture.clock.jumpWallClock(-86_400_000)
    await wait(600_000)
    change(one, 'Pan (kg)', { unitGrossClp: 2_200 })
    await settled(one)
    await wait(600_000)
    cut(false, two)
    await settled(one, two)
    expect(byCode(one, BREAD)?.unitGrossClp).toBe(2_200)
  })
})
