/** Rows of the contract: the shift at the counter and those before it. */
import type { Refusal } from '../core/refusals.ts'
import type { Result } from '../core/result.ts'
import { SHIFT_BEHIND_LOCK } from './behind-the-lock.ts'
import { command, gives, later, query, done } from './row.ts'
import * as shifts from './shifts.ts'
import type {
  CountView,
  KeptReport,
  MovedCash,
  ShiftFile,
  ShiftPage,
  ShiftReportView,
  ShiftView,
} from './shifts.ts'

export const SHIFTS = {
  /** The shift at this counter, and what the next order about it needs. */
  shift: query(null, gives<ShiftView>(), { locked: SHIFT_BEHIND_LOCK }),
  openShift: command(
    shifts.openShiftInput,
    gives<Result<ShiftView, Refusal>>(),
    'served',
    'shift-opened',
  ),
  /** Written down first, then the drawer opens. */
  moveCash: command(
    shifts.moveCashInput,
    later<Result<MovedCash, Refusal>>(),
    'lent:moveCash',
    'cash-in',
    'cash-out',
  ),
  /** Writes down what was counted, and says how it compares. Counting again is another count. */
  countShift: command(
    shifts.countShiftInput,
    gives<Result<CountView, Refusal>>(),
    'content',
    'shift-counted',
  ),
  /**
   * Closes for good, with a count of before; the Z is printed and a backup made behind the
   * counter's back.
   */
  closeShift: command(
    shifts.closeShiftInput,
    gives<Result<ShiftReportView, Refusal>>(),
    'content',
    'shift-closed',
  ),
  /** An X: the open shift as it stands, on paper and on the screen. */
  readShift: command(
    shifts.readShiftInput,
    gives<Result<ShiftReportView, Refusal>>(),
    'content',
    'shift-read',
  ),
  closedShifts: query(shifts.shiftListInput, gives<ShiftPage>(), {
    locked: { rows: [], nextCursor: null },
  }),
  /** The Z of a closed shift. */
  shiftReport: query(shifts.shiftIdSchema, gives<Result<KeptReport, Refusal>>(), 'served'),
  /** Prints it again, marked COPIA. */
  reprintReport: command(shifts.shiftIdSchema, done, 'served'),
  /** Every document and movement of a shift, for a spreadsheet. */
  shiftFile: command(
    shifts.shiftFileInput,
    gives<Result<ShiftFile, Refusal>>(),
    'content',
    'shift-read',
  ),
}
