/** What is said of a comparison: with which days, and what it lacks. */
import type { IsoDate } from '#shared/core/brand.ts'
import { shortfallOf } from '#shared/reports/before.ts'
import type { DayRange } from '#shared/reports/day-range.ts'
import { printDate } from '#shared/time/calendar.ts'
import { comparedTables } from './compared.ts'
import { reportTables } from './report-tables.ts'
import type { ReportTable, T } from './table.ts'
import type { ReadReport } from './use-report.ts'

export interface Compared {
  readonly tables: readonly ReportTable[]
  /** One sentence each; none where nothing is compared. */
  readonly remarks: readonly string[]
  /** False where there is nothing to stand beside. */
  readonly hasBefore: boolean
}

export function compared(
  { view, earlier, before }: ReadReport,
  today: IsoDate,
  { t, locale }: { readonly t: T; readonly locale: string },
): Compared {
  const tables = reportTables(view, t)
  if (earlier === null) return { tables, remarks: [], hasBefore: false }
  const { since, isEmpty, isRunning } = shortfallOf({ range: view, earlier }, view.since, today)
  const days = daysText(earlier, t)
  if (isEmpty)
    return { tables, remarks: [t('reports.compare.nothing', { days })], hasBefore: false }
  if (before === null) return { tables, remarks: [t('reports.compare.failed')], hasBefore: false }
  return {
    tables: comparedTables(tables, reportTables(before, t), { t, locale }),
    remarks: [
      t('reports.compare.with', { days }),
      ...(since === null ? [] : [t('reports.compare.since', { date: printDate(since) })]),
      ...(isRunning ? [t('reports.compare.running')] : []),
    ],
    hasBefore: true,
  }
}

function daysText({ from, to }: DayRange, t: T): string {
  if (from === to) return printDate(from)
  return t('reports.compare.days', { from: printDate(from), to: printDate(to) })
}
