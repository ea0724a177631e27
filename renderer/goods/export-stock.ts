/** What there is and what it cost, as a list for the spreadsheet: only of what keeps stock. */
import type { GoodsRow } from '#shared/catalogue/goods.ts'
import { formatStock, stockValueClp } from '#shared/catalogue/decide-stock.ts'
import { csvText, type Cell } from '#shared/text/csv.ts'

export function stockValueCsv(rows: readonly GoodsRow[], head: readonly string[]): string {
  return csvText(stockValueTable(rows, head))
}

/** The last line is their sum; what has no cost, or is below nothing, adds nothing to it. */
function stockValueTable(rows: readonly GoodsRow[], head: readonly string[]): Cell[][] {
  const kept = rows.filter(({ stock }) => stock !== null)
  const valueOf = ({ stock, costNetClp }: GoodsRow) => stockValueClp(stock?.milli ?? 0, costNetClp)
  const sum = kept.reduce((total, row) => total + (valueOf(row) ?? 0), 0)
  return [
    [...head],
    ...kept.map((row) => [
      row.code,
      row.name,
      formatStock(row.stock?.milli ?? 0).replace('−', '-'),
      row.unit ?? '',
      row.costNetClp ?? '',
      valueOf(row) ?? '',
    ]),
    ['', 'Total', '', '', '', sum],
  ]
}
