/**
 * Gives money of an order back to its card: first a look at what the order shows, then the request
 * under the refund's own key. What the order shows is the only proof.
 */
import {
  isRefundOver,
  isRefused,
  ORDERS_PATH,
  readOrder,
  refundCodeOf,
  refundOf,
} from '#shared/card/point.ts'
import type { AskedRefund, Refunded } from './card-terminal.ts'
import type { Ask } from './point-ask.ts'

export function createRefund(ask: Ask) {
  return async (asked: AskedRefund): Promise<Refunded> => {
    const path = `${ORDERS_PATH}/${asked.orderId}`
    const looked = await ask('GET', path)
    const order =
      looked.kind === 'answered' && looked.status === 200 ? readOrder(looked.bodyText) : null
    if (order === null || order.external_reference !== asked.attemptId) return { kind: 'again' }
    const { refunds, payments } = order.transactions
    const own = refunds.find(
      ({ id, amount }) => amount === asked.amountClp && !asked.known.includes(id),
    )
    if (own !== undefined) {
      if (own.status === 'processed') return { kind: 'done', serviceId: own.id }
      return isRefundOver(own.status)
        ? { kind: 'refused', code: own.status, serviceId: own.id }
        : { kind: 'again' }
    }
    if (!asked.mayAsk) return { kind: 'again' }
    if (order.status !== 'processed') return { kind: 'refused', code: order.status }
    const isWhole = asked.amountClp === asked.chargedClp && refunds.length === 0
    const body = isWhole ? null : refundOf(payments[0]?.id ?? '', asked.amountClp)
    const sent = await ask('POST', `${path}/refund`, body, { 'X-Idempotency-Key': asked.refundId })
    return sent.kind === 'answered' && isRefused(sent.status, sent.bodyText)
      ? { kind: 'refused', code: refundCodeOf(sent.bodyText) }
      : { kind: 'again' }
  }
}
