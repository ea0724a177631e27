import { refusal, type Refusal } from '../../languages/refusals.ts'
import { formatClp } from '../../money/clp.ts'
import type { PaymentRefusal } from './payment.ts'

/** A payment's refusal as the bridge carries it, for the field where the amount is typed. */
export function paymentRefusal(problem: PaymentRefusal): Refusal {
  const field = 'tenderedClp'
  switch (problem.code) {
    case 'TENDERED_BELOW_DUE':
      return refusal(problem.code, field, { missing: formatClp(problem.missingClp) })
    case 'TENDERED_TOO_LARGE':
      return refusal(problem.code, field, { limit: formatClp(problem.limitClp) })
    case 'PAYMENT_ABOVE_DUE':
      return problem.dueClp === 0
        ? refusal('PAYMENT_NOTHING_DUE', field, { method: problem.name })
        : refusal(problem.code, field, { method: problem.name, due: formatClp(problem.dueClp) })
    case 'TENDERED_NOT_VALID':
    case 'CASH_TWICE':
    case 'PAYMENTS_TOO_MANY':
    case 'TIP_BY_CREDIT':
      return refusal(problem.code, field)
  }
}
