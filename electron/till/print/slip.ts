import type { EpochMs, ExternalReference, SaleId } from '#shared/core/brand.ts'
import { assert } from '#shared/core/result.ts'
import type { DocumentedBy, DocumentType, ShopView } from '#shared/bridge/views.ts'
import type { Clp } from '#shared/money/clp.ts'
import { formatQuantity, type QuantityMilli } from '#shared/money/quantity.ts'
import type { LabelledText, PaperLine, SlipPaper } from '#shared/paper/paper-model.ts'
import { refundInfo } from '#shared/returns/decide-return.ts'
import { paymentInfo } from '#shared/sale/decide-payment.ts'
import { printDate, santiagoDate, santiagoTime } from '#shared/time/santiago.ts'
import type { TillDatabase } from '../db/open-database.ts'
import { paymentReader } from '../sales/payments.ts'
import type { PrintJobRow } from './print-store.ts'

interface SaleRow {
  externalReference: ExternalReference
  soldAt: EpochMs
  registerName: string
  cashierName: string
  totalClp: Clp
  documentedBy: DocumentedBy
  documentType: DocumentType
  reason: string | null
  originalFolio: number | null
  originalReference: string | null
}
type LineRow = Omit<PaperLine, 'quantity' | 'isExempt'> & { readonly quantity: QuantityMilli; readonly isExempt: number }

/** The slip of a stored sale, from local data only: it must print with no network at all. */
export function createSlipReader(db: TillDatabase, shop: () => ShopView): (saleId: SaleId, job: PrintJobRow) => SlipPaper {
  const sale = db.prepare<[SaleId], SaleRow>(`SELECT external_reference AS externalReference, sold_at_ms AS soldAt,
    register_name AS registerName, cashier_name AS cashierName, total_clp AS totalClp, documented_by AS documentedBy,
    document_type AS documentType, reason,
    (SELECT folio FROM receipt o WHERE o.sale_id = sale.original_id) AS originalFolio,
    (SELECT external_reference FROM sale o WHERE o.id = sale.original_id) AS originalReference FROM sale WHERE id = ?`)
  const lines = db.prepare<[SaleId], LineRow>(`SELECT name AS description, quantity_milli AS quantity, unit,
    unit_gross_clp AS unitGrossClp, discount_clp AS discountClp, gross_clp AS grossClp, is_exempt AS isExempt
    FROM sale_line WHERE sale_id = ? ORDER BY line_number`)
  const paymentsOf = paymentReader(db)

  return (saleId, job) => {
    const row = sale.get(saleId)
    const paid = paymentsOf(saleId)
    assert(row && paid.length > 0, `sale ${saleId} is stored whole`)
    const isReturn = row.documentType === '61'
    const { tradeName, rut, address, commune } = shop()
    return {
      widthMm: job.widthMm,
      shopName: tradeName,
      shopRut: rut,
      shopAddress: `${address}, ${commune}`,
      soldAt: `${printDate(santiagoDate(row.soldAt))} ${santiagoTime(row.soldAt).slice(0, 5)}`,
      register: row.registerName,
      cashier: row.cashierName,
      externalReference: row.externalReference,
      lines: lines.all(saleId).map((line) => ({ ...line, quantity: formatQuantity(line.quantity), isExempt: line.isExempt === 1 })),
      totalClp: row.totalClp,
      payments: (isReturn ? paid.flatMap(refundInfo) : paymentInfo(paid)).map(({ key, value }) => ({ label: key, value })),
      standsFor: isReturn ? 'credit-note-to-come' : row.documentedBy === 'voucher' ? 'voucher' : 'receipt-to-come',
      ...(isReturn ? { about: aboutReturn(row) } : {}),
    }
  }
}

/** The receipt by its folio, or by what stands on the slip that was handed over for it. */
function aboutReturn({ originalFolio, originalReference, reason }: SaleRow): LabelledText[] {
  return [
    { label: 'De la boleta', value: originalFolio === null ? originalReference ?? '' : `N° ${originalFolio}` },
    { label: 'Motivo', value: reason ?? '' },
  ]
}
