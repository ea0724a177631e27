/** Who is named on what a sale issues, and what an invoice says its goods are for. */
import { ok, refuse } from '../../core/result.ts'
import type { Clp } from '../../money/clp.ts'
import type { CommitInput } from '../inputs.ts'
import { buyerProblem } from './buyer-limit.ts'
import { decideBuyer } from './decide-recipient.ts'
import { decidePurpose } from './invoice-purpose.ts'

interface Naming {
  readonly wantsInvoice: boolean
  readonly asksPurpose?: boolean
  readonly totalClp: Clp
  readonly buyerRequiredFromClp: number
}

export function decideNamed(
  typed: CommitInput['recipient'],
  { wantsInvoice, asksPurpose = false, totalClp, buyerRequiredFromClp }: Naming,
) {
  const recipient = decideBuyer(typed, wantsInvoice)
  if (!recipient.ok) return recipient
  const purpose = decidePurpose(typed, wantsInvoice && asksPurpose)
  if (!purpose.ok) return purpose
  const unnamed = buyerProblem(totalClp, buyerRequiredFromClp, recipient.value.rut)
  return unnamed === null
    ? ok({ recipient: recipient.value, purpose: purpose.value })
    : refuse(unnamed)
}
