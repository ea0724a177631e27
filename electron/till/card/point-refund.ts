/**
 * Gives money of an order back to its card: first a look at what the order shows, then the request
 * under the refund's own key. What the order shows is the proof; a refusal only of a request that
 * is known to have been the first.
 */
import { ORDERS_PATH, readOrder } from '#shared/card/point.ts'
import { refundBodyOf, refundFindingOf, refusedCodeOf } from '#shared/card/refund-proof.ts'
import type { AskedRefund, Refunded } from './card-terminal.ts'
import type { Ask } from './point-ask.ts'

export function createRefund(ask: Ask) {
  return async (asked: AskedRefund): Promise<Refunded> => {
    const path = `${ORDERS_PATH}/${asked.orderId}`
    const looked = await ask('GET', path)
    const order =
      looked.kind === 'answered' && looked.status === 200 ? readOrder(looked.bodyText) : null
    if (order === null) return { kind: 'again' }
    const found = refundFindingOf(asked, order)
    if (found.kind !== 'absent') return found
    if (!asked.mayAsk) return { kind: 'again' }
    const body = asked.sent?.body ?? refundBodyOf(asked, order)
    if (asked.sent === null && !asked.sending(body, found.shown)) return { kind: 'again' }
    const sent = await ask(
      'POST',
      `${path}/refund`,
      body === '' ? null : (JSON.parse(body) as object),
      { 'X-Idempotency-Key': asked.refundId },
    )
    if (asked.sent !== null) return { kind: 'again' }
    if (sent.kind === 'unsent') asked.unsent()
    const code = sent.kind === 'answered' ? refusedCodeOf(sent.status, sent.bodyText) : null
    return code === null ? { kind: 'again' } : { kind: 'refused', code, serviceId: null }
  }
}
