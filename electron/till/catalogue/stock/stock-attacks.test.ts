/** Ways to make the stock say what is not there. */
import { beforeEach, expect, it } from 'vitest'
import { must } from '../../../../test/support/must.ts'
import { sellOf } from '../../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../../test/support/till-per-test.ts'

const { api } = tillPerTest()
const COFFEE = '7801040000037'
const there = () => must(api.stockByCode(COFFEE))
const balance = () => there().stock?.milli
let moves = 0
const move = (
  kind: 'received' | 'corrected' | 'counted',
  milli: number,
  expected: { expectedMilli?: number } = {},
  moveId = `m${(moves += 1)}`,
) =>
  api.moveStock({
    moveId,
    kind,
    lines: [{ productId: there().id, milli, ...expected }],
    reason: 'Merma',
    switchesOn: true,
  })

beforeEach(() => void must(move('received', 10_000)))

it('of two who count the same shelf at once the second counts again', () => {
  const expectedMilli = balance() ?? 0
  must(move('counted', 8_000, { expectedMilli }))
  expect(move('counted', 8_000, { expectedMilli })).toMatchObject({
    refusal: { code: 'STOCK_MOVED', field: 'lines', params: { name: there().name } },
  })
  expect(balance()).toBe(8_000)
})

it('what broke while it was counted is not taken off twice', () => {
  must(move('corrected', -2_000))
  expect(move('counted', 8_000, { expectedMilli: 10_000 })).toMatchObject({
    refusal: { code: 'STOCK_MOVED' },
  })
  expect(balance()).toBe(8_000)
})

it('what was sold and received while it was counted stays sold and received', () => {
  sellOf(api, COFFEE)
  must(move('received', 5_000))
  sellOf(api, COFFEE)
  must(move('counted', 9_000, { expectedMilli: 10_000 }))
  expect(balance()).toBe(12_000)
})

it('a count of what was switched off meanwhile is what is there, and the log says from what', () => {
  must(api.setStock({ productId: there().id, hasStock: false, lowMilli: null }))
  must(move('counted', 4_000, { expectedMilli: 0 }))
  expect(balance()).toBe(4_000)
  const [counted] = must(api.audit({ cursor: null, limit: 1 })).rows
  expect(counted?.detail).toMatchObject({ from: '10', to: '4' })
})

it('a count without what was shown is of what is there now', () => {
  must(move('counted', 4_000))
  expect(balance()).toBe(4_000)
})

it('a count that expects what never was there moves nothing, whatever it is', () => {
  for (const expectedMilli of [Number.MIN_SAFE_INTEGER, -1, 9_999, Number.MAX_SAFE_INTEGER])
    expect(move('counted', 0, { expectedMilli })).toMatchObject({
      refusal: { code: 'STOCK_MOVED' },
    })
  expect(balance()).toBe(10_000)
})

it('a count whose answer was lost is answered again, also after a sale; another one is refused', () => {
  const count = (milli: number) => move('counted', milli, { expectedMilli: 10_000 }, 'once')
  must(count(8_000))
  sellOf(api, COFFEE)
  expect(count(8_000)).toEqual({ ok: true, value: null })
  expect(count(7_000)).toMatchObject({ refusal: { code: 'STOCK_WRITTEN' } })
  expect(balance()).toBe(7_000)
})
