/** A report as tables: what the screen shows is what the file says, row by row. */
import type { ReportView } from '#shared/reports/views.ts'
import { documentTables } from './document-tables.ts'
import { productTables } from './product-tables.ts'
import { totalsTables } from './totals-tables.ts'
import type { ReportTable, T } from './table.ts'

export function reportTables(view: ReportView, t: T): ReportTable[] {
  switch (view.part) {
    case 'totals':
      return totalsTables(view, t)
    case 'products':
      return productTables(view, t)
    case 'documents':
      return documentTables(view, t)
  }
}
