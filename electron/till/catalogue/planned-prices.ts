/**
 * Prices that begin on a day: kept ahead, and written into the product the moment another one
 * holds. So whoever reads what a product costs reads what holds, and nothing else knows of plans.
 */
import { planInForce, type PlannedPrice } from '#shared/catalogue/planned-price.ts'
import type { EpochMs, IsoDate, ProductId } from '#shared/core/brand.ts'
import type { TillDatabase } from '../kernel/database.ts'

/** Where this till stands, and its day. */
export interface PriceMoment {
  readonly place: string
  readonly day: IsoDate
}

interface PlannedPrices {
  /** Of one product. In the caller's transaction. */
  settle(id: string, moment: PriceMoment, at: EpochMs): void
  /** Those for which another price may hold than when it was looked last; with all: each. */
  due(moment: PriceMoment, since: IsoDate | null): string[]
  /** The product's own price, which holds where none that is planned does. */
  own(id: string): number | null
  /** In the caller's transaction. */
  setOwn(id: string, priceClp: number): void
}

interface Standing {
  readonly priceClp: number
  readonly ownClp: number | null
  readonly from: string | null
  readonly place: string | null
}

export function createPlannedPrices(db: TillDatabase): PlannedPrices {
  const standing = db.prepare<[string], Standing>(`SELECT
    iif(asks_price = 1, 0, unit_gross_clp) AS priceClp, own_gross_clp AS ownClp,
    planned_from AS "from", planned_place AS place FROM product WHERE id = ?`)
  const plans = db.prepare<[string, string], PlannedPrice>(`SELECT place, from_date AS "from",
    unit_gross_clp AS priceClp FROM planned_price WHERE product_id = ? AND place IN ('', ?)`)
  const put = db.prepare(`UPDATE product SET unit_gross_clp = max(1, @priceClp),
    asks_price = iif(@priceClp = 0, 1, 0), own_gross_clp = @ownClp, planned_from = @from,
    planned_place = @place WHERE id = @id`)
  const note = db.prepare(
    `INSERT INTO product_price (product_id, at_ms, from_gross_clp, to_gross_clp)
    VALUES (?, ?, ?, ?)`,
  )
  const setOwn = db.prepare('UPDATE product SET own_gross_clp = ? WHERE id = ?')
  const begun = db
    .prepare<[string, string], string>(
      'SELECT DISTINCT product_id FROM planned_price WHERE from_date > ? AND from_date <= ?',
    )
    .pluck()
  const all = db
    .prepare<[], string>(
      `SELECT product_id FROM planned_price
      UNION SELECT id FROM product WHERE planned_from IS NOT NULL`,
    )
    .pluck()
  return {
    settle(id, moment, at) {
      const now = standing.get(id)
      if (now === undefined) return
      const ownClp = now.ownClp ?? now.priceClp
      const plan = planInForce(plans.all(id, moment.place), moment)
      const next: Standing =
        plan === null
          ? { priceClp: ownClp, ownClp: null, from: null, place: null }
          : { priceClp: plan.priceClp, ownClp, from: plan.from, place: plan.place }
      const isSame = (Object.keys(next) as (keyof Standing)[]).every(
        (key) => next[key] === now[key],
      )
      if (isSame) return
      put.run({ ...next, id })
      if (next.priceClp !== now.priceClp) note.run(id, at, now.priceClp, next.priceClp)
    },
    due: ({ day }, since) => (since !== null && since <= day ? begun.all(since, day) : all.all()),
    own: (id) => standing.get(id)?.ownClp ?? null,
    setOwn: (id, priceClp) => void setOwn.run(priceClp, id),
  }
}

/** A person's change of the price that holds: the plan's, where it is one. In the transaction. */
export function createPlanChange(db: TillDatabase): (id: ProductId, priceClp: number) => void {
  const put = db.prepare(`UPDATE planned_price SET unit_gross_clp = @priceClp
    FROM product p WHERE p.id = @id AND planned_price.product_id = p.id
      AND from_date = p.planned_from AND planned_price.place = p.planned_place`)
  return (id, priceClp) => void put.run({ id, priceClp })
}

/** This till has no shop any more: what holds is its own price from here on. */
export function forgetPlans(db: TillDatabase): void {
  db.exec(`DELETE FROM planned_price; UPDATE product SET own_gross_clp = NULL, planned_from = NULL,
    planned_place = NULL WHERE planned_from IS NOT NULL`)
}
