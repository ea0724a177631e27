/**
 * What the first screen shows, answered in one question: a cold start waits for one way to the core
 * instead of seven.
 */
import type { ScreenId } from '../core/brand.ts'
import type { KeptSale } from '../selling/kept-sale.ts'
import type { ParkedSaleView, StaffView } from '../staff/views.ts'
import type { Bootstrap, TillStatus } from './views.ts'
import type { SettingsView } from '../settings/views.ts'
import type { ProductView } from '../catalogue/product.ts'

/** The search the sale screen opens with. */
export const OPENING_SEARCH = {
  text: '',
  categoryId: null,
  favouritesOnly: false,
  limit: 120,
} as const

export interface Opening {
  /**
   * Number of the last event these answers know of: the feed is followed from there, and nothing is
   * missed between the two. 0 behind the lock, where it would tell how much was sold.
   */
  readonly heardSeq: number
  readonly bootstrap: Bootstrap
  readonly status: TillStatus
  readonly settings: SettingsView
  readonly staff: StaffView
  readonly parkedSales: readonly ParkedSaleView[]
  readonly loadDraft: KeptSale
  readonly searchProducts: readonly ProductView[]
}

/** The rows it is put together from. */
type Asked = {
  readonly [Name in Exclude<
    keyof Opening,
    'heardSeq' | 'loadDraft' | 'searchProducts'
  >]: () => Opening[Name]
} & { loadDraft(by?: ScreenId): KeptSale; searchProducts(asked: Search): readonly ProductView[] }
interface Search {
  text: string
  categoryId: string | null
  favouritesOnly: boolean
  limit: number
}

export function openingOf(till: Asked, heardSeq: number, by?: ScreenId): Opening {
  return {
    heardSeq,
    bootstrap: till.bootstrap(),
    status: till.status(),
    settings: till.settings(),
    staff: till.staff(),
    parkedSales: till.parkedSales(),
    loadDraft: till.loadDraft(by),
    searchProducts: till.searchProducts(OPENING_SEARCH),
  }
}
