import type { EpochMs, IsoDate, ExternalReference, SaleId } from '#shared/core/brand.ts'
import { assert } from '#shared/core/result.ts'
import type { ShopView } from '#shared/core/shop.ts'
import { formatRule } from '#shared/money/discount.ts'
import { clp, sumClp, type Clp } from '#shared/money/clp.ts'
import { formatQuantity, type QuantityMilli } from '#shared/money/quantity.ts'
import type { LabelledText, PaperLine, SlipPaper } from '#shared/paper/paper-model.ts'
import { paymentInfo } from '#shared/selling/sale/decide-payment.ts'
import { printDate } from '#shared/time/calendar.ts'
import { santiagoTime } from '#shared/time/santiago.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { paymentReader } from '../sold/payments.ts'
import { atListPrice, LIST_PRICE, ruleIn } from '../sold/priced-lines.ts'
import { isInvoice, type DocumentedBy, type DocumentType } from '#shared/core/document-type.ts'
import { ofDocument } from '#shared/issuing/short-names.ts'
import type { PrintJobRow } from './print-job-row.ts'
import { refundInfo, undoInfo } from '#shared/returns/return-request.ts'

interface SaleRow {
  externalReference: ExternalReference
  soldAt: EpochMs
  date: IsoDate
  registerName: string
  cashierName: string
  totalClp: Clp
  documentedBy: DocumentedBy
  documentType: DocumentType
  reason: string | null
  originalFolio: number | null
  originalType: DocumentType | null
  originalReference: string | null
  originalDocumentedBy: DocumentedBy | null
  saleDiscountJson: string | null
  isChange: number
}
interface LineRow extends Omit<PaperLine, 'quantity' | 'isExempt' | 'discountGiven'> {
  readonly quantity: QuantityMilli
  readonly isExempt: number
  readonly discountJson: string | null
  readonly saleDiscountClp: Clp
  readonly offerNames: string | null
  readonly listClp: Clp | null
}

/** The slip of a stored sale, from local data only: it must print with no network at all. */
export function createSlipReader(
  db: TillDatabase,
  shop: () => ShopView,
  pageOf: (saleId: SaleId) => string | null = () => null,
): (saleId: SaleId, job: Pick<PrintJobRow, 'widthMm'>) => SlipPaper {
  const sale = db.prepare<
    [SaleId],
    SaleRow
  >(`SELECT external_reference AS externalReference, sold_at_ms AS soldAt, date,
    register_name AS registerName, cashier_name AS cashierName, total_clp AS totalClp, documented_by AS documentedBy,
    document_type AS documentType, change_of IS NOT NULL AS isChange, reason, discount_json AS saleDiscountJson,
    coalesce((SELECT folio FROM receipt o WHERE o.sale_id = sale.original_id),
      (SELECT folio FROM outside_receipt o WHERE o.sale_id = sale.id)) AS originalFolio,
    coalesce((SELECT document_type FROM sale o WHERE o.id = sale.original_id),
      (SELECT document_type FROM outside_receipt o WHERE o.sale_id = sale.id)) AS originalType,
    (SELECT documented_by FROM sale o WHERE o.id = sale.original_id) AS originalDocumentedBy,
    (SELECT external_reference FROM sale o WHERE o.id = sale.original_id) AS originalReference FROM sale WHERE id = ?`)
  const lines = db.prepare<
    [SaleId],
    LineRow
  >(`SELECT name AS description, quantity_milli AS quantity, unit,
    unit_gross_clp AS unitGrossClp, discount_clp AS discountClp, gross_clp AS grossClp, is_exempt AS isExempt,
    discount_json AS discountJson, sale_discount_clp AS saleDiscountClp, ${LIST_PRICE} AS listClp,
    (SELECT group_concat(o.name, ', ') FROM sale_line_promotion o
      WHERE o.sale_id = sale_line.sale_id AND o.line_number = sale_line.line_number) AS offerNames
    FROM sale_line WHERE sale_id = ? ORDER BY line_number`)
  const paymentsOf = paymentReader(db)

  return (saleId, job) => {
    const page = pageOf(saleId)
    const row = sale.get(saleId)
    const paid = paymentsOf(saleId)
    assert(row && (paid.length > 0 || row.isChange === 1), `sale ${saleId} is stored whole`)
    const isUndo = row.documentType === '56'
    const isReturn = row.documentType === '61' || isUndo
    const info = isReturn ? paid.flatMap(isUndo ? undoInfo : refundInfo) : paymentInfo(paid)
    const { tradeName, rut, address, commune, activity } = shop()
    const stored = lines.all(saleId)
    return {
      widthMm: job.widthMm,
      shopName: tradeName,
      shopRut: rut,
      shopAddress: `${address}, ${commune}`,
      ...(activity === undefined ? {} : { shopActivity: activity }),
      soldAt: `${printDate(row.date)} ${santiagoTime(row.soldAt).slice(0, 5)}`,
      register: row.registerName,
      cashier: row.cashierName,
      externalReference: row.externalReference,
      lines: stored.map(toPaperLine),
      ...saleDiscountOf(row, stored),
      totalClp: row.totalClp,
      payments: info.map(({ key, value }) => ({ label: key, value })),
      standsFor: standsFor(row),
      ...(page === null ? {} : { page }),
      ...(isReturn ? { about: aboutReturn(row) } : {}),
    }
  }
}

function standsFor({ documentType, documentedBy }: SaleRow): SlipPaper['standsFor'] {
  if (documentType === '56') return 'debit-note-to-come'
  if (documentType === '61') return 'credit-note-to-come'
  if (isInvoice(documentType)) return 'invoice-to-come'
  return documentedBy === 'voucher' ? 'voucher' : 'receipt-to-come'
}

/** Under its own discount: the share of the sale's stands on the line of that one. */
function toPaperLine(row: LineRow): PaperLine {
  const { discountJson, saleDiscountClp, offerNames, listClp, ...line } = atListPrice(
    row,
    row.listClp,
  )
  const rule = ruleIn(discountJson)
  return {
    ...line,
    quantity: formatQuantity(line.quantity),
    isExempt: line.isExempt === 1,
    discountClp: clp(line.discountClp - saleDiscountClp),
    grossClp: clp(line.grossClp + saleDiscountClp),
    ...(rule?.kind === 'percent' ? { discountGiven: formatRule(rule) } : {}),
    ...(offerNames === null || listClp !== null ? {} : { discountGiven: offerNames }),
  }
}

function saleDiscountOf(
  { saleDiscountJson }: SaleRow,
  lines: readonly LineRow[],
): Pick<SlipPaper, 'saleDiscount'> {
  const rule = ruleIn(saleDiscountJson)
  if (rule === null) return {}
  const discountClp = sumClp(lines.map((line) => line.saleDiscountClp))
  return { saleDiscount: { given: rule.kind === 'percent' ? formatRule(rule) : '', discountClp } }
}

/** The receipt by its folio, or by what stands on the slip that was handed over for it. */
function aboutReturn({
  originalFolio,
  originalType,
  originalReference,
  originalDocumentedBy,
  reason,
}: SaleRow): LabelledText[] {
  return [
    {
      label:
        originalDocumentedBy === 'voucher'
          ? 'De la venta con voucher'
          : ofDocument(originalType ?? '39'),
      value: originalFolio === null ? (originalReference ?? '') : `N° ${originalFolio}`,
    },
    { label: 'Motivo', value: reason ?? '' },
  ]
}
