/** Rows of the contract: the shift at the counter and those before it. */
import { SHIFT_BEHIND_LOCK } from './behind-the-lock.ts'
import { command, done, gives, laterResult, query, result } from '../staff/row.ts'
import * as shifts from './views.ts'
import type {
  CountView,
  KeptReport,
  MovedCash,
  ShiftFile,
  ShiftPage,
  ShiftReportView,
  ShiftView,
} from './views.ts'

export const SHIFTS = {
  /** The shift at this counter, and what the next order about it needs. */
  shift: query(null, gives<ShiftView>(), { locked: SHIFT_BEHIND_LOCK }),
  openShift: command(shifts.openShiftInput, result<ShiftView>(), 'served', 'shift-opened'),
  /** Written down first, then the drawer opens. */
  moveCash: command(
    shifts.moveCashInput,
    laterResult<MovedCash>(),
    'lent:moveCash',
    'cash-in',
    'cash-out',
  ),
  /** Writes down what was counted, and says how it compares. Counting again is another count. */
  countShift: command(shifts.countShiftInput, result<CountView>(), 'content', 'shift-counted'),
  /**
   * Closes for good, with a count of before; the Z is printed and a backup made behind the
   * counter's back.
   */
  closeShift: command(shifts.closeShiftInput, result<ShiftReportView>(), 'content', 'shift-closed'),
  /** An X: the open shift as it stands, on paper and on the screen. */
  readShift: command(shifts.readShiftInput, result<ShiftReportView>(), 'content', 'shift-read'),
  closedShifts: query(shifts.shiftListInput, gives<ShiftPage>(), {
    locked: { rows: [], nextCursor: null },
  }),
  /** The Z of a closed shift. */
  shiftReport: query(shifts.shiftIdSchema, result<KeptReport>(), 'served'),
  /** Prints it again, marked COPIA. */
  reprintReport: command(shifts.shiftIdSchema, done, 'served'),
  /** Every document and movement of a shift, for a spreadsheet. */
  shiftFile: command(shifts.shiftFileInput, result<ShiftFile>(), 'content', 'shift-read'),
}
