/** A sale as promotions have it, counted by the core: what the screen says of them is dropped. */
import type { CommitInput } from '#shared/selling/inputs.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { clp } from '#shared/money/clp.ts'
import { quantityMilli } from '#shared/money/quantity.ts'
import { offerable, offersMoment, shopMoment } from '#shared/selling/cart/cart-offers.ts'
import { priceOffers, type OffersInForce } from '#shared/promotions/price-offers.ts'
import type { TillDatabase } from '../kernel/database.ts'

/** Of a sale whose products are known already. */
export function createApplyPromotions(
  db: TillDatabase,
  inForce: (command: CommitInput) => OffersInForce,
  counterTime: (at: EpochMs) => EpochMs,
): (command: CommitInput, now: EpochMs) => CommitInput {
  const categoryOf = db
    .prepare<[string], string>('SELECT category_id FROM product WHERE id = ?')
    .pluck()
  return (command, now) => {
    const lines = command.lines.map(({ offers: _, ...line }) => line)
    const offerables = lines.map((line) =>
      line.productId === null
        ? null
        : offerable(
            {
              ...line,
              unitGrossClp: clp(line.unitGrossClp),
              quantity: quantityMilli(line.quantity),
              listGrossClp: line.listGrossClp === undefined ? undefined : clp(line.listGrossClp),
            },
            categoryOf.get(line.productId) ?? null,
          ),
    )
    const moment = shopMoment(counterTime(offersMoment(command.offersAt, now)))
    const priced = priceOffers(offerables, inForce(command), moment)
    return {
      ...command,
      lines: lines.map((line, index) => {
        const offers = priced[index] ?? []
        return offers.length === 0 ? line : { ...line, offers }
      }),
    }
  }
}
