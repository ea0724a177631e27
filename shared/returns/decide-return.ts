/**
 * The decision of a return: given what the cashier asks and what the till knows of the sale, either
 * everything that has to be written, or a refusal. Pure; the caller writes the decision in one
 * transaction.
 */
import type { IsoDate } from '../core/brand.ts'
import { refusal, type Refusal } from '../languages/refusals.ts'
import { assert, ok, refuse, type Result } from '../core/result.ts'
import type { CommitReturnInput } from './views.ts'
import { CREDIT_REASON_CHARS_MAX } from '../issuing/credit-note-document.ts'
import { toGrossLine, type ReceiptLine } from '../issuing/receipt-document.ts'
import { receiptTotals, type StoredTotals } from '../issuing/receipt-lines.ts'
import { clp, formatClp, sumClp, ZERO_CLP, type Clp } from '../money/clp.ts'
import { formatQuantity, ONE_MILLI, quantityMilli, type QuantityMilli } from '../money/quantity.ts'
import type { Payment } from '../selling/payment/payment.ts'
import {
  CREDIT_ID,
  CREDIT_METHOD,
  isVale,
  VALE_METHOD,
  type PaymentMethod,
  type VoucherCard,
} from '../selling/payment/payment-method.ts'
import { readMethod } from '../selling/sale/decide-payment.ts'
import { foldToLatin1 } from '../text/latin1.ts'
import { requireLatin1 } from '../text/require-latin1.ts'
import { valeName } from '../vales/vale.ts'
import { addSums, partsOf, receiptLine, type SalePart } from '../selling/sale/voucher-part.ts'
import {
  backOfDocuments,
  discountIn,
  quantityLeft,
  shareOf,
  voucherShareOf,
  type ReturnableLine,
} from './return-shares.ts'
import type {
  OriginalSale,
  ReturnContext,
  ReturnedLine,
  ReturnDecision,
} from './return-decision.ts'
import { withinKinds } from './exempt-left.ts'
import { handOverClp, NO_CASH_BACK, withElsewhere, type WaysBack } from './hand-over.ts'
import { requestOf } from './return-request.ts'

export function decideReturn(
  command: CommitReturnInput,
  context: ReturnContext,
): Result<ReturnDecision, Refusal> {
  const { original } = context
  if (original === null) return refuse(refusal('SALE_NOT_FOUND'))
  const problem = returnProblem(original, context.serviceId)
  if (problem !== null) return refuse(problem)
  const { backElsewhereClp = ZERO_CLP } = context
  const decided = decideBack(command, original, context)
  if (!decided.ok) return decided
  const { lines, back, documentLines, totals, ofDocuments, receiptClp, isOfVoucher } = decided.value
  const voucherClp = clp(totals.totalClp - receiptClp)
  const reason = checkReason(command.reason)
  if (!reason.ok) return reason
  const refund = decideRefunds(
    { totalClp: receiptClp, ...waysBackOf(original, backElsewhereClp) },
    command.refund,
    context,
  )
  if (!refund.ok) return refund
  const payments = [...toCard(original, voucherClp), ...refund.value.payments]
  const voucher = voucherNumberOf(original, isOfVoucher, command.voucherNumber ?? '')
  if (!voucher.ok) return voucher
  const annuls = isWhole(original, lines)
  const parts = {
    original,
    documentLines,
    payments,
    reason: reason.value,
    annuls,
    voucherNumber: voucher.value,
  }
  const made = requestOf(parts, context)
  if (!made.ok) return made
  const request = made.value
  return ok({
    documentType: '61',
    returnId: command.returnId,
    originalId: original.saleId,
    outside: null,
    externalReference: context.externalReference,
    at: context.now,
    date: request.invoice_date as IsoDate,
    lines: back,
    totals,
    parts: ofDocuments,
    ...refund.value,
    payments,
    recipient: original.recipient,
    reason: reason.value,
    request,
    dependsOn: original.pendingUndoId ?? (voucher.value === null ? original.saleId : null),
    // Without the receipt's folio there is no note yet, so the customer takes something else home.
    printsSlip: context.serviceIsDown || (original.folio === null && voucher.value === null),
    opensDrawer: opensDrawer(refund.value.payments, context.paymentMethods),
  })
}

/** What comes back of it, and that no other till has given it back. */
function decideBack(
  command: CommitReturnInput,
  original: OriginalSale,
  { left = null, backElsewhereClp = ZERO_CLP }: ReturnContext,
) {
  const decided = decideLines(command.lines, original.lines)
  if (!decided.ok) return decided
  const lines = decided.value
  const back = withinKinds(lines, left, original.lines)
  const { documentLines, totals, parts: ofDocuments } = documentsBack(back, '61')
  if (totals.totalClp < 1) return refuse(refusal('RETURN_TOTAL_ZERO'))
  if (totals.totalClp !== command.expectedTotalClp)
    return refuse(refusal('RETURN_TOTAL_CHANGED', null, { total: formatClp(totals.totalClp) }))
  const receiptClp = ofDocuments[0]?.totalClp ?? totals.totalClp
  const isOfVoucher = lines.every((line) => line.voucherClp === line.grossClp)
  const tooMuch = isOfVoucher ? null : aboveElsewhere(original, receiptClp, backElsewhereClp)
  return tooMuch === null
    ? ok({ lines, back, documentLines, totals, ofDocuments, receiptClp, isOfVoucher })
    : refuse(tooMuch)
}

/** How what is left of it goes back: as it was paid, after what came back at any till. */
export const waysBackOf = (
  { valeDueClp = ZERO_CLP, cashBack = NO_CASH_BACK }: Pick<OriginalSale, 'valeDueClp' | 'cashBack'>,
  elsewhereClp: Clp,
): WaysBack => {
  const { moneyClp: _, ...ways } = withElsewhere({ valeDueClp, cashBack }, elsewhereClp)
  return ways
}

/** The note's lines and its sums, and those of the voucher where both take something back. */
export function documentsBack(
  lines: readonly ReturnedLine[],
  documentType: '61' | '56',
): {
  readonly documentLines: readonly ReceiptLine[]
  readonly totals: StoredTotals
  readonly parts: readonly SalePart[]
} {
  const parts = partsOf(lines.map((line) => ({ ...line, isExempt: line.original.isExempt })))
  const whole = lines.map(toDocumentLine)
  if (parts.length === 0)
    return { documentLines: whole, totals: receiptTotals(whole.map(toGrossLine)), parts }
  const documentLines = lines.flatMap((line, index) => {
    const receiptClp = line.grossClp - line.voucherClp
    return receiptClp === 0
      ? []
      : [receiptLine(whole[index] ?? toDocumentLine(line), line.grossClp, receiptClp)]
  })
  const notes = parts.map((part): SalePart => ({ ...part, documentType }))
  return { documentLines, totals: addSums(notes), parts: notes }
}

/** The voucher is made smaller where it was made: on the terminal, to the card that paid. */
function toCard({ voucherCard }: OriginalSale, voucherClp: Clp): readonly Payment[] {
  if (voucherClp === 0) return []
  assert(voucherCard, 'a sale with a voucher was paid with a card')
  return [{ ...exactRefund(voucherCard, voucherClp, ''), isVoucher: true }]
}

/** What other tills have given back is gone, whichever lines it was for. */
function aboveElsewhere(
  { lines }: OriginalSale,
  receiptClp: Clp,
  backElsewhereClp: Clp,
): Refusal | null {
  if (backElsewhereClp === 0) return null
  const here = backOfDocuments(lines.map((line) => ({ line, quantity: quantityLeft(line) })))
  const leftClp = clp(Math.max(0, here.receiptClp - backElsewhereClp))
  if (receiptClp <= leftClp) return null
  return leftClp === 0
    ? refusal('OUTSIDE_BACK_ELSEWHERE')
    : refusal('OUTSIDE_TOO_MUCH', null, { left: formatClp(leftClp) })
}

/** Why nothing of this sale can come back, or null. */
export function returnProblem(original: OriginalSale, serviceId: string): Refusal | null {
  const { issueState, authorityStatus, deletion } = original
  if (original.documentType === '61' || original.documentType === '56')
    return refusal('RETURN_OF_RETURN')
  if (deletion === 'asked') return refusal('RETURN_BEING_DELETED')
  if (deletion === 'done' || authorityStatus === 'DELETED') return refusal('RETURN_DELETED')
  if (issueState === 'rejected' || issueState === 'attention')
    return refusal('RETURN_RECEIPT_STUCK')
  if (authorityStatus === 'RCH') return refusal('RETURN_RECEIPT_REFUSED')
  const elsewhere = elsewhereProblem(original, serviceId)
  if (elsewhere !== null) return elsewhere
  if (original.lines.every((line) => quantityLeft(line) === 0)) return refusal('RETURN_ALL_DONE')
  return original.pendingUndoId && isUndoInTheWay(original) ? refusal('RETURN_UNDO_PENDING') : null
}

/** One note waits for one folio: not for its receipt's and for the debit note before it. */
const isUndoInTheWay = ({ documentedBy, folio, pendingUndoState: state }: OriginalSale) =>
  (documentedBy === 'receipt' && folio === null) || state === 'rejected' || state === 'attention'

/** By its folio a note would be about another document, or about none. */
export function elsewhereProblem(
  { serviceId, isOverTrial }: Pick<OriginalSale, 'serviceId' | 'isOverTrial'>,
  here: string,
): Refusal | null {
  if (serviceId !== null && serviceId !== here) return refusal('RETURN_OTHER_SERVICE')
  return isOverTrial === true ? refusal('RETURN_OF_TRIAL') : null
}

function decideLines(
  asked: CommitReturnInput['lines'],
  sold: readonly ReturnableLine[],
): Result<ReturnedLine[], Refusal> {
  if (asked.length === 0) return refuse(refusal('RETURN_NOTHING'))
  const seen = new Set<number>()
  const decided: ReturnedLine[] = []
  for (const { lineNumber, quantity } of asked) {
    const original = sold.find((line) => line.lineNumber === lineNumber)
    if (original === undefined || seen.has(lineNumber)) return refuse(refusal('LINE_NOT_FOUND'))
    seen.add(lineNumber)
    const left = quantityLeft(original)
    if (quantity > left) {
      return refuse(
        refusal('RETURN_TOO_MUCH', `line-${lineNumber}`, {
          name: original.name,
          left: formatQuantity(left as QuantityMilli),
        }),
      )
    }
    const grossClp = shareOf(original, quantity)
    decided.push({
      original,
      quantity: quantityMilli(quantity),
      grossClp,
      voucherClp: voucherShareOf(original, grossClp),
    })
  }
  return ok(decided.sort((a, b) => a.original.lineNumber - b.original.lineNumber))
}

/**
 * Priced as it was sold, the discount making up the share. Several weighed parts of one line may
 * round to a peso more than price times weight; no discount says that, so such a part stands as one
 * piece with its weight in words.
 */
function toDocumentLine({ original, quantity, grossClp }: ReturnedLine): ReceiptLine {
  const { code, name, unit, isExempt, unitGrossClp } = original
  const discount = discountIn(original, quantity, grossClp)
  if (discount >= 0)
    return {
      code,
      description: name,
      quantity,
      unit,
      unitGrossClp,
      discountClp: clp(discount),
      isExempt,
    }
  const description = `${name} (${formatQuantity(quantity)} ${unit ?? 'u'})`
  return {
    code,
    description,
    quantity: ONE_MILLI,
    unit: null,
    unitGrossClp: grossClp,
    discountClp: ZERO_CLP,
    isExempt,
  }
}

function isWhole(original: OriginalSale, lines: readonly ReturnedLine[]): boolean {
  return (
    lines.length === original.lines.length &&
    lines.every(
      ({ original: line, quantity }) => line.returnedQuantity === 0 && quantity === line.quantity,
    )
  )
}

export function checkReason(text: string): Result<string, Refusal> {
  const reason = foldToLatin1(text).replace(/\s+/g, ' ').trim()
  if (reason === '') return refuse(refusal('REASON_REQUIRED', 'reason'))
  if (reason.length > CREDIT_REASON_CHARS_MAX)
    return refuse(
      refusal('RETURN_REASON_TOO_LONG', 'reason', { most: String(CREDIT_REASON_CHARS_MAX) }),
    )
  return requireLatin1(reason, 'reason')
}

interface ComesBack extends WaysBack {
  readonly totalClp: Clp
}

type Refunds = Pick<ReturnDecision, 'payments' | 'refundBy' | 'vale'>

/**
 * What was paid with a vale goes back into a vale: paid with one and given back as money, it would
 * be a vale turned into money. The rest goes by one way.
 */
export function decideRefunds(
  { totalClp, valeDueClp, cashBack }: ComesBack,
  refund: CommitReturnInput['refund'],
  context: Pick<ReturnContext, 'paymentMethods' | 'nextVale' | 'givesVales'>,
): Result<Refunds, Refusal> {
  const { nextVale, givesVales } = context
  const isAsked = isVale({ id: refund.method })
  if (isAsked && (nextVale === undefined || (givesVales !== true && valeDueClp < totalClp)))
    return refuse(refusal('VALES_OFF', 'method'))
  const valeClp = isAsked ? totalClp : clp(Math.min(totalClp, valeDueClp))
  const restClp = clp(totalClp - valeClp)
  const vale = valeClp > 0 ? nextVale?.() : undefined
  assert(valeClp === 0 || vale !== undefined, 'a till that takes vales can give one')
  const parts: Payment[] =
    vale === undefined ? [] : [exactRefund(VALE_METHOD, valeClp, valeName(vale.number))]
  if (restClp > 0) {
    const handedClp = handOverClp(restClp, refund.method, cashBack)
    const rest = decideRefund({ totalClp: restClp, handedClp }, refund, context.paymentMethods)
    if (!rest.ok) return rest
    parts.push(rest.value)
  }
  assert(
    sumClp(parts.map((part) => part.totalClp)) === totalClp,
    'what goes back is what came back',
  )
  return ok({ payments: parts, refundBy: refund.method, vale: vale ?? null })
}

export function opensDrawer(
  payments: readonly Payment[],
  methods: readonly PaymentMethod[],
): boolean {
  return methods.some((way) => way.opensDrawer && payments.some(({ method }) => method === way.id))
}

/** Money goes back by one way, to a card on its terminal: the note documents it in any case. */
function decideRefund(
  sums: Handed,
  { method: id, reference: text }: CommitReturnInput['refund'],
  methods: readonly PaymentMethod[],
): Result<Payment, Refusal> {
  const method =
    id === CREDIT_ID
      ? CREDIT_METHOD
      : methods.find((candidate) => candidate.id === id && candidate.isActive)
  const chosen = readMethod(method, text)
  return chosen.ok ? ok(refundOf(chosen.value.method, sums, chosen.value.reference)) : chosen
}

interface Handed {
  readonly totalClp: Clp
  readonly handedClp: Clp
}

function exactRefund(method: VoucherCard, totalClp: Clp, reference: string): Payment {
  return refundOf(method, { totalClp, handedClp: totalClp }, reference)
}

function refundOf(
  method: VoucherCard,
  { totalClp, handedClp: toCollectClp }: Handed,
  reference: string,
): Payment {
  return {
    method: method.id,
    name: method.name,
    siiCode: method.siiCode,
    reference,
    totalClp,
    tipClp: ZERO_CLP,
    roundingClp: clp(toCollectClp - totalClp),
    toCollectClp,
    tenderedClp: toCollectClp,
    changeClp: ZERO_CLP,
  }
}

/**
 * The operation on the voucher, as the note names it; null for what the sale's own receipt
 * documents, in whole or in part.
 */
function voucherNumberOf(
  { documentedBy }: OriginalSale,
  isOfVoucher: boolean,
  typed: string,
): Result<number | null, Refusal> {
  if (documentedBy !== 'voucher' && !isOfVoucher) return ok(null)
  const digits = typed.replace(/\s/g, '')
  const isNumber = /^\d{1,15}$/.test(digits) && Number(digits) > 0
  return isNumber ? ok(Number(digits)) : refuse(refusal('RETURN_VOUCHER_NUMBER', 'voucherNumber'))
}
