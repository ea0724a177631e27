/** What was sold, as tables: by product and by shelf, and what was taken off. */
import type { ReportProducts, SoldGoods } from '#shared/reports/views.ts'
import type { TableCell } from '#shared/catalogue/export/goods-table.ts'
import { ONE_MILLI } from '#shared/money/quantity.ts'
import { marginOf } from '#shared/reports/margin.ts'
import { count, money, percent, text, type ReportTable, type T } from './table.ts'

/** Of the row that is no product; none has such a key. */
const EVERYTHING = '\0all'

export function productTables({ products, categories, all, ...view }: ReportProducts, t: T) {
  const sums = [
    count(t('reports.quantity')),
    money(t('reports.total')),
    money(t('reports.discount')),
    money(t('reports.margin')),
    percent(t('reports.marginPercent')),
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
      compared: {
        keys: [...products.map(({ key }) => key), EVERYTHING],
        column: 3,
        isCut: products.length < view.productCount,
      },
    },
    {
      id: 'categories',
      title: t('reports.categories'),
      columns: [text(t('reports.category')), ...sums],
      rows: categories.map((goods) => [goods.name || t('reports.noCategory'), ...row(goods)]),
      compared: { keys: categories.map(({ key }) => key), column: 2 },
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
      compared: { keys: ['lines', 'sales', 'all'], column: 1 },
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
