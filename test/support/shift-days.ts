/** Days of a shop made by chance: what was sold, given back, moved, and what is in the drawer. */
import fc from 'fast-check'
import type { EpochMs } from '#shared/core/brand.ts'
import { clp, roundForCash, type Clp } from '#shared/money/clp.ts'
import {
  CASH_ID,
  CREDIT_ID,
  DEFAULT_METHODS,
  type PaymentMethod,
} from '#shared/selling/payment/payment-method.ts'
import { settlePayments, type Payment } from '#shared/selling/payment/payment.ts'
import {
  shiftReport,
  type CashMovement,
  type DocumentFlow,
  type PaymentFlow,
  type TipFlow,
} from '#shared/shifts/shift-report.ts'
import type { Flow } from '#shared/shifts/flow.ts'
import type { OpenShift } from '#shared/shifts/shift.ts'

export const AT = Date.UTC(2026, 10, 21, 13, 0) as EpochMs
export const SHIFT: OpenShift = {
  id: '01JD0000000000000000000000',
  number: 7,
  openedAt: AT,
  openedBy: 'Ana',
  registerName: '1',
  floatClp: clp(30_000),
}
export const [CASH, CARD] = DEFAULT_METHODS as readonly [PaymentMethod, PaymentMethod]
const CREDIT: PaymentMethod = {
  ...CARD,
  id: CREDIT_ID,
  name: 'Nota de crédito N° 3',
  siiCode: 'OT',
}

/** One document and the money that moved with it, as the till keeps it. */
export interface Moved {
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
const tip = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 90_000 })).map(clp)
const cashier = fc.constantFrom('Ana', 'Berta')
export const paid = (
  totalClp: Clp,
  tenders: Parameters<typeof settlePayments>[1],
  tipClp = clp(0),
): readonly Payment[] => {
  const settled = settlePayments(totalClp, tenders, tipClp)
  if (!settled.ok) throw new Error(settled.refusal.code)
  return settled.value
}
export const tender = (method: PaymentMethod, amountClp: number | null) => ({
  method,
  amountClp,
  reference: '',
})

/**
 * By cash with change, by card, split between the two, by a credit that covers it or is worth more.
 */
const share = fc.double({ min: 0, max: 1, noNaN: true })
const sale: fc.Arbitrary<Moved> = fc
  .record({ totalClp: total, tipClp: tip, way: fc.integer({ min: 0, max: 4 }), share, cashier })
  .map(({ totalClp, tipClp, way, share, cashier }): Moved => {
    const part = Math.floor(totalClp * share)
    const payments =
      way === 0
        ? paid(totalClp, [tender(CASH, roundForCash(clp(totalClp + tipClp)) + part)], tipClp)
        : way === 1 || part < 1 || part >= totalClp
          ? paid(totalClp, [tender(CARD, null)], tipClp)
          : way === 2
            ? paid(totalClp, [tender(CARD, part), tender(CASH, null)], tipClp)
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
      tipClp: clp(0),
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
export const day: fc.Arbitrary<Day> = fc.record({
  moved: fc.array(fc.oneof(sale, back), { maxLength: 30 }),
  movements: fc.array(movement, { maxLength: 6 }),
  floatClp: fc.integer({ min: 0, max: 200_000 }).map(clp),
})

export const changeOf = ({ method, changeClp }: Payment, flow: Flow) =>
  method === CREDIT_ID && flow === 'sale' ? changeClp : clp(0)
export const paymentFlows = (all: readonly Moved[]): PaymentFlow[] =>
  all.flatMap(({ flow, isVoucher, payments }) =>
    payments.map((payment) => ({
      flow,
      isVoucher,
      method: payment.method,
      name: payment.name,
      count: 1,
      totalClp: payment.totalClp,
      tipClp: payment.tipClp,
      roundingClp: payment.roundingClp,
      changeOfCreditClp: changeOf(payment, flow),
    })),
  )
const tipFlows = (all: readonly Moved[]): TipFlow[] =>
  all.flatMap(({ flow, isVoucher, cashier, payments }) =>
    payments
      .filter(({ tipClp }) => tipClp > 0)
      .map(({ method, name, tipClp }) => ({
        flow,
        isVoucher,
        cashierName: cashier,
        method,
        name,
        count: 1,
        tipClp,
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
export const reportOf = ({ moved, movements, floatClp }: Day, payments = paymentFlows(moved)) =>
  shiftReport({
    floatClp,
    movements,
    payments,
    tips: tipFlows(moved),
    documents: documentFlows(moved),
    folios: [],
    pending: { count: 0, totalClp: clp(0) },
  })

/** What a person would do: a drawer, and every coin that went in and out of it. */
export function coinByCoin({ moved, movements, floatClp }: Day): number {
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
