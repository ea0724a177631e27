/**
 * Values of returns kept for a next sale. A value is the return's own payment row; a sale that pays
 * with it names it, once.
 */
import type { SaleId } from '#shared/core/brand.ts'
import type { CreditView } from '#shared/bridge/returns.ts'
import { creditName } from '#shared/payment/payment-method.ts'
import type { Credit } from '#shared/sale/decide-payment.ts'
import type { TillDatabase } from '../db/open-database.ts'

interface Row extends Omit<CreditView, 'name'> {
  readonly folio: number | null
  readonly isSpent: number
}

export interface Credits {
  /** Not spent yet, the latest first. */
  open(): CreditView[]
  of(creditId: string): Credit | null
}

/** The counter offers these many; a shop that keeps more open asks for the paper. */
const OFFERED_MAX = 50

export function createCredits(db: TillDatabase): Credits {
  const rows = `SELECT s.id AS creditId, p.total_clp AS amountClp, s.sold_at_ms AS givenAt, r.folio,
      EXISTS (SELECT 1 FROM sale_payment u WHERE u.credit_id = s.id) AS isSpent
    FROM sale_payment p JOIN sale s ON s.id = p.sale_id JOIN receipt r ON r.sale_id = s.id
    WHERE p.method = 'NC' AND p.credit_id IS NULL AND s.document_type = '61'`
  const open = db.prepare<
    [number],
    Row
  >(`${rows} AND NOT EXISTS (SELECT 1 FROM sale_payment u WHERE u.credit_id = s.id)
    ORDER BY s.seq DESC LIMIT ?`)
  const one = db.prepare<[string], Row>(`${rows} AND s.id = ?`)
  const named = ({ creditId, folio }: Row) => creditName(folio, creditId)
  return {
    open: () =>
      open
        .all(OFFERED_MAX)
        .map((row) => ({
          creditId: row.creditId,
          name: named(row),
          amountClp: row.amountClp,
          givenAt: row.givenAt,
        })),
    of(creditId) {
      const row = one.get(creditId)
      return row === undefined
        ? null
        : {
            creditId: row.creditId satisfies SaleId,
            name: named(row),
            amountClp: row.amountClp,
            isSpent: row.isSpent === 1,
          }
    },
  }
}
