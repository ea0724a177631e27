/** Hands on promotions and price lists: who may, and in whose name. */
import type { TillApi } from '#shared/bridge/contract.ts'
import { ok } from '#shared/core/result.ts'
import type { Approvals } from '../staff/approvals.ts'
import { notedWork } from '../staff/noted-work.ts'
import type { Store } from '../store.ts'

export type PromotionCommandName =
  | 'offers'
  | 'promotions'
  | 'savePromotion'
  | 'switchPromotion'
  | 'priceLists'
  | 'savePriceList'
  | 'archivePriceList'

export function promotionCommands(
  approvals: Approvals,
  { promotions, priceLists, staff }: Pick<Store, 'promotions' | 'priceLists' | 'staff'>,
): Pick<TillApi, PromotionCommandName> {
  const allowed = notedWork(approvals, staff, 'promotions')
  return {
    offers: () => ({ promotions: promotions.inForce(), priceLists: priceLists.inForce() }),
    promotions: () => allowed(() => ok(promotions.list())),
    savePromotion: (input) => allowed((note) => promotions.save(input, note)),
    switchPromotion: ({ promotionId, to }) =>
      allowed((note) => promotions.switchTo(promotionId, to, note)),
    priceLists: () => allowed(() => ok(priceLists.list())),
    savePriceList: (input) => allowed((note) => priceLists.save(input, note)),
    archivePriceList: ({ priceListId, isArchived }) =>
      allowed((note) => priceLists.archive(priceListId, isArchived, note)),
  }
}
