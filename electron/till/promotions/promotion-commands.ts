/** Hands on promotions and price lists, and in whose name. */
import { ok } from '#shared/core/result.ts'
import { notedBy } from '../catalogue/noted-work.ts'
import type { Promotions } from './promotions.ts'
import type { PriceLists } from './price-lists.ts'
import type { Handlers, Staff } from '../staff/staff-ports.ts'

type PromotionCommandName =
  | 'offers'
  | 'promotions'
  | 'savePromotion'
  | 'switchPromotion'
  | 'priceLists'
  | 'savePriceList'
  | 'archivePriceList'

export function promotionCommands({
  promotions,
  priceLists,
  staff,
}: {
  readonly promotions: Promotions
  readonly priceLists: PriceLists
  readonly staff: Staff
}): Handlers<PromotionCommandName> {
  const noted = notedBy(staff)
  return {
    offers: () => ({ promotions: promotions.inForce(), priceLists: priceLists.inForce() }),
    promotions: () => ok(promotions.list()),
    savePromotion: (input, _, who) => promotions.save(input, noted(who)),
    switchPromotion: ({ promotionId, to }, _, who) =>
      promotions.switchTo(promotionId, to, noted(who)),
    priceLists: () => ok(priceLists.list()),
    savePriceList: (input, _, who) => priceLists.save(input, noted(who)),
    archivePriceList: ({ priceListId, isArchived }, _, who) =>
      priceLists.archive(priceListId, isArchived, noted(who)),
  }
}
