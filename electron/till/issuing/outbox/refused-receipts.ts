/**
 * What a person can do about a receipt that needs one. The sale, its money and its reference never
 * change.
 */
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { IsoDate, SaleId } from '#shared/core/brand.ts'
import type { DocumentRequest } from '#shared/issuing/document-request.ts'
import { documentProblem } from '#shared/issuing/document-problem.ts'
import { clp, type Clp } from '#shared/money/clp.ts'
import { buyerProblem } from '#shared/selling/sale/buyer-limit.ts'
import type { AuditAction, AuditRow } from '#shared/staff/views.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { CommitInput } from '#shared/selling/inputs.ts'
import type { Mending } from '#shared/staff/deeds.ts'
import { toParty } from '#shared/issuing/receipt-document.ts'
import { parseRut } from '#shared/rut/rut.ts'
import { isLostAfterwards } from '#shared/selling/sale/later-states.ts'
import { decideBuyer } from '#shared/selling/sale/decide-recipient.ts'
import { namesTaxpayer, partyOf } from '#shared/issuing/party-of.ts'
import { sha256 } from '../../sold/sha256.ts'
import type { Clock } from '../../kernel/ports.ts'
import type { OutboxStore } from './outbox-port.ts'

export interface RefusedReceiptPorts {
  readonly outbox: OutboxStore
  readonly clock: Clock
  /** It has a receipt at all: a sale documented by a voucher has none. */
  readonly exists: (saleId: SaleId) => boolean
  readonly isDeleted: (saleId: SaleId) => boolean
  /** Who answers for it; what it gives is run with the deed, in its transaction. */
  readonly permit: (
    saleId: SaleId,
    mending: Mending,
    approvalId: string | null,
  ) => Result<(action: AuditAction, detail: AuditRow['detail']) => void, Refusal>
  readonly db: TillDatabase
  /** From which total on a receipt of this day names its buyer. */
  readonly limitOf: (date: IsoDate) => Clp
  /** Called when a receipt has to move again. */
  readonly onMoved: () => void
}

/**
 * Ids of documents are UUIDs in the contract; other services' ids are let through if they look like
 * an id.
 */
const DOCUMENT_ID = /^[0-9A-Za-z-]{8,100}$/

export function createRefusedReceipts({
  outbox: store,
  clock,
  exists,
  isDeleted,
  permit,
  db,
  limitOf,
  onMoved,
}: RefusedReceiptPorts): Pick<TillApi, 'resendFixed' | 'setAside' | 'adoptId'> {
  const together = (work: () => void) => db.transaction(work).immediate()
  return {
    resendFixed({ saleId, recipient, approvalId }): Result<null, Refusal> {
      if (!exists(saleId)) return refuse(refusal('SALE_NOT_FOUND'))
      const row = store.load(saleId)
      if (isDeleted(saleId)) return refuse(refusal('RECEIPT_DELETED'))
      // Only a definite refusal proves that no document exists: anything else might be issued twice
      // with two contents.
      if (row.issueState !== 'rejected' || row.remoteId !== null || row.serviceId !== null)
        return refuse(refusal('RECEIPT_NOT_REFUSED'))
      const before = row.body.toString('utf8')
      const resent = resentBytes(before, recipient, limitOf)
      if (!resent.ok) return resent
      const bytes = resent.value
      const permitted = permit(saleId, { way: 'resend', recipient }, approvalId ?? null)
      if (!permitted.ok) return permitted
      together(() => {
        const noted = byHand(clock, 'body replaced', 'recipient changed', before)
        store.rebuild(saleId, bytes, sha256(bytes), noted)
        // To whom says the document: what stands in the sealed log could never be erased.
        permitted.value('receipt-resent', {})
      })
      onMoved()
      return ok(null)
    },
    setAside({ saleId, reason, approvalId }) {
      if (!exists(saleId)) return refuse(refusal('SALE_NOT_FOUND'))
      const text = reason.trim()
      if (text === '') return refuse(refusal('REASON_REQUIRED', 'reason'))
      const problem = stuckProblem(store.load(saleId))
      if (problem !== null) return refuse(problem)
      const permitted = permit(saleId, { way: 'aside' }, approvalId ?? null)
      if (!permitted.ok) return permitted
      together(() => {
        store.setAside(saleId, text)
        permitted.value('receipt-set-aside', { what: text })
      })
      return ok(null)
    },
    adoptId({ saleId, remoteId, approvalId }) {
      if (!exists(saleId)) return refuse(refusal('SALE_NOT_FOUND'))
      const id = remoteId.trim()
      if (!DOCUMENT_ID.test(id)) return refuse(refusal('DOCUMENT_ID_NOT_VALID', 'remoteId'))
      const { issueState, remoteId: known } = store.load(saleId)
      if (known !== null || (issueState !== 'attention' && issueState !== 'reconciling'))
        return refuse(refusal('RECEIPT_NOT_STUCK'))
      const permitted = permit(saleId, { way: 'adopt', remoteId: id }, approvalId ?? null)
      if (!permitted.ok) return permitted
      together(() => {
        store.suggestId(saleId, id, byHand(clock, 'id given by a person', 'to be compared', id))
        permitted.value('receipt-adopted', { what: id })
      })
      onMoved()
      return ok(null)
    },
  }
}

/** What was true when it was charged stays true: its buyer is named above the limit, and fits. */
function resentBytes(
  before: string,
  typed: CommitInput['recipient'],
  limitOf: RefusedReceiptPorts['limitOf'],
): Result<Buffer, Refusal> {
  const stored = JSON.parse(before) as DocumentRequest
  // What only an invoice says of its buyer stays, unless it was typed anew.
  const { activity, place } = partyOf(stored.recipient)
  const decided = decideBuyer(
    typed === null ? null : { activity, ...place, ...typed },
    namesTaxpayer(stored),
  )
  if (!decided.ok) return decided
  const recipient = decided.value
  const body: DocumentRequest = { ...stored, recipient: toParty(recipient) }
  const limitClp = limitOf((body.invoice_date ?? '') as IsoDate)
  const { total } = body.totals
  const problem = buyerProblem(clp(total), limitClp, recipient.rut) ?? documentProblem(body)
  return problem === null ? ok(Buffer.from(JSON.stringify(body), 'utf8')) : refuse(problem)
}

function byHand(clock: Clock, request: string, outcome: string, answer: string) {
  return { request, startedAt: clock.now(), durationMs: 0, outcome, httpStatus: null, answer }
}

/** Null when a person may do something about it; else what it is not. */
function stuckProblem({
  issueState,
  lastErrorCode,
  authorityStatus,
}: ReturnType<OutboxStore['load']>): Refusal | null {
  const isStuck =
    issueState === 'rejected' ||
    issueState === 'attention' ||
    lastErrorCode === 'SERVICE_CHANGED' ||
    isLostAfterwards(authorityStatus)
  return isStuck ? null : refusal('RECEIPT_NOT_STUCK')
}

/**
 * A receipt carries the company it was sold by in its stored bytes, so another company waits until
 * none is on its way. Another address needs no such wait: what one service may have stays with it,
 * and the rest goes to the new one.
 */
export function refuseCompanyChange(
  wanted: string | undefined,
  present: string,
  unfinishedCount: number,
): Refusal | null {
  const rut = wanted === undefined ? null : parseRut(wanted)
  if (rut === null || !rut.ok || rut.value === present || unfinishedCount === 0) return null
  return refusal('COMPANY_CHANGE_WAITS', 'rut', { count: String(unfinishedCount), rut: present })
}
