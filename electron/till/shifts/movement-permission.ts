import type { TillApi } from '#shared/bridge/contract.ts'
import type { ApprovalSubject } from '#shared/staff/deeds.ts'

/** A movement is allowed by its way and its amount. */
export function movementPermission({
  kind,
  amountClp,
}: Parameters<TillApi['moveCash']>[0]): ApprovalSubject {
  return { right: 'moveCash', subject: kind, amountClp }
}
