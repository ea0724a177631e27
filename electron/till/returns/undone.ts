/**
 * What undoing a return asks of the tables. A return is undone while a debit note names it, and
 * only one may.
 */
import type { SaleId } from '#shared/core/brand.ts'
import type { Payment } from '#shared/selling/payment/payment.ts'
import { createValeRows } from '../vales/vale-rows.ts'
import type { TillDatabase } from '../kernel/database.ts'

/** A return `back` that stands: no debit note names it. */
export const RETURN_STANDS = 'NOT EXISTS (SELECT 1 FROM sale undo WHERE undo.original_id = back.id)'

/**
 * A receipt of elsewhere can come back again once the debit note is issued: the service counts it
 * from then on.
 */
export const OUTSIDE_STANDS = `NOT EXISTS (SELECT 1 FROM sale undo JOIN receipt issued ON issued.sale_id = undo.id
  WHERE undo.original_id = back.id AND issued.folio IS NOT NULL)`

/** Columns: what went out in cash with the returns `back`. Their payments are `p`. */
export const CASH_BACK = `coalesce(sum(p.total_clp), 0) AS totalClp,
  coalesce(sum(p.to_collect_clp), 0) AS handedClp`

/** The latest debit note without a folio over a return of the sale `s`. */
export const PENDING_UNDO = `(SELECT undo.id FROM sale back JOIN sale undo ON undo.original_id = back.id
  JOIN receipt unissued ON unissued.sale_id = undo.id
  WHERE back.original_id = s.id AND unissued.folio IS NULL ORDER BY undo.seq DESC LIMIT 1)`

interface Undoing {
  readonly undoneBy: SaleId | null
  readonly payments: readonly Payment[]
  readonly isSpent: boolean
}

export function createUndoReader(db: TillDatabase): (returnId: SaleId) => Undoing {
  const undo = db
    .prepare<[SaleId], SaleId>("SELECT id FROM sale WHERE original_id = ? AND document_type = '56'")
    .pluck()
  const spent = db
    .prepare<[SaleId], number>('SELECT 1 FROM sale_payment WHERE credit_id = ?')
    .pluck()
  const vales = createValeRows(db)
  const payments = db.prepare<
    [SaleId],
    Omit<Payment, 'isVoucher'> & { readonly isVoucher: number }
  >(`SELECT method, name, sii_code AS siiCode, reference, total_clp AS totalClp,
    tip_clp AS tipClp, rounding_clp AS roundingClp, to_collect_clp AS toCollectClp, tendered_clp AS tenderedClp, change_clp AS changeClp,
    is_voucher AS isVoucher FROM sale_payment WHERE sale_id = ? ORDER BY position`)
  return (returnId) => ({
    undoneBy: undo.get(returnId) ?? null,
    payments: payments
      .all(returnId)
      .map(({ isVoucher, ...payment }) =>
        isVoucher === 1 ? { ...payment, isVoucher: true } : payment,
      ),
    isSpent: spent.get(returnId) !== undefined || vales.isTouched(returnId),
  })
}
