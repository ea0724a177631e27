/** A day of two tills at once, over a wire that loses answers: none is lost or told twice. */
import { expect, it } from 'vitest'
import { sellOf } from '../support/till-fixture.ts'
import { added, FACTS, reported, told, unsaid } from './fact-hands.ts'
import { BREAD, COFFEE, cut, joined, one, two, useTwoTills, wait } from './fleet-hands.ts'

const SALES = 3_000

useTwoTills()

it('three thousand sales come to what the reports say', { timeout: 300_000 }, async () => {
  await joined()
  cut(true, one, two)
  for (let at = 0; at < SALES; at += 1)
    sellOf((at % 3 === 0 ? two : one).till.api, ...(at % 2 === 0 ? [COFFEE] : [COFFEE, BREAD]))
  const waited = unsaid(one) + unsaid(two)
  expect(waited).toBeGreaterThanOrEqual(SALES)
  cut(false, one, two)
  await wait(2_000)
  one.wire.losesAnswersTo = FACTS
  await wait(3_000)
  one.wire.losesAnswersTo = null
  await told(one, two)
  expect(await added()).toEqual(await reported(one, two))
  expect((await added()).sales).toBe(SALES)
})
