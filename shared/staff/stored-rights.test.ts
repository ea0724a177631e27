import { expect, it } from 'vitest'
import { DEFAULT_RIGHTS } from './rights.ts'
import { readStoredRights } from './stored-rights.ts'

const OWN = DEFAULT_RIGHTS.cashier

it("gives what the shop set, and the role's own where the row is older than the right", () => {
  expect(
    readStoredRights(JSON.stringify({ changePrice: true, lineDiscountPercent: 15 }), OWN),
  ).toEqual({ ...OWN, changePrice: true, lineDiscountPercent: 15 })
})

it.each([
  ['words', { refund: 'yes' }],
  ['a percentage above all', { lineDiscountPercent: 1_000 }],
  ['a list', [true]],
  ['nothing', null],
])('gives nobody a right from a row with %s in it', (_, row) => {
  expect(readStoredRights(JSON.stringify(row), OWN)).toEqual(OWN)
})
