import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { EpochMs, ExternalReference, IsoDate, SaleId } from '../core/brand.ts'
import { EXEMPT, judgeClaim, leftOf, PESOS, type WorthBook } from '../fleet/worth.ts'
import { clp, sumClp, ZERO_CLP, type Clp } from '../money/clp.ts'
import { lineGross, quantityMilli } from '../money/quantity.ts'
import type { Rut } from '../rut/rut.ts'
import { DEFAULT_METHODS } from '../selling/payment/payment-method.ts'
import { decideOutsideReturn, exemptLeftOf } from './decide-outside-return.ts'
import { decideReturn } from './decide-return.ts'
import { exemptBack, exemptLeftInLines, exemptOfLines } from './exempt-left.ts'
import type { OriginalSale, ReturnDecision } from './return-decision.ts'
import { quantityLeft, refundTotal, type ReturnableLine } from './return-shares.ts'

const line = fc.record({
  unitGrossClp: fc.integer({ min: 1, max: 90_000 }),
  quantity: fc.oneof(fc.constant(1_000), fc.integer({ min: 2, max: 20_000 })),
  isExempt: fc.boolean(),
  offPercent: fc.integer({ min: 0, max: 60 }),
})
const step = fc.record({
  isByLine: fc.boolean(),
  at: fc.nat(9),
  perMille: fc.integer({ min: 1, max: 1_000 }),
})
type Sold = typeof line extends fc.Arbitrary<infer Line> ? Line : never

const soldLines = (lines: readonly Sold[]): ReturnableLine[] =>
  lines.map(({ quantity: milli, unitGrossClp, isExempt, offPercent }, index) => {
    const quantity = quantityMilli(milli)
    const listClp = lineGross(clp(unitGrossClp), quantity)
    const saleDiscountClp = clp(Math.floor((listClp * offPercent) / 100))
    return {
      ...{ lineNumber: index + 1, productId: null, code: '7', name: 'Pan', unit: null, quantity },
      ...{ unitGrossClp: clp(unitGrossClp), grossClp: clp(listClp - saleDiscountClp), isExempt },
      ...{ returnedQuantity: 0, returnedClp: ZERO_CLP, returnedExemptClp: ZERO_CLP },
      ...{ saleDiscountClp, returnedSaleDiscountClp: ZERO_CLP },
    }
  })

const NOBODY = { rut: '66666666-6' as Rut, legalName: 'Sin RUT' }
const [SALE_ID, DATE] = ['01JD0000000000000000000000' as SaleId, '2026-03-02' as IsoDate]
const REFUND = { method: 'EF', reference: '' }
const ORDER = { returnId: SALE_ID, reason: 'Fallado', refund: REFUND, approvalId: null }
const AROUND = {
  ...{ now: 0 as EpochMs, date: DATE, externalReference: 'a' as ExternalReference },
  ...{ registerName: '1', cashierName: 'Ana', paymentMethods: DEFAULT_METHODS },
  ...{ serviceIsDown: false, serviceId: 'here', branchOffice: 1 },
  issuer: { legalName: 'Almacén', rut: '76543210-3' as Rut },
}
const originalOf = (lines: readonly ReturnableLine[]): OriginalSale => ({
  ...{ saleId: SALE_ID, documentType: '39', documentedBy: 'receipt', folio: 1, date: DATE },
  ...{ issueState: 'numbered', authorityStatus: 'EPR', deletion: null, serviceId: 'here' },
  ...{ lines, branchOffice: 1, issuer: AROUND.issuer, recipient: NOBODY },
})

/** One receipt over two tills: that which sold it gives it back by line, the other by amount. */
function shopOf(sold: readonly Sold[]) {
  let lines = soldLines(sold)
  const totalClp = sumClp(lines.map(({ grossClp }) => grossClp))
  const exemptClp = exemptOfLines(lines)
  const receipt = {
    ...{ issuerRut: AROUND.issuer.rut, documentType: '39' as const, folio: 1, date: DATE },
    ...{ totalClp, exemptClp, check: 'confirmed' as const, recipient: NOBODY },
  }
  let book: WorthBook = { parts: { [PESOS]: totalClp, [EXEMPT]: exemptClp }, claims: [] }
  const left = () => {
    const { [PESOS]: pesos = 0, [EXEMPT]: exempt = 0 } = leftOf(book)
    return { clp: clp(pesos), exemptClp: clp(exempt) }
  }
  const elsewhere = (): Clp => {
    const here = sumClp(lines.map(({ grossClp, returnedClp }) => clp(grossClp - returnedClp)))
    return clp(here - left().clp)
  }
  return {
    ...{ left, receipt },
    lines: () => lines,
    byLine(at: number, perMille: number): ReturnDecision | null {
      const index = at % lines.length
      const one = lines[index] as ReturnableLine
      // One thousandth is no two parts.
      const quantity = Math.max(2, Math.floor((quantityLeft(one) * perMille) / 1_000))
      if (quantity > quantityLeft(one)) return null
      const { lineNumber } = one
      const decided = decideReturn(
        {
          ...{ ...ORDER, originalId: SALE_ID, lines: [{ lineNumber, quantity }] },
          expectedTotalClp: refundTotal(lines, new Map([[lineNumber, quantity]])),
        },
        {
          ...{ ...AROUND, original: originalOf(lines), left: left() },
          backElsewhereClp: elsewhere(),
        },
      )
      return decided.ok ? decided.value : null
    },
    byAmount(amountClp: number): ReturnDecision | null {
      const givenBackClp = clp(totalClp - left().clp)
      const command = { ...ORDER, amountClp }
      const decided = decideOutsideReturn(command, {
        ...{ ...AROUND, receipt, givenBackClp, left: left() },
      })
      return decided.ok ? decided.value : null
    },
    keep(key: string, { lines: back, originalId }: ReturnDecision) {
      const takes = {
        [PESOS]: sumClp(back.map(({ grossClp }) => grossClp)),
        [EXEMPT]: exemptBack(back),
      }
      const asked = { key, till: originalId === null ? 2 : 1, takes, isDone: false }
      const { outcome, stored } = judgeClaim(book, asked)
      if (stored === null) throw new Error(`${outcome}: ${JSON.stringify(takes)}`)
      book = { ...book, claims: [...book.claims, { ...stored, state: 'used' }] }
      if (originalId !== null) lines = lines.map((each) => withBack(each, back))
    },
  }
}

const withBack = (sold: ReturnableLine, back: ReturnDecision['lines']): ReturnableLine =>
  back
    .filter(({ original }) => original.lineNumber === sold.lineNumber)
    .reduce(
      (each, { quantity, grossClp, original }) => ({
        ...each,
        returnedQuantity: each.returnedQuantity + quantity,
        returnedClp: sumClp([each.returnedClp, grossClp]),
        returnedExemptClp: sumClp([
          each.returnedExemptClp ?? ZERO_CLP,
          original.isExempt ? grossClp : ZERO_CLP,
        ]),
      }),
      sold,
    )

const exemptIn = (notes: readonly ReturnDecision[]) =>
  notes.reduce((sum, { totals }) => sum + totals.exentoClp, 0)
const totalIn = (notes: readonly ReturnDecision[]) =>
  notes.reduce((sum, { totals }) => sum + totals.totalClp, 0)

it('in any order of parts by line at one till and by amount at another, what has no IVA and what has each come to what was sold', () => {
  const counts = { both: 0, moved: 0 }
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 4 }),
      fc.array(step, { maxLength: 8 }),
      (sold, steps) => {
        const shop = shopOf(sold)
        const { totalClp, exemptClp } = shop.receipt
        fc.pre(totalClp > 0)
        const notes: ReturnDecision[] = []
        const give = (note: ReturnDecision | null) => {
          if (note === null) return
          shop.keep(`key-${notes.length}`, note)
          notes.push(note)
          expect(exemptIn(notes) + shop.left().exemptClp).toBe(exemptClp)
          expect(exemptIn(notes)).toBeLessThanOrEqual(exemptClp)
          expect(totalIn(notes) - exemptIn(notes)).toBeLessThanOrEqual(totalClp - exemptClp)
        }
        for (const { isByLine, at, perMille } of steps) {
          const amountClp = Math.ceil((shop.left().clp * perMille) / 1_000)
          give(isByLine ? shop.byLine(at, perMille) : shop.byAmount(amountClp))
        }
        if (shop.left().clp > 0) give(shop.byAmount(shop.left().clp))
        expect([totalIn(notes), exemptIn(notes)]).toEqual([totalClp, exemptClp])
        const isMixed = exemptClp > 0 && exemptClp < totalClp
        const ways = new Set(notes.map(({ originalId }) => originalId === null))
        if (isMixed && ways.size === 2) counts.both += 1
        const isMoved = ({ original: { lineNumber, isExempt } }: ReturnDecision['lines'][number]) =>
          shop.lines()[lineNumber - 1]?.isExempt !== isExempt
        const byLine = notes.filter(({ originalId }) => originalId !== null)
        if (byLine.some(({ lines }) => lines.some(isMoved))) counts.moved += 1
      },
    ),
    { numRuns: 2_000 },
  )
  expect(Math.min(counts.both, counts.moved)).toBeGreaterThan(50)
})

it('what is left without IVA at the till that sold it is what its notes have not taken', () => {
  const [bread, coffee] = soldLines([
    { unitGrossClp: 1_000, quantity: 2_000, isExempt: true, offPercent: 0 },
    { unitGrossClp: 1_190, quantity: 1_000, isExempt: false, offPercent: 0 },
  ]) as [ReturnableLine, ReturnableLine]
  const back = { returnedQuantity: 1_000, returnedClp: clp(1_000), returnedExemptClp: clp(700) }
  expect(exemptLeftInLines([{ ...bread, ...back }, coffee])).toBe(1_300)
})

it('where nobody says what came back without IVA, an amount leaves its share', () => {
  const { receipt } = shopOf([
    { unitGrossClp: 1_000, quantity: 1_000, isExempt: true, offPercent: 0 },
    { unitGrossClp: 3_000, quantity: 1_000, isExempt: false, offPercent: 0 },
  ])
  expect([4_000, 2_000, 1, 0].map((left) => exemptLeftOf(receipt, clp(left)))).toEqual([
    1_000, 500, 0, 0,
  ])
})

// P3: what a till had given back before it was of a shop, others guessed; and it took their word.
it.each([
  ['the goods without IVA', 0, { clp: clp(1_500), exemptClp: clp(375) }, 1, 500, 0],
  ['the goods with IVA', 1, { clp: clp(600), exemptClp: clp(150) }, 0, 600, 600],
])(
  'a till that has given back %s gives back none of them again',
  (_, gone, left, at, of, exento) => {
    const lines = soldLines([
      { unitGrossClp: 1_000, quantity: 1_000, isExempt: true, offPercent: 0 },
      { unitGrossClp: 3_000, quantity: 1_000, isExempt: false, offPercent: 0 },
    ]).map((line, index): ReturnableLine => {
      const { quantity, grossClp, isExempt } = line
      const returnedExemptClp = isExempt ? grossClp : ZERO_CLP
      return index === gone
        ? { ...line, returnedQuantity: quantity, returnedClp: grossClp, returnedExemptClp }
        : line
    })
    const lineNumber = at + 1
    const decided = decideReturn(
      {
        ...{ ...ORDER, originalId: SALE_ID, lines: [{ lineNumber, quantity: of }] },
        expectedTotalClp: refundTotal(lines, new Map([[lineNumber, of]])),
      },
      { ...AROUND, original: originalOf(lines), left, backElsewhereClp: clp(0) },
    )
    expect(decided.ok && decided.value.totals.exentoClp).toBe(exento)
  },
)
