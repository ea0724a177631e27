/** Which report somebody looks at: it is the same one when they come back. Holds no figures. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ReportInput } from '#shared/reports/views.ts'
import type { SaleId } from '#shared/core/brand.ts'
import type { Basis } from '#shared/reports/before.ts'
import type { DayRange, RangeKind } from '#shared/reports/day-range.ts'

export interface ReportsState {
  readonly part: ReportInput['part']
  /** Typed days, or a kind of them, which moves on with the calendar. */
  readonly days: RangeKind | DayRange
  readonly basis: Basis | 'none'
  /** Looked at from a report; null when nobody is to come back from there. */
  readonly opened: { readonly saleId: SaleId; readonly scrollPx: number } | null
  /** What can be done with the report that is shown; null while none is. */
  readonly tools: { save(): void; print(): void } | null
}

export type ReportsStore = StoreApi<ReportsState>

export function createReportsStore(): ReportsStore {
  return createStore<ReportsState>(() => ({
    part: 'totals',
    days: 'today',
    basis: 'before',
    opened: null,
    tools: null,
  }))
}
