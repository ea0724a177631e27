import type { TillApi } from '#shared/bridge/contract.ts'
import type { DeedOfRight } from '#shared/staff/deeds.ts'

/** A movement is allowed by its way and its amount. */
export function movementPermission({
  kind,
  amountClp,
}: Parameters<TillApi['moveCash']>[0]): DeedOfRight {
  return { right: 'moveCash', subject: kind, amountClp }
}
