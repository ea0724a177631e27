import type { SaleId } from '#shared/core/brand.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { PaymentView } from '#shared/selling/payment/payment.ts'

/** The first tills stored the code of a method and not its name. */
export const METHOD_NAME = `CASE WHEN name <> '' THEN name WHEN method = 'EF' THEN 'Efectivo' WHEN method = 'TC' THEN 'Tarjeta' ELSE method END`

/**
 * Of a row of `sale` as `s`: the sale whose payments say how it was paid. With a change of document
 * no money moved: the new document was paid when its first one was.
 */
export const PAID_AS = "iif(s.document_type = '61', s.id, coalesce(s.change_of, s.id))"

/** The parts of what was paid for a sale, in the order they were taken. */
export function paymentReader(db: TillDatabase): (saleId: SaleId) => readonly PaymentView[] {
  const select = db.prepare<
    [SaleId],
    Omit<PaymentView, 'isVoucher'> & { readonly isVoucher: number }
  >(`SELECT method, ${METHOD_NAME} AS name, reference, total_clp AS totalClp,
    tip_clp AS tipClp, rounding_clp AS roundingClp, to_collect_clp AS toCollectClp, tendered_clp AS tenderedClp, change_clp AS changeClp, is_voucher AS isVoucher
    FROM sale_payment WHERE sale_id = (SELECT ${PAID_AS} FROM sale s WHERE s.id = ?) ORDER BY position`)
  return (saleId) =>
    select
      .all(saleId)
      .map(({ isVoucher, ...payment }) =>
        isVoucher === 1 ? { ...payment, isVoucher: true } : payment,
      )
}
