import { clp } from '#shared/money/clp.ts'
import { sumPayments } from '#shared/payment/payment.ts'
import { ANONYMOUS_RUT } from '#shared/rut/rut.ts'
import type { decideSale } from '#shared/sale/decide-sale.ts'
import type { ReceiptDetail } from '#shared/bridge/receipt-views.ts'

interface Circumstances {
  readonly isOnline: boolean
  readonly soldBy: string
  readonly allowed: ReceiptDetail['allowed']
}

/** What the list shows of a sale that was just charged. */
export function toReceipt(
  sale: Extract<ReturnType<typeof decideSale>, { ok: true }>['value'],
  { isOnline, soldBy, allowed }: Circumstances,
): ReceiptDetail {
  return {
    ...sale.totals,
    ...sumPayments(sale.payments),
    saleId: sale.saleId,
    externalReference: sale.externalReference,
    documentType: sale.documentType,
    folio: null,
    soldAt: sale.soldAt,
    date: sale.date,
    issueState: sale.documentedBy === 'voucher' ? 'none' : 'queued',
    authorityStatus: null,
    lastErrorCode: null,
    lastErrorText: null,
    receiptPrintState: 'waiting',
    isUnprinted: false,
    hasPage: false,
    payments: sale.payments,
    lineCount: sale.lines.length,
    documentedBy: sale.documentedBy,
    deletion: null,
    deletionNote: null,
    returns: [],
    returnOf: null,
    returnedClp: clp(0),
    customer:
      sale.recipient.rut === ANONYMOUS_RUT
        ? null
        : { rut: sale.recipient.rut, legalName: sale.recipient.legalName },
    soldOffline: !isOnline && sale.documentedBy === 'receipt',
    attempts: 0,
    papers: [],
    fieldErrors: [],
    setAsideReason: null,
    soldBy,
    allowed,
    lines: sale.lines.map((line) => ({
      ...line,
      name: line.description,
      grossClp: clp(line.grossClp),
    })),
    saleDiscount: sale.discount,
  }
}
