/** Rows of the contract about what the shop earned. */
import type { Refusal } from '../core/refusals.ts'
import type { Result } from '../core/result.ts'
import { reportInput, type ReportView } from './reports.ts'
import { later, query } from './row.ts'

export const REPORTS = {
  /** One part of a report over any days. */
  report: query(reportInput, later<Result<ReportView, Refusal>>(), 'own:readReports'),
}
