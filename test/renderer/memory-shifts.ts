/** The core in memory is a shop without shifts; stories of shifts run over the real core. */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { ShiftCommand } from '#shared/shifts/views.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { refuse } from '#shared/core/result.ts'

const notUsed = () => refuse(refusal('SHIFTS_NOT_USED'))

export const NO_SHIFTS: Pick<TillApi, ShiftCommand> = {
  shift: () => ({
    isUsed: false,
    isBlind: false,
    differenceLimitClp: 0,
    open: null,
    nextId: '01JD0000000000000000000000',
    lastFloatClp: null,
    pendingCount: 0,
    backup: null,
  }),
  openShift: notUsed,
  moveCash: async () => notUsed(),
  countShift: notUsed,
  closeShift: notUsed,
  readShift: notUsed,
  closedShifts: () => ({ rows: [], nextCursor: null }),
  shiftReport: notUsed,
  reprintReport: notUsed,
  shiftFile: notUsed,
}
