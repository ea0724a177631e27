/**
 * What of a sale a card has paid, in SQL: by itself, or by the note that was given for such a sale,
 * however many sales it went through. Whoever lets cash out asks here.
 */
import type { SaleId } from '#shared/core/brand.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { PAID_AS } from './payments.ts'

const NOTE = `sale note JOIN sale s ON s.id = note.original_id`

/**
 * Whether the value of the return is of a sale that a card has paid, in whole or in part. Of a
 * return of another till nobody knows here: it may be.
 */
const noteOfCard = (noteId: string) => `(${noteId} NOT IN (SELECT id FROM sale) OR EXISTS (
  WITH RECURSIVE paid (id) AS (SELECT ${PAID_AS} FROM ${NOTE} WHERE note.id = ${noteId}
    UNION SELECT ${PAID_AS} FROM paid JOIN sale_payment used ON used.sale_id = paid.id
      JOIN ${NOTE} WHERE note.id = used.credit_id)
  SELECT 1 FROM paid JOIN sale_payment card ON card.sale_id = paid.id WHERE card.sii_code = 'TC'))`

/** Of the payment `p`. */
export const OF_CARD = `(p.sii_code = 'TC' OR (p.credit_id IS NOT NULL
  AND ${noteOfCard('p.credit_id')}))`

export function noteOfCardReader(db: TillDatabase): (noteId: SaleId) => boolean {
  const read = db.prepare<{ noteId: SaleId }, 0 | 1>(`SELECT ${noteOfCard('@noteId')}`).pluck()
  return (noteId) => read.get({ noteId }) === 1
}
