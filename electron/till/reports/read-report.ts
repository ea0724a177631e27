/** One report, read in one transaction: its parts are of the same moment. Writes nothing. */
import type { ReportInput, ReportView } from '#shared/reports/views.ts'
import type { IsoDate } from '#shared/core/brand.ts'
import { ordered } from '#shared/reports/day-range.ts'
import type { BuyerLimit } from '#shared/selling/sale/buyer-limit.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { readDocuments } from './read-documents.ts'
import { readProducts } from './read-products.ts'
import { readTotals } from './read-totals.ts'
import { sumSource } from './sums/sum-source.ts'
import type { KeptSums } from './sums/kept-sums.ts'

export interface ReportOrder extends ReportInput {
  /** 135 UF in pesos, year by year. */
  readonly limits: readonly BuyerLimit[]
}

export function readReport(
  db: TillDatabase,
  { part, limits, ...days }: ReportOrder,
  kept: KeptSums | null = null,
): ReportView {
  const bounds = ordered(days)
  return db.transaction((): ReportView => {
    const source = sumSource(db, kept)
    const since = db.prepare<[], IsoDate | null>('SELECT min(date) FROM sale').pluck().get() ?? null
    switch (part) {
      case 'totals':
        return { part, since, ...readTotals(db, source, bounds) }
      case 'products':
        return { part, since, ...readProducts(db, source, bounds) }
      case 'documents':
        return { part, since, ...readDocuments(db, bounds, limits) }
    }
  })()
}
