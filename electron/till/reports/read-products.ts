/** What was sold over some days, less what came back or was deleted: by product and by shelf. */
import type { DayRange } from '#shared/reports/day-range.ts'
import { REPORT_ROWS_MAX, type ReportProducts, type SoldGoods } from '#shared/reports/views.ts'
import { clp } from '#shared/money/clp.ts'
import { ONE_MILLI } from '#shared/money/quantity.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { DELETED } from './report-rows.ts'
import { LINES, PROMOTIONS, type LineSums, type PromotionSums } from './sums/cubes.ts'
import type { SumSource } from './sums/sum-source.ts'

interface Known {
  readonly name: string
  readonly categoryId: string
  readonly costNetClp: number | null
}

export function readProducts(
  db: TillDatabase,
  source: SumSource,
  bounds: DayRange,
): Omit<ReportProducts, 'part' | 'since'> {
  const { from, to } = bounds
  const lines = [...source.sold(LINES, bounds), ...source.of(LINES, DELETED, bounds)]
  const known = knownOf(db)
  const shelves = shelvesOf(db)
  const ofProduct = ({ productId, code, name }: LineSums) => productId || `${code}\n${name}`
  // As it is called today, whatever stood on the receipts.
  const nameOf = (line: LineSums | undefined) =>
    known(line?.productId ?? '')?.name ?? line?.name ?? ''
  const ofShelf = ({ productId }: LineSums) => known(productId)?.categoryId ?? ''
  const products = groups(lines, ofProduct).map(([key, rows]) => ({
    code: rows[0]?.code ?? '',
    ...soldGoods({ key, name: nameOf(rows[0]) }, rows, known),
  }))
  return {
    from,
    to,
    products: largestFirst(products).slice(0, REPORT_ROWS_MAX),
    productCount: products.length,
    categories: largestFirst(
      groups(lines, ofShelf).map(([key, rows]) =>
        soldGoods({ key, name: shelves.get(key) ?? '' }, rows, known),
      ),
    ),
    all: soldGoods({ key: '', name: '' }, lines, known),
    discounts: discountsOf(lines),
    promotions: promotionsOf([
      ...source.sold(PROMOTIONS, bounds),
      ...source.of(PROMOTIONS, DELETED, bounds),
    ]),
  }
}

type KnownOf = (productId: string) => Known | undefined

/** Asked for what was sold only: a catalogue may have ten times as many. */
function knownOf(db: TillDatabase): KnownOf {
  const product = db.prepare<[string], Known>(
    'SELECT name, category_id AS categoryId, cost_net_clp AS costNetClp FROM product WHERE id = ?',
  )
  const found = new Map<string, Known | undefined>()
  return (productId) => {
    if (!found.has(productId)) found.set(productId, product.get(productId))
    return found.get(productId)
  }
}

function shelvesOf(db: TillDatabase): ReadonlyMap<string, string> {
  const rows = db
    .prepare<[], { readonly id: string; readonly name: string }>('SELECT id, name FROM category')
    .all()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const groups = (lines: readonly LineSums[], keyOf: (line: LineSums) => string) => [
  ...Map.groupBy(lines, keyOf),
]

function soldGoods(
  of: Pick<SoldGoods, 'key' | 'name'>,
  lines: readonly LineSums[],
  known: KnownOf,
): SoldGoods {
  const sum = (value: (line: LineSums) => number) =>
    lines.reduce((all, line) => all + value(line), 0)
  const costs = lines.map((line) => costOf(line, known(line.productId)?.costNetClp ?? null))
  return {
    ...of,
    quantityMilli: sum(({ quantityMilli }) => quantityMilli),
    totalClp: clp(sum(({ totalClp }) => totalClp)),
    discountClp: clp(sum(({ discountClp }) => discountClp)),
    knownNetClp: clp(costs.reduce((all, { netClp }) => all + netClp, 0)),
    costClp: clp(costs.reduce((all, { costClp }) => all + costClp, 0)),
  }
}

/** At the cost of its day; what kept none, at the catalogue's of today where it has one. */
function costOf(line: LineSums, costTodayClp: number | null) {
  const rest = costTodayClp === null ? 0 : line.quantityMilli - line.costedMilli
  const knownClp = costTodayClp === null ? line.costedClp : line.totalClp
  return {
    netClp: line.isExempt === 1 ? knownClp : netOf(knownClp),
    costClp: line.costClp + Math.round(((costTodayClp ?? 0) * rest) / ONE_MILLI),
  }
}

/** Of a line's part of the documents, whose own net is rounded once for all their lines. */
const netOf = (totalClp: number) => Math.round((totalClp * 100) / 119)

const largestFirst = <Row extends SoldGoods>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => other.totalClp - one.totalClp || one.name.localeCompare(other.name))

function discountsOf(lines: readonly LineSums[]): ReportProducts['discounts'] {
  const ofSales = lines.reduce((all, line) => all + line.saleDiscountClp, 0)
  const all = lines.reduce((sum, line) => sum + line.discountClp, 0)
  return { ofLinesClp: clp(all - ofSales), ofSalesClp: clp(ofSales) }
}

function promotionsOf(rows: readonly PromotionSums[]): ReportProducts['promotions'] {
  return [...Map.groupBy(rows, ({ promotionId }) => promotionId).values()]
    .map((same) => ({
      name: same[0]?.name ?? '',
      count: same.reduce((all, { count }) => all + count, 0),
      discountClp: clp(same.reduce((all, { discountClp }) => all + discountClp, 0)),
    }))
    .sort((one, other) => other.discountClp - one.discountClp)
}
