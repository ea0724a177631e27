/**
 * Paying one sale with one method or several. Everything but cash pays an exact part of the total;
 * the rounding law (Ley 20.956 art. 13) applies to what is left for cash, and change comes out of
 * cash alone.
 */
import type { SaleId } from '../../core/brand.ts'
import { assert, ok, refuse, type Result } from '../../core/result.ts'
import { AMOUNT_CLP_MAX, clp, type Clp, roundForCash, sumClp, ZERO_CLP } from '../../money/clp.ts'
import {
  isCash,
  isCredit,
  isOfReturn,
  type MedioPago,
  type PaymentMethod,
  type PaymentMethodId,
} from './payment-method.ts'

/** What the customer hands over by one method. `amountClp` null = exactly what is left. */
export interface Tender {
  readonly method: PaymentMethod
  readonly amountClp: number | null
  readonly reference: string
  /** The return whose value this is. */
  readonly creditId?: SaleId
  /** The attempt at the card terminal that was charged with it. */
  readonly attemptId?: string
}

/**
 * A settled part. `totalClp + tipClp + roundingClp === toCollectClp` and `tenderedClp -
 * toCollectClp === changeClp`.
 */
export interface Payment {
  readonly method: PaymentMethodId
  readonly name: string
  readonly siiCode: MedioPago
  /** The part of the document's total that it pays. */
  readonly totalClp: Clp
  /** For whoever serves, in no document. */
  readonly tipClp: Clp
  readonly roundingClp: Clp
  readonly toCollectClp: Clp
  readonly tenderedClp: Clp
  readonly changeClp: Clp
  readonly reference: string
  readonly creditId?: SaleId
  /** Its voucher is the receipt of what it pays. */
  readonly isVoucher?: true
}

export type PaymentSums = Pick<
  Payment,
  'totalClp' | 'tipClp' | 'roundingClp' | 'toCollectClp' | 'tenderedClp' | 'changeClp'
>

export type PaymentRefusal =
  | { readonly code: 'TENDERED_BELOW_DUE'; readonly missingClp: Clp }
  | { readonly code: 'TENDERED_NOT_VALID' | 'CASH_TWICE' | 'PAYMENTS_TOO_MANY' | 'TIP_BY_CREDIT' }
  | { readonly code: 'TENDERED_TOO_LARGE'; readonly limitClp: Clp }
  /** Only cash gives change. */
  | { readonly code: 'PAYMENT_ABOVE_DUE'; readonly name: string; readonly dueClp: Clp }

/** Nobody pays a counter sale with more than this over the amount due; it is a typing mistake. */
export const CHANGE_CLP_MAX = 10_000_000
export const PAYMENTS_MAX = 10

/**
 * Settles a sale and its tip, or says what is wrong with the way it is paid. Parts keep their
 * order. The value of a return pays goods alone: as a tip it would leave the drawer as cash.
 */
export function settlePayments(
  totalClp: Clp,
  tenders: readonly Tender[],
  tipClp: Clp = ZERO_CLP,
): Result<readonly Payment[], PaymentRefusal> {
  const problem = shapeProblem(tenders)
  if (problem !== null) return refuse(problem)
  if (tipClp === 0) return settle(totalClp, tenders)
  const creditsClp = sumOf(tenders.filter(({ method }) => isOfReturn(method)))
  if (creditsClp > totalClp) return refuse({ code: 'TIP_BY_CREDIT' })
  if (totalClp + tipClp > AMOUNT_CLP_MAX)
    return refuse({ code: 'TENDERED_TOO_LARGE', limitClp: clp(AMOUNT_CLP_MAX) })
  const settled = settle(clp(totalClp + tipClp), tenders)
  return settled.ok ? ok(withTip(settled.value, totalClp - creditsClp)) : settled
}

/** Parts fill the document in the order they were taken; what goes beyond it is the tip. */
function withTip(parts: readonly Payment[], documentClp: number): readonly Payment[] {
  let leftClp = documentClp
  return parts.map((part) => {
    if (isOfReturn({ id: part.method })) return part
    const ofDocumentClp = Math.min(part.totalClp, leftClp)
    leftClp -= ofDocumentClp
    return { ...part, totalClp: clp(ofDocumentClp), tipClp: clp(part.totalClp - ofDocumentClp) }
  })
}

function settle(
  totalClp: Clp,
  tenders: readonly Tender[],
): Result<readonly Payment[], PaymentRefusal> {
  const fixedClp = sumOf(
    tenders.filter(({ method, amountClp }) => !isCash(method) && amountClp !== null),
  )
  const left = settleLeftOver(totalClp, tenders, fixedClp)
  if (left !== null) return ok(left)
  // The one added last is the one too many.
  const above = tenders.findLast(
    ({ method, amountClp }) => !isCash(method) && amountClp !== null && fixedClp > totalClp,
  )
  if (above) return refuse(aboveDue(above, totalClp - (fixedClp - (above.amountClp ?? 0))))
  const restClp = clp(totalClp - fixedClp)
  const cash = tenders.find(({ method }) => isCash(method))
  const open = tenders.find(({ method, amountClp }) => !isCash(method) && amountClp === null)
  if (open) return settleOpen(tenders, open, restClp)
  if (!cash) {
    if (restClp > 0) return refuse({ code: 'TENDERED_BELOW_DUE', missingClp: restClp })
    return ok(tenders.map((tender) => exactPart(tender, tender.amountClp ?? 0)))
  }
  if (restClp < 1) return refuse(aboveDue(cash, 0))
  const settled = settleCash(cash, restClp)
  if (!settled.ok) return settled
  return ok(
    tenders.map((tender) =>
      tender === cash ? settled.value : exactPart(tender, tender.amountClp ?? 0),
    ),
  )
}

/**
 * More of a credit note than is due: the rest is wanted in cash, rounded by law. Only when nothing
 * but notes pays, else money handed over would come back as other money.
 */
function settleLeftOver(
  totalClp: Clp,
  tenders: readonly Tender[],
  fixedClp: number,
): readonly Payment[] | null {
  const last = tenders.at(-1)
  if (
    last === undefined ||
    fixedClp <= totalClp ||
    !tenders.every(({ method }) => isCredit(method))
  )
    return null
  const valueClp = last.amountClp ?? 0
  const dueClp = totalClp - (fixedClp - valueClp)
  if (dueClp < 1) return null
  const toCollectClp = valueClp - roundForCash(clp(valueClp - dueClp))
  return tenders.map((tender) =>
    tender === last
      ? cashPart(last, dueClp, toCollectClp, valueClp)
      : exactPart(tender, tender.amountClp ?? 0),
  )
}

/** One method takes what is left, exactly; cash handed over before keeps its share. */
function settleOpen(
  tenders: readonly Tender[],
  open: Tender,
  restClp: Clp,
): Result<readonly Payment[], PaymentRefusal> {
  const cash = tenders.find(({ method }) => isCash(method))
  const shareClp = cashShare(cash?.amountClp ?? 0)
  if (restClp - shareClp < 1) return refuse(aboveDue(open, restClp - shareClp))
  return ok(
    tenders.map((tender) => {
      if (tender === open) return exactPart(open, restClp - shareClp)
      return tender === cash
        ? cashPart(cash, shareClp, shareClp, cash.amountClp ?? 0)
        : exactPart(tender, tender.amountClp ?? 0)
    }),
  )
}

/**
 * What cash handed over first pays when the rest is paid to the peso by other means: whole tens,
 * the coins go back.
 */
function cashShare(amountClp: number): number {
  return amountClp - (amountClp % 10)
}

function settleCash(cash: Tender, shareClp: Clp): Result<Payment, PaymentRefusal> {
  const dueClp = roundForCash(shareClp)
  const tenderedClp = cash.amountClp ?? dueClp
  const limitClp = clp(Math.min(dueClp + CHANGE_CLP_MAX, AMOUNT_CLP_MAX))
  if (tenderedClp > limitClp) return refuse({ code: 'TENDERED_TOO_LARGE', limitClp })
  if (tenderedClp < dueClp)
    return refuse({ code: 'TENDERED_BELOW_DUE', missingClp: clp(dueClp - tenderedClp) })
  return ok(cashPart(cash, shareClp, dueClp, tenderedClp))
}

/**
 * What is still to be paid when the rest goes by `method`: rounded for cash, exact for everything
 * else. `totalClp`: with the tip.
 */
export function dueBy(
  totalClp: Clp,
  given: readonly Tender[],
  method: Pick<PaymentMethod, 'id'>,
): Clp {
  const cashClp = sumOf(given.filter((tender) => isCash(tender.method)))
  const restClp = Math.max(0, totalClp - (sumOf(given) - cashClp))
  return clp(
    Math.max(
      0,
      isCash(method) ? roundForCash(clp(restClp)) - cashClp : restClp - cashShare(cashClp),
    ),
  )
}

/** The sale as one payment: what the customer reads under the total. */
export function sumPayments(payments: readonly PaymentSums[]): PaymentSums {
  return {
    totalClp: sumClp(payments.map((payment) => payment.totalClp)),
    tipClp: sumClp(payments.map((payment) => payment.tipClp)),
    roundingClp: sumClp(payments.map((payment) => payment.roundingClp)),
    toCollectClp: sumClp(payments.map((payment) => payment.toCollectClp)),
    tenderedClp: sumClp(payments.map((payment) => payment.tenderedClp)),
    changeClp: sumClp(payments.map((payment) => payment.changeClp)),
  }
}

/** What a sale so paid puts into the drawer; taken back or deleted, it is what leaves it. */
export function cashIn(
  payments: readonly Pick<Payment, 'method' | 'toCollectClp' | 'changeClp'>[],
): number {
  return payments.reduce((sum, { method, toCollectClp, changeClp }) => {
    if (isCash({ id: method })) return sum + toCollectClp
    return isCredit({ id: method }) ? sum - changeClp : sum
  }, 0)
}

function shapeProblem(tenders: readonly Tender[]): PaymentRefusal | null {
  if (tenders.length > PAYMENTS_MAX) return { code: 'PAYMENTS_TOO_MANY' }
  if (tenders.filter(({ method }) => isCash(method)).length > 1) return { code: 'CASH_TWICE' }
  if (tenders.filter(({ amountClp }) => amountClp === null).length > 1)
    return { code: 'TENDERED_NOT_VALID' }
  const isValid = ({ method, amountClp }: Tender) =>
    amountClp === null ||
    (Number.isSafeInteger(amountClp) &&
      amountClp >= (isCash(method) ? 0 : 1) &&
      amountClp <= AMOUNT_CLP_MAX)
  if (tenders.every(isValid)) return null
  const huge = tenders.some(
    ({ amountClp }) => Number.isSafeInteger(amountClp) && (amountClp ?? 0) > AMOUNT_CLP_MAX,
  )
  return huge
    ? { code: 'TENDERED_TOO_LARGE', limitClp: clp(AMOUNT_CLP_MAX) }
    : { code: 'TENDERED_NOT_VALID' }
}

function aboveDue({ method }: Tender, dueClp: number): PaymentRefusal {
  return { code: 'PAYMENT_ABOVE_DUE', name: method.name, dueClp: clp(Math.max(0, dueClp)) }
}

function exactPart(tender: Tender, amountClp: number): Payment {
  const exact = clp(amountClp)
  return {
    ...nameOf(tender),
    totalClp: exact,
    tipClp: ZERO_CLP,
    roundingClp: ZERO_CLP,
    toCollectClp: exact,
    tenderedClp: exact,
    changeClp: ZERO_CLP,
  }
}

function cashPart(
  tender: Tender,
  shareClp: number,
  toCollectClp: number,
  tenderedClp: number,
): Payment {
  const changeClp = clp(tenderedClp - toCollectClp)
  assert(changeClp >= 0, 'change is never negative')
  return {
    ...nameOf(tender),
    totalClp: clp(shareClp),
    tipClp: ZERO_CLP,
    roundingClp: clp(toCollectClp - shareClp),
    toCollectClp: clp(toCollectClp),
    tenderedClp: clp(tenderedClp),
    changeClp,
  }
}

function nameOf({
  method,
  reference,
  creditId,
}: Tender): Pick<Payment, 'method' | 'name' | 'siiCode' | 'reference' | 'creditId'> {
  return {
    method: method.id,
    name: method.name,
    siiCode: method.siiCode,
    reference,
    ...(creditId === undefined ? {} : { creditId }),
  }
}

function sumOf(tenders: readonly Tender[]): number {
  return tenders.reduce((sum, { amountClp }) => sum + (amountClp ?? 0), 0)
}

/** One part of what was paid. */
export type PaymentView = Omit<Payment, 'siiCode'>
