/** Rows of the catalogue that somebody has marked, and what marks more of them. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { BULK_ROWS_MAX } from '#shared/catalogue/bulk-change.ts'
import type { Picked } from '#shared/catalogue/goods-bulk.ts'
import type { ProductId } from '#shared/core/brand.ts'
import type { GoodsStore } from './goods-store.ts'

export interface Picks {
  /** The list they were marked in: another question has none of them. */
  readonly of: string
  /** All that was found, but `ids`. */
  readonly isAllBut: boolean
  readonly ids: ReadonlySet<ProductId>
  /** Where a range begins and has come to, and what was marked before it. */
  readonly anchor: number
  readonly reach: number
  readonly before: ReadonlySet<ProductId>
}

export type GoodsPicks = StoreApi<Picks>

const NOBODY: ReadonlySet<ProductId> = new Set()
export const NO_PICKS: Picks = {
  of: '',
  isAllBut: false,
  ids: NOBODY,
  anchor: -1,
  reach: -1,
  before: NOBODY,
}

export const createGoodsPicks = (): GoodsPicks => createStore(() => NO_PICKS)

interface Listed {
  readonly goods: GoodsStore
  readonly goodsPicks: GoodsPicks
}

/** What the list shows, in any order. */
export const listOf = ({ text, filter, categoryId }: ReturnType<GoodsStore['getState']>): string =>
  JSON.stringify([text, filter, categoryId])

export const picksIn = (ui: Listed): Picks => {
  const picks = ui.goodsPicks.getState()
  return picks.of === listOf(ui.goods.getState()) ? picks : NO_PICKS
}

export const isPicked = ({ ids, isAllBut }: Picks, id: ProductId): boolean =>
  ids.has(id) !== isAllBut

export const countOf = ({ ids, isAllBut }: Picks, total: number): number =>
  isAllBut ? Math.max(0, total - ids.size) : ids.size

/** As a command takes it; null where nothing is marked. */
export function pickedOf(ui: Listed): Picked | null {
  const { ids, isAllBut } = picksIn(ui)
  return ids.size === 0 && !isAllBut ? null : { ids: [...ids], isAllBut }
}

/** One row more, or less; a range goes on from it. */
export function toggled(picks: Picks, id: ProductId, at: number): Picks {
  const ids = new Set(picks.ids)
  if (!ids.delete(id) && ids.size < BULK_ROWS_MAX) ids.add(id)
  return { ...picks, ids, anchor: at, reach: at, before: ids }
}

/** The range from where it began to where somebody has come, in place of how far it was before. */
export function ranged(picks: Picks, range: readonly ProductId[]): Picks {
  const ids = new Set(picks.before)
  for (const id of range) {
    if (picks.isAllBut) ids.delete(id)
    else if (ids.size < BULK_ROWS_MAX) ids.add(id)
  }
  return { ...picks, ids }
}
