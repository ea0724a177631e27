/** The sums of some days: those of a shift report, without the cash of a drawer. */
import { ZERO_CLP } from '../money/clp.ts'
import { shiftReport, type ShiftFacts, type ShiftReport } from '../shifts/shift-report.ts'

export type RangeSums = Omit<ShiftReport, 'movements' | 'folios'>

export function rangeSums(
  flows: Pick<ShiftFacts, 'payments' | 'tips' | 'documents' | 'pending'>,
): RangeSums {
  const {
    movements: _movements,
    folios: _folios,
    ...sums
  } = shiftReport({ ...flows, floatClp: ZERO_CLP, movements: [], folios: [] })
  return sums
}
