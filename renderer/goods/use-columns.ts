import { useStore } from 'zustand'
import { DEFAULT_GOODS_COLUMNS, type GoodsColumn } from '#shared/catalogue/goods.ts'
import { useUi } from '../stores/till-ui.ts'

/** Of the list of the catalogue, as this till keeps them. */
export function useGoodsColumns(): readonly GoodsColumn[] {
  const ui = useUi()
  return useStore(ui.status, ({ bootstrap }) => bootstrap?.goodsColumns) ?? DEFAULT_GOODS_COLUMNS
}
