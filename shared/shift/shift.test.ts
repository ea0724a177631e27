import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EpochMs } from '../core/brand.ts'
import { clp, roundForCash, type Clp } from '../money/clp.ts'
import {
  CASH_ID,
  CREDIT_ID,
  DEFAULT_METHODS,
  type PaymentMethod,
} from '../payment/payment-method.ts'
import { settlePayments, type Payment } from '../payment/payment.ts'
import { checkCount, compareCount, PIECES_CLP, sumPieces } from './shift-count.ts'
import { shiftCsv, type CsvDocument } from './shift-csv.ts'
import {
  expectedCash,
  folioRuns,
  methodKey,
  shiftReport,
  type CashMovement,
  type DocumentFlow,
  type Flow,
  type PaymentFlow,
} from './shift-report.ts'
import { decideClose, decideMovement, decideOpening, type OpenShift } from './shift.ts'

const AT = Date.UTC(2026, 10, 21, 13, 0) as EpochMs
const SHIFT: OpenShift = {
  id: '01JD0000000000000000000000',
  number: 7,
  openedAt: AT,
  openedBy: 'Ana',
  registerName: '1',
  floatClp: clp(30_000),
}
const [CASH, CARD] = DEFAULT_METHODS as readonly [PaymentMethod, PaymentMethod]
const CREDIT: PaymentMethod = {
  ...CARD,
  id: CREDIT_ID,
  name: 'Nota de crédito N° 3',
  siiCode: 'OT',
}

/** One document and the money that moved with it, as the till keeps it. */
interface Moved {
  readonly flow: Flow
  readonly isVoucher: boolean
  readonly totalClp: Clp
  readonly payments: readonly Payment[]
  readonly cashier: string
}

interface Day {
  readonly moved: readonly Moved[]
  readonly movements: readonly CashMovement[]
  readonly floatClp: Clp
}

const total = fc.integer({ min: 1, max: 900_000 }).map(clp)
const cashier = fc.constantFrom('Ana', 'Berta')
const paid = (totalClp: Clp, tenders: Parameters<typeof settlePayments>[1]): readonly Payment[] => {
  const settled = settlePayments(totalClp, tenders)
  if (!settled.ok) throw new Error(settled.refusal.code)
  return settled.value
}
const tender = (method: PaymentMethod, amountClp: number | null) => ({
  method,
  amountClp,
  reference: '',
})

/**
 * By cash with change, by card, split between the two, by a credit that covers it or is worth more.
 */
const share = fc.double({ min: 0, max: 1, noNaN: true })
const sale: fc.Arbitrary<Moved> = fc
  .record({ totalClp: total, way: fc.integer({ min: 0, max: 4 }), share, cashier })
  .map(({ totalClp, way, share, cashier }): Moved => {
    const part = Math.floor(totalClp * share)
    const payments =
      way === 0
        ? paid(totalClp, [tender(CASH, roundForCash(totalClp) + part)])
        : way === 1 || part < 1 || part >= totalClp
          ? paid(totalClp, [tender(CARD, null)])
          : way === 2
            ? paid(totalClp, [tender(CARD, part), tender(CASH, null)])
            : paid(totalClp, [
                {
                  ...tender(CREDIT, way === 3 ? totalClp : totalClp + part),
                  creditId: SHIFT.id as never,
                },
              ])
    return { flow: 'sale', isVoucher: way === 1 && part % 2 === 1, totalClp, payments, cashier }
  })
const back: fc.Arbitrary<Moved> = fc
  .record({
    totalClp: total,
    method: fc.constantFrom(CASH, CARD, CREDIT),
    flow: fc.constantFrom<Flow>('return', 'deletion'),
    cashier,
  })
  .map(({ totalClp, method, flow, cashier }): Moved => {
    const toCollectClp = method === CASH ? roundForCash(totalClp) : totalClp
    const payment: Payment = {
      method: method.id,
      name: method.name,
      siiCode: method.siiCode,
      reference: '',
      totalClp,
      toCollectClp,
      roundingClp: clp(toCollectClp - totalClp),
      tenderedClp: toCollectClp,
      changeClp: clp(0),
    }
    return { flow, isVoucher: false, totalClp, payments: [payment], cashier }
  })
const movement: fc.Arbitrary<CashMovement> = fc.record({
  kind: fc.constantFrom('in' as const, 'out' as const),
  amountClp: total,
  reason: fc.constantFrom('Depósito', '=SUMA(1)', 'a "b"; c'),
  at: fc.constant(AT),
  by: cashier,
  approvedBy: fc.constantFrom(null, 'Rosa'),
})
const day: fc.Arbitrary<Day> = fc.record({
  moved: fc.array(fc.oneof(sale, back), { maxLength: 30 }),
  movements: fc.array(movement, { maxLength: 6 }),
  floatClp: fc.integer({ min: 0, max: 200_000 }).map(clp),
})

const changeOf = ({ method, changeClp }: Payment, flow: Flow) =>
  method === CREDIT_ID && flow === 'sale' ? changeClp : clp(0)
const paymentFlows = (all: readonly Moved[]): PaymentFlow[] =>
  all.flatMap(({ flow, isVoucher, payments }) =>
    payments.map((payment) => ({
      flow,
      isVoucher,
      method: payment.method,
      name: payment.name,
      count: 1,
      totalClp: payment.totalClp,
      roundingClp: payment.roundingClp,
      changeOfCreditClp: changeOf(payment, flow),
    })),
  )
const documentFlows = (moved: readonly Moved[]): DocumentFlow[] =>
  moved.map(({ flow, isVoucher, totalClp, cashier }) => ({
    flow,
    documentType: flow === 'return' ? '61' : '39',
    documentedBy: isVoucher ? 'voucher' : 'receipt',
    cashierName: cashier,
    count: 1,
    netoClp: totalClp,
    exentoClp: clp(0),
    ivaClp: clp(0),
    totalClp,
  }))
const reportOf = ({ moved, movements, floatClp }: Day, payments = paymentFlows(moved)) =>
  shiftReport({
    floatClp,
    movements,
    payments,
    documents: documentFlows(moved),
    folios: [],
    pending: { count: 0, totalClp: clp(0) },
  })

/** What a person would do: a drawer, and every coin that went in and out of it. */
function coinByCoin({ moved, movements, floatClp }: Day): number {
  let drawer: number = floatClp
  for (const { flow, payments } of moved) {
    for (const payment of payments) {
      if (payment.method === CASH_ID)
        drawer += flow === 'sale' ? payment.tenderedClp - payment.changeClp : -payment.toCollectClp
      if (payment.method === CREDIT_ID && flow === 'sale') drawer -= payment.changeClp
    }
  }
  for (const { kind, amountClp } of movements) drawer += kind === 'in' ? amountClp : -amountClp
  return drawer
}

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
        expect(expected).toBe(day.floatClp + moved + report.netClp + report.roundingClp)
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

describe('a count', () => {
  const piece = fc.record({
    valueClp: fc.constantFrom(...PIECES_CLP),
    count: fc.integer({ min: 0, max: 200 }),
  })
  const pieces = fc.uniqueArray(piece, { selector: ({ valueClp }) => valueClp })

  it('is taken whatever it adds up to, and its difference is what is there less what should be', () => {
    fc.assert(
      fc.property(day, pieces, (day, pieces) => {
        const counted = checkCount({ pieces, amounts: [] })
        if (!counted.ok) throw new Error(counted.refusal.code)
        const result = compareCount(reportOf(day), counted.value)
        expect(result.differenceClp).toBe(sumPieces(pieces) - coinByCoin(day))
        expect(result.largestClp).toBe(Math.abs(result.differenceClp))
      }),
    )
  })

  it.each([
    [
      'a coin of five pesos',
      { pieces: [{ valueClp: 5, count: 1 }], amounts: [] },
      'COUNT_PIECE_UNKNOWN',
    ],
    ['half a note', { pieces: [{ valueClp: 1000, count: 0.5 }], amounts: [] }, 'COUNT_NOT_VALID'],
    [
      'ten thousand of one piece',
      { pieces: [{ valueClp: 10, count: 10_000 }], amounts: [] },
      'COUNT_NOT_VALID',
    ],
    [
      'no cash at all',
      { pieces: null, amounts: [{ key: 'TC', amountClp: 1 }] },
      'COUNT_CASH_REQUIRED',
    ],
    [
      'a negative sum',
      { pieces: null, amounts: [{ key: 'EF', amountClp: -1 }] },
      'COUNT_AMOUNT_NOT_VALID',
    ],
    [
      'no number',
      { pieces: null, amounts: [{ key: 'EF', amountClp: Number.NaN }] },
      'COUNT_AMOUNT_NOT_VALID',
    ],
  ])('of %s is none', (_, typed, code) =>
    expect(checkCount(typed)).toMatchObject({ ok: false, refusal: { code } }),
  )
})

describe('what may be done', () => {
  const report = reportOf({ moved: [], movements: [], floatClp: clp(30_000) })
  const opening = { isUsed: true, open: null, freeBytes: 5e9 }

  it.each([
    ['opens with a float', 30_000, opening, null],
    ['opens with nothing', 0, { ...opening, freeBytes: null }, null],
    ['does not open twice', 0, { ...opening, open: SHIFT }, 'SHIFT_ALREADY_OPEN'],
    ['does not open where none are used', 0, { ...opening, isUsed: false }, 'SHIFTS_NOT_USED'],
    ['does not open on a full disk', 0, { ...opening, freeBytes: 199_999_999 }, 'SHIFT_DISK_LOW'],
    ['opens with just enough disk', 0, { ...opening, freeBytes: 200_000_000 }, null],
    ['takes no float below nothing', -1, opening, 'CASH_AMOUNT_NOT_VALID'],
    ['takes no fraction', 0.5, opening, 'CASH_AMOUNT_NOT_VALID'],
    ['takes no fortune', 100_000_001, opening, 'CASH_AMOUNT_TOO_LARGE'],
  ])('%s', (_, floatClp, context, code) =>
    expect(decideOpening(floatClp, context)).toMatchObject(
      code === null ? { ok: true } : { refusal: { code } },
    ),
  )

  it.each([
    [
      'cash in',
      { kind: 'in' as const, amountClp: 1_000, reason: 'Sencillo' },
      { open: SHIFT, report },
      null,
    ],
    [
      'all of the drawer out',
      { kind: 'out' as const, amountClp: 30_000, reason: 'Banco' },
      { open: SHIFT, report },
      null,
    ],
    [
      'more than there is',
      { kind: 'out' as const, amountClp: 30_001, reason: 'Banco' },
      { open: SHIFT, report },
      'CASH_OUT_ABOVE_DRAWER',
    ],
    [
      'more than there is, blind',
      { kind: 'out' as const, amountClp: 30_001, reason: 'Banco' },
      { open: SHIFT, report: null },
      null,
    ],
    [
      'without a shift',
      { kind: 'in' as const, amountClp: 1, reason: 'x' },
      { open: null, report: null },
      'SHIFT_REQUIRED',
    ],
    [
      'nothing',
      { kind: 'in' as const, amountClp: 0, reason: 'x' },
      { open: SHIFT, report },
      'CASH_AMOUNT_NOT_VALID',
    ],
    [
      'without a reason',
      { kind: 'in' as const, amountClp: 1, reason: ' ' },
      { open: SHIFT, report },
      'CASH_REASON_REQUIRED',
    ],
    [
      'with a reason no paper can carry',
      { kind: 'in' as const, amountClp: 1, reason: '銀行' },
      { open: SHIFT, report },
      'NAME_NOT_LATIN1',
    ],
    [
      'with a novel for a reason',
      { kind: 'in' as const, amountClp: 1, reason: 'x'.repeat(81) },
      { open: SHIFT, report },
      'TEXT_TOO_LONG',
    ],
  ])('moves cash: %s', (_, order, context, code) =>
    expect(decideMovement(order, context)).toMatchObject(
      code === null ? { ok: true } : { refusal: { code } },
    ),
  )

  it('closes with any count: a difference wants a reason, a large one a supervisor, none wants neither', () => {
    const close = (amountClp: number, reason: string) =>
      decideClose(
        { reason, note: '' },
        { report, count: { amounts: [{ key: 'EF', amountClp }] }, differenceLimitClp: 2_000 },
      )
    expect(close(30_000, '')).toMatchObject({
      ok: true,
      value: { reason: null, needsSupervisor: false },
    })
    expect(close(29_000, '')).toMatchObject({
      refusal: { code: 'SHIFT_DIFFERENCE_REASON', params: { difference: '-$1.000' } },
    })
    expect(close(28_000, 'Vuelto mal dado')).toMatchObject({
      ok: true,
      value: { reason: 'Vuelto mal dado', needsSupervisor: false },
    })
    expect(close(27_999, 'Vuelto mal dado')).toMatchObject({
      ok: true,
      value: { needsSupervisor: true },
    })
    expect(close(0, 'Robo')).toMatchObject({
      ok: true,
      value: { result: { differenceClp: -30_000 }, needsSupervisor: true },
    })
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
