/**
 * Takes exchanges about receipts away. That a receipt's buyer was mended stays, without the name of
 * the one before: by it a sale stands under the buyer on its paper (sold/buyer-of-sale.ts).
 */
import type { SaleId } from '#shared/core/brand.ts'
import type { TillDatabase } from '../../kernel/database.ts'

/** SQL: only that one was mended, of which nothing more can go. */
export const MARK_ALONE = "request = 'body replaced' AND answer IS NULL"

interface AttemptRemoval {
  /** Both answer how many are gone; inside a transaction of the caller's. */
  byIds(ids: readonly number[]): number
  ofSale(saleId: SaleId): number
}

export function prepareAttemptRemoval(db: TillDatabase): AttemptRemoval {
  const among = (ids: string) => {
    const mark = db.prepare<[string]>(`INSERT INTO attempt
        (sale_id, at_ms, duration_ms, request, outcome, http_status, answer)
      SELECT sale_id, max(at_ms), 0, request, outcome, NULL, NULL FROM attempt
      WHERE id IN (${ids}) AND request = 'body replaced' AND answer IS NOT NULL GROUP BY sale_id`)
    const remove = db.prepare<[string]>(
      `DELETE FROM attempt WHERE id IN (${ids}) AND NOT (${MARK_ALONE})`,
    )
    return (given: string): number => {
      mark.run(given)
      return remove.run(given).changes
    }
  }
  const byIds = among('SELECT value FROM json_each(?)')
  const ofSale = among('SELECT id FROM attempt WHERE sale_id = ?')
  return { byIds: (ids) => byIds(JSON.stringify(ids)), ofSale }
}
