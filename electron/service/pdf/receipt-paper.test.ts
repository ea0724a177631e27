import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TestLine } from '../../../test/integration/service-receipts.ts'
import { stored } from '../../../test/support/stored-documents.ts'
import { documentPaperOf } from './document-paper-of.ts'
import { discountLabel } from '#shared/paper/line-table.ts'
import { receiptPaperOf } from './receipt-paper.ts'

const anyLine: fc.Arbitrary<TestLine> = fc.record({
  name: fc.constant('Pan'),
  unitGrossClp: fc.integer({ min: 1, max: 900_000 }),
  isExempt: fc.boolean(),
  quantityMilli: fc.integer({ min: 1, max: 20_000 }),
})

it('prints lines that add up to the total, and a tax that adds up with its base', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 20 }), (lines) => {
      const document = stored(lines)
      if (document.request.totals.total < 1) return
      const { totals, lines: printed } = receiptPaperOf(document, 80)
      expect(printed.reduce((sum, line) => sum + line.grossClp, 0)).toBe(
        document.request.totals.total,
      )
      expect(totals.exentoClp + totals.netoClp + totals.ivaClp).toBe(totals.totalClp)
      expect(printed.map((line) => line.isExempt)).toEqual(lines.map((line) => line.isExempt))
    }),
  )
})

it('names the buyer only when there is one, and marks test documents', () => {
  const document = stored([{ name: 'Pan', unitGrossClp: 1000 }])
  expect(receiptPaperOf(document, 58)).toMatchObject({
    recipient: null,
    isTest: true,
    folio: 7,
    documentName: 'BOLETA ELECTRÓNICA',
  })
  const named = {
    ...document,
    request: {
      ...document.request,
      recipient: {
        legal_name: 'María',
        document_type: 'RUT',
        document_number: '12.345.678-5',
        address: { phone: '1', email: 'a@b.cl' },
      },
    },
  }
  expect(receiptPaperOf(named, 58).recipient).toEqual({
    named: { rut: '12345678-5', legalName: 'María' },
    address: null,
    contact: '1 / a@b.cl',
  })
})

it.each(['39', '41'])(
  'prints the contact on a %s to nobody in particular, and nothing else',
  (type) => {
    const document = stored([{ name: 'Pan', unitGrossClp: 1190 }], { invoice_type: type })
    const recipient = { legal_name: 'Sin RUT', document_type: 'RUT', document_number: '66666666-6' }
    const paperFor = (address: object) =>
      receiptPaperOf(
        { ...document, request: { ...document.request, recipient: { ...recipient, address } } },
        58,
      ).recipient
    expect(paperFor({ phone: '+56 9 1234 5678', email: 'a@b.cl' })).toEqual({
      named: null,
      address: null,
      contact: '+56 9 1234 5678 / a@b.cl',
    })
    expect(paperFor({})).toBeNull()
  },
)

it('prints no contact on a credit note, which the specification keeps to receipts', () => {
  const note = stored([{ name: 'Pan', unitGrossClp: 1190 }], { invoice_type: '61' })
  const address = { phone: '1', email: 'a@b.cl' }
  const recipient = { ...note.request.recipient, address }
  const { recipient: printed } = receiptPaperOf(
    { ...note, request: { ...note.request, recipient } },
    58,
  )
  expect(printed).toMatchObject({ named: { rut: '66666666-6' }, contact: null })
})

it('tells what a credit note is about, what it does and why, and names even the anonymous buyer', () => {
  const note = stored([{ name: 'Pan', unitGrossClp: 1190 }], {
    invoice_type: '61',
    reason_code: '3',
    observations: 'Producto\ncon falla',
    billing_reference: [
      { invoice_type: '801', number: 4 },
      { invoice_type: '39', number: 123, invoice_date: '2026-11-20' },
    ],
  })
  expect(receiptPaperOf(note, 58)).toMatchObject({
    documentName: 'NOTA DE CRÉDITO ELECTRÓNICA',
    credits: {
      document: 'Boleta electrónica N° 123 del 20-11-2026',
      reasons: ['Corrige montos', 'Motivo: Producto con falla'],
    },
    recipient: { named: { rut: '66666666-6', legalName: 'Sin RUT' } },
    lines: [{ description: 'Pan', unitGrossClp: 1190, grossClp: 1190 }],
    totals: { netoClp: 1000, ivaClp: 190, totalClp: 1190 },
  })
  expect(receiptPaperOf(stored([{ name: 'Pan', unitGrossClp: 1190 }]), 58)).toMatchObject({
    credits: null,
    recipient: null,
  })
})

it('says the reason of a note over an invoice once, beside what it is about', () => {
  const note = stored([{ name: 'Pan', unitGrossClp: 1190 }], {
    invoice_type: '61',
    reason_code: '1',
    observations: 'Precio mal puesto',
    billing_reference: [
      { invoice_type: '33', number: 7, invoice_date: '2026-11-20' },
      { invoice_type: '801', number: 4 },
    ],
  })
  const paper = documentPaperOf({ ...note, company: { ...note.company, country: 'CHL' } }, 80)
  expect(paper.references).toEqual([
    'Factura electrónica N° 7 del 20-11-2026',
    'Anula el documento de referencia',
    'Motivo: Precio mal puesto',
    '801 N° 4',
  ])
  expect(paper.footerInfo.map(({ label }) => label)).not.toContain('Observaciones')
})

it('says of an invoice who sells, where, at which branch, and to whom with which line of business', () => {
  const invoice = stored([{ name: 'Pan', unitGrossClp: 1190 }], {
    invoice_type: '33',
    recipient: {
      legal_name: 'Ferretería El Roble Limitada',
      document_type: 'RUT',
      document_number: '76000006-K',
      address: { address: 'Barros Arana 567', city: 'Concepción' },
      tax_information: { activity: 'Ferretería' },
    },
  })
  const chilean = { ...invoice, company: { ...invoice.company, country: 'CHL' as const } }
  const ofBranch = { address: { address: 'Los Leones 1203', city: 'Providencia' } }
  const { request } = chilean
  const { issuer, recipient } = documentPaperOf(
    { ...chilean, request: { ...request, issuer: { ...(request.issuer ?? PARTY), ...ofBranch } } },
    58,
  )
  expect(issuer).toMatchObject({
    activity: 'Giro: Giro',
    address: 'Casa matriz: Calle 1, Arica',
    branchAddress: 'Sucursal: Los Leones 1203, Providencia',
  })
  expect(recipient.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Señor(es): Ferretería El Roble Limitada',
    'R.U.T.: 76.000.006-K',
    'Giro: Ferretería',
    'Dirección: Barros Arana 567',
    'Comuna: Concepción',
  ])
})

const PARTY = { legal_name: 'Almacén', document_type: 'RUT', document_number: '76192083-9' }

const money = (text: string) => Number(text.replace(/[$.]/g, ''))

/** The product of its floats is a little less than the half that goes up. */
const HALF_A_PESO: TestLine[] = [
  { name: 'Pan', unitGrossClp: 406_500, isExempt: true, quantityMilli: 19_999 },
  { name: 'Pan', unitGrossClp: 1, isExempt: false, quantityMilli: 1 },
]

it('prints an invoice in whole net pesos: lines add up to net and exempt, those and IVA to the total', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 20 }), (lines) => {
      const isExempt = lines.every((line) => line.isExempt)
      const invoice = stored(lines, { invoice_type: isExempt ? '34' : '33' })
      if (invoice.request.totals.total < 1) return
      const { totals, lines: printed } = documentPaperOf(
        { ...invoice, company: { ...invoice.company, country: 'CHL' } },
        80,
      )
      const said = new Map(totals.map(({ label, value }) => [label, money(value)]))
      const total = said.get('TOTAL') ?? 0
      const iva = said.get('IVA (19%)') ?? 0
      expect(total).toBe(invoice.request.totals.total)
      const column = printed.flatMap(({ amount, discount }) => [amount, discount?.value ?? '0'])
      expect(column.reduce((sum, text) => sum + money(text), 0)).toBe(total - iva)
      expect((said.get('Monto neto') ?? 0) + (said.get('Monto exento') ?? 0)).toBe(total - iva)
      expect(printed.map((line) => line.isExempt)).toEqual(lines.map((line) => line.isExempt))
    }),
    { examples: [[HALF_A_PESO]] },
  )
})

it('tells a discount in percent alike on receipt, invoice and note, and the one RUT by one name', () => {
  const sold = [
    { name: 'Café', unitGrossClp: 1996, discountClp: 299 },
    { name: 'Pan', unitGrossClp: 1996, discountClp: 123 },
    { name: 'Sal', unitGrossClp: 990 },
  ]
  const chilean = (type: string) => {
    const document = stored(sold, { invoice_type: type })
    const company = { ...document.company, country: 'CHL' as const, document_type: 'RUT' }
    return { ...document, company }
  }
  const told = ['Descuento 15 %', 'Descuento']
  const receipt = receiptPaperOf(chilean('39'), 80)
  expect(receipt.lines.filter(({ discountClp }) => discountClp > 0).map(discountLabel)).toEqual(
    told,
  )
  for (const type of ['33', '61']) {
    const paper = documentPaperOf(chilean(type), 80)
    expect(paper.lines.flatMap(({ discount }) => discount?.label ?? [])).toEqual(told)
    expect(paper.issuer.taxNumberLabel).toBe('R.U.T.')
    expect(paper.recipient.map(({ label }) => label)).toContain('R.U.T.')
  }
})
