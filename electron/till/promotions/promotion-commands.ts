/** Hands on promotions and price lists: who may, and in whose name. */
import type { TillApi } from '#shared/bridge/contract.ts'
import { ok } from '#shared/core/result.ts'
import type { Approvals } from '../staff/approvals.ts'
import { notedWork } from '../catalogue/noted-work.ts'
import type { Promotions } from './promotions.ts'
import type { PriceLists } from './price-lists.ts'
import type { Staff } from '../staff/staff-ports.ts'

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
  {
    promotions,
    priceLists,
    staff,
  }: { readonly promotions: Promotions; readonly priceLists: PriceLists; readonly staff: Staff },
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
