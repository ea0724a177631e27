import type { EarlierCount } from '#shared/shifts/views.ts'
import { clp } from '#shared/money/clp.ts'
import type { MadeCount } from './shift-store.ts'

/** As it compared when it was made, not as it would today. */
export function earlierCount({ at, by, approvedBy, amounts, expected }: MadeCount): EarlierCount {
  const countedClp = amounts.reduce((sum, { amountClp }) => sum + amountClp, 0)
  const expectedClp = expected
    .filter(({ key }) => amounts.some((amount) => amount.key === key))
    .reduce((sum, line) => sum + line.expectedClp, 0)
  return {
    at,
    by,
    approvedBy,
    countedClp: clp(countedClp),
    differenceClp: clp(countedClp - expectedClp),
  }
}
