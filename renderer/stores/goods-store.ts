/** The catalogue as its owner keeps it. */
import type { GoodsFilter, GoodsOrder, GoodsRow } from '#shared/catalogue/goods.ts'
import type { TillPort } from '../bridge/till-port.ts'
import { createListStore, type ListStore } from './list-store.ts'

interface GoodsQuestion {
  readonly text: string
  readonly filter: GoodsFilter
  readonly categoryId: string | null
  readonly order: GoodsOrder
  readonly isDescending: boolean
}

export type GoodsStore = ListStore<GoodsQuestion, GoodsRow>

export function createGoodsStore(port: Pick<TillPort, 'goods'>): GoodsStore {
  return createListStore<GoodsQuestion, GoodsRow>({
    first: { text: '', filter: 'sold', categoryId: null, order: 'name', isDescending: false },
    read: (question) => port.goods(question),
    concerns: ({ kind }) => kind === 'catalogue',
  })
}
