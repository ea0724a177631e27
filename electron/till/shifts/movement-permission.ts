import type { TillApi } from '#shared/bridge/contract.ts'
import type { DeedOfRight } from '../staff/approvals.ts'

/** A movement is allowed by its way and its amount. */
export function movementPermission({
  kind,
  amountClp,
}: Parameters<TillApi['moveCash']>[0]): DeedOfRight {
  return { right: 'moveCash', subject: kind, amountClp }
}

export function differencePermission(shiftId: string): DeedOfRight {
  return { right: 'acceptDifference', subject: shiftId }
}
