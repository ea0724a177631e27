/**
 * What an order of Mercado Pago proves of one refund that the till has asked for: by the refund's
 * own line in it alone, which is one that the order did not show before it was sent.
 */
import type { Clp } from '../money/clp.ts'
import { errorCodesIn, type PointOrder } from './point.ts'

/** Of a part; all of it is asked for without a body. */
const refundOf = (paymentId: string, amountClp: number) => ({
  transactions: [{ id: paymentId, amount: String(amountClp) }],
})

/** What was on disk before it left. */
export interface SentRefund {
  /**
   * As it is repeated under its key; empty: all that is left of the charge. Null: it counts as
   * sent because the till's data were put back, and nobody knows how.
   */
  readonly body: string | null
  /** Refunds that the order showed before. */
  readonly before: readonly string[]
  /** What it showed before the next one of the charge left; null: none has. */
  readonly until: readonly string[] | null
}

export interface WantedRefund {
  readonly attemptId: string
  readonly orderId: string
  readonly amountClp: Clp
  /** Null: nothing of it has left. */
  readonly sent: SentRefund | null
  /** Lines that are proven of another refund of the charge. */
  readonly others: readonly string[]
}

export type RefundFinding =
  /** `isTwice`: more of them than the till has asked for. */
  | { readonly kind: 'done'; readonly serviceId: string; readonly isTwice: boolean }
  | { readonly kind: 'refused'; readonly code: string; readonly serviceId: string | null }
  /** The order shows it, and the bank has not said yet. */
  | { readonly kind: 'running' }
  /** The order takes no refund any more, and this one is not in it. */
  | { readonly kind: 'person'; readonly code: string }
  /** It is not in the order, which would take it: what that shows now. */
  | { readonly kind: 'absent'; readonly shown: readonly string[] }
  /** No answer to build on. */
  | { readonly kind: 'again' }

const OVER = ['failed', 'rejected', 'canceled', 'cancelled']
const ORDER_OVER = ['refunded', 'charged_back', 'failed', 'canceled', 'cancelled', 'expired']
const CODE_CHARS_MAX = 60

export function refundFindingOf(
  wanted: WantedRefund,
  said: Pick<PointOrder, 'id' | 'external_reference' | 'status' | 'transactions'>,
): RefundFinding {
  if (said.id !== wanted.orderId || said.external_reference !== wanted.attemptId)
    return { kind: 'again' }
  const { refunds } = said.transactions
  const own = refunds === null ? [] : ownOf(wanted, said, refunds)
  const [processed, ...more] = own.filter(({ status }) => status === 'processed')
  if (processed !== undefined)
    return { kind: 'done', serviceId: processed.id, isTwice: more.length > 0 }
  if (own.some(({ status }) => !OVER.includes(status))) return { kind: 'running' }
  const [failed] = own
  if (failed !== undefined) return { kind: 'refused', code: failed.status, serviceId: failed.id }
  if (ORDER_OVER.includes(said.status)) return { kind: 'person', code: said.status }
  const isReadable = refunds !== null && said.status === 'processed'
  return isReadable ? { kind: 'absent', shown: refunds.map(({ id }) => id) } : { kind: 'again' }
}

type Shown = NonNullable<PointOrder['transactions']['refunds']>

/** Each shown refund is in the time of one of the till's at most. */
function ownOf(
  { amountClp, sent, others }: WantedRefund,
  { transactions }: Pick<PointOrder, 'transactions'>,
  refunds: Shown,
): Shown {
  if (sent === null) return []
  const tipClp = transactions.payments[0]?.tip_amount ?? 0
  // With all of a charge its tip goes back.
  const mayBeWhole = sent.body === '' || sent.body === null
  const amounts: number[] = mayBeWhole ? [amountClp, amountClp + tipClp] : [amountClp]
  return refunds.filter(
    ({ id, amount }) =>
      amounts.includes(amount) &&
      ![...sent.before, ...others].includes(id) &&
      sent.until?.includes(id) !== false,
  )
}

/** All that is left is asked for without naming it, also where something failed before. */
export function refundBodyOf(
  { amountClp, chargedClp }: { readonly amountClp: number; readonly chargedClp: number },
  { transactions: { payments, refunds } }: Pick<PointOrder, 'transactions'>,
): string {
  const isFirst = refunds?.every(({ status }) => OVER.includes(status)) === true
  if (amountClp === chargedClp && isFirst) return ''
  return JSON.stringify(refundOf(payments[0]?.id ?? '', amountClp))
}

/**
 * Codes after which no money goes back by a request that was the first one (its reference's "refund
 * errors"). Of a repeated one they say nothing: the first may have been taken. One that is under
 * way or made already is no refusal of it either.
 */
const PERMANENT = [
  'in_store_payment_refund_order',
  'partial_refund_forbidden_with_tips',
  'refund_amount_exceeds',
  'transaction_not_found',
  'unsupported_partially_refunds',
]

/** Null: no refusal for good. */
export function refusedCodeOf(status: number, bodyText: string): string | null {
  if (status < 400 || status >= 500) return null
  const [code, ...others] = errorCodesIn(bodyText)
  const isFinal = code !== undefined && others.length === 0 && PERMANENT.includes(code)
  return isFinal ? code.slice(0, CODE_CHARS_MAX) : null
}
