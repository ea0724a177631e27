/**
 * What a person can do about a receipt that needs one. The sale, its money and its reference never
 * change.
 */
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { SaleId } from '#shared/core/brand.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import { toParty } from '#shared/document/receipt-document.ts'
import { parseRut } from '#shared/rut/rut.ts'
import { isLostAfterwards } from '#shared/sale/later-states.ts'
import { decideRecipient } from '#shared/sale/decide-sale.ts'
import { sha256 } from '../../sales/sale-rows.ts'
import type { Clock } from '../../ports.ts'
import type { OutboxStore } from './outbox-port.ts'

export interface RefusedReceiptPorts {
  readonly store: OutboxStore
  readonly clock: Clock
  /** It has a receipt at all: a sale documented by a voucher has none. */
  readonly exists: (saleId: SaleId) => boolean
  readonly isDeleted: (saleId: SaleId) => boolean
  /** Called when a receipt has to move again. */
  readonly onMoved: () => void
}

/**
 * Ids of documents are UUIDs in the contract; other services' ids are let through if they look like
 * an id.
 */
const DOCUMENT_ID = /^[0-9A-Za-z-]{8,100}$/

export function createRefusedReceipts({
  store,
  clock,
  exists,
  isDeleted,
  onMoved,
}: RefusedReceiptPorts): Pick<TillApi, 'resendFixed' | 'setAside' | 'adoptId'> {
  return {
    resendFixed({ saleId, recipient }): Result<null, Refusal> {
      if (!exists(saleId)) return refuse(refusal('SALE_NOT_FOUND'))
      const row = store.load(saleId)
      if (isDeleted(saleId)) return refuse(refusal('RECEIPT_DELETED'))
      // Only a definite refusal proves that no document exists: anything else might be issued twice
      // with two contents.
      if (row.issueState !== 'rejected' || row.remoteId !== null || row.serviceId !== null)
        return refuse(refusal('RECEIPT_NOT_REFUSED'))
      const decided = decideRecipient(recipient)
      if (!decided.ok) return decided
      const before = row.body.toString('utf8')
      const body = {
        ...(JSON.parse(before) as Record<string, unknown>),
        recipient: toParty(decided.value),
      }
      const bytes = Buffer.from(JSON.stringify(body), 'utf8')
      store.rebuild(saleId, bytes, sha256(bytes), {
        request: 'body replaced',
        startedAt: clock.now(),
        durationMs: 0,
        outcome: 'recipient changed',
        httpStatus: null,
        answer: before,
      })
      onMoved()
      return ok(null)
    },
    setAside({ saleId, reason }) {
      if (!exists(saleId)) return refuse(refusal('SALE_NOT_FOUND'))
      const text = reason.trim()
      if (text === '') return refuse(refusal('REASON_REQUIRED', 'reason'))
      const { issueState, lastErrorCode, authorityStatus } = store.load(saleId)
      const isStuck =
        issueState === 'rejected' ||
        issueState === 'attention' ||
        lastErrorCode === 'SERVICE_CHANGED'
      if (!isStuck && !isLostAfterwards(authorityStatus))
        return refuse(refusal('RECEIPT_NOT_STUCK'))
      store.setAside(saleId, text)
      return ok(null)
    },
    adoptId({ saleId, remoteId }) {
      if (!exists(saleId)) return refuse(refusal('SALE_NOT_FOUND'))
      const id = remoteId.trim()
      if (!DOCUMENT_ID.test(id)) return refuse(refusal('DOCUMENT_ID_NOT_VALID', 'remoteId'))
      const { issueState, remoteId: known } = store.load(saleId)
      if (known !== null || (issueState !== 'attention' && issueState !== 'reconciling'))
        return refuse(refusal('RECEIPT_NOT_STUCK'))
      store.suggestId(saleId, id, {
        request: 'id given by a person',
        startedAt: clock.now(),
        durationMs: 0,
        outcome: 'to be compared',
        httpStatus: null,
        answer: id,
      })
      onMoved()
      return ok(null)
    },
  }
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
