/**
 * The decision of a sale: given what the cashier asks and what the till knows, either everything that has to be
 * written, or a refusal. Pure; the caller writes the decision in one transaction.
 */
import type { EpochMs, ExternalReference, IsoDate, SaleId } from '../core/brand.ts'
import { refusal, type Refusal } from '../core/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'
import type { CommitInput } from '../bridge/commands.ts'
import type { DocumentedBy, DocumentType } from '../bridge/views.ts'
import { CART_LINES_MAX, checkName } from '../cart/cart.ts'
import type { DocumentRequest } from '../contract/document-request.ts'
import { toDocumentRequest, toGrossLine, type ReceiptLine, type ReceiptParty } from '../document/receipt-document.ts'
import { documentTypeOf, receiptTotals, type ReceiptTotals } from '../document/receipt-lines.ts'
import { clp, formatClp } from '../money/clp.ts'
import { lineGross, quantityMilli } from '../money/quantity.ts'
import type { Payment } from '../payment/payment.ts'
import type { PaymentMethod } from '../payment/payment-method.ts'
import { checkContact } from './contact.ts'
import { decidePayment, documentPayment, paymentInfo, type Credit } from './decide-payment.ts'
import { ANONYMOUS_RUT, parseRut } from '../rut/rut.ts'
import { firstOutsideLatin1, foldToLatin1 } from '../text/latin1.ts'
import { santiagoTime } from '../time/santiago.ts'

export interface SaleContext {
  /** The sale whose payment screen is open, with the reference made for it. */
  readonly open: { readonly saleId: SaleId; readonly externalReference: ExternalReference } | null
  readonly now: EpochMs
  readonly date: IsoDate
  readonly issuer: ReceiptParty
  readonly branchOffice: number
  readonly registerName: string
  readonly cashierName: string
  /** From this total on the buyer has to be named: 135 UF, fixed once a year (Res. Ex. SII 44/2025). */
  readonly buyerRequiredFromClp: number
  readonly paymentMethods: readonly PaymentMethod[]
  /** Values of returns that a payment may name; without it there are none. */
  readonly creditOf?: (creditId: string) => Credit | null
  /** The service is known to be out of reach, so the customer gets a provisional slip now. */
  readonly serviceIsDown: boolean
}

export interface SaleLine extends ReceiptLine {
  readonly productId: string | null
  readonly grossClp: number
  readonly note: string | null
  /** The catalogue's price where another one is charged. */
  readonly listGrossClp: number | null
}

export interface SaleDecision {
  readonly saleId: SaleId
  readonly externalReference: ExternalReference
  readonly documentType: DocumentType
  readonly soldAt: EpochMs
  readonly date: IsoDate
  readonly lines: readonly SaleLine[]
  readonly totals: ReceiptTotals
  readonly payments: readonly Payment[]
  readonly documentedBy: DocumentedBy
  readonly recipient: ReceiptParty
  /** Null when a voucher documents the sale: there is nothing to issue. */
  readonly request: DocumentRequest | null
  readonly printsSlip: boolean
  readonly opensDrawer: boolean
}

export function decideSale(command: CommitInput, context: SaleContext): Result<SaleDecision, Refusal> {
  if (context.open === null || context.open.saleId !== command.saleId) return refuse(refusal('SALE_NOT_OPEN'))
  const lines = decideLines(command.lines)
  if (!lines.ok) return lines
  const totals = receiptTotals(lines.value.map(toGrossLine))
  if (totals.totalClp < 1) return refuse(refusal('CART_TOTAL_ZERO'))
  if (totals.totalClp !== command.expectedTotalClp) {
    return refuse(refusal('TOTAL_CHANGED', null, { total: formatClp(totals.totalClp) }))
  }
  const paid = decidePayment({
    totalClp: totals.totalClp, hasExemptLines: lines.value.some((line) => line.isExempt),
    buyerRequiredFromClp: context.buyerRequiredFromClp,
  }, command.payments, context.paymentMethods, context.creditOf ?? (() => null))
  if (!paid.ok) return paid
  if (totals.totalClp >= context.buyerRequiredFromClp && command.recipient === null) {
    return refuse(refusal('BUYER_REQUIRED', 'rut', { limit: formatClp(clp(context.buyerRequiredFromClp)) }))
  }
  const recipient = decideRecipient(command.recipient)
  if (!recipient.ok) return recipient

  const { payments, documentedBy, opensDrawer } = paid.value
  const { saleId, externalReference } = context.open
  const noted = lines.value.map((line, index) => withNote(line, command.lines[index]?.note))
  const parts = { lines: noted, payments, recipient: recipient.value, externalReference }
  return ok({
    saleId,
    externalReference,
    documentType: documentTypeOf(lines.value),
    soldAt: context.now,
    date: context.date,
    lines: lines.value.map((line, index) => {
      const { beforeDiscountClp, discountClp } = toGrossLine(line)
      const asked = command.lines[index]
      return {
        ...line, productId: asked?.productId ?? null, grossClp: beforeDiscountClp - discountClp, note: asked?.note ?? null,
        listGrossClp: asked?.listGrossClp ?? null,
      }
    }),
    totals,
    payments,
    documentedBy,
    recipient: recipient.value,
    request: documentedBy === 'voucher' ? null : requestOf(parts, context),
    printsSlip: context.serviceIsDown || documentedBy === 'voucher',
    opensDrawer,
  })
}

interface RequestParts {
  readonly lines: readonly ReceiptLine[]
  readonly payments: readonly Payment[]
  readonly recipient: ReceiptParty
  readonly externalReference: ExternalReference
}

function requestOf({ lines, payments, recipient, externalReference }: RequestParts, context: SaleContext): DocumentRequest {
  return toDocumentRequest({
    documentType: documentTypeOf(lines),
    externalReference,
    date: context.date,
    branchOffice: context.branchOffice,
    issuer: context.issuer,
    recipient,
    lines,
    payment: documentPayment(payments),
    headerInfo: [
      { key: 'Hora', value: santiagoTime(context.now).slice(0, 5) },
      { key: 'Caja', value: context.registerName },
      { key: 'Cajero', value: context.cashierName },
    ],
    footerInfo: paymentInfo(payments),
  })
}

/** The contract has no field for a note; a description takes 1,000 characters and prints in full. */
function withNote(line: ReceiptLine, note: string | undefined): ReceiptLine {
  return note === undefined ? line : { ...line, description: `${line.description} - ${foldToLatin1(note)}` }
}

function decideLines(lines: CommitInput['lines']): Result<ReceiptLine[], Refusal> {
  if (lines.length === 0) return refuse(refusal('CART_EMPTY'))
  if (lines.length > CART_LINES_MAX) return refuse(refusal('CART_TOO_LONG'))
  const decided: ReceiptLine[] = []
  for (const [index, line] of lines.entries()) {
    const name = checkName(line.name, `lines[${index}].name`)
    if (!name.ok) return name
    const note = foldToLatin1(line.note ?? '')
    const stranger = firstOutsideLatin1(note)
    if (stranger !== null) return refuse(refusal('NAME_NOT_LATIN1', `lines[${index}].note`, { character: stranger }))
    const quantity = quantityMilli(line.quantity)
    const unitGrossClp = clp(line.unitGrossClp)
    const before = lineGross(unitGrossClp, quantity)
    if (line.discountClp > before) {
      return refuse(refusal('DISCOUNT_ABOVE_LINE', `lines[${index}].discountClp`, { lineTotal: formatClp(before) }))
    }
    decided.push({
      code: line.code, description: name.value, quantity, unit: line.unit, unitGrossClp,
      discountClp: clp(line.discountClp), isExempt: line.isExempt,
    })
  }
  return ok(decided)
}

/** Nobody identified: the generic RUT. Otherwise the RUT must be right and the printed contact must fit its field. */
export function decideRecipient(recipient: CommitInput['recipient']): Result<ReceiptParty, Refusal> {
  if (recipient === null) return ok({ legalName: 'Sin RUT', rut: ANONYMOUS_RUT })
  const rut = parseRut(recipient.rut)
  if (!rut.ok) return refuse(refusal(rut.refusal, 'rut'))
  const name = foldToLatin1(recipient.legalName).trim()
  if (name === '') return refuse(refusal('NAME_REQUIRED', 'legalName'))
  const stranger = firstOutsideLatin1(name)
  if (stranger !== null) return refuse(refusal('NAME_NOT_LATIN1', 'legalName', { character: stranger }))
  const contact = checkContact(recipient.phone, recipient.email)
  if (!contact.ok) return contact
  return ok({ legalName: name, rut: rut.value, ...contact.value })
}
