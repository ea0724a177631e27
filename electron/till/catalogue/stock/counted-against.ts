/**
 * What a count is held against: the stock that was shown to whoever counted. Sold and received
 * since then stays sold and received; where a person has counted or corrected meanwhile, nobody
 * knows what of it the count already has in it.
 */
import type { ProductId } from '#shared/core/brand.ts'
import type { TillDatabase } from '../../kernel/database.ts'

interface Stored {
  readonly milli: number
  readonly hasStock: number
}

interface Step {
  readonly milli: number
  readonly byHand: number
}

/** Movements looked back over: of a day at a busy counter. */
const STEPS_MAX = 1_000

export interface CountedAgainst {
  /** Thousandths, also of what keeps no stock now. */
  stored(productId: ProductId): number
  /** Null where what was shown is not what was there since the last hand on it. */
  shown(productId: ProductId, expectedMilli: number | undefined): number | null
  /** Whether a movement that is written says the same; null where it is not written. */
  again(id: string, asked: AskedAgain): boolean | null
}

interface AskedAgain {
  readonly kind: 'received' | 'corrected' | 'counted'
  readonly milli: number
  readonly expectedMilli?: number
}

export function createCountedAgainst(db: TillDatabase): CountedAgainst {
  const read = db.prepare<[ProductId], Stored>(
    'SELECT stock_milli AS milli, has_stock AS hasStock FROM product WHERE id = ?',
  )
  const back = db.prepare<[ProductId], Step>(`SELECT quantity_milli AS milli,
      kind IN ('counted', 'corrected') AS byHand
    FROM stock_move WHERE product_id = ? ORDER BY seq DESC LIMIT ${STEPS_MAX}`)
  const written = db.prepare<[string], { readonly milli: number; readonly wasMilli: number }>(
    `SELECT m.quantity_milli AS milli, (SELECT coalesce(sum(b.quantity_milli), 0)
      FROM stock_move b WHERE b.product_id = m.product_id AND b.seq < m.seq) AS wasMilli
    FROM stock_move m WHERE m.id = ?`,
  )
  return {
    again(id, { kind, milli, expectedMilli }) {
      const there = written.get(id)
      if (there === undefined) return null
      if (kind !== 'counted') return there.milli === milli
      return [expectedMilli, there.wasMilli].some(
        (was) => there.milli === milli - (was ?? Number.NaN),
      )
    },
    stored: (productId) => read.get(productId)?.milli ?? 0,
    shown(productId, expectedMilli) {
      const { milli, hasStock } = read.get(productId) ?? { milli: 0, hasStock: 0 }
      // Of what is switched off nothing is shown.
      if (expectedMilli === undefined || hasStock === 0) return milli
      let was = milli
      for (const step of back.iterate(productId)) {
        if (was === expectedMilli) return was
        if (step.byHand === 1) return null
        was -= step.milli
      }
      return was === expectedMilli ? was : null
    },
  }
}
