import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { DocumentRequest } from '#shared/issuing/document-request.ts'
import type { IsoDate } from '#shared/core/brand.ts'
import { receiptRequest, type TestLine } from '../../../test/integration/service-receipts.ts'
import { DOCUMENT_TYPES } from '../catalogues/catalogues.ts'
import { totalsBalance } from './money-rules.ts'
import type { RuleContext } from './rule.ts'

const anyLines: fc.Arbitrary<TestLine[]> = fc.array(
  fc
    .record({
      name: fc.constant('Pan'),
      unitGrossClp: fc.integer({ min: 1, max: 900_000 }),
      isExempt: fc.boolean(),
      quantityMilli: fc.integer({ min: 1, max: 200_000 }),
      discountShare: fc.nat(100),
    })
    .map(({ discountShare, ...line }) => ({
      ...line,
      discountClp: Math.floor(
        (Math.floor((line.unitGrossClp * line.quantityMilli) / 1000) * discountShare) / 100,
      ),
    })),
  { minLength: 1, maxLength: 40 },
)

function errorsOf(document: DocumentRequest) {
  const type = DOCUMENT_TYPES.find(
    ({ country, invoice_type }) => country === 'CHL' && invoice_type === document.invoice_type,
  )
  return totalsBalance({ document, items: document.items }, {
    company: { country: 'CHL' },
    type,
  } as RuleContext)
}

const requestOf = (lines: readonly TestLine[]) =>
  receiptRequest('P', lines, '2026-11-20' as IsoDate)

it('takes every receipt a till makes', () => {
  fc.assert(
    fc.property(anyLines, (lines) => {
      expect(errorsOf(requestOf(lines))).toEqual([])
    }),
    { numRuns: 500 },
  )
})

it('takes what a client rounded once: unit prices to whole net pesos, tax line by line', () => {
  fc.assert(
    fc.property(anyLines, (lines) => {
      const exact = requestOf(lines.map((line) => ({ ...line, discountClp: 0 })))
      const items = exact.items.map((item) => ({
        ...item,
        unit_price: Math.round(item.unit_price),
        taxes: (item.taxes ?? []).map((tax) => ({
          ...tax,
          amount: Math.round(Math.round(item.unit_price) * item.quantity * 0.19),
        })),
      }))
      expect(errorsOf({ ...exact, items })).toEqual([])
      const sub_total = items.reduce(
        (sum, item) => sum + Math.round(item.quantity * item.unit_price),
        0,
      )
      const iva = items.reduce(
        (sum, { taxes }) => sum + taxes.reduce((before, { amount }) => before + amount, 0),
        0,
      )
      const totals = {
        sub_total,
        taxes: iva === 0 ? [] : [{ type: 'IVA', base_amount: sub_total, rate: 19, amount: iva }],
        total: sub_total + iva,
      }
      expect(errorsOf({ ...exact, items, totals })).toEqual([])
    }),
    { numRuns: 300 },
  )
})

it('refuses any other total, however well the totals agree among themselves', () => {
  fc.assert(
    fc.property(
      anyLines,
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.boolean(),
      fc.boolean(),
      (lines, off, isMore, inTaxes) => {
        const right = requestOf(lines)
        // What is allowed for: a peso a line, half a peso of each taxed unit; beside it what a till
        // itself rounds.
        const units = lines.reduce(
          (sum, { isExempt, quantityMilli = 0 }) =>
            sum + (isExempt === true ? 0 : quantityMilli / 1000),
          0,
        )
        const wrong = (isMore ? 1 : -1) * (2 * lines.length + 4 + Math.ceil(units * 0.6) + off)
        const totals = right.totals
        const taxes = (totals.taxes ?? []).map((tax) =>
          inTaxes ? { ...tax, amount: tax.amount + wrong } : tax,
        )
        const isOnTaxes = inTaxes && taxes.length > 0
        const changed = {
          ...totals,
          taxes,
          sub_total: totals.sub_total + (isOnTaxes ? 0 : wrong),
          total: totals.total + wrong,
        }
        expect(errorsOf({ ...right, totals: changed })).toMatchObject([
          {
            code: 'INVOICE_TOTALS_MISMATCH',
            field: 'total',
            params: { given: String(changed.total) },
          },
        ])
      },
    ),
    { numRuns: 500 },
  )
})

const NET_OF_1190 = 1000
const bread = (type: string, taxed: boolean) => ({
  ...requestOf([{ name: 'Pan', unitGrossClp: 1190, isExempt: !taxed }]),
  invoice_type: type,
})
const MISMATCH = { code: 'INVOICE_TOTALS_MISMATCH', field: 'total' }
const WRONG_TAX = { code: 'TAXES_MISMATCH', field: 'totals.taxes' }
const iva = (amount: number, base = NET_OF_1190) => [
  { type: 'IVA', base_amount: base, rate: 19, amount },
]

it.each([
  ['33', true],
  ['34', false],
  ['39', true],
  ['41', false],
  ['56', true],
  ['56', false],
  ['61', true],
  ['61', false],
])('judges a %s by its lines (taxed: %s): its total, and the tax in it', (type, taxed) => {
  const sound = bread(type, taxed)
  expect(errorsOf(sound)).toEqual([])
  const others = { sub_total: 999_001, total: 999_001, taxes: [] }
  expect(errorsOf({ ...sound, totals: others })).toMatchObject([MISMATCH])
  const taken = { sub_total: 839_497, total: 999_001, taxes: iva(159_504, 839_497) }
  expect(errorsOf({ ...sound, totals: taken })).toMatchObject([MISMATCH])
  if (!taxed) return
  // The buyer pays the right sum, and the shop declares another tax than it took.
  const none = { sub_total: 1190, total: 1190, taxes: [] }
  expect(errorsOf({ ...sound, totals: none })).toMatchObject([WRONG_TAX])
  const other = { sub_total: 890, total: 1190, taxes: iva(300) }
  expect(errorsOf({ ...sound, totals: other })).toMatchObject([WRONG_TAX])
})

it('needs the list of taxes on an invoice, and not on a receipt, whose prices include them', () => {
  const totals = { sub_total: 1190, total: 1190 }
  expect(errorsOf({ ...bread('39', true), totals })).toEqual([])
  expect(errorsOf({ ...bread('33', true), totals })).toMatchObject([WRONG_TAX])
})

it.each(['43', '46', '52', '110'])('leaves a %s, whose total is more than its lines', (type) => {
  const totals = { sub_total: 999_001, total: 999_001, taxes: [] }
  expect(errorsOf({ ...bread(type, true), totals })).toEqual([])
})
