/** Hands on promotions: who may, and in whose name. */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { Refusal } from '#shared/core/refusals.ts'
import { ok, type Result } from '#shared/core/result.ts'
import type { NoteChange } from '../catalogue/goods-ports.ts'
import type { Approvals } from '../staff/approvals.ts'
import type { Store } from '../store.ts'

export type PromotionCommandName = 'offers' | 'promotions' | 'savePromotion' | 'switchPromotion'

export function promotionCommands(
  approvals: Approvals,
  { promotions, staff }: Pick<Store, 'promotions' | 'staff'>,
): Pick<TillApi, PromotionCommandName> {
  const allowed = <Value>(
    work: (note: NoteChange) => Result<Value, Refusal>,
  ): Result<Value, Refusal> => {
    const permission = approvals.allow({ right: 'promotions', subject: null }, null)
    if (!permission.ok) return permission
    const { actor } = permission.value
    return work((action, detail) => staff.audit.write({ action, staff: actor, detail }))
  }
  return {
    offers: () => ({ promotions: promotions.inForce(), priceList: null }),
    promotions: () => allowed(() => ok(promotions.list())),
    savePromotion: (input) => allowed((note) => promotions.save(input, note)),
    switchPromotion: ({ promotionId, to }) =>
      allowed((note) => promotions.switchTo(promotionId, to, note)),
  }
}
