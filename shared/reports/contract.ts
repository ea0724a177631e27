/** Rows of the contract about what the shop earned. */
import { printReportInput, reportInput, type ReportView } from './views.ts'
import { command, laterResult, query } from '../staff/row.ts'

export const REPORTS = {
  /** One part of a report over any days. */
  report: query(reportInput, laterResult<ReportView>(), 'own:readReports'),
  /** The same on the receipt printer, read anew; nothing of it is kept. */
  printReport: command(printReportInput, laterResult<null>(), 'own:readReports'),
}
