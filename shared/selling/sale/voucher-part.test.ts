/** Every peso of a sale with a voucher and a boleta stands on one of them. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { receiptTotals } from '../../issuing/receipt-lines.ts'
import { toGrossLine } from '../../issuing/receipt-document.ts'
import { clp, type Clp } from '../../money/clp.ts'
import { quantityMilli } from '../../money/quantity.ts'
import { EXEMPT_SHARES } from '../payment/emission.ts'
import {
  addSums,
  documentSums,
  partsOf,
  receiptLine,
  voucherShareBack,
  voucherShares,
} from './voucher-part.ts'

const line = fc.record({ grossClp: fc.nat(3_000_000), isExempt: fc.boolean() })
const sale = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 12 }),
    rule: fc.constantFrom(...EXEMPT_SHARES),
  })
  .chain(({ lines, rule }) =>
    fc.record({
      lines: fc.constant(lines),
      rule: fc.constant(rule),
      voucherClp: fc.nat(
        lines.reduce((all, { grossClp }) => all + grossClp, 0),
      ) as fc.Arbitrary<Clp>,
    }),
  )

const total = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)

describe('the voucher’s part of a sale', () => {
  it('adds up to what the card pays, line by line within what each costs', () => {
    fc.assert(
      fc.property(sale, ({ lines, rule, voucherClp }) => {
        const shares = voucherShares(lines, voucherClp, rule)
        expect(shares).toHaveLength(lines.length)
        expect(total(shares)).toBe(voucherClp)
        lines.forEach(({ grossClp }, index) => {
          expect(shares[index]).toBeGreaterThanOrEqual(0)
          expect(shares[index]).toBeLessThanOrEqual(grossClp)
        })
      }),
    )
  })

  it('leaves both documents whole: net, IVA and exempt of each add up to it, and both to the sale', () => {
    fc.assert(
      fc.property(sale, ({ lines, rule, voucherClp }) => {
        const shares = voucherShares(lines, voucherClp, rule)
        const shared = lines.map((each, index) => ({ ...each, voucherClp: shares[index] ?? 0 }))
        const parts = partsOf(shared)
        const whole = documentSums(lines)
        expect(parts).toHaveLength(voucherClp === 0 || voucherClp === whole.totalClp ? 0 : 2)
        if (parts.length === 0) return
        const sums = addSums(parts)
        for (const { netoClp, ivaClp, exentoClp, totalClp } of [...parts, sums])
          expect(netoClp + ivaClp + exentoClp).toBe(totalClp)
        expect([sums.totalClp, sums.exentoClp]).toEqual([whole.totalClp, whole.exentoClp])
        expect(parts.map(({ documentedBy }) => documentedBy)).toEqual(['receipt', 'voucher'])
        expect(parts[1]?.totalClp).toBe(voucherClp)
        // Two roundings instead of one.
        expect(Math.abs(sums.ivaClp - whole.ivaClp)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('has the exempt goods in proportion, or what the boleta has no room for', () => {
    const lines = [
      { grossClp: 6_000, isExempt: false },
      { grossClp: 2_000, isExempt: true },
    ]
    const exemptOf = (voucherClp: number, rule: (typeof EXEMPT_SHARES)[number]) =>
      voucherShares(lines, clp(voucherClp), rule)[1]
    expect([2_000, 4_000, 7_000].map((each) => exemptOf(each, 'proportional'))).toEqual([
      500, 1_000, 1_750,
    ])
    expect([2_000, 4_000, 7_000].map((each) => exemptOf(each, 'receipt-first'))).toEqual([
      0, 0, 1_000,
    ])
    const shared = lines.map((each, index) => ({
      ...each,
      voucherClp: voucherShares(lines, clp(7_000), 'receipt-first')[index] ?? 0,
    }))
    expect(partsOf(shared)).toMatchObject([
      { documentType: '41', exentoClp: 1_000, totalClp: 1_000 },
      { documentType: '39', exentoClp: 1_000, totalClp: 7_000 },
    ])
  })
})

describe('a line of the boleta', () => {
  const three = {
    code: '7',
    description: 'Pan',
    quantity: quantityMilli(3_000),
    unit: null,
    unitGrossClp: clp(1_000),
    discountClp: clp(200),
    isExempt: false,
  }

  it('stands as it was sold where the boleta has all of it', () => {
    expect(receiptLine(three, 2_800, 2_800)).toBe(three)
  })

  it('says a part as one piece at its price, with the whole in words', () => {
    const part = receiptLine(three, 2_800, 933)
    expect(part).toMatchObject({
      description: 'Pan (parte de 3 u, $2.800)',
      quantity: 1_000,
      unitGrossClp: 933,
      discountClp: 0,
    })
    expect(receiptTotals([toGrossLine(part)]).totalClp).toBe(933)
  })
})

describe('what comes back', () => {
  it('takes from each document no more than it has, and in the end all of it', () => {
    const returned = fc
      .record({ grossClp: fc.integer({ min: 1, max: 9_999 }), parts: fc.array(fc.nat(3_000)) })
      .chain(({ grossClp, parts }) =>
        fc.record({
          grossClp: fc.constant(grossClp),
          voucherClp: fc.nat(grossClp),
          parts: fc.constant(parts),
          undone: fc.array(fc.boolean(), { minLength: parts.length, maxLength: parts.length }),
        }),
      )
    fc.assert(
      fc.property(returned, ({ grossClp, voucherClp, parts, undone }) => {
        const before = { grossClp: 0, voucherClp: 0 }
        const give = (asked: number) => {
          const backClp = Math.min(asked, grossClp - before.grossClp)
          const share = voucherShareBack({ grossClp, voucherClp }, before, backClp)
          expect(share).toBeGreaterThanOrEqual(0)
          expect(backClp - share).toBeGreaterThanOrEqual(0)
          return { backClp, share }
        }
        parts.forEach((asked, index) => {
          const { backClp, share } = give(asked)
          // A return that is undone leaves both documents as they were.
          if (undone[index] === true) return
          before.grossClp += backClp
          before.voucherClp += share
          expect(before.voucherClp).toBeLessThanOrEqual(voucherClp)
          expect(before.grossClp - before.voucherClp).toBeLessThanOrEqual(grossClp - voucherClp)
        })
        before.voucherClp += give(grossClp).share
        expect(before.voucherClp).toBe(voucherClp)
      }),
    )
  })
})
