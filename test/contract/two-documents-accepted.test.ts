/**
 * A sale that a voucher and a boleta document together: the service takes the boleta, the notes
 * over what comes back of it, in parts and to the end, and no peso more.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CommitInput } from '#shared/selling/inputs.ts'
import type { ExternalReference, IsoDate, SaleId } from '#shared/core/brand.ts'
import type { DocumentRequest } from '#shared/issuing/document-request.ts'
import { clp, sumClp, ZERO_CLP } from '#shared/money/clp.ts'
import { lineGross, quantityMilli } from '#shared/money/quantity.ts'
import { EXEMPT_SHARES } from '#shared/selling/payment/emission.ts'
import { DEFAULT_METHODS } from '#shared/selling/payment/payment-method.ts'
import { decideReturn } from '#shared/returns/decide-return.ts'
import { refundTotal } from '#shared/returns/return-shares.ts'
import type { OriginalSale } from '#shared/returns/return-decision.ts'
import { quantityLeft, type ReturnableLine } from '#shared/returns/return-shares.ts'
import { decideSale, type SaleDecision } from '#shared/selling/sale/decide-sale.ts'
import { VOUCHER_CARD } from '../support/card-method.ts'
import { must } from '../support/must.ts'
import { pick } from '../support/thoroughness.ts'
import { wallClockMs } from '../support/wall-clock.ts'
import { connectedPerFile, issuedNumber, newReference, today } from './contract-world.ts'

const SALE_ID = '01JD0000000000000000000000' as SaleId
const world = connectedPerFile()

const around = () => ({
  now: wallClockMs(),
  date: today() as IsoDate,
  issuer: { legalName: 'Almacén', rut: world.issuer },
  branchOffice: 1,
  registerName: '1',
  cashierName: 'Ana',
  paymentMethods: [...DEFAULT_METHODS, VOUCHER_CARD],
  serviceIsDown: false,
})

const line = fc.record({
  unitGrossClp: fc.integer({ min: 10, max: 80_000 }),
  quantity: fc.oneof(fc.constant(1_000), fc.integer({ min: 500, max: 20_000 })),
  isExempt: fc.boolean(),
})
const asked = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 4 }),
  voucherPerMille: fc.integer({ min: 1, max: 999 }),
  exemptShare: fc.constantFrom(...EXEMPT_SHARES),
  firstPerMille: fc.integer({ min: 1, max: 1_000 }),
})

function commandOf(lines: readonly (typeof line extends fc.Arbitrary<infer L> ? L : never)[]) {
  const totalClp = sumClp(
    lines.map((each) => lineGross(clp(each.unitGrossClp), quantityMilli(each.quantity))),
  )
  const named = lines.map((each) => ({
    ...each,
    ...{ productId: null, code: '', name: 'Pan', unit: null },
  }))
  return (voucherClp: number): CommitInput => ({
    saleId: SALE_ID,
    lines: named,
    payments: [
      { method: 'TV', amountClp: voucherClp, reference: '' },
      { method: 'EF', amountClp: null, reference: '' },
    ],
    expectedTotalClp: totalClp,
    recipient: null,
  })
}

const soldLines = ({ lines }: SaleDecision): ReturnableLine[] =>
  lines.map((each, index) => ({
    ...each,
    name: each.description,
    lineNumber: index + 1,
    grossClp: clp(each.grossClp),
    returnedQuantity: 0,
    returnedClp: ZERO_CLP,
    returnedVoucherClp: ZERO_CLP,
  }))

it('what two documents say is accepted, and all of both comes back', {
  timeout: pick(120_000, 600_000),
}, async () => {
  const counts = { shared: 0, notes: 0 }
  await fc.assert(
    fc.asyncProperty(asked, async ({ lines, voucherPerMille, exemptShare, firstPerMille }) => {
      const make = commandOf(lines)
      const totalClp = make(1).expectedTotalClp
      const voucherClp = Math.floor((totalClp * voucherPerMille) / 1_000)
      if (voucherClp === 0) return
      const sale = must(
        decideSale(make(voucherClp), {
          ...around(),
          open: { saleId: SALE_ID, externalReference: newReference() as ExternalReference },
          buyerRequiredFromClp: 50_000_000,
          emission: 'card-voucher',
          exemptShare,
        }),
      )
      counts.shared += 1
      const folio = await issuedNumber(world, sale.request as DocumentRequest)
      let left = soldLines(sale)
      let creditedClp = 0
      for (const perMille of [firstPerMille, 1_000]) {
        const quantities = new Map(
          left.map((each) => [
            each.lineNumber,
            Math.floor((quantityLeft(each) * perMille) / 1_000),
          ]),
        )
        const expectedTotalClp = refundTotal(left, quantities)
        if (expectedTotalClp === 0) continue
        const back = must(
          decideReturn(
            {
              returnId: SALE_ID,
              originalId: SALE_ID,
              reason: 'vino abierto',
              refund: { method: 'EF', reference: '' },
              lines: [...quantities]
                .filter(([, quantity]) => quantity > 0)
                .map(([lineNumber, quantity]) => ({ lineNumber, quantity })),
              expectedTotalClp,
              voucherNumber: '4711',
              approvalId: null,
            },
            {
              ...around(),
              original: originalOf(sale, left, folio),
              externalReference: newReference() as ExternalReference,
              serviceId: 'here',
            },
          ),
        )
        await issuedNumber(world, back.request)
        counts.notes += 1
        const isOfBoleta = back.request.billing_reference?.[0]?.invoice_type !== '48'
        creditedClp += isOfBoleta ? back.request.totals.total : 0
        left = left.map((each) => {
          const part = back.lines.find(({ original }) => original.lineNumber === each.lineNumber)
          return part === undefined
            ? each
            : {
                ...each,
                returnedQuantity: each.returnedQuantity + part.quantity,
                returnedClp: sumClp([each.returnedClp, part.grossClp]),
                returnedVoucherClp: sumClp([each.returnedVoucherClp ?? ZERO_CLP, part.voucherClp]),
              }
        })
      }
      expect(creditedClp).toBe(totalClp - voucherClp)
    }),
    { numRuns: pick(80, 1_000) },
  )
  expect(Math.min(counts.shared, counts.notes)).toBeGreaterThan(pick(50, 700))
})

const originalOf = (
  sale: SaleDecision,
  lines: readonly ReturnableLine[],
  folio: number,
): OriginalSale => ({
  saleId: SALE_ID,
  documentType: sale.documentType,
  documentedBy: sale.documentedBy,
  folio,
  date: sale.date,
  issueState: 'numbered',
  authorityStatus: 'PEN',
  deletion: null,
  serviceId: 'here',
  voucherCard: VOUCHER_CARD,
  lines,
  branchOffice: 1,
  issuer: around().issuer,
  recipient: sale.recipient,
})
