/** The credit or debit note of a return, as it is sent. */
import type { DocumentRequest } from '../issuing/document-request.ts'
import type { Refusal } from '../languages/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'
import {
  CREDIT_REASONS,
  PAYMENT_VOUCHER_TYPE,
  toCreditNoteRequest,
} from '../issuing/credit-note-document.ts'
import { documentProblem } from '../issuing/document-problem.ts'
import { counterInfo, type ReceiptLine } from '../issuing/receipt-document.ts'
import { formatClp } from '../money/clp.ts'
import type { Payment } from '../selling/payment/payment.ts'
import { CREDIT_ID, VALE_ID } from '../selling/payment/payment-method.ts'
import { documentPayment, labelOf } from '../selling/sale/decide-payment.ts'
import type { SaleType } from '../core/document-type.ts'
import type { OriginalSale, ReturnContext } from './return-decision.ts'

/**
 * The note names the receipt it takes back by its folio, which may come later. The rest was decided
 * at the counter and stays.
 */
export function withFolio(request: DocumentRequest, folio: number): DocumentRequest {
  const [reference, ...others] = request.billing_reference ?? []
  if (reference === undefined || reference.number !== undefined) return request
  return { ...request, billing_reference: [{ ...reference, number: folio }, ...others] }
}

export function withoutFolio(request: DocumentRequest): DocumentRequest {
  return {
    ...request,
    billing_reference: (request.billing_reference ?? []).map(
      ({ number: _, ...reference }) => reference,
    ),
  }
}

interface RequestParts {
  readonly original: Pick<
    OriginalSale,
    'documentType' | 'folio' | 'date' | 'branchOffice' | 'issuer' | 'recipient'
  >
  readonly documentLines: readonly ReceiptLine[]
  readonly payments: readonly Payment[]
  readonly reason: string
  readonly annuls: boolean
  readonly voucherNumber: number | null
}

/**
 * The note, or why a service would refuse it for what stands in it: also rows of before the rules
 * of today. No money goes back for a note that cannot be issued.
 */
export function requestOf(
  parts: RequestParts,
  context: Omit<ReturnContext, 'original'>,
): Result<DocumentRequest, Refusal> {
  const request = makeRequest(parts, context)
  const problem = documentProblem(request)
  return problem === null ? ok(request) : refuse(problem)
}

function makeRequest(
  parts: RequestParts,
  context: Omit<ReturnContext, 'original'>,
): DocumentRequest {
  const { original, documentLines, payments, reason, annuls, voucherNumber } = parts
  const folio = voucherNumber ?? original.folio
  const { branchOffice, issuer } = voucherNumber === null ? original : context
  const request = toCreditNoteRequest({
    externalReference: context.externalReference,
    date: context.date,
    branchOffice,
    issuer,
    recipient: original.recipient,
    lines: documentLines,
    payment: documentPayment(payments),
    headerInfo: counterInfo(context),
    footerInfo: payments.flatMap(original.documentType === '61' ? undoInfo : refundInfo),
    receipt: {
      documentType:
        voucherNumber === null ? (original.documentType as SaleType | '61') : PAYMENT_VOUCHER_TYPE,
      folio: folio ?? 0,
      date: original.date,
    },
    reason: annuls ? CREDIT_REASONS.annuls : CREDIT_REASONS.correctsAmounts,
    reasonText: reason,
  })
  return folio === null ? withoutFolio(request) : request
}

/** How the money of a return came back in, under the total of its debit note. */
export function undoInfo(payment: Omit<Payment, 'siiCode'>): { key: string; value: string }[] {
  return refundInfo(payment).map(({ key, value }) => ({
    key: key
      .replace(/^A favor para otra compra/, 'Saldo a favor anulado')
      .replace(/^En vale/, 'Anulado: vale')
      .replace(/^Devuelto/, 'Recibido'),
    value,
  }))
}

/** How the money went back, as the customer reads it under the total. Not tax data. */
export function refundInfo({
  method,
  name,
  reference,
  roundingClp,
  toCollectClp,
  isVoucher,
}: Omit<Payment, 'siiCode'>): { key: string; value: string }[] {
  if (isVoucher)
    return [
      {
        key: `Devuelto del voucher: ${labelOf({ name, reference })}`,
        value: formatClp(toCollectClp),
      },
    ]
  if (method === CREDIT_ID)
    return [{ key: 'A favor para otra compra', value: formatClp(toCollectClp) }]
  if (method === VALE_ID) return [{ key: `En vale ${reference}`, value: formatClp(toCollectClp) }]
  const rounding = roundingClp > 0 ? `+${formatClp(roundingClp)}` : formatClp(roundingClp)
  return [
    ...(roundingClp === 0 ? [] : [{ key: 'Redondeo Ley 20.956', value: rounding }]),
    { key: `Devuelto: ${labelOf({ name, reference })}`, value: formatClp(toCollectClp) },
  ]
}
