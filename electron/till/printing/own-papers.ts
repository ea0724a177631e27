/**
 * Papers that the till draws itself, from local data only: they must print with no network at all.
 */
import type { SaleId } from '#shared/core/brand.ts'
import { assert } from '#shared/core/result.ts'
import type { ShopView } from '#shared/core/shop.ts'
import type { SlipPaper } from '#shared/paper/paper-model.ts'
import type { ReportPaper } from '#shared/paper/report-layout.ts'
import { reportPaper } from '#shared/shifts/report-paper.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { createSlipReader } from './slip.ts'
import type { PrintJobRow } from './print-job-row.ts'
import { readStoredReport } from '#shared/shifts/stored-report.ts'

export interface OwnPaperPorts {
  readonly db: TillDatabase
  readonly shop: () => ShopView
  /** Where the customer finds the document of a sale; null for nowhere. */
  readonly pageOf: (saleId: SaleId) => string | null
  /** A till to practise with says so on every paper. */
  readonly isPractice: boolean
  readonly drawSlip: (slip: SlipPaper) => Promise<Uint8Array>
  readonly drawReport: (report: ReportPaper) => Promise<Uint8Array>
}

export function createOwnPapers({
  db,
  shop,
  pageOf,
  isPractice,
  drawSlip,
  drawReport,
}: OwnPaperPorts): (job: PrintJobRow) => Promise<Uint8Array> | null {
  const slipOf = createSlipReader(db, shop, pageOf)
  const report = db
    .prepare<[string], string>('SELECT report_json FROM shift_report WHERE id = ?')
    .pluck()
  return (job) => {
    const { saleId, reportId } = job
    if (reportId !== null) {
      const json = report.get(reportId)
      assert(json !== undefined, `report ${reportId} is stored whole`)
      return drawReport({ ...reportPaper(readStoredReport(json), shop(), job.widthMm), isPractice })
    }
    if (job.kind !== 'slip' && job.isVoucher !== 1) return null
    assert(saleId !== null, 'a slip is of a sale')
    return drawSlip({ ...slipOf(saleId, job), isPractice })
  }
}
