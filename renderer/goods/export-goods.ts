/**
 * The whole catalogue as a file. It is read a window at a time, as the list on the screen is: the
 * core answers the counter in between.
 */
import { GOODS_PAGE_ROWS_MAX, type GoodsRow } from '#shared/catalogue/goods.ts'
import { goodsTable } from '#shared/catalogue/export/goods-table.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { callCore } from '../actions/counter.ts'
import { browserNowMs } from '../bridge/clock.ts'
import { saveTable, type TableKind } from '../kit/save-table.ts'
import { offer } from '../kit/save-pdf.tsx'
import { stockValueCsv } from './export-stock.ts'
import type { TillUi } from '../stores/till-ui.ts'

/** Whether there is a file. */
export async function exportGoods(ui: TillUi, kind: TableKind): Promise<boolean> {
  const rows = await readAll(ui)
  if (rows === null) return false
  const { categories } = (await ui.port.bootstrap()) ?? { categories: [] }
  const table = goodsTable(rows, new Map(categories.map(({ id, name }) => [id, name])))
  await saveTable(kind, 'productos', table)
  return true
}

/** What there is at cost, of what keeps stock. */
export async function exportStock(ui: TillUi, head: readonly string[], file: string) {
  const rows = await readAll(ui)
  if (rows === null) return false
  const name = `${file}-${santiagoDate(browserNowMs() as EpochMs)}.csv`
  offer(new Blob([stockValueCsv(rows, head)], { type: 'text/csv;charset=utf-8' }), name)
  return true
}

/** Null where the core does not answer, or does not tell. */
async function readAll(ui: TillUi): Promise<readonly GoodsRow[] | null> {
  const rows: GoodsRow[] = []
  for (const filter of ['sold', 'archived'] as const) {
    for (let offset = 0; ; offset += GOODS_PAGE_ROWS_MAX) {
      const asked = { text: '', filter, categoryId: null, offset, limit: GOODS_PAGE_ROWS_MAX }
      const answer = await callCore(ui, ui.port.goods(asked))
      if (answer?.ok !== true) return null
      rows.push(...answer.value.rows)
      if (answer.value.rows.length < GOODS_PAGE_ROWS_MAX) break
    }
  }
  return rows
}
