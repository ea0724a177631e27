import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ExternalReference, IsoDate } from '../core/brand.ts'
import { documentRequestSchema } from './document-request.ts'
import { clp } from '../money/clp.ts'
import { lineGross, quantityMilli } from '../money/quantity.ts'
import { documentTypeOf, receiptTotals, saleTypeOf } from './receipt-lines.ts'
import {
  grossLinesOf,
  toDocumentRequest,
  toGrossLine,
  type ReceiptLine,
  type ReceiptSource,
} from './receipt-document.ts'

/** Any line a till can sell: whole pesos, thousandths, a discount up to the whole line. */
const anyLine: fc.Arbitrary<ReceiptLine> = fc
  .record({
    unitGrossClp: fc.integer({ min: 1, max: 5_000_000 }),
    quantity: fc.oneof(
      fc.integer({ min: 1, max: 30 }).map((n) => n * 1000),
      fc.integer({ min: 1, max: 50_000 }),
    ),
    discountShare: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true })),
    isExempt: fc.boolean(),
  })
  .map(({ unitGrossClp, quantity, discountShare, isExempt }) => {
    const before = lineGross(clp(unitGrossClp), quantityMilli(quantity))
    return {
      code: 'A-1',
      description: 'Producto',
      quantity: quantityMilli(quantity),
      unit: null,
      unitGrossClp: clp(unitGrossClp),
      discountClp: clp(Math.floor(before * discountShare)),
      isExempt,
    }
  })
const anyLines = fc.array(anyLine, { minLength: 1, maxLength: 40 })

function source(lines: readonly ReceiptLine[]): ReceiptSource {
  return {
    documentType: documentTypeOf(lines),
    externalReference: 'P1-01JD0000000000000000000000' as ExternalReference,
    date: '2026-11-20' as IsoDate,
    branchOffice: 0,
    issuer: { legalName: 'Almacén', rut: '76192083-9' },
    recipient: { legalName: 'Sin RUT', rut: '66666666-6' },
    lines,
    payment: { code: 'EF', description: 'Efectivo' },
    headerInfo: [],
    footerInfo: [],
  }
}

describe('a sale as a document', () => {
  it('balances: total = sub_total + taxes - discount, and lines carry exactly the IVA', () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        const request = toDocumentRequest(source(lines))
        const taxes = (request.totals.taxes ?? []).reduce((sum, tax) => sum + tax.amount, 0)
        expect(request.totals.total).toBe(
          request.totals.sub_total + taxes - (request.totals.discount ?? 0),
        )
        const lineTaxes = request.items
          .flatMap((item) => item.taxes ?? [])
          .reduce((sum, tax) => sum + tax.amount, 0)
        expect(lineTaxes).toBe(taxes)
        expect(documentRequestSchema.parse(request)).toEqual(request)
      }),
    )
  })

  it('comes back as the same gross lines', () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        const request = toDocumentRequest(source(lines))
        const expected = lines.map((line) => ({
          unitGrossClp: line.unitGrossClp,
          discountClp: line.discountClp,
          grossClp: toGrossLine(line).beforeDiscountClp - line.discountClp,
          isExempt: line.isExempt,
        }))
        expect(grossLinesOf(request.items, request.totals.total)).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })

  it("prints lines that add up to the total, whatever a client's rounding", () => {
    const nets = fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), {
      minLength: 1,
      maxLength: 20,
    })
    fc.assert(
      fc.property(nets, (prices) => {
        const items = prices.map((unit_price) => ({
          quantity: 1,
          unit_price,
          description: 'x',
          taxes: [{ type: 'IVA', amount: 0 }],
        }))
        const total = Math.round(prices.reduce((sum, price) => sum + price * 1.19, 0))
        const printed = grossLinesOf(items, total).reduce((sum, line) => sum + line.grossClp, 0)
        expect(printed).toBe(total)
      }),
    )
  })
})

it("agrees with the tax authority's certification case 4: affected and exempt lines on one 39", () => {
  const line = (unit: number, units: number, isExempt: boolean) => ({
    beforeDiscountClp: clp(unit * units),
    discountClp: clp(0),
    isExempt,
  })
  const totals = receiptTotals([line(1500, 12, false), line(2590, 2, true), line(5000, 1, true)])
  expect(totals).toMatchObject({
    netoClp: 15_126,
    ivaClp: 2874,
    exentoClp: 10_180,
    totalClp: 28_180,
  })
})

it('chooses the type by the lines', () => {
  expect(documentTypeOf([{ isExempt: true }, { isExempt: true }])).toBe('41')
  expect(documentTypeOf([{ isExempt: true }, { isExempt: false }])).toBe('39')
})

it('says the same of every cart as an invoice: what is charged is its total, of net, exempt and IVA', () => {
  fc.assert(
    fc.property(anyLines, (lines) => {
      const charged = lines
        .map(toGrossLine)
        .reduce((sum, line) => sum + line.beforeDiscountClp - line.discountClp, 0)
      const invoice = toDocumentRequest({ ...source(lines), documentType: saleTypeOf(lines, true) })
      const receipt = toDocumentRequest(source(lines))
      const { total, sub_total: net, discount = 0, taxes = [] } = invoice.totals
      const ivaClp = taxes.reduce((sum, { amount }) => sum + amount, 0)
      expect(total).toBe(charged)
      expect(net + ivaClp - discount).toBe(charged)
      expect(invoice.items).toEqual(receipt.items)
      expect(invoice.totals).toEqual(receipt.totals)
      expect(invoice.invoice_type).toBe(receipt.invoice_type === '41' ? '34' : '33')
    }),
  )
})
