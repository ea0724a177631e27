/** The documents of a shift by the month of their date, which is the one they are declared in. */
import type { Clp } from '../money/clp.ts'
import { signed, type Flow } from './flow.ts'

export interface MonthLine {
  /** `2026-11`. */
  readonly month: string
  readonly netoClp: Clp
  readonly exentoClp: Clp
  readonly ivaClp: Clp
  readonly totalClp: Clp
}

export interface MonthFlow extends MonthLine {
  readonly flow: Flow
}

/** None for a shift within one month: there is nothing to tell apart. */
export function monthLines(flows: readonly MonthFlow[]): { readonly months?: MonthLine[] } {
  const months = [...Map.groupBy(flows, ({ month }) => month)].sort()
  if (months.length < 2) return {}
  return {
    months: months.map(([month, rows]) => {
      const net = signed(rows)
      return {
        month,
        netoClp: net('netoClp'),
        exentoClp: net('exentoClp'),
        ivaClp: net('ivaClp'),
        totalClp: net('totalClp'),
      }
    }),
  }
}
