import { clp } from '#shared/money/clp.ts'
import { sumPayments } from '#shared/selling/payment/payment.ts'
import { ANONYMOUS_RUT } from '#shared/rut/rut.ts'
import type { decideSale } from '#shared/selling/sale/decide-sale.ts'
import type { ReceiptDetail } from '#shared/receipts/views.ts'

interface Circumstances {
  readonly isOnline: boolean
  readonly soldBy: string
  readonly allowed: ReceiptDetail['allowed']
}

/** Of every document that was just made: the service knows nothing of it yet. */
export const JUST_MADE = {
  folio: null,
  authorityStatus: null,
  lastErrorCode: null,
  lastErrorText: null,
  receiptPrintState: 'waiting',
  isUnprinted: false,
  hasPage: false,
  deletion: null,
  deletionNote: null,
  returns: [],
  returnedClp: clp(0),
  attempts: 0,
  papers: [],
  fieldErrors: [],
  setAsideReason: null,
  mail: null,
} satisfies Partial<ReceiptDetail>

/** What the list shows of a sale that was just charged. */
export function toReceipt(
  sale: Extract<ReturnType<typeof decideSale>, { ok: true }>['value'],
  { isOnline, soldBy, allowed }: Circumstances,
): ReceiptDetail {
  return {
    ...JUST_MADE,
    ...sale.totals,
    ...sumPayments(sale.payments),
    parts: sale.parts,
    saleId: sale.saleId,
    externalReference: sale.externalReference,
    documentType: sale.documentType,
    soldAt: sale.soldAt,
    date: sale.date,
    issueState: sale.documentedBy === 'voucher' ? 'none' : 'queued',
    payments: sale.payments,
    lineCount: sale.lines.length,
    documentedBy: sale.documentedBy,
    returnOf: null,
    customer:
      sale.recipient.rut === ANONYMOUS_RUT
        ? null
        : { rut: sale.recipient.rut, legalName: sale.recipient.legalName },
    soldOffline: !isOnline && sale.documentedBy === 'receipt',
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
