/** Prices with a date, as they lie in this till's tables; which one holds is seen at once. */
import { planOf } from '#shared/catalogue/planned-price.ts'
import type { EpochMs, IsoDate } from '#shared/core/brand.ts'
import type { SharedFields } from '#shared/fleet/shared-records.ts'
import { createPlannedPrices, type PriceMoment } from '../catalogue/planned-prices.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'
import { announce, listed, type KindRows } from './kind-rows.ts'
import type { Memberships } from './membership.ts'

export function plannedRows(db: TillDatabase, moment: () => PriceMoment): KindRows {
  const prices = createPlannedPrices(db)
  const key = 'product_id = @productId AND from_date = @from AND place = @place'
  const read = db.prepare<[Key], SharedFields>(
    `SELECT unit_gross_clp AS price_clp FROM planned_price WHERE ${key}`,
  )
  const isThere = db.prepare<[string]>('SELECT 1 FROM product WHERE id = ?')
  const write = db.prepare(`INSERT INTO planned_price (product_id, from_date, place, unit_gross_clp)
    VALUES (@productId, @from, @place, @price) ON CONFLICT (product_id, from_date, place)
    DO UPDATE SET unit_gross_clp = excluded.unit_gross_clp`)
  const remove = db.prepare(`DELETE FROM planned_price WHERE ${key}`)
  return {
    read: (id) => read.get(planOf(id)) ?? null,
    write(id, { price_clp: price }, at) {
      const plan = planOf(id)
      if (isThere.get(plan.productId) === undefined) return
      write.run({ ...plan, price })
      prices.settle(plan.productId, moment(), at)
    },
    remove(id, at) {
      const plan = planOf(id)
      remove.run(plan)
      prices.settle(plan.productId, moment(), at)
    },
    ids: listed(db, "SELECT product_id || '/' || from_date || '/' || place FROM planned_price"),
  }
}

type Key = ReturnType<typeof planOf>

/** A slice ends after this: a scan comes between two of them within a frame. */
const SLICE_MS = 6

interface FollowingParts {
  readonly db: TillDatabase
  readonly journal: Pick<Journal, 'append' | 'publish'>
  readonly now: () => EpochMs
  readonly monotonicMs: () => number
  readonly moment: () => PriceMoment
  readonly membership: Pick<Memberships, 'muted'>
  readonly onWritten: (kind: 'product') => void
}

/**
 * With each day that begins, and at another place, what is planned comes to hold: by this till's
 * own hand, whether or not it hears of anybody. False once all of it does.
 */
export function createPriceFollowing(parts: FollowingParts): () => boolean {
  const { db, membership } = parts
  const prices = createPlannedPrices(db)
  let [place, day]: [string | null, IsoDate | null] = [null, null]
  let waiting: string[] = []
  /** How many of them. */
  const slice = db.transaction((moment: PriceMoment): number => {
    const endsAtMs = parts.monotonicMs() + SLICE_MS
    const late = membership.muted(() =>
      waiting.findIndex((id) => {
        prices.settle(id, moment, parts.now())
        return parts.monotonicMs() >= endsAtMs
      }),
    )
    announce(parts.journal, 'planned_price')
    return late < 0 ? waiting.length : late + 1
  }).immediate
  return () => {
    const moment = parts.moment()
    if (moment.place !== place || moment.day !== day) {
      const since = moment.place === place && waiting.length === 0 ? day : null
      waiting = prices.due(moment, since)
      place = moment.place
      day = moment.day
    }
    if (waiting.length === 0) return false
    waiting = waiting.slice(slice(moment))
    parts.onWritten('product')
    parts.journal.publish()
    return true
  }
}
