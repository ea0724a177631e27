/** Documents of a shift that were issued to try out: in the sums of money, and in none of tax. */
import type { Clp } from '../money/clp.ts'
import { signed, type Flow } from './flow.ts'

export interface MaybeTrial {
  readonly flow: Flow
  /** Documents. */
  readonly count: number
  /** 1: issued to try out. */
  readonly isTrial?: number
}

export const isTrial = (row: MaybeTrial): boolean => row.isTrial === 1

type Summed = Parameters<typeof signed>[0][number]

/** What was deleted is none any more. */
export function trialsOf(documents: readonly (MaybeTrial & Summed)[]): {
  readonly trials?: { readonly count: number; readonly totalClp: Clp }
} {
  const trials = documents.filter(isTrial)
  if (trials.length === 0) return {}
  const count = trials.reduce((all, row) => all + (row.flow === 'deletion' ? -1 : 1) * row.count, 0)
  return { trials: { count, totalClp: signed(trials)('totalClp') } }
}
