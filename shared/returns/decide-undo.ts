/**
 * The decision to undo a return that was a mistake: a debit note (56) over the whole of its credit
 * note (61). Money comes back in by the way it went out; a value kept for another purchase is spent
 * by the debit note. Pure.
 */
import type { IsoDate, SaleId } from '../core/brand.ts'
import { refusal, type Refusal } from '../languages/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'
import type { UndoReturnInput } from './views.ts'
import { ZERO_CLP } from '../money/clp.ts'
import { CREDIT_ID } from '../selling/payment/payment-method.ts'
import type { Payment } from '../selling/payment/payment.ts'
import { checkReason, documentsBack, elsewhereProblem, opensDrawer } from './decide-return.ts'
import type {
  OriginalSale,
  ReturnContext,
  ReturnDecision,
  ReturnedLine,
} from './return-decision.ts'
import { requestOf } from './return-request.ts'

interface UndoContext extends Omit<ReturnContext, 'original'> {
  readonly undoId: SaleId
  /** The return; null where the till knows none. */
  readonly note: OriginalSale | null
  /** How its money went out. */
  readonly payments: readonly Payment[]
  /** A sale was paid with its value, or with the vale it gave. */
  readonly isSpent: boolean
  readonly isUndone: boolean
  /** Its money is on its way to a card, or is there; null: it is not. */
  readonly cardProblem: Refusal | null
}

export function decideUndo(
  command: UndoReturnInput,
  context: UndoContext,
): Result<ReturnDecision, Refusal> {
  const { note, payments } = context
  const [first] = payments
  if (note?.isChange === true) return refuse(refusal('UNDO_CHANGE'))
  if (note === null || first === undefined) return refuse(refusal('SALE_NOT_FOUND'))
  const problem = undoProblem(note, context)
  if (problem !== null) return refuse(problem)
  const reason = checkReason(command.reason)
  if (!reason.ok) return reason
  const lines = note.lines.map(
    (original): ReturnedLine => ({
      original,
      quantity: original.quantity,
      grossClp: original.grossClp,
      voucherClp: original.voucherClp ?? ZERO_CLP,
    }),
  )
  const { documentLines, totals, parts } = documentsBack(lines, '56')
  const back = payments.map(
    (payment): Payment => ({
      ...payment,
      tenderedClp: payment.toCollectClp,
      changeClp: ZERO_CLP,
      ...(payment.method === CREDIT_ID ? { creditId: note.saleId } : {}),
    }),
  )
  const request = requestOf(
    {
      original: note,
      documentLines,
      payments: back,
      reason: reason.value,
      annuls: true,
      voucherNumber: null,
    },
    context,
  )
  if (!request.ok) return request
  return ok({
    documentType: '56',
    returnId: context.undoId,
    originalId: note.saleId,
    outside: null,
    externalReference: context.externalReference,
    at: context.now,
    date: request.value.invoice_date as IsoDate,
    lines,
    totals,
    parts,
    payments: back,
    refundBy: first.method,
    vale: null,
    recipient: note.recipient,
    reason: reason.value,
    request: request.value,
    dependsOn: note.saleId,
    printsSlip: context.serviceIsDown || note.folio === null,
    opensDrawer: opensDrawer(back, context.paymentMethods),
  })
}

function undoProblem(
  note: OriginalSale,
  { isSpent, isUndone, cardProblem, serviceId }: UndoContext,
): Refusal | null {
  if (note.documentType !== '61') return refusal('UNDO_NO_RETURN')
  if (isUndone) return refusal('UNDO_DONE')
  if (isSpent) return refusal('UNDO_SPENT')
  if (cardProblem !== null) return cardProblem
  const { issueState, authorityStatus } = note
  if (issueState === 'rejected' || issueState === 'attention') return refusal('UNDO_NOTE_STUCK')
  if (authorityStatus === 'RCH' || authorityStatus === 'DELETED')
    return refusal('UNDO_NOTE_REFUSED')
  return elsewhereProblem(note, serviceId)
}
