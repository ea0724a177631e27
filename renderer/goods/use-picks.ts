import type { KeyboardEvent, MouseEvent } from 'react'
import { useStore } from 'zustand'
import { BULK_ROWS_MAX } from '#shared/catalogue/bulk-change.ts'
import { GOODS_PAGE_ROWS_MAX, type GoodsRow } from '#shared/catalogue/goods.ts'
import type { ProductId } from '#shared/core/brand.ts'
import { callCore } from '../actions/counter.ts'
import { walkTo } from '../kit/walk.ts'
import { listOf, NO_PICKS, picksIn, ranged, toggled, type Picks } from '../stores/goods-picks.ts'
import { useUi, type TillUi } from '../stores/till-ui.ts'

/** What marks rows: Space, a press on their box, Shift for all between, Ctrl+A, Escape. */
export function usePicks() {
  const ui = useUi()
  const total = useStore(ui.goods, (state) => state.total)
  useStore(ui.goods, listOf)
  useStore(ui.goodsPicks)
  const put = (picks: Picks) =>
    ui.goodsPicks.setState({ ...picks, of: listOf(ui.goods.getState()) }, true)
  const clear = () => put(NO_PICKS)
  const all = () => put({ ...NO_PICKS, isAllBut: true })
  const pick = (row: GoodsRow, at: number) => put(toggled(picksIn(ui), row.id, at))
  const extend = (from: number, to: number) => void pickRange(ui, put, from, to)
  return {
    picks: picksIn(ui),
    total,
    clear,
    all,
    /** Of the row's box: with Shift all from the last one on. */
    onPick(row: GoodsRow, at: number, { shiftKey }: Pick<MouseEvent, 'shiftKey'>) {
      const { reach } = picksIn(ui)
      if (shiftKey && reach >= 0) extend(reach, at)
      else pick(row, at)
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const { key, target } = event
      const { ids, isAllBut } = picksIn(ui)
      const at = target instanceof HTMLButtonElement ? Number(target.dataset['index']) : Number.NaN
      const row = ui.goods.getState().rows.get(at)
      if (key === 'Escape' && (isAllBut || ids.size > 0)) clear()
      else if (row === undefined) return
      else if (key === ' ') pick(row, at)
      else if (key === 'a' && (event.ctrlKey || event.metaKey)) all()
      else if (event.shiftKey && (key === 'ArrowDown' || key === 'ArrowUp'))
        extend(at, walkTo(key, { active: at, total, page: 1 }) ?? at)
      else return
      event.preventDefault()
    },
  }
}

/** From where the range began; another place begins a new one. */
async function pickRange(ui: TillUi, put: (picks: Picks) => void, from: number, to: number) {
  const old = picksIn(ui)
  const picks = old.reach === from ? old : { ...old, anchor: from, before: old.ids }
  put({ ...picks, reach: to })
  const [first, last] = [Math.min(picks.anchor, to), Math.max(picks.anchor, to)]
  const range = await idsBetween(ui, first, Math.min(last, first + BULK_ROWS_MAX - 1))
  const now = picksIn(ui)
  // Whoever went on meanwhile has a range of their own on its way.
  if (now.reach === to && now.anchor === picks.anchor) put(ranged(now, range))
}

/** Rows far away may have been dropped, or never read. */
async function idsBetween(ui: TillUi, first: number, last: number): Promise<readonly ProductId[]> {
  const { rows, text, filter, categoryId, order, isDescending } = ui.goods.getState()
  const places = Array.from({ length: last - first + 1 }, (_, at) => rows.get(first + at)?.id)
  if (places.every((id) => id !== undefined)) return places
  const ids: ProductId[] = []
  for (let offset = first; offset <= last; offset += GOODS_PAGE_ROWS_MAX) {
    const limit = Math.min(GOODS_PAGE_ROWS_MAX, last - offset + 1)
    const question = { text, filter, categoryId, order, isDescending, offset, limit }
    const answer = await callCore(ui, ui.port.goods(question))
    if (answer?.ok !== true) return []
    ids.push(...answer.value.rows.map(({ id }) => id))
  }
  return ids
}
