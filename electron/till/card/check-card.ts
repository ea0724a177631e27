/**
 * What a person has seen to: a Yes that the terminal's side denies, and a refund that was refused,
 * that nobody can prove, or that came to the card besides.
 */
import { clp, roundForCash } from '#shared/money/clp.ts'
import type { RefundWay } from '#shared/shifts/refund-ways.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { cardDeed } from '#shared/staff/deeds.ts'
import type { Approvals } from '../staff/approvals.ts'
import type { CashOut } from '../staff/cash-out.ts'
import type { Handlers, Staff } from '../staff/staff-ports.ts'
import type { PaidOut } from '../shifts/pay-out.ts'
import type { CardDesk } from './card-desk.ts'
import type { CardRefunds } from './card-refunds.ts'
import type { CardRefund } from './refund-rows.ts'

export interface CheckPorts {
  readonly desk: CardDesk
  readonly refunds: Pick<CardRefunds, 'toCheck' | 'check'>
  readonly staff: Staff
  readonly allow: Approvals['allow']
  readonly cashOut: CashOut
  /** Why no cash may leave now; null when it may. */
  readonly needsShift: () => Refusal | null
  /** In the caller's transaction: the open shift has so much less in its drawer. */
  readonly payOut: (payment: PaidOut) => void
  /** Once that is on disk. */
  readonly kickDrawer: () => void
}

type CheckCard = Handlers<'checkCard'>['checkCard']

/** Of a sale that is sold the difference is somebody's to take. */
export function createCheckCard(ports: CheckPorts): CheckCard {
  const { desk, refunds, staff, allow } = ports
  return ({ attemptId, approvalId, way: said }) => {
    const way = said ?? 'other'
    const refund = refunds.toCheck(attemptId)
    // A screen of before says how the money goes, and the card has got it meanwhile.
    if (refund?.state === 'done' && said !== undefined) return refuse(refusal('CARD_MOVED_ON'))
    const refunded = refund && desk.attempts.byId(refund.attemptId)
    if (refund !== undefined && refunded !== undefined) {
      const seen = refundSeen(ports, refund, { way, approvalId })
      if (!seen.ok) return seen
      desk.check(refunded, '', seen.value)
      if (way === 'cash') ports.kickDrawer()
      return ok(desk.view(refunded))
    }
    const attempt = desk.attempts.contradicted().find((one) => one.attemptId === attemptId)
    if (attempt === undefined) return refuse(refusal('CARD_MOVED_ON'))
    const permission = allow(cardDeed(attemptId, 'check', attempt.amountClp), approvalId)
    if (!permission.ok) return permission
    const { actor, approverName, used } = permission.value
    const { saleId, amountClp: totalClp } = attempt
    desk.check(attempt, approverName ?? actor.name, () => {
      used()
      staff.audit.write({
        ...{ action: 'card-checked', staff: actor, approverName, saleId },
        detail: { what: 'el terminal dice que no se cobró', totalClp },
      })
    })
    return ok(desk.view(desk.attempts.byId(attemptId) ?? attempt))
  }
}

const WAY_TEXTS: Readonly<Record<RefundWay, string>> = {
  account: 'devolución a la tarjeta, hecha en la cuenta',
  cash: 'devolución a la tarjeta, hecha en efectivo',
  other: 'devolución a la tarjeta, hecha por otro medio',
}

/** Allowed, or why not; what is written with it. Cash leaves the drawer by its one door. */
function refundSeen(
  { refunds, cashOut, needsShift, payOut }: CheckPorts,
  { refundId, ticket, amountClp, state }: CardRefund,
  { way, approvalId }: { readonly way: RefundWay; readonly approvalId: string | null },
): Result<() => void, Refusal> {
  const isTwice = state === 'done'
  const cashClp = way === 'cash' ? roundForCash(amountClp) : clp(0)
  const closed = cashClp > 0 ? needsShift() : null
  if (closed !== null) return refuse(closed)
  const deed = cardDeed(refundId, 'check', amountClp)
  const out = cashOut({ way: 'card', deed, cashClp }, approvalId)
  if (!out.ok) return out
  const { actor, approverName, write } = out.value
  const by = approverName ?? actor.name
  return ok(() => {
    const what = isTwice ? 'devolución a la tarjeta que también se hizo' : WAY_TEXTS[way]
    write({ detail: { what, totalClp: amountClp } })
    refunds.check(refundId, by, way)
    if (cashClp === 0) return
    const reason = `Devolución en efectivo del cobro ${ticket}`
    payOut({ id: refundId, amountClp: cashClp, reason, by: actor.name, approvedBy: approverName })
  })
}
