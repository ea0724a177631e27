/**
 * What of a sale a card has paid, in SQL: by itself, or by the note that was given for such a sale,
 * however many sales it went through. Whoever lets cash out asks here.
 */
import type { SaleId } from '#shared/core/brand.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { PAID_AS } from './payments.ts'

const NOTE = `sale note JOIN sale s ON s.id = note.original_id`

/** Whether the value of the return is of a sale that a card has paid, in whole or in part. */
const noteOfCard = (noteId: string) => `EXISTS (
  WITH RECURSIVE paid (id) AS (SELECT ${PAID_AS} FROM ${NOTE} WHERE note.id = ${noteId}
    UNION SELECT ${PAID_AS} FROM paid JOIN sale_payment used ON used.sale_id = paid.id
      JOIN ${NOTE} WHERE note.id = used.credit_id)
  SELECT 1 FROM paid JOIN sale_payment card ON card.sale_id = paid.id WHERE card.sii_code = 'TC')`

/** Of the payment `p`. */
export const OF_CARD = `(p.sii_code = 'TC' OR ${noteOfCard('p.credit_id')})`

export function noteOfCardReader(db: TillDatabase): (noteId: SaleId) => boolean {
  const read = db.prepare<[SaleId], 0 | 1>(`SELECT ${noteOfCard('?')}`).pluck()
  return (noteId) => read.get(noteId) === 1
}
