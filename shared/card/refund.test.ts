import fc from 'fast-check'
import { expect, it } from 'vitest'
import { REFUND_WAYS } from '../shifts/refund-ways.ts'
import { clp } from '../money/clp.ts'
import { chargeSum, type RefundOfCharge } from './refund.ts'

const refund = fc.record({
  amountClp: fc.integer({ min: 1, max: 5_000 }).map(clp),
  state: fc.constantFrom('asked', 'done', 'refused', 'person'),
  way: fc.constantFrom(null, ...REFUND_WAYS),
})
const of = (state: RefundOfCharge['state'], way: RefundOfCharge['way'] = null) => ({
  ...{ amountClp: clp(400), state, way },
})

it.each([
  ['done', null, { refundedClp: 400, leftClp: 600 }],
  ['asked', null, { underWayClp: 400, leftClp: 600 }],
  ['person', null, { underWayClp: 400, leftClp: 600 }],
  ['refused', null, { leftClp: 1_000 }],
  ['refused', 'account', { refundedClp: 400, leftClp: 600 }],
  ['person', 'cash', { otherwiseClp: 400, leftClp: 600 }],
  ['done', 'account', { refundedClp: 400, leftClp: 600 }],
  ['done', 'cash', { refundedClp: 400, otherwiseClp: 400, leftClp: 200 }],
] as const)('of 1,000 with 400 %s, said %s', (state, way, sum) => {
  const none = { refundedClp: 0, otherwiseClp: 0, underWayClp: 0 }
  expect(chargeSum(clp(1_000), [of(state, way)])).toEqual({ ...none, ...sum })
})

it('what went and may go is never more than was charged, as long as the rest alone is asked for', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), fc.array(refund), (charged, wanted) => {
      const made: RefundOfCharge[] = []
      for (const one of wanted) {
        const { leftClp } = chargeSum(clp(charged), made)
        // What came to the card besides a person's word is the one way beyond it.
        const isTwice = one.state === 'done' && one.way !== null && one.way !== 'account'
        if (one.amountClp <= leftClp && !isTwice) made.push(one)
      }
      const sum = chargeSum(clp(charged), made)
      const gone = sum.refundedClp + sum.otherwiseClp + sum.underWayClp
      expect(gone + sum.leftClp).toBe(charged)
    }),
  )
})
