/** On paper, what stands beside the figures on screen: those of earlier days, and the change. */
import type { ReportProducts, ReportTotals, ReportView } from './views.ts'
import type { IsoDate } from '../core/brand.ts'
import { clp, formatClp } from '../money/clp.ts'
import type { ReportRow, ReportSection } from '../paper/report-layout.ts'
import { amount, detail } from '../paper/report-rows.ts'
import { addDays, printDate } from '../time/calendar.ts'
import { changeOf, lengthOf, shortfallOf } from './before.ts'
import type { DayRange } from './day-range.ts'

export interface PaperBefore {
  readonly range: DayRange
  /** Null where those days could not be read. */
  readonly view: ReportView | null
  readonly today: IsoDate
}

/** One figure by the name it has in both. */
interface Figure {
  readonly key: string
  readonly label: string
  readonly clp: number
}
interface Figures {
  readonly title: string
  readonly now: readonly Figure[]
  readonly before: readonly Figure[]
  /** What a list leaves out is not nothing. */
  readonly isCut?: boolean
  readonly isBeforeCut?: boolean
  /** Their keys are dates: none of them is left out. */
  readonly isCalendar?: boolean
}

/** None for documents: they are a list of what is to be done. */
export function comparedSections(
  view: ReportView,
  { range, view: before, today }: PaperBefore,
  rowsMax: number,
): ReportSection[] {
  const days = detail('Antes', daysText(range))
  const about = (remark: string, rows: readonly ReportRow[] = []): ReportSection => ({
    title: 'COMPARACIÓN',
    rows: [days, ...rows],
    remark,
  })
  const { since, isEmpty, isRunning } = shortfallOf(
    { range: view, earlier: range },
    view.since,
    today,
  )
  if (isEmpty) return [about('Esta caja no vendió nada en esos días.')]
  const figures = before === null ? null : figuresOf(view, before)
  if (figures === null) return [about('No se pudieron leer los días anteriores.')]
  const [all, ...lists] = figures
  const rows = all === undefined ? [] : rowsOf(all, rowsMax)
  const remark = [
    rows.length > 0 ? '' : 'No se vendió nada, tampoco antes.',
    since === null
      ? ''
      : `Esta caja vende desde el ${printDate(since)}: lo de antes no está completo.`,
    isRunning ? 'Ojo: estos días todavía no terminan y los de antes sí.' : '',
  ]
  return [
    about(remark.filter(Boolean).join(' '), rows),
    ...lists.map((list) => ({ title: list.title, rows: rowsOf(list, rowsMax), remark: '' })),
  ].filter(({ rows }) => rows.length > 0)
}

function figuresOf(view: ReportView, before: ReportView): Figures[] | null {
  if (view.part === 'totals' && before.part === 'totals') return totalFigures(view, before)
  return view.part === 'products' && before.part === 'products'
    ? productFigures(view, before)
    : null
}

function totalFigures(view: ReportTotals, before: ReportTotals): Figures[] {
  const of = (title: string, read: (one: ReportTotals) => readonly Figure[]): Figures => ({
    title,
    now: read(view),
    before: read(before),
  })
  return [
    of('', ({ sums: { sales, returns, deletions, netClp } }) => [
      { key: 'sold', label: 'Ventas', clp: sales.totalClp },
      { key: 'returned', label: 'Devoluciones', clp: -returns.totalClp },
      { key: 'deleted', label: 'Boletas eliminadas', clp: -deletions.totalClp },
      { key: 'left', label: 'Total según documentos', clp: netClp },
    ]),
    of('MEDIOS, COMPARADOS', ({ sums }) =>
      sums.methods.map(({ key, name, salesClp, refundsClp, deletionsClp }) => ({
        ...{ key, label: name },
        clp: salesClp + refundsClp + deletionsClp,
      })),
    ),
    of('CAJEROS, COMPARADOS', ({ sums }) =>
      sums.cashiers.map(({ name, totalClp }) => ({ key: name, label: name, clp: totalClp })),
    ),
    placedFigures(view, before),
  ]
}

/** A roll says more days than these by month. */
const DAYS_MAX = 31

/** The first day stands beside the first; by month, each in the month of its place. */
function placedFigures(view: ReportTotals, before: ReportTotals): Figures {
  const length = lengthOf(view)
  const isByMonth = length > DAYS_MAX
  const inPlace = (of: ReportTotals) => {
    const sums = new Map<string, number>()
    for (const { date, totalClp } of of.days) {
      const place = Math.min(lengthOf({ from: of.from, to: date }), length) - 1
      const day = addDays(view.from, place)
      const key = isByMonth ? day.slice(0, 7) : day
      sums.set(key, (sums.get(key) ?? 0) + totalClp)
    }
    return [...sums].map(([key, sum]) => ({ key, label: labelOf(key), clp: sum }))
  }
  return {
    title: isByMonth ? 'MESES, COMPARADOS' : 'DÍAS, COMPARADOS',
    now: inPlace(view),
    before: inPlace(before),
    isCalendar: true,
  }
}

const labelOf = (key: string) =>
  key.length > 7 ? printDate(key) : `${key.slice(5)}-${key.slice(0, 4)}`

function productFigures(view: ReportProducts, before: ReportProducts): Figures[] {
  const named = (goods: ReportProducts['categories']) =>
    goods.map(({ key, name, totalClp }) => ({ key, label: name || 'Sin categoría', clp: totalClp }))
  const allOf = ({ all }: ReportProducts) => [{ key: '', label: 'Todo', clp: all.totalClp }]
  const isCut = (of: ReportProducts) => of.products.length < of.productCount
  return [
    { title: '', now: allOf(view), before: allOf(before) },
    {
      title: 'PRODUCTOS, COMPARADOS',
      now: named(view.products),
      before: named(before.products),
      isCut: isCut(view),
      isBeforeCut: isCut(before),
    },
    {
      title: 'CATEGORÍAS, COMPARADAS',
      now: named(view.categories),
      before: named(before.categories),
    },
  ]
}

/** What was sold only before is nothing now; what nobody knows of before is left out. */
function rowsOf(figures: Figures, rowsMax: number): ReportRow[] {
  const { now, before, isCut = false, isBeforeCut = false, isCalendar = false } = figures
  const then = new Map(before.map((figure) => [figure.key, figure.clp]))
  const here = new Set(now.map(({ key }) => key))
  const gone = isCut ? [] : before.filter(({ key }) => !here.has(key))
  const all = [...now, ...gone.map((figure) => ({ ...figure, clp: 0 }))]
  const shown = isCalendar
    ? all.toSorted((one, other) => (one.key < other.key ? -1 : 1))
    : all.slice(0, rowsMax)
  return shown.flatMap(({ key, label, clp: nowClp }) => {
    const known = then.get(key) ?? (isBeforeCut ? null : 0)
    if (nowClp === 0 && known === 0) return []
    return [amount(label, clp(nowClp)), ...(known === null ? [] : [changeRow(nowClp, known)])]
  })
}

function changeRow(nowClp: number, beforeClp: number): ReportRow {
  const { clp: changeClp, tenths } = changeOf(nowClp, beforeClp)
  const sign = changeClp > 0 ? '+' : ''
  const percent = tenths === null ? '' : ` (${sign}${String(tenths / 10).replace('.', ',')} %)`
  return detail(
    `Antes ${formatClp(clp(beforeClp))}`,
    `${sign}${formatClp(clp(changeClp))}${percent}`,
  )
}

const daysText = ({ from, to }: DayRange) =>
  from === to ? printDate(from) : `${printDate(from)} a ${printDate(to)}`
