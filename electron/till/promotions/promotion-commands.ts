/** Hands on promotions: who may, and in whose name. */
import type { TillApi } from '#shared/bridge/contract.ts'
import { ok } from '#shared/core/result.ts'
import type { Approvals } from '../staff/approvals.ts'
import { notedWork } from '../staff/noted-work.ts'
import type { Store } from '../store.ts'

export type PromotionCommandName = 'offers' | 'promotions' | 'savePromotion' | 'switchPromotion'

export function promotionCommands(
  approvals: Approvals,
  { promotions, staff }: Pick<Store, 'promotions' | 'staff'>,
): Pick<TillApi, PromotionCommandName> {
  const allowed = notedWork(approvals, staff, 'promotions')
  return {
    offers: () => ({ promotions: promotions.inForce(), priceList: null }),
    promotions: () => allowed(() => ok(promotions.list())),
    savePromotion: (input) => allowed((note) => promotions.save(input, note)),
    switchPromotion: ({ promotionId, to }) =>
      allowed((note) => promotions.switchTo(promotionId, to, note)),
  }
}
