/** What a person does about a receipt that is stuck: who may, and its row in the log. */
import { ok } from '#shared/core/result.ts'
import { mendDeed } from '#shared/staff/deeds.ts'
import type { Approvals } from '../../staff/approvals.ts'
import type { Staff } from '../../staff/staff-ports.ts'
import type { RefusedReceiptPorts } from './refused-receipts.ts'

/** Run the answer in the transaction of it. */
export function createMayMend(
  { audit }: Pick<Staff, 'audit'>,
  { allow }: Pick<Approvals, 'allow'>,
): RefusedReceiptPorts['permit'] {
  return (saleId, mending, approvalId) => {
    const permission = allow(mendDeed(saleId, mending), approvalId)
    if (!permission.ok) return permission
    const { actor, approverName, used } = permission.value
    return ok((action, detail) => {
      used()
      audit.write({ action, staff: actor, approverName, saleId, detail })
    })
  }
}
