/** What was taken, as tables: the monthly form, sales, who and how, when. */
import type { ReportTotals } from '#shared/reports/views.ts'
import type { TableCell } from '#shared/catalogue/export/goods-table.ts'
import type { IsoDate } from '#shared/core/brand.ts'
import { lengthOf } from '#shared/reports/before.ts'
import { f29Fields, signOf, type StandingDocuments } from '#shared/reports/f29.ts'
import { tipsOf } from '#shared/shifts/shift-report.ts'
import { formatClp } from '#shared/money/clp.ts'
import { addDays, printDate } from '#shared/time/calendar.ts'
import { BAR, count, money, nameOf, text, type ReportTable, type T } from './table.ts'

export const totalsTables = (view: ReportTotals, t: T): ReportTable[] => [
  salesTable(view, t),
  ...flowTables(view, t),
  daysTable(view, t),
  ...tipTables(view, t),
  hourTable(view, t),
  f29Table(view, t),
  ...trialTables(view, t),
  ...fieldTables(view, t),
]

/** Documents of these days that are no sum yet, or never: a sentence each, if there are any. */
export function unsettledWords({ pending, refused, trials }: ReportTotals['f29'], t: T): string[] {
  return [
    ...(pending.count > 0 ? [t('reports.f29Pending', { count: pending.count })] : []),
    ...(refused.count > 0 ? [t('reports.f29Refused', { count: refused.count })] : []),
    ...(trials.count > 0
      ? [t('reports.f29Trials', { count: trials.count, amount: formatClp(trials.totalClp) })]
      : []),
  ]
}

/** What came in by each way of paying, less what went back by it. */
export const methodSums = ({ sums }: ReportTotals) =>
  sums.methods.map(({ key, name, count: uses, salesClp, refundsClp, deletionsClp }) => ({
    ...{ key, name, count: uses },
    clp: salesClp + refundsClp + deletionsClp,
  }))

function f29Table({ f29 }: ReportTotals, t: T): ReportTable {
  const { lines, total } = f29
  const row = ({ documentType, documentedBy, ...sums }: StandingDocuments): TableCell[] => {
    const sign = signOf(documentType)
    const amounts = [sums.netoClp, sums.ivaClp, sums.exentoClp, sums.totalClp]
    return [
      nameOf({ documentType, documentedBy }, t),
      sums.count,
      ...amounts.map((clp) => sign * clp),
    ]
  }
  return {
    id: 'f29',
    title: t('reports.f29'),
    note: [t('reports.f29Note'), ...unsettledWords(f29, t)].join(' '),
    columns: [
      text(t('reports.documentType')),
      count(t('reports.count')),
      money(t('reports.neto')),
      money(t('reports.iva')),
      money(t('reports.exento')),
      money(t('reports.total')),
    ],
    rows: [
      ...lines.map(row),
      [
        t('reports.total'),
        lines.reduce((all, line) => all + line.count, 0),
        total.netoClp,
        total.ivaClp,
        total.exentoClp,
        total.totalClp,
      ],
    ],
    hasTotal: true,
  }
}

/** What the form leaves out though it was money: the file of its table is saved without a note. */
function trialTables({ f29: { trials } }: ReportTotals, t: T): ReportTable[] {
  if (trials.count === 0) return []
  return [
    {
      id: 'f29-trials',
      title: t('reports.trials'),
      columns: [count(t('reports.count')), money(t('reports.total'))],
      rows: [[trials.count, trials.totalClp]],
    },
  ]
}

/** What goes into each field of the form, which takes the IVA and not the amount with it. */
function fieldTables({ f29 }: ReportTotals, t: T): ReportTable[] {
  const rows = f29Fields(f29.lines).map(({ code, what, of, value }): TableCell[] => [
    String(code),
    of === null ? t('reports.exento') : nameOf(of, t),
    t(what === 'iva' ? 'reports.iva' : what === 'count' ? 'reports.count' : 'reports.amount'),
    what === 'count' ? value : '',
    what === 'count' ? '' : value,
  ])
  if (rows.length === 0) return []
  return [
    {
      id: 'f29-fields',
      title: t('reports.f29Fields'),
      note: t('reports.f29FieldsNote'),
      columns: [
        text(t('reports.f29Code')),
        text(t('reports.documentType')),
        text(t('reports.f29What')),
        count(t('reports.count')),
        money(t('reports.amount')),
      ],
      rows,
    },
  ]
}

function salesTable({ sums }: ReportTotals, t: T): ReportTable {
  const { sales, returns, deletions, netClp, roundingClp } = sums
  return {
    id: 'sales',
    title: t('reports.sales'),
    note: t('reports.rounding', { clp: roundingClp }),
    columns: [text(''), count(t('reports.count')), money(t('reports.total'))],
    rows: [
      [t('reports.sold'), sales.count, sales.totalClp],
      [t('reports.returned'), returns.count, -returns.totalClp],
      [t('reports.deleted'), deletions.count, -deletions.totalClp],
      [t('reports.left'), '', netClp],
    ],
    hasTotal: true,
    compared: { keys: ['sold', 'returned', 'deleted', 'left'], column: 2 },
  }
}

function flowTables(view: ReportTotals, t: T): ReportTable[] {
  const { sums } = view
  const countAndTotal = [count(t('reports.count')), money(t('reports.total')), BAR]
  const methods = methodSums(view)
  return [
    {
      id: 'methods',
      title: t('reports.methods'),
      columns: [text(t('reports.method')), ...countAndTotal],
      rows: methods.map((row) => [row.name, row.count, row.clp, row.clp]),
      compared: { keys: methods.map(({ key }) => key), column: 2 },
    },
    {
      id: 'cashiers',
      title: t('reports.cashiers'),
      columns: [text(t('reports.cashier')), ...countAndTotal],
      rows: sums.cashiers.map((row) => [row.name, row.count, row.totalClp, row.totalClp]),
      compared: { keys: sums.cashiers.map(({ name }) => name), column: 2 },
    },
  ]
}

/** Days are compared by their place: the first with the first. */
function daysTable({ from, to, days }: ReportTotals, t: T): ReportTable {
  const placeOf = (date: IsoDate) => lengthOf({ from, to: date }) - 1
  const last = placeOf(to)
  return {
    id: 'days',
    title: t('reports.days'),
    columns: [text(t('reports.day')), count(t('reports.count')), money(t('reports.total')), BAR],
    rows: days.map((row) => [printDate(row.date), row.count, row.totalClp, row.totalClp]),
    compared: {
      keys: days.map(({ date }) => String(placeOf(date))),
      column: 2,
      label: (place) => (place > last ? null : printDate(addDays(from, place))),
    },
  }
}

/** Whose they are and in which way they came; a shop without tips sees no table of them. */
function tipTables({ sums }: ReportTotals, t: T): ReportTable[] {
  const { tips = [] } = sums
  if (tips.length === 0) return []
  const all = tipsOf(sums)
  return [
    {
      id: 'tips',
      title: t('tipReport.title'),
      note: t('tipReport.note'),
      columns: [
        text(t('tipReport.whose')),
        text(t('tipReport.method')),
        count(t('reports.count')),
        money(t('reports.total')),
      ],
      rows: [
        ...tips.map((line) => [line.cashierName, line.methodName, line.count, line.totalClp]),
        [t('tipReport.all'), '', all.count, all.totalClp],
      ],
      hasTotal: true,
    },
  ]
}

/** Sales of each hour; the busiest hours stand out by their bars. */
function hourTable({ hours }: ReportTotals, t: T): ReportTable {
  const weekdays = [0, 1, 2, 3, 4, 5, 6] as const
  const shown = [...new Set(hours.map(({ hour }) => hour))].sort((one, other) => one - other)
  const countOf = (weekday: number, hour: number) =>
    hours.find((row) => row.weekday === weekday && row.hour === hour)?.count ?? 0
  return {
    id: 'hours',
    title: t('reports.hours'),
    columns: [
      text(t('reports.hour')),
      ...weekdays.map((day) => ({ name: t(`reports.weekday.day${day}`), kind: 'heat' as const })),
      BAR,
    ],
    rows: shown.map((hour) => {
      const counts = weekdays.map((weekday) => countOf(weekday, hour))
      const all = counts.reduce((sum, each) => sum + each, 0)
      return [`${String(hour).padStart(2, '0')}:00`, ...counts, all]
    }),
  }
}
