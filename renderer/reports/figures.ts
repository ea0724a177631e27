/** The day, or any days, in five figures: what an owner asks first. */
import type { ReportProducts, ReportTotals } from '#shared/reports/views.ts'
import { clp, formatClp, ZERO_CLP } from '#shared/money/clp.ts'
import { changeOf } from '#shared/reports/before.ts'
import { marginOf } from '#shared/reports/margin.ts'
import { percentOf } from './compared.ts'
import { methodSums } from './totals-tables.ts'
import { BAR, money, text, type ReportTable, type T } from './table.ts'

export interface Figure {
  readonly id: 'sold' | 'average' | 'returned' | 'left' | 'margin'
  /** Empty where nobody knows it, or not yet. */
  readonly value: string
  readonly detail: string
  /** Against the days it stands beside; empty without any. */
  readonly change: string
}

/** Rows of the short lists. */
const SHORT_ROWS = 5

interface Said {
  readonly t: T
  readonly locale: string
}

/** `goods` come in an answer of their own; null until then. */
export function figuresOf(
  { sums }: ReportTotals,
  before: ReportTotals | null,
  goods: ReportProducts | null,
  { t, locale }: Said,
): Figure[] {
  const { sales, returns, deletions, netClp } = sums
  const change = (now: number, then: number | undefined) =>
    then === undefined ? '' : percentOf(changeOf(now, then).tenths, locale)
  const margin = goods === null ? null : marginOf(goods.all)
  const backClp = clp(returns.totalClp + deletions.totalClp)
  const backCount = returns.count + deletions.count
  return [
    {
      id: 'sold',
      value: formatClp(sales.totalClp),
      detail: t('reports.figures.sales', { count: sales.count }),
      change: change(sales.totalClp, before?.sums.sales.totalClp),
    },
    {
      id: 'average',
      value: sales.count === 0 ? '' : formatClp(average(sales)),
      detail: t('reports.figures.each'),
      change:
        sales.count === 0
          ? ''
          : change(average(sales), before ? average(before.sums.sales) : undefined),
    },
    {
      id: 'returned',
      value: formatClp(backClp),
      detail: t('reports.figures.back', { count: backCount }),
      change: '',
    },
    {
      id: 'left',
      value: formatClp(netClp),
      detail: t('reports.figures.leftHint'),
      change: change(netClp, before?.sums.netClp),
    },
    {
      id: 'margin',
      value: margin === null ? '' : formatClp(clp(margin.clp)),
      detail:
        margin?.percent == null ? '' : t('reports.figures.percent', { percent: margin.percent }),
      change: '',
    },
  ]
}

const average = ({ totalClp, count }: ReportTotals['sums']['sales']) =>
  count === 0 ? ZERO_CLP : clp(Math.round(totalClp / count))

/** In which ways it was paid, the largest first. */
export const shortMethods = (view: ReportTotals, t: T): ReportTable => ({
  id: 'short-methods',
  title: t('reports.paidBy'),
  columns: [text(t('reports.method')), money(t('reports.total')), BAR],
  rows: methodSums(view)
    .toSorted((one, other) => other.clp - one.clp)
    .slice(0, SHORT_ROWS)
    .map(({ name, clp: amountClp }) => [name, amountClp, amountClp]),
})

/** What sold most, by money. */
export const shortProducts = ({ products }: ReportProducts, t: T): ReportTable => ({
  id: 'short-products',
  title: t('reports.best'),
  columns: [text(t('reports.product')), money(t('reports.total')), BAR],
  // What all came back sold nothing.
  rows: products
    .filter(({ totalClp }) => totalClp > 0)
    .slice(0, SHORT_ROWS)
    .map(({ name, totalClp }) => [name, totalClp, totalClp]),
})
