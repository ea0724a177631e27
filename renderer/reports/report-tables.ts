/** A report as tables: what the screen shows is what the file says, row by row. */
import type { TFunction } from 'i18next'
import type {
  DocumentList,
  ReportDocuments,
  ReportProducts,
  ReportTotals,
  ReportView,
  SoldGoods,
} from '#shared/bridge/reports.ts'
import type { TableCell } from '#shared/catalogue/export/goods-table.ts'
import { ONE_MILLI } from '#shared/money/quantity.ts'
import type { StandingDocuments } from '#shared/reports/f29.ts'
import { f29Codes, signOf } from '#shared/reports/f29.ts'
import { marginOf } from '#shared/reports/margin.ts'
import { tipsOf } from '#shared/shift/shift-report.ts'
import { printDate } from '#shared/time/calendar.ts'
import { santiagoDate, santiagoTime } from '#shared/time/santiago.ts'

/** `clp` is money, `count` a plain number; a bar says how much of the largest it is. */
export type ColumnKind = 'text' | 'count' | 'clp' | 'bar'

export interface ReportTable {
  readonly id: string
  readonly title: string
  readonly note?: string
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind }[]
  readonly rows: readonly (readonly TableCell[])[]
  /** The last row is the sum of those before. */
  readonly hasTotal?: boolean
}

type T = TFunction
type Column = ReportTable['columns'][number]

export function reportTables(view: ReportView, t: T): ReportTable[] {
  switch (view.part) {
    case 'totals':
      return [
        f29Table(view, t),
        salesTable(view, t),
        ...flowTables(view, t),
        ...tipTables(view, t),
        hourTable(view, t),
      ]
    case 'products':
      return productTables(view, t)
    case 'documents':
      return documentTables(view, t)
  }
}

const text = (name: string): Column => ({ name, kind: 'text' })
const count = (name: string): Column => ({ name, kind: 'count' })
const money = (name: string): Column => ({ name, kind: 'clp' })

const NAMES = {
  33: 'reports.document.dte33',
  34: 'reports.document.dte34',
  39: 'reports.document.dte39',
  41: 'reports.document.dte41',
  61: 'reports.document.dte61',
  56: 'reports.document.dte56',
} as const

/** What the document is called. */
function nameOf(of: Pick<StandingDocuments, 'documentType' | 'documentedBy'>, t: T): string {
  const { documentType, documentedBy } = of
  return t(documentedBy === 'voucher' ? 'reports.document.voucher' : NAMES[documentType])
}

/** Where the count goes and where the amount; plainly none where the form leaves it open. */
function codesOf(of: Pick<StandingDocuments, 'documentType' | 'documentedBy'>, t: T): string {
  const codes = f29Codes(of)
  return codes === null ? t('reports.f29NoCode') : `${codes.count} · ${codes.amount}`
}

function f29Table({ f29 }: ReportTotals, t: T): ReportTable {
  const { lines, total, pending, refused } = f29
  const row = ({ documentType, documentedBy, ...sums }: StandingDocuments): TableCell[] => {
    const sign = signOf(documentType)
    const amounts = [sums.netoClp, sums.ivaClp, sums.exentoClp, sums.totalClp]
    return [
      nameOf({ documentType, documentedBy }, t),
      codesOf({ documentType, documentedBy }, t),
      sums.count,
      ...amounts.map((clp) => sign * clp),
    ]
  }
  const left = [
    pending.count > 0 ? t('reports.f29Pending', { count: pending.count }) : '',
    refused.count > 0 ? t('reports.f29Refused', { count: refused.count }) : '',
  ]
  return {
    id: 'f29',
    title: t('reports.f29'),
    note: [t('reports.f29Note'), ...left].filter(Boolean).join(' '),
    columns: [
      text(t('reports.documentType')),
      text(t('reports.f29Code')),
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
        '',
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
  }
}

function flowTables({ sums, days }: ReportTotals, t: T): ReportTable[] {
  const countAndTotal = [count(t('reports.count')), money(t('reports.total'))]
  return [
    {
      id: 'methods',
      title: t('reports.methods'),
      columns: [text(t('reports.method')), ...countAndTotal],
      rows: sums.methods.map(({ name, count: taken, salesClp, refundsClp, deletionsClp }) => [
        name,
        taken,
        salesClp + refundsClp + deletionsClp,
      ]),
    },
    {
      id: 'cashiers',
      title: t('reports.cashiers'),
      columns: [text(t('reports.cashier')), ...countAndTotal],
      rows: sums.cashiers.map(({ name, count: sold, totalClp }) => [name, sold, totalClp]),
    },
    {
      id: 'days',
      title: t('reports.days'),
      columns: [text(t('reports.day')), ...countAndTotal, { name: '', kind: 'bar' }],
      rows: days.map(({ date, count: sold, totalClp }) => [
        printDate(date),
        sold,
        totalClp,
        totalClp,
      ]),
    },
  ]
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
      ...weekdays.map((day) => count(t(`reports.weekday.day${day}`))),
      { name: '', kind: 'bar' },
    ],
    rows: shown.map((hour) => {
      const counts = weekdays.map((weekday) => countOf(weekday, hour))
      const all = counts.reduce((sum, each) => sum + each, 0)
      return [`${String(hour).padStart(2, '0')}:00`, ...counts, all]
    }),
  }
}

function productTables({ products, categories, all, ...view }: ReportProducts, t: T) {
  const sums = [
    count(t('reports.quantity')),
    money(t('reports.total')),
    money(t('reports.discount')),
    money(t('reports.margin')),
    text(t('reports.marginPercent')),
  ]
  const row = (goods: SoldGoods): TableCell[] => {
    const margin = marginOf(goods)
    const percent = margin?.percent ?? null
    return [
      goods.quantityMilli / ONE_MILLI,
      goods.totalClp,
      goods.discountClp,
      margin?.clp ?? '',
      percent === null ? '' : `${percent} %`,
    ]
  }
  const { ofLinesClp, ofSalesClp } = view.discounts
  const tables: ReportTable[] = [
    {
      id: 'products',
      title: t('reports.products'),
      note: [
        t('reports.marginNote'),
        products.length < view.productCount
          ? t('reports.firstOf', { shown: products.length, all: view.productCount })
          : '',
      ].join(' '),
      columns: [text(t('reports.code')), text(t('reports.product')), ...sums],
      rows: [
        ...products.map(({ code, ...goods }) => [code, goods.name, ...row(goods)]),
        ['', t('reports.everything'), ...row(all)],
      ],
      hasTotal: true,
    },
    {
      id: 'categories',
      title: t('reports.categories'),
      columns: [text(t('reports.category')), ...sums],
      rows: categories.map((goods) => [goods.name || t('reports.noCategory'), ...row(goods)]),
    },
    {
      id: 'discounts',
      title: t('reports.discounts'),
      columns: [text(''), money(t('reports.total'))],
      rows: [
        [t('reports.ofLines'), ofLinesClp],
        [t('reports.ofSales'), ofSalesClp],
        [t('reports.total'), ofLinesClp + ofSalesClp],
      ],
      hasTotal: true,
    },
    promotionTable(view.promotions, t),
  ]
  return tables
}

function promotionTable(promotions: ReportProducts['promotions'], t: T): ReportTable {
  return {
    id: 'promotions',
    title: t('reports.promotions'),
    columns: [
      text(t('reports.promotion')),
      count(t('reports.count')),
      money(t('reports.discount')),
    ],
    rows: promotions.map((each) => [each.name, each.count, each.discountClp]),
  }
}

function documentTables(view: ReportDocuments, t: T): ReportTable[] {
  const columns = [
    text(t('reports.when')),
    text(t('reports.documentType')),
    text(t('reports.folio')),
    money(t('reports.total')),
    text(t('reports.cashier')),
    text(t('reports.why')),
  ]
  const list = (
    id: 'pending' | 'refused' | 'deletedOnes' | 'large',
    { rows, all }: DocumentList,
  ): ReportTable => ({
    id,
    title: `${t(`reports.${id}`)} (${all.count})`,
    ...(rows.length < all.count
      ? { note: t('reports.firstOf', { shown: rows.length, all: all.count }) }
      : {}),
    columns,
    rows: rows.map((row) => [
      `${printDate(santiagoDate(row.at))} ${santiagoTime(row.at).slice(0, 5)}`,
      nameOf(row, t),
      row.folio === null ? '' : String(row.folio),
      row.totalClp,
      row.cashierName,
      row.note,
    ]),
  })
  return [
    list('pending', view.pending),
    list('refused', view.refused),
    list('deletedOnes', view.deleted),
    list('large', view.large),
    {
      id: 'gaps',
      title: `${t('reports.gaps')} (${view.gaps.length})`,
      note: t('reports.gapsNote'),
      columns: [
        text(t('reports.documentType')),
        text(t('reports.from')),
        text(t('reports.to')),
        count(t('reports.missing')),
        count(t('reports.elsewhere')),
      ],
      rows: view.gaps.map(({ documentType, from, to, elsewhere }) => [
        nameOf({ documentType, documentedBy: 'receipt' }, t),
        String(from),
        String(to),
        to - from + 1,
        elsewhere,
      ]),
    },
  ]
}

/** All tables one under another, as one sheet. */
export function asSheet(tables: readonly ReportTable[]): TableCell[][] {
  return tables.flatMap(({ title, columns, rows }) => [
    [title],
    columns.filter(({ kind }) => kind !== 'bar').map(({ name }) => name),
    ...rows.map((row) => row.filter((_, at) => columns[at]?.kind !== 'bar')),
    [],
  ])
}
