/** Amounts that one sale may have, added up over a shift. */
import { expect, it } from 'vitest'
import { freeAmount } from '../../../test/support/free-amount.ts'
import { must } from '../../../test/support/must.ts'
import { FLOAT_CLP, shiftTillPerTest } from '../../../test/support/shift-till.ts'
import { commitOf } from '../../../test/support/till-fixture.ts'

const BUYER = { rut: '60803000-K', legalName: 'Panadería', phone: '', email: '' }
const [EACH_CLP, PIECES] = [499_999_990, 1_999]
const { till, useShifts, openShift, close, expectedCash } = shiftTillPerTest()

it('a shift is read and closed, whatever its sales come to', async () => {
  must(await useShifts())
  openShift()
  const expectedTotalClp = EACH_CLP * PIECES
  for (const _ of [1, 2]) {
    const one = commitOf(till.api, freeAmount(EACH_CLP))
    const lines = one.lines.map((line) => ({ ...line, quantity: PIECES * 1_000 }))
    must(till.api.commitSale({ ...one, lines, expectedTotalClp, recipient: BUYER }))
  }
  expect(expectedCash()).toBe(FLOAT_CLP + 2 * expectedTotalClp)
  must(close(FLOAT_CLP, 'Error de cantidad'))
})
