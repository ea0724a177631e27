/** What a shift expects, on every day there may be. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clp, type Clp } from '../money/clp.ts'
import { folioRuns } from './folio-runs.ts'
import { compareCount } from './shift-count.ts'
import type { IsoDate } from '../core/brand.ts'
import { shiftCsv, type CsvDocument } from './shift-csv.ts'
import {
  expectedCash,
  methodKey,
  tipsOf,
  type PaymentFlow,
  type shiftReport,
} from './shift-report.ts'
import {
  CARD,
  CASH,
  AT,
  coinByCoin,
  day,
  paid,
  paymentFlows,
  reportOf,
  tender,
  type Moved,
  changeOf,
  SHIFT,
} from '../../test/support/shift-days.ts'

describe('what a shift expects', () => {
  it('adds up to the peso, whatever was sold, given back, deleted, put in and taken out', () => {
    fc.assert(
      fc.property(day, (day) => {
        const report = reportOf(day)
        expect(expectedCash(report)).toBe(coinByCoin(day))
        const moved = day.movements.reduce(
          (sum, { kind, amountClp }) => sum + (kind === 'in' ? amountClp : -amountClp),
          0,
        )
        const expected = report.methods.reduce((sum, { expectedClp }) => sum + expectedClp, 0)
        const tips = tipsOf(report).totalClp
        expect(expected).toBe(day.floatClp + moved + report.netClp + report.roundingClp + tips)
        expect(report.methods.reduce((sum, { tipsClp = 0 }) => sum + tipsClp, 0)).toBe(tips)
        expect(report.sales.totalClp - report.returns.totalClp - report.deletions.totalClp).toBe(
          report.netClp,
        )
        expect(report.cashiers.reduce((sum, { totalClp }) => sum + totalClp, 0)).toBe(report.netClp)
        expect(report.tax.netoClp + report.tax.ivaClp + report.tax.exentoClp).toBe(report.netClp)
      }),
    )
  })

  it('says the same whether rows come one by one or added up', () => {
    fc.assert(
      fc.property(day, (day) => {
        const one = reportOf(day)
        const groups = Map.groupBy(
          paymentFlows(day.moved),
          (row) => `${row.flow} ${methodKey(row.method, row.isVoucher)}`,
        )
        const payments = [...groups.values()].map(
          (rows): PaymentFlow => ({
            ...(rows[0] as PaymentFlow),
            count: rows.length,
            totalClp: sum(rows, 'totalClp'),
            tipClp: sum(rows, 'tipClp'),
            roundingClp: sum(rows, 'roundingClp'),
            changeOfCreditClp: sum(rows, 'changeOfCreditClp'),
          }),
        )
        expect(byKey(reportOf(day, payments))).toEqual(byKey(one))
      }),
    )
  })

  it('keeps card vouchers that are the receipt apart, and counts them', () => {
    const voucher: Moved = {
      flow: 'sale',
      isVoucher: true,
      totalClp: clp(5_000),
      payments: paid(clp(5_000), [tender(CARD, null)]),
      cashier: 'Ana',
    }
    const report = reportOf({
      moved: [voucher, { ...voucher, isVoucher: false }],
      movements: [],
      floatClp: clp(0),
    })
    expect(report.methods.map(({ key, kind, expectedClp }) => [key, kind, expectedClp])).toEqual([
      ['EF', 'cash', 0],
      ['TC*', 'card-voucher', 5_000],
      ['TC', 'other', 5_000],
    ])
    expect(
      compareCount(report, {
        amounts: [
          { key: 'EF', amountClp: 0 },
          { key: 'TC*', amountClp: 4_000 },
        ],
      }).lines.map(({ differenceClp }) => differenceClp),
    ).toEqual([0, -1_000, 0])
  })

  it('shows the rounding of the law as a line of its own', () => {
    const report = reportOf({
      moved: [
        {
          flow: 'sale',
          isVoucher: false,
          totalClp: clp(1_996),
          payments: paid(clp(1_996), [tender(CASH, 5_000)]),
          cashier: 'Ana',
        },
      ],
      movements: [],
      floatClp: clp(10_000),
    })
    expect(report.methods[0]).toMatchObject({
      floatClp: 10_000,
      salesClp: 1_996,
      roundingClp: 4,
      expectedClp: 12_000,
    })
    expect(report).toMatchObject({ netClp: 1_996, roundingClp: 4 })
  })

  it('is the sum of its columns in the spreadsheet, and no text of it is a formula', () => {
    fc.assert(
      fc.property(day, (day) => {
        const documents = day.moved.map(
          ({ flow, isVoucher, totalClp, payments, cashier }): CsvDocument => ({
            flow,
            at: AT,
            date: '2026-11-20' as IsoDate,
            documentType: '39',
            documentedBy: isVoucher ? 'voucher' : 'receipt',
            folio: 5,
            externalReference: 'P1-1',
            cashierName: cashier,
            netoClp: totalClp,
            exentoClp: clp(0),
            ivaClp: clp(0),
            totalClp,
            reason: '',
            money: payments.map((payment) => ({
              key: methodKey(payment.method, isVoucher),
              name: payment.name,
              collectedClp: payment.toCollectClp,
              tipClp: payment.tipClp,
              roundingClp: payment.roundingClp,
              changeOfCreditClp: changeOf(payment, flow),
            })),
          }),
        )
        const text = shiftCsv({
          shift: { ...SHIFT, floatClp: day.floatClp },
          movements: day.movements,
          documents,
        })
        const rows = text
          .slice(1)
          .trimEnd()
          .split('\r\n')
          .slice(1)
          .map((line) => line.split(';'))
        const report = reportOf(day)
        const { length } = report.methods
        const columns = report.methods.map((_, index) =>
          rows.reduce((sum, cells) => sum + Number(cells.at(index - length)), 0),
        )
        expect(columns).toEqual(report.methods.map(({ expectedClp }) => expectedClp))
        expect(text).not.toMatch(/(^|;)[=+@]/m)
      }),
      { numRuns: 50 },
    )
  })

  it('reads folios as runs, type by type', () => {
    const folios = [
      ['39', 7],
      ['39', 8],
      ['39', 10],
      ['41', 11],
    ].map(([documentType, folio]) => ({
      documentType: documentType as '39',
      folio: folio as number,
    }))
    expect(folioRuns(folios)).toEqual([
      { documentType: '39', from: 7, to: 8 },
      { documentType: '39', from: 10, to: 10 },
      { documentType: '41', from: 11, to: 11 },
    ])
  })
})

function sum<Field extends string>(
  rows: readonly Readonly<Record<Field, number>>[],
  field: Field,
): Clp {
  return clp(rows.reduce((all, row) => all + row[field], 0))
}

function byKey({ methods }: ReturnType<typeof shiftReport>) {
  return [...methods].sort((a, b) => a.key.localeCompare(b.key)).map(({ name: _, ...line }) => line)
}
