/** What a screen that waits for a PIN is told of the shift. */
import type { EpochMs } from '../core/brand.ts'
import type { ShiftStatus, ShiftView } from './views.ts'

/** That one is open, or a sale would ask for one after the PIN; not which, whose and since when. */
export const SOME_SHIFT: ShiftStatus = { number: 0, openedAt: 0 as EpochMs, openedBy: '' }

export const SHIFT_BEHIND_LOCK: ShiftView = {
  isUsed: false,
  isBlind: true,
  differenceLimitClp: 0,
  open: null,
  nextId: '',
  lastFloatClp: null,
  pendingCount: 0,
  backup: null,
}
