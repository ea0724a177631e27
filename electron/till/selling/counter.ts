/** What is asked of the open sale before anything is done with it. */
import type { SaleId, ScreenId } from '#shared/core/brand.ts'
import type { CommittedSale } from '#shared/selling/views.ts'
import { NO_SCREEN } from '#shared/selling/kept-sale.ts'
import type { Fate } from '#shared/selling/open-sale/keeping.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { OpenSaleStore } from './open-sale-store.ts'
import type { SaleHold } from './sale-hold.ts'
import type { TillApi } from '#shared/bridge/contract.ts'

/** Who has the open sale: what a screen asks as it comes up, and as it takes the sale over. */
export function createCounter(
  open: OpenSaleStore,
  hold: SaleHold,
  lastCharged: (by: ScreenId) => CommittedSale | null,
): Pick<TillApi, 'loadDraft' | 'takeSale'> {
  return {
    loadDraft(by = NO_SCREEN) {
      hold.seen(by)
      const charged = lastCharged(by)
      const kept = { sale: open.current().sale, hold: hold.of(by) }
      return charged === null ? kept : { ...kept, charged }
    },
    takeSale(by = NO_SCREEN) {
      const { sale } = open.current()
      if (sale !== null) hold.claim(by)
      return { sale, hold: hold.of(by) }
    },
  }
}

/** What became of a sale by this name. */
export function readSaleOutcomes(db: TillDatabase): (saleId: SaleId) => Fate {
  const sold = db.prepare<[string]>('SELECT 1 FROM sale WHERE id = ?')
  const parked = db.prepare<[string]>('SELECT 1 FROM parked_sale WHERE open_sale_id = ?')
  return (saleId) =>
    sold.get(saleId) !== undefined
      ? 'charged'
      : parked.get(saleId) !== undefined
        ? 'parked'
        : 'open'
}
