import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clp, roundForCash, type Clp } from '../money/clp.ts'
import { CASH_ID, CREDIT_ID } from '../selling/payment/payment-method.ts'
import { handOverClp, NO_CASH_BACK, type CashBack } from './hand-over.ts'

const shares = fc.array(
  fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 4_000 })),
  { minLength: 1, maxLength: 60 },
)

function handOver(before: CashBack, totalClp: Clp): CashBack {
  const handedClp = handOverClp(totalClp, CASH_ID, before)
  // As it is kept (electron/till/selling/schema.ts).
  expect(handedClp % 10).toBe(0)
  expect(handedClp).toBeGreaterThanOrEqual(totalClp - 9)
  expect(handedClp).toBeLessThanOrEqual(roundForCash(totalClp))
  return { totalClp: clp(before.totalClp + totalClp), handedClp: clp(before.handedClp + handedClp) }
}

it('in however many pieces, no more cash leaves than the law rounds all of it to', () => {
  fc.assert(
    fc.property(shares, (parts) => {
      const all = parts.reduce((before, part) => handOver(before, clp(part)), NO_CASH_BACK)
      expect(all.handedClp).toBeLessThanOrEqual(roundForCash(all.totalClp))
    }),
  )
})

it('at once it is rounded by law, and by any other way it is exact', () => {
  expect(handOverClp(clp(1_996), CASH_ID, NO_CASH_BACK)).toBe(2_000)
  expect(handOverClp(clp(1_996), CREDIT_ID, NO_CASH_BACK)).toBe(1_996)
  const before = { totalClp: clp(1_996), handedClp: clp(2_000) }
  expect(handOverClp(clp(1_996), CASH_ID, before)).toBe(1_990)
  expect(handOverClp(clp(1_996), CREDIT_ID, before)).toBe(1_996)
})
