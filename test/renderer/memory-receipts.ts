/** Receipts of the till in memory: the list, one of them, and what a person does with it. */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { refusal, type RefusalCode } from '#shared/core/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { asksPerson } from './memory-papers.ts'
import type { PaperView, ReceiptDetail } from '#shared/bridge/receipt-views.ts'

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

interface ReceiptPorts {
  readonly now: () => number
  readonly receipts: readonly ReceiptDetail[]
  readonly isOnline: () => boolean
  readonly replace: (saleId: SaleId, part: Partial<ReceiptDetail>) => void
  readonly print: (receipt: ReceiptDetail, kind: PaperView['kind']) => PaperView
  readonly issue: (saleId: SaleId) => void
  readonly countPending: () => void
  /** What waited together goes. */
  readonly letGo: () => void
}

export function createMemoryReceipts(ports: ReceiptPorts) {
  const { now, receipts, isOnline, replace, print, issue, countPending, letGo } = ports
  let deletionProblem: RefusalCode | null = null
  const api = {
    listReceipts({ cursor, limit, text, onlyPending, onlyUnprinted, onlyAttention }) {
      const start = cursor ?? 0
      const matching = receipts.filter(
        (receipt) =>
          (!onlyPending || receipt.folio === null) &&
          (onlyUnprinted !== true || receipt.isUnprinted) &&
          (onlyAttention !== true || asksPerson(receipt)) &&
          (text === '' ||
            String(receipt.folio).includes(text) ||
            String(receipt.totalClp) === text ||
            (receipt.customer !== null && fold(receipt.customer.legalName).includes(fold(text))) ||
            receipt.lines.some((line) => fold(line.name).includes(fold(text)))),
      )
      return {
        rows: matching.slice(start, start + limit),
        nextCursor: start + limit < matching.length ? start + limit : null,
      }
    },
    receipt(saleId) {
      const found = receipts.find((receipt) => receipt.saleId === saleId)
      if (found === undefined) return refuse(refusal('SALE_NOT_FOUND'))
      const folioNow = (saleId: SaleId) =>
        receipts.find((receipt) => receipt.saleId === saleId)?.folio ?? null
      return ok({
        ...found,
        returns: found.returns.map((made) => ({ ...made, folio: folioNow(made.saleId) })),
        returnOf:
          found.returnOf?.saleId == null
            ? found.returnOf
            : { ...found.returnOf, folio: folioNow(found.returnOf.saleId) },
      })
    },
    reprint(saleId) {
      const receipt = receipts.find((candidate) => candidate.saleId === saleId)
      if (!receipt) return refuse(refusal('SALE_NOT_FOUND'))
      if (receipt.folio === null && receipt.documentedBy === 'receipt')
        return refuse(refusal('RECEIPT_NOT_ISSUED'))
      replace(saleId, { papers: [print(receipt, 'copy'), ...receipt.papers] })
      return ok(null)
    },
    retryNow(saleId) {
      if (!isOnline()) return refuse(refusal('SERVICE_UNREACHABLE'))
      issue(saleId)
      return ok(null)
    },
    retryHeld: () => {
      letGo()
      return null
    },
    resendFixed: (input) => {
      replace(input.saleId, { issueState: 'queued', fieldErrors: [] })
      return ok(null)
    },
    setAside: ({ saleId, reason }) => {
      replace(saleId, { setAsideReason: reason })
      countPending()
      return ok(null)
    },
    adoptId: ({ saleId }) => {
      replace(saleId, { issueState: 'reconciling' })
      return ok(null)
    },
    async deleteReceipt({ saleId, reason }) {
      if (reason.trim() === '') return refuse(refusal('REASON_REQUIRED', 'reason'))
      if (deletionProblem !== null) return refuse(refusal(deletionProblem))
      const isHere = receipts.find((receipt) => receipt.saleId === saleId)?.folio === null
      const deletion = isHere || isOnline() ? 'done' : 'asked'
      replace(saleId, {
        deletion,
        deletionNote: { reason, askedBy: 'Camila', askedAt: now() as EpochMs, problemCode: null },
      })
      countPending()
      return ok(deletion)
    },
  } satisfies Partial<TillApi>
  return {
    api,
    refuseDeletions(code: RefusalCode | null) {
      deletionProblem = code
    },
  }
}
