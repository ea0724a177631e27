/** Rows of a counter's report, as its papers write them. */
import { formatClp, type Clp } from '../money/clp.ts'
import type { EpochMs } from '../core/brand.ts'
import { printDate } from '../time/calendar.ts'
import { santiagoDate, santiagoTime } from '../time/santiago.ts'
import type { ReportRow } from './report-layout.ts'

export const amount = (label: string, value: Clp): ReportRow => ({
  kind: 'amount',
  label,
  value: formatClp(value),
})
export const sum = (label: string, value: Clp): ReportRow => ({
  kind: 'sum',
  label,
  value: formatClp(value),
})
export const detail = (label: string, value: string): ReportRow => ({
  kind: 'detail',
  label,
  value,
})
export const negative = (value: Clp): Clp => (0 - value) as Clp
export const moment = (at: EpochMs): string =>
  `${printDate(santiagoDate(at))} ${santiagoTime(at).slice(0, 5)}`
