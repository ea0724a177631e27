import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ExternalReference, IsoDate } from '../core/brand.ts'
import { documentRequestSchema } from './document-request.ts'
import { clp } from '../money/clp.ts'
import { lineGross, quantityMilli } from '../money/quantity.ts'
import {
  CREDIT_REASONS,
  toCreditNoteRequest,
  type CreditNoteSource,
} from './credit-note-document.ts'
import { grossLinesOf, toDocumentRequest, type ReceiptLine } from './receipt-document.ts'

const anyLine: fc.Arbitrary<ReceiptLine> = fc
  .record({
    unitGrossClp: fc.integer({ min: 1, max: 900_000 }),
    quantity: fc.integer({ min: 1, max: 20_000 }),
    discountShare: fc.double({ min: 0, max: 1, noNaN: true }),
    isExempt: fc.boolean(),
  })
  .map(({ unitGrossClp, quantity, discountShare, isExempt }) => ({
    code: '',
    description: 'Pan',
    quantity: quantityMilli(quantity),
    unit: null,
    unitGrossClp: clp(unitGrossClp),
    isExempt,
    discountClp: clp(
      Math.floor(lineGross(clp(unitGrossClp), quantityMilli(quantity)) * discountShare),
    ),
  }))

const common = {
  externalReference: 'P1-01JD0000000000000000000000' as ExternalReference,
  branchOffice: 2,
  issuer: { legalName: 'Almacén', rut: '76192083-9' },
  recipient: { legalName: 'Sin RUT', rut: '66666666-6' },
  payment: { code: 'EF', description: 'Efectivo' },
  headerInfo: [],
  footerInfo: [],
} as const

function source(
  lines: readonly ReceiptLine[],
  change: Partial<CreditNoteSource> = {},
): CreditNoteSource {
  return {
    ...common,
    lines,
    date: '2026-11-21' as IsoDate,
    reason: CREDIT_REASONS.annuls,
    reasonText: 'Producto con falla',
    receipt: { documentType: '39', folio: 123, date: '2026-11-20' as IsoDate },
    ...change,
  }
}

it('gives back lines, taxes and totals exactly as the receipt had them', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 20 }), (lines) => {
      const note = toCreditNoteRequest(source(lines))
      const receipt = toDocumentRequest({
        ...common,
        lines,
        date: '2026-11-20' as IsoDate,
        documentType: '39',
      })
      expect({ items: note.items, totals: note.totals }).toEqual({
        items: receipt.items,
        totals: receipt.totals,
      })
      expect(
        grossLinesOf(note.items, note.totals.total).reduce((sum, line) => sum + line.grossClp, 0),
      ).toBe(note.totals.total)
      expect(documentRequestSchema.parse(note)).toEqual(note)
    }),
  )
})

it('names its receipt, and is never dated before it', () => {
  const [line] = fc.sample(anyLine, 1)
  const note = toCreditNoteRequest(
    source(line === undefined ? [] : [line], {
      date: '2026-11-19' as IsoDate,
      reasonText: 'x'.repeat(200),
    }),
  )
  expect(note).toMatchObject({
    invoice_type: '61',
    invoice_date: '2026-11-20',
    reason_code: '1',
    billing_reference: [
      { invoice_type: '39', branch_office: 2, number: 123, invoice_date: '2026-11-20' },
    ],
  })
  expect(note.observations).toHaveLength(90)
  expect(note).not.toHaveProperty('service_indicator')
})
