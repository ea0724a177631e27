/**
 * The decision to change a document that was charged for another: a boleta for an invoice, or back.
 * A credit note (61) voids the first and the second says the same lines and pesos, taken from the
 * very bytes of the first. No money moves and no goods: the sale stays the one that was paid. Pure.
 */
import type { ChangeInput } from './changes.ts'
import type { DiscountRule } from '../money/discount.ts'
import type { EpochMs, ExternalReference, IsoDate, SaleId } from '../core/brand.ts'
import type { DocumentRequest } from '../issuing/document-request.ts'
import { refusal, type Refusal } from '../languages/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'
import { CREDIT_NOTE_TYPE, CREDIT_REASONS } from '../issuing/credit-note-document.ts'
import { documentProblem } from '../issuing/document-problem.ts'
import { isInvoice, type SaleType } from '../core/document-type.ts'
import { counterInfo, toParty, type ReceiptParty } from '../issuing/receipt-document.ts'
import { saleTypeOf, type StoredTotals } from '../issuing/receipt-lines.ts'
import { SHORT_NAMES } from '../issuing/short-names.ts'
import type { Clp } from '../money/clp.ts'
import { buyerProblem } from '../selling/sale/buyer-limit.ts'
import { decideBuyer } from '../selling/sale/decide-recipient.ts'
import { decidePurpose, withoutPurpose, withPurpose } from '../selling/sale/invoice-purpose.ts'
import { printDate } from '../time/calendar.ts'
import { returnProblem } from './decide-return.ts'
import { ivaTooLate, lastDayForIva } from './iva-deadline.ts'
import type { OriginalSale } from './return-decision.ts'
import { withoutFolio } from './return-request.ts'

/** A document that may be changed, with the sale that was paid. */
export interface ChangeableOriginal extends OriginalSale {
  /** As it is sent, or was; null where nothing was issued. */
  readonly body: DocumentRequest | null
  /** The sale whose payments say how it was paid: its own, or the first of a chain of changes. */
  readonly paidId: SaleId
  readonly paidOn: IsoDate
  readonly totals: StoredTotals
  /** On the whole sale, as it was given. */
  readonly discount: DiscountRule | null
  readonly returnCount: number
  /** The document that stands for it already. */
  readonly changedTo: { readonly documentType: SaleType; readonly folio: number | null } | null
}

export interface ChangeContext {
  readonly original: ChangeableOriginal | null
  readonly noteId: SaleId
  readonly references: readonly [note: ExternalReference, document: ExternalReference]
  readonly now: EpochMs
  readonly date: IsoDate
  readonly serviceId: string
  readonly serviceIsDown: boolean
  readonly issuer: Pick<ReceiptParty, 'rut'>
  readonly registerName: string
  readonly cashierName: string
  readonly buyerRequiredFromClp: number
  readonly asksPurpose?: boolean
  /** Of it, by other tills, as the service judged it. */
  readonly backElsewhereClp: Clp
}

export interface ChangeDecision {
  readonly changeId: SaleId
  readonly noteId: SaleId
  readonly originalId: SaleId
  readonly paidId: SaleId
  readonly at: EpochMs
  readonly date: IsoDate
  readonly reason: string
  readonly totals: StoredTotals
  readonly discount: DiscountRule | null
  readonly printsSlip: boolean
  readonly note: ChangePart & { readonly dependsOn: SaleId }
  readonly document: ChangePart & { readonly documentType: SaleType }
  /** As it was called before. */
  readonly changedType: SaleType
}

interface ChangePart {
  readonly externalReference: ExternalReference
  readonly recipient: ReceiptParty
  readonly request: DocumentRequest
}

export function decideChange(
  command: ChangeInput,
  context: ChangeContext,
): Result<ChangeDecision, Refusal> {
  const { original } = context
  if (original === null) return refuse(refusal('SALE_NOT_FOUND'))
  const problem = changeProblem(original, context)
  if (problem !== null) return refuse(problem)
  const { body } = original
  const changedType = original.documentType as SaleType
  const wantsInvoice = command.to === 'invoice'
  if (body === null || isInvoice(changedType) === wantsInvoice)
    return refuse(refusal('CHANGE_SAME'))
  const buyer = buyerOf(command, original, context)
  if (!buyer.ok) return buyer
  const told = decidePurpose(command.recipient, wantsInvoice && context.asksPurpose === true)
  if (!told.ok) return told
  const parts = { body, original, buyer: buyer.value, reason: REASONS[command.to], context }
  const documentType = saleTypeOf(original.lines, wantsInvoice)
  const note = noteOf(parts)
  const request = withPurpose(documentOf(parts, documentType), told.value)
  const notValid = documentProblem(note) ?? documentProblem(request)
  if (notValid !== null) return refuse(notValid)
  const [noteReference, documentReference] = context.references
  return ok({
    changeId: command.changeId,
    noteId: context.noteId,
    originalId: original.saleId,
    paidId: original.paidId,
    at: context.now,
    date: request.invoice_date as IsoDate,
    reason: parts.reason,
    totals: original.totals,
    discount: original.discount,
    // The new one waits for the note, and that for the folio it voids.
    printsSlip: context.serviceIsDown || original.folio === null,
    note: {
      externalReference: noteReference,
      recipient: original.recipient,
      request: note,
      dependsOn: original.pendingUndoId ?? original.saleId,
    },
    document: {
      documentType,
      externalReference: documentReference,
      recipient: buyer.value,
      request,
    },
    changedType,
  })
}

const REASONS = {
  invoice: 'Cambio de boleta por factura',
  receipt: 'Cambio de factura por boleta',
} as const satisfies Record<ChangeInput['to'], string>

type Around = Pick<ChangeContext, 'serviceId' | 'issuer' | 'date' | 'backElsewhereClp'>

/** Why this document cannot be changed for another, or null. */
export function changeProblem(
  original: ChangeableOriginal,
  { serviceId, issuer, date, backElsewhereClp }: Around,
): Refusal | null {
  const { changedTo, documentedBy, returnCount, lines, paidOn, body, totals } = original
  if (changedTo !== null) return refusal('CHANGE_DONE', null, { what: nameOf(changedTo) })
  // Nothing of ours was issued, and what the terminal reported is not taken back by a note alone.
  if (documentedBy !== 'receipt') return refusal('CHANGE_VOUCHER')
  // What a document says in part, something else documents: both would have to change together.
  if (body !== null && body.totals.total !== totals.totalClp) return refusal('CHANGE_IN_PART')
  const problem = returnProblem(original, serviceId)
  if (problem?.code === 'RETURN_ALL_DONE') return refusal('CHANGE_RETURNED')
  if (problem !== null) return problem
  if (original.issuer.rut !== issuer.rut) return refusal('RETURN_OTHER_SERVICE')
  if (returnCount > 0 || backElsewhereClp > 0) return refusal('CHANGE_RETURNED')
  const late = ivaTooLate(paidOn, date, lines)
  return late === null
    ? null
    : refusal('CHANGE_TOO_LATE', null, { date: printDate(lastDayForIva(paidOn)) })
}

const nameOf = ({ documentType, folio }: NonNullable<ChangeableOriginal['changedTo']>) =>
  `${SHORT_NAMES[documentType].toLowerCase()}${folio === null ? '' : ` N° ${folio}`}`

/** Where the law wants a name on a boleta, whoever stood on its invoice stays on it. */
function buyerOf(
  { to, recipient }: ChangeInput,
  { recipient: before, totals }: ChangeableOriginal,
  { buyerRequiredFromClp }: ChangeContext,
): Result<ReceiptParty, Refusal> {
  const buyer = decideBuyer(recipient, to === 'invoice')
  if (!buyer.ok || to === 'invoice') return buyer
  const isUnnamed = buyerProblem(totals.totalClp, buyerRequiredFromClp, buyer.value.rut) !== null
  return ok(isUnnamed ? { rut: before.rut, legalName: before.legalName } : buyer.value)
}

interface Parts {
  readonly body: DocumentRequest
  readonly original: ChangeableOriginal
  readonly buyer: ReceiptParty
  readonly reason: string
  readonly context: ChangeContext
}

/** What both say alike, to the byte: who issues, the lines, the taxes, how it was paid. */
function sameOf({ body }: Parts) {
  const { branch_office, issuer, currency, payment_method, items, totals } = body
  return { branch_office, issuer, currency, payment_method, items, totals }
}

/** Never dated before what it is about, which a clock that was set back would otherwise do. */
const dateOf = ({ context, original }: Parts) =>
  context.date < original.date ? original.date : context.date

function noteOf(parts: Parts): DocumentRequest {
  const { body, original, reason, context } = parts
  const request: DocumentRequest = {
    ...sameOf(parts),
    invoice_type: CREDIT_NOTE_TYPE,
    invoice_date: dateOf(parts),
    reason_code: CREDIT_REASONS.annuls,
    observations: reason,
    external_reference: context.references[0],
    recipient: body.recipient,
    billing_reference: [
      {
        invoice_type: original.documentType,
        branch_office: original.branchOffice,
        number: original.folio ?? 0,
        invoice_date: original.date,
      },
    ],
    additional_header_info: counterInfo(context),
    additional_footer_info: [{ key: 'Devuelto', value: 'Nada: cambia el documento' }],
  }
  return original.folio === null ? withoutFolio(request) : request
}

const REPLACES = 'Reemplaza a'

function documentOf(parts: Parts, documentType: SaleType): DocumentRequest {
  const { body, original, buyer, context } = parts
  const folio = original.folio === null ? '' : ` N° ${original.folio}`
  const name = SHORT_NAMES[original.documentType].toLowerCase()
  return {
    ...sameOf(parts),
    items: withoutPurpose(body.items, body),
    invoice_type: documentType,
    invoice_date: dateOf(parts),
    // A field that receipts must have and invoices not.
    ...(isInvoice(documentType) ? {} : { service_indicator: 3 }),
    external_reference: context.references[1],
    recipient: toParty(buyer),
    additional_header_info: [
      ...counterInfo(context),
      ...(isInvoice(documentType) ? [{ key: 'Condición de pago', value: 'Contado' }] : []),
    ],
    additional_footer_info: [
      ...(body.additional_footer_info ?? []).filter(({ key }) => key !== REPLACES),
      { key: REPLACES, value: `${name}${folio} del ${printDate(original.date)}` },
    ],
  }
}
