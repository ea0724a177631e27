/** What was sold over some days, less what came back or was deleted: by product and by shelf. */
import { REPORT_ROWS_MAX, type ReportProducts, type SoldGoods } from '#shared/bridge/reports.ts'
import { clp } from '#shared/money/clp.ts'
import { ONE_MILLI } from '#shared/money/quantity.ts'
import type { TillDatabase } from '../db/open-database.ts'
import { DELETED, SOLD, type RangeBounds } from './report-rows.ts'

/** Lines of one product, taxed or exempt; amounts with their sign. */
interface LineSums {
  readonly productId: string | null
  readonly code: string
  readonly name: string
  readonly isExempt: number
  readonly quantityMilli: number
  readonly totalClp: number
  readonly discountClp: number
  readonly saleDiscountClp: number
}

interface Known {
  readonly categoryId: string
  readonly costNetClp: number | null
}

export function readProducts(
  db: TillDatabase,
  { from, to, ...instants }: RangeBounds,
): Omit<ReportProducts, 'part'> {
  const bounds = { from, to, ...instants }
  const lines = [...linesOf(db, SOLD, bounds), ...linesOf(db, DELETED, bounds)]
  const known = knownOf(db)
  const shelves = shelvesOf(db)
  const ofProduct = ({ productId, code, name }: LineSums) => productId ?? `${code}\n${name}`
  const ofShelf = ({ productId }: LineSums) => known(productId)?.categoryId ?? ''
  const products = groups(lines, ofProduct).map(([, rows]) => ({
    code: rows[0]?.code ?? '',
    ...soldGoods(rows[0]?.name ?? '', rows, known),
  }))
  return {
    from,
    to,
    products: largestFirst(products).slice(0, REPORT_ROWS_MAX),
    productCount: products.length,
    categories: largestFirst(
      groups(lines, ofShelf).map(([id, rows]) => soldGoods(shelves.get(id) ?? '', rows, known)),
    ),
    all: soldGoods('', lines, known),
    discounts: discountsOf(lines),
  }
}

/** What came back brings a discount back with it. */
function linesOf(
  db: TillDatabase,
  { flow, from, where }: typeof SOLD | typeof DELETED,
  bounds: RangeBounds,
): LineSums[] {
  const sign = `iif(${flow} IN ('sale', 'undo'), 1, -1)`
  const signed = (column: string) => `sum(${sign} * l.${column})`
  return db
    .prepare<[RangeBounds], LineSums>(
      `SELECT l.product_id AS productId, max(l.code) AS code, max(l.name) AS name,
        l.is_exempt AS isExempt, ${signed('quantity_milli')} AS quantityMilli,
        ${signed('gross_clp')} AS totalClp, ${signed('discount_clp')} AS discountClp,
        ${signed('sale_discount_clp')} AS saleDiscountClp
      FROM ${from} JOIN sale_line l ON l.sale_id = s.id WHERE ${where}
      GROUP BY l.product_id, iif(l.product_id IS NULL, l.code || l.name, ''), l.is_exempt`,
    )
    .all(bounds)
}

type KnownOf = (productId: string | null) => Known | undefined

function knownOf(db: TillDatabase): KnownOf {
  const rows = db
    .prepare<[], Known & { readonly id: string }>(
      'SELECT id, category_id AS categoryId, cost_net_clp AS costNetClp FROM product',
    )
    .all()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (productId) => (productId === null ? undefined : byId.get(productId))
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

function soldGoods(name: string, lines: readonly LineSums[], known: KnownOf): SoldGoods {
  const sum = (value: (line: LineSums) => number) =>
    lines.reduce((all, line) => all + value(line), 0)
  const costOf = ({ productId }: LineSums) => known(productId)?.costNetClp ?? null
  return {
    name,
    quantityMilli: sum(({ quantityMilli }) => quantityMilli),
    totalClp: clp(sum(({ totalClp }) => totalClp)),
    discountClp: clp(sum(({ discountClp }) => discountClp)),
    knownNetClp: clp(sum((line) => (costOf(line) === null ? 0 : netOf(line)))),
    costClp: clp(sum((line) => Math.round(((costOf(line) ?? 0) * line.quantityMilli) / ONE_MILLI))),
  }
}

/** Of a line's part of the documents, whose own net is rounded once for all their lines. */
const netOf = ({ totalClp, isExempt }: LineSums) =>
  isExempt === 1 ? totalClp : Math.round((totalClp * 100) / 119)

const largestFirst = <Row extends SoldGoods>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => other.totalClp - one.totalClp || one.name.localeCompare(other.name))

function discountsOf(lines: readonly LineSums[]): ReportProducts['discounts'] {
  const ofSales = lines.reduce((all, line) => all + line.saleDiscountClp, 0)
  const all = lines.reduce((sum, line) => sum + line.discountClp, 0)
  return { ofLinesClp: clp(all - ofSales), ofSalesClp: clp(ofSales) }
}
