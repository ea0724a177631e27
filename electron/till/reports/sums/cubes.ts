/**
 * The sums a report is made of, each said once: what tells its rows apart and what is added up. The
 * same words read the rows of sales and fill what is kept of days.
 */
import type { EpochMs } from '#shared/core/brand.ts'
import { SALE_TYPES_SQL } from '#shared/core/document-type.ts'
import type { DocumentFlow, PaymentFlow, Tally, TipFlow } from '#shared/shifts/shift-report.ts'
import { weekdayOf } from '#shared/reports/day-range.ts'
import { santiagoDate, santiagoTime } from '#shared/time/santiago.ts'
import { METHOD_NAME } from '../../sold/payments.ts'
import { PART, PART_SUMS, PARTS } from '../../sold/sale-parts.ts'
import type { Moved } from '../report-rows.ts'

type Cell = string | number
export type SumRow = Readonly<Record<string, Cell>>

/** Goes up when a word below changes what is kept: the file of sums begins anew. */
export const CUBES_FORM = 3

type Columns = (flow: string) => Readonly<Record<string, string>>

export interface Cube<Row> {
  readonly name: string
  /** Joined to the sale `s`, which SQLite is to read first. */
  readonly join: string
  readonly where?: string
  readonly keys: Columns
  readonly sums: Columns
  /** The least of these decides the order of the rows. */
  readonly least: Columns
  /** One of several; the greatest, so that it does not matter who comes first. */
  readonly greatest: Columns
  /** What SQL cannot say of a key. */
  readonly map?: (row: SumRow) => SumRow
  /** Never set: says which rows it has. */
  readonly row?: Row
}

const none: Columns = () => ({})

/** A change of document sells nothing a second time and takes nothing back. */
const SOLD_ONCE = 's.change_of IS NULL'

export const DOCUMENTS: Cube<DocumentFlow & { readonly first: number }> = {
  name: 'documents',
  join: PARTS,
  keys: (flow) => ({
    flow,
    documentType: PART.documentType,
    documentedBy: PART.documentedBy,
    cashierName: 's.cashier_name',
  }),
  sums: () => PART_SUMS,
  least: () => ({ first: 'min(s.seq)' }),
  greatest: none,
}

/** Payments of one sale are fewer. */
const PLACES = 100

export const PAYMENTS: Cube<
  Omit<PaymentFlow, 'isVoucher'> & { readonly isVoucher: number; readonly first: number }
> = {
  name: 'payments',
  join: 'CROSS JOIN sale_payment p ON p.sale_id = s.id',
  keys: (flow) => ({ flow, method: 'p.method', isVoucher: 'p.is_voucher' }),
  sums: (flow) => ({
    count: 'count(*)',
    totalClp: 'sum(p.total_clp)',
    tipClp: 'sum(p.tip_clp)',
    roundingClp: 'sum(p.rounding_clp)',
    changeOfCreditClp: `sum(iif(p.method = 'NC' AND ${flow} = 'sale', p.change_clp, 0))`,
  }),
  least: () => ({ first: `min(s.seq * ${PLACES} + p.position)` }),
  greatest: () => ({ name: `max(${METHOD_NAME})` }),
}

export const TIPS: Cube<
  Omit<TipFlow, 'isVoucher'> & { readonly isVoucher: number; readonly first: number }
> = {
  name: 'tips',
  join: PAYMENTS.join,
  where: 'p.tip_clp > 0',
  keys: (flow) => ({ ...PAYMENTS.keys(flow), cashierName: 's.cashier_name' }),
  sums: () => ({ count: 'count(*)', tipClp: 'sum(p.tip_clp)' }),
  least: PAYMENTS.least,
  greatest: PAYMENTS.greatest,
}

const HOUR_MS = 3_600_000
export const HOURS_OF_DAY = 24

/** `weekHour` is the weekday, 0 for Monday, times 24, and the hour at the counter. */
export const HOURS: Cube<Tally & { readonly weekHour: number }> = {
  name: 'hours',
  join: '',
  where: `s.document_type IN ${SALE_TYPES_SQL} AND ${SOLD_ONCE}`,
  // Hours of UTC, put together by what the clock at the counter says.
  keys: () => ({ weekHour: `s.sold_at_ms / ${HOUR_MS}` }),
  sums: () => ({ count: 'count(*)', totalClp: 'sum(s.total_clp)' }),
  least: none,
  greatest: none,
  map(row) {
    const at = (Number(row['weekHour']) * HOUR_MS) as EpochMs
    const hour = Number(santiagoTime(at).slice(0, 2))
    return { ...row, weekHour: weekdayOf(santiagoDate(at)) * HOURS_OF_DAY + hour }
  },
}

/** Lines of one product, taxed or exempt; amounts with their sign. */
export interface LineSums {
  /** Empty where the line was of no product. */
  readonly productId: string
  readonly code: string
  readonly name: string
  readonly isExempt: number
  readonly quantityMilli: number
  readonly totalClp: number
  readonly discountClp: number
  readonly saleDiscountClp: number
  /** Of the lines that kept what they cost: these, their prices, and their cost. */
  readonly costedMilli: number
  readonly costedClp: number
  readonly costClp: number
}

/** To the peso, line by line. */
const COST = '(l.cost_net_clp * l.quantity_milli + 500) / 1000'

/** What came back brings a discount and its cost back with it. */
export const LINES: Cube<LineSums> = {
  name: 'lines',
  join: 'CROSS JOIN sale_line l ON l.sale_id = s.id',
  where: SOLD_ONCE,
  keys: () => ({
    productId: "coalesce(l.product_id, '')",
    unlisted: "iif(l.product_id IS NULL, l.code || char(10) || l.name, '')",
    isExempt: 'l.is_exempt',
  }),
  sums(flow) {
    const signed = (value: string) => `sum(iif(${flow} IN ('sale', 'undo'), 1, -1) * ${value})`
    const costed = (value: string) => signed(`iif(l.cost_net_clp IS NULL, 0, ${value})`)
    return {
      quantityMilli: signed('l.quantity_milli'),
      totalClp: signed('l.gross_clp'),
      discountClp: signed('l.discount_clp'),
      saleDiscountClp: signed('l.sale_discount_clp'),
      costedMilli: costed('l.quantity_milli'),
      costedClp: costed('l.gross_clp'),
      costClp: costed(COST),
    }
  },
  least: none,
  greatest: () => ({ code: 'max(l.code)', name: 'max(l.name)' }),
}

export interface PromotionSums {
  readonly promotionId: string
  readonly name: string
  /** Lines it took something off. */
  readonly count: number
  readonly discountClp: number
}

export const PROMOTIONS: Cube<PromotionSums> = {
  name: 'promotions',
  join: 'CROSS JOIN sale_line_promotion p ON p.sale_id = s.id',
  where: SOLD_ONCE,
  keys: () => ({ promotionId: 'p.promotion_id' }),
  sums: (flow) => ({
    count: `sum(iif(${flow} = 'sale', 1, 0))`,
    discountClp: `sum(iif(${flow} IN ('sale', 'undo'), 1, -1) * p.discount_clp)`,
  }),
  least: none,
  greatest: () => ({ name: 'max(p.name)' }),
}

export const CUBES: readonly Cube<unknown>[] = [DOCUMENTS, PAYMENTS, TIPS, HOURS, LINES, PROMOTIONS]

/** Of any flow: the names alone. */
export function columnsOf(cube: Cube<unknown>) {
  const names = (of: Columns) => Object.keys(of("''"))
  return {
    keys: names(cube.keys),
    sums: names(cube.sums),
    least: names(cube.least),
    greatest: names(cube.greatest),
  }
}

/** Of the rows of sales; by their date where that is wanted. */
export function selectOf(cube: Cube<unknown>, { flow, from, where }: Moved, date = ''): string {
  const keys = { ...(date === '' ? {} : { date }), ...cube.keys(flow) }
  const columns = { ...keys, ...cube.sums(flow), ...cube.least(flow), ...cube.greatest(flow) }
  const list = Object.entries(columns).map(([name, value]) => `${value} AS ${name}`)
  const groups = Object.keys(keys).map((_, index) => index + 1)
  const wanted = cube.where === undefined ? where : `${where} AND ${cube.where}`
  return `SELECT ${list.join(', ')} FROM ${from} ${cube.join} WHERE ${wanted}
    GROUP BY ${groups.join(', ')}`
}

/** As they are kept: what SQL cannot say is said here. */
export const mapped = (cube: Cube<unknown>, rows: readonly SumRow[]): readonly SumRow[] =>
  cube.map === undefined ? rows : rows.map(cube.map)

/** Rows of days as rows of all of them. */
export const together = <Row>(cube: Cube<Row>, rows: readonly Row[]): Row[] =>
  merged(cube, rows as unknown as readonly SumRow[]) as Row[]

/** Rows that nothing tells apart become one; in the order of `least`, else as they came. */
export function merged(
  cube: Cube<unknown>,
  rows: Iterable<SumRow>,
  more: readonly string[] = [],
): SumRow[] {
  const { keys, sums, least, greatest } = columnsOf(cube)
  const together = new Map<string, Record<string, Cell>>()
  for (const row of rows) {
    const key = [...more, ...keys].map((name) => row[name]).join('\0')
    const before = together.get(key)
    if (before === undefined) together.set(key, { ...row })
    else {
      for (const name of sums) before[name] = Number(before[name]) + Number(row[name])
      for (const name of least) before[name] = Math.min(Number(before[name]), Number(row[name]))
      for (const name of greatest)
        if (String(row[name]) > String(before[name])) before[name] = String(row[name])
    }
  }
  const [order] = least
  const all = [...together.values()]
  return order === undefined
    ? all
    : all.sort((one, other) => Number(one[order]) - Number(other[order]))
}
