/** What the first screen shows, answered in one question: a cold start waits for one way to the core instead of seven. */
import type { ScreenId } from '../core/brand.ts'
import type { KeptSale } from './open-sale.ts'
import type { ParkedSaleView, StaffView } from './staff-views.ts'
import type { TillApi } from './contract.ts'
import type { Bootstrap, ProductView, SettingsView, TillStatus } from './views.ts'

/** The search the sale screen opens with. */
export const OPENING_SEARCH = { text: '', categoryId: null, favouritesOnly: false, limit: 120 } as const

export interface Opening {
  readonly bootstrap: Bootstrap
  readonly status: TillStatus
  readonly settings: SettingsView
  readonly staff: StaffView
  readonly parkedSales: readonly ParkedSaleView[]
  readonly loadDraft: KeptSale
  readonly searchProducts: readonly ProductView[]
}

export function openingOf(till: Pick<TillApi, keyof Opening>, by?: ScreenId): Opening {
  return {
    bootstrap: till.bootstrap(), status: till.status(), settings: till.settings(), staff: till.staff(), parkedSales: till.parkedSales(),
    loadDraft: till.loadDraft(by), searchProducts: till.searchProducts(OPENING_SEARCH),
  }
}
