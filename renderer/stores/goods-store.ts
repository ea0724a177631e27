/** The catalogue as its owner keeps it. */
import type { GoodsFilter, GoodsRow } from '#shared/catalogue/goods.ts'
import type { TillPort } from '../bridge/till-port.ts'
import { createListStore, type ListStore } from './list-store.ts'

export interface GoodsQuestion {
  readonly text: string
  readonly filter: GoodsFilter
  readonly categoryId: string | null
}

export type GoodsStore = ListStore<GoodsQuestion, GoodsRow>

export function createGoodsStore(port: Pick<TillPort, 'goods'>): GoodsStore {
  return createListStore<GoodsQuestion, GoodsRow>({
    first: { text: '', filter: 'sold', categoryId: null },
    read: (question) => port.goods(question),
    concerns: ({ kind }) => kind === 'catalogue',
  })
}
