/**
 * The return of a receipt that this till has not issued: another till of the shop, or another
 * system, did. There are no lines to mark, so an amount comes back. Pure; the caller writes the
 * decision in one transaction.
 */
import type { IsoDate } from '../core/brand.ts'
import { refusal, type Refusal } from '../languages/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'
import type { CommitOutsideReturnInput, OutsideReceiptInput } from './views.ts'
import type { ReceiptLine, ReceiptParty } from '../issuing/receipt-document.ts'
import { toGrossLine } from '../issuing/receipt-document.ts'
import { receiptTotals } from '../issuing/receipt-lines.ts'
import { clp, formatClp, ZERO_CLP, type Clp } from '../money/clp.ts'
import { ONE_MILLI } from '../money/quantity.ts'
import type { Customer } from '../selling/open-sale/buyer.ts'
import { ANONYMOUS_RUT, parseRut, type Rut } from '../rut/rut.ts'
import { decideInvoiceRecipient } from '../selling/sale/decide-recipient.ts'
import { isInvoice } from '../core/document-type.ts'
import { ofDocument } from '../issuing/short-names.ts'
import { namesSomebody, type ToldRecipient } from './outside-answer.ts'
import { NO_CASH_BACK, type CashBack } from './hand-over.ts'
import { exemptOf } from './exempt-left.ts'
import { checkReason, decideRefunds, opensDrawer } from './decide-return.ts'
import type {
  OutsideFacts,
  ReturnContext,
  ReturnDecision,
  ReturnedLine,
} from './return-decision.ts'
import { requestOf } from './return-request.ts'

export interface OutsideReceipt extends OutsideFacts {
  readonly recipient: ReceiptParty
  /** The part of the total without IVA. */
  readonly exemptClp: Clp
  /** What came back of it in cash; absent: nothing. */
  readonly cashBack?: CashBack
  /** Paid with vales, and not back in one yet; absent: nothing that is known. */
  readonly valeDueClp?: Clp
}

interface OutsideContext extends Omit<ReturnContext, 'original'> {
  readonly receipt: OutsideReceipt
  /** By earlier returns of it at this till. */
  readonly givenBackClp: Clp
}

/** Null when it may be looked up. */
export function outsideProblem(
  { date, buyerRut }: OutsideReceiptInput,
  today: IsoDate,
): Refusal | null {
  if (date > today) return refusal('OUTSIDE_DATE_AHEAD', 'date')
  if (buyerRut.trim() === '') return null
  const rut = parseRut(buyerRut)
  return rut.ok ? null : refusal(rut.refusal, 'buyerRut')
}

/** What the customer's record says of a taxpayer. */
type KnownBuyer = Pick<Customer, 'legalName' | 'activity' | 'address' | 'commune'>

/**
 * Whom the note names: the service's word where it has one, else what stands on the paper, and for
 * an invoice at last what this till knows of that taxpayer.
 */
export function outsideRecipient(
  typed: Pick<OutsideReceiptInput, 'documentType' | 'buyerRut' | 'buyer'>,
  told: ToldRecipient | null,
  knownOf: (rut: Rut) => KnownBuyer | undefined,
): Result<ReceiptParty, Refusal> {
  const rut = parseRut(typed.buyerRut)
  if (isInvoice(typed.documentType)) {
    const named = told !== null && namesSomebody(told) ? told : null
    return taxpayerOf(named, typed, knownOf)
  }
  if (told !== null) return ok({ rut: told.rut, legalName: told.legalName })
  return ok(
    rut.ok
      ? { rut: rut.value, legalName: 'Cliente' }
      : { rut: ANONYMOUS_RUT, legalName: 'Sin RUT' },
  )
}

function taxpayerOf(
  told: ToldRecipient | null,
  { buyerRut, buyer }: Pick<OutsideReceiptInput, 'buyerRut' | 'buyer'>,
  knownOf: (rut: Rut) => KnownBuyer | undefined,
): Result<ReceiptParty, Refusal> {
  if (told === null && buyerRut.trim() === '')
    return refuse(refusal('INVOICE_BUYER_REQUIRED', 'buyerRut'))
  const read = parseRut(told?.rut ?? buyerRut)
  const known: Partial<KnownBuyer> = (read.ok ? knownOf(read.value) : undefined) ?? {}
  const typed: Partial<NonNullable<typeof buyer>> = buyer ?? {}
  const place: Partial<NonNullable<ToldRecipient['place']>> = told?.place ?? {}
  const first = (...texts: readonly (string | undefined)[]) =>
    texts.find((text) => text !== undefined && text.trim() !== '') ?? ''
  const decided = decideInvoiceRecipient({
    rut: told?.rut ?? buyerRut,
    legalName: first(told?.legalName, typed.legalName, known.legalName),
    activity: first(typed.activity, known.activity),
    address: first(place.address, typed.address, known.address),
    commune: first(place.commune, typed.commune, known.commune),
    phone: '',
    email: '',
  })
  if (decided.ok || decided.refusal.field !== 'rut') return decided
  return refuse({ ...decided.refusal, field: 'buyerRut' })
}

export function decideOutsideReturn(
  command: CommitOutsideReturnInput,
  context: OutsideContext,
): Result<ReturnDecision, Refusal> {
  const { receipt, givenBackClp } = context
  const { amountClp } = command
  const leftClp = clp(receipt.totalClp - givenBackClp)
  if (leftClp < 1) return refuse(refusal('RETURN_ALL_DONE'))
  if (amountClp < 1) return refuse(refusal('OUTSIDE_AMOUNT_REQUIRED', 'amount'))
  if (amountClp > leftClp)
    return refuse(refusal('OUTSIDE_TOO_MUCH', 'amount', { left: formatClp(leftClp) }))
  const reason = checkReason(command.reason)
  if (!reason.ok) return reason
  const documentLines = linesOf(context, clp(amountClp))
  const totals = receiptTotals(documentLines.map(toGrossLine))
  const refund = decideRefunds(
    {
      totalClp: totals.totalClp,
      valeDueClp: receipt.valeDueClp ?? ZERO_CLP,
      cashBack: receipt.cashBack ?? NO_CASH_BACK,
    },
    command.refund,
    context,
  )
  if (!refund.ok) return refund
  const request = requestOf(
    {
      original: { ...receipt, branchOffice: context.branchOffice, issuer: context.issuer },
      documentLines,
      payments: refund.value.payments,
      reason: reason.value,
      voucherNumber: null,
      annuls: amountClp === receipt.totalClp,
    },
    context,
  )
  if (!request.ok) return request
  return ok({
    documentType: '61',
    returnId: command.returnId,
    originalId: null,
    outside: receipt,
    externalReference: context.externalReference,
    at: context.now,
    date: request.value.invoice_date as IsoDate,
    lines: documentLines.map(toReturned),
    totals,
    parts: [],
    ...refund.value,
    recipient: receipt.recipient,
    reason: reason.value,
    request: request.value,
    dependsOn: null,
    printsSlip: context.serviceIsDown,
    opensDrawer: opensDrawer(refund.value.payments, context.paymentMethods),
  })
}

/**
 * What was sold without IVA comes back without it: the amount takes its share of what is left of
 * the exempt part. Where no till of a shop says that, parts add up to the whole as the lines of a
 * return do (return-shares.ts): each is the difference of two points, rounded half up.
 */
function linesOf(
  { receipt, givenBackClp, left = null }: OutsideContext,
  amountClp: Clp,
): ReceiptLine[] {
  const exemptClp =
    left === null
      ? clp(exemptUpTo(receipt, givenBackClp + amountClp) - exemptUpTo(receipt, givenBackClp))
      : exemptOf(left, amountClp)
  const part = (grossClp: Clp, isExempt: boolean): ReceiptLine => ({
    code: '',
    description: `${ofDocument(receipt.documentType)} N° ${receipt.folio}`,
    quantity: ONE_MILLI,
    unit: null,
    unitGrossClp: grossClp,
    discountClp: ZERO_CLP,
    isExempt,
  })
  return [part(clp(amountClp - exemptClp), false), part(exemptClp, true)].filter(
    ({ unitGrossClp }) => unitGrossClp > 0,
  )
}

function exemptUpTo({ exemptClp, totalClp }: OutsideReceipt, amountClp: number): number {
  return exemptOf({ clp: totalClp, exemptClp }, amountClp)
}

/** What of the rest has no IVA, as far as nobody says which goods came back. */
export const exemptLeftOf = (receipt: OutsideReceipt, leftClp: Clp): Clp =>
  clp(receipt.exemptClp - exemptUpTo(receipt, receipt.totalClp - leftClp))

/** The row of such a line; it names no line of a sale. */
function toReturned(
  { code, description, unitGrossClp, isExempt }: ReceiptLine,
  index: number,
): ReturnedLine {
  return {
    quantity: ONE_MILLI,
    grossClp: unitGrossClp,
    voucherClp: ZERO_CLP,
    original: {
      lineNumber: index + 1,
      productId: null,
      code,
      name: description,
      unit: null,
      unitGrossClp,
      quantity: ONE_MILLI,
      grossClp: unitGrossClp,
      isExempt,
      returnedQuantity: 0,
      returnedClp: ZERO_CLP,
    },
  }
}
