/**
 * Reads a sale as a return needs it: its lines with what came back of them, and who and where its
 * document names.
 */
import type { SaleId } from '#shared/core/brand.ts'
import { documentRequestSchema } from '#shared/issuing/document-request.ts'
import { partyOf } from '#shared/issuing/party-of.ts'
import { clp } from '#shared/money/clp.ts'
import { voucherNumberOf, type SoldOriginal } from '#shared/returns/returnable.ts'
import type { ReturnableLine } from '#shared/returns/return-shares.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { IS_OVER_TRIAL } from '../issuing/outbox/trials.ts'
import { CASH_BACK, PENDING_UNDO, RETURN_STANDS } from './undone.ts'
import { VALE_DUE } from '../vales/vale-rows.ts'
import { METHOD_NAME, PAID_AS } from '../sold/payments.ts'
import type { Payment } from '#shared/selling/payment/payment.ts'
import { NO_CASH_BACK, type CashBack } from '#shared/returns/hand-over.ts'
import { CASH_ID, type VoucherCard } from '#shared/selling/payment/payment-method.ts'
import type { OriginalSale } from '#shared/returns/return-decision.ts'

type StoredSale = Omit<
  SoldOriginal,
  | 'lines'
  | 'payments'
  | 'voucherNumber'
  | 'voucherCard'
  | 'returnedClp'
  | 'branchOffice'
  | 'issuer'
  | 'recipient'
  | 'isChange'
  | 'isOverTrial'
  | 'cashBack'
> & {
  readonly body: Buffer | null
  readonly recipientRut: string
  readonly recipientName: string
  readonly isChange: number
  readonly isOverTrial: number
}

type Paid = Pick<Payment, 'method' | 'name' | 'siiCode' | 'totalClp' | 'reference' | 'isVoucher'>

export function createOriginalReader(db: TillDatabase): (saleId: SaleId) => SoldOriginal | null {
  const sale = db.prepare<
    [SaleId],
    StoredSale
  >(`SELECT s.id AS saleId, s.document_type AS documentType, s.documented_by AS documentedBy,
      s.date, s.sold_at_ms AS soldAt, s.total_clp AS totalClp, s.recipient_rut AS recipientRut, s.recipient_name AS recipientName,
      r.folio, coalesce(r.issue_state, 'none') AS issueState, r.authority_status AS authorityStatus, r.service_id AS serviceId, r.body,
      d.state AS deletion, s.change_of IS NOT NULL AS isChange, ${VALE_DUE} AS valeDueClp, ${PENDING_UNDO} AS pendingUndoId,
      (SELECT issue_state FROM receipt WHERE sale_id = ${PENDING_UNDO}) AS pendingUndoState, ${IS_OVER_TRIAL} AS isOverTrial
    FROM sale s LEFT JOIN receipt r ON r.sale_id = s.id LEFT JOIN receipt_deletion d ON d.sale_id = s.id WHERE s.id = ?`)
  const lines = db.prepare<
    [SaleId],
    Omit<ReturnableLine, 'isExempt'> & { isExempt: number }
  >(`SELECT l.line_number AS lineNumber,
      l.product_id AS productId, l.code, l.name, l.unit, l.unit_gross_clp AS unitGrossClp, l.quantity_milli AS quantity,
      l.gross_clp AS grossClp, l.is_exempt AS isExempt, l.voucher_clp AS voucherClp,
      coalesce(sum(b.voucher_clp), 0) AS returnedVoucherClp,
      coalesce(sum(iif(b.is_exempt = 1, b.gross_clp - b.voucher_clp, 0)), 0) AS returnedExemptClp,
      l.sale_discount_clp AS saleDiscountClp, coalesce(sum(b.sale_discount_clp), 0) AS returnedSaleDiscountClp,
      coalesce(sum(b.quantity_milli), 0) AS returnedQuantity, coalesce(sum(b.gross_clp), 0) AS returnedClp
    FROM sale_line l LEFT JOIN sale back ON back.original_id = l.sale_id AND ${RETURN_STANDS}
      LEFT JOIN sale_line b ON b.sale_id = back.id AND b.original_line = l.line_number
    WHERE l.sale_id = ? GROUP BY l.line_number ORDER BY l.line_number`)
  const payments = db.prepare<[SaleId], Omit<Paid, 'isVoucher'> & { readonly isVoucher: number }>(
    `SELECT method, ${METHOD_NAME} AS name, sii_code AS siiCode, total_clp AS totalClp, reference,
      is_voucher AS isVoucher FROM sale_payment
    WHERE sale_id = (SELECT ${PAID_AS} FROM sale s WHERE s.id = ?) ORDER BY position`,
  )
  const cashBack = db.prepare<[SaleId], CashBack>(`SELECT ${CASH_BACK}
    FROM sale back JOIN sale_payment p ON p.sale_id = back.id AND p.method = '${CASH_ID}'
    WHERE back.original_id = ? AND ${RETURN_STANDS}`)
  return (saleId) => {
    const row = sale.get(saleId)
    if (row === undefined) return null
    const {
      body,
      recipientRut: rut,
      recipientName: legalName,
      isChange,
      isOverTrial,
      ...facts
    } = row
    const sold = lines
      .all(saleId)
      .map((line): ReturnableLine => ({ ...line, isExempt: line.isExempt === 1 }))
    const paid = payments
      .all(saleId)
      .map(
        ({ isVoucher, ...payment }): Paid =>
          isVoucher === 1 ? { ...payment, isVoucher: true } : payment,
      )
    return {
      ...facts,
      isChange: isChange === 1,
      isOverTrial: isOverTrial === 1,
      cashBack: cashBack.get(saleId) ?? NO_CASH_BACK,
      lines: sold,
      voucherNumber: voucherNumberOf(paid),
      voucherCard: facts.documentedBy === 'voucher' ? null : voucherCardOf(paid),
      payments: paid.map(({ method, name, totalClp }) => ({ method, name, totalClp })),
      returnedClp: clp(sold.reduce((sum, line) => sum + line.returnedClp, 0)),
      ...(body === null
        ? { branchOffice: 0, issuer: { legalName: '', rut: '' }, recipient: { rut, legalName } }
        : partiesIn(body)),
    }
  }
}

/** That whose voucher documents most. */
function voucherCardOf(paid: readonly Paid[]): VoucherCard | null {
  const [most] = paid
    .filter(({ isVoucher }) => isVoucher)
    .toSorted((one, other) => other.totalClp - one.totalClp)
  return most === undefined ? null : { id: most.method, name: most.name, siiCode: most.siiCode }
}

const partiesSchema = documentRequestSchema.pick({
  branch_office: true,
  issuer: true,
  recipient: true,
  payment_method: true,
})

/** The note names the same company and buyer as its receipt, whatever the settings say by now. */
function partiesIn(
  body: Buffer,
): Pick<OriginalSale, 'branchOffice' | 'issuer' | 'recipient' | 'paidAs'> {
  const {
    branch_office: branchOffice,
    issuer,
    recipient,
    payment_method: paidAs,
  } = partiesSchema.parse(JSON.parse(body.toString('utf8')))
  return {
    branchOffice,
    issuer: issuer === undefined ? { legalName: '', rut: '' } : partyOf(issuer),
    recipient: partyOf(recipient),
    paidAs,
  }
}
