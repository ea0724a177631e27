/** Receipts of the till in memory: the list, one of them, and what a person does with it. */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import type { ScreenCode } from '#shared/delivery/phone-page.ts'
import { chileanMobile } from '#shared/customers/whatsapp.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { decideAskedDeletion, type DeletableReceipt } from '#shared/selling/sale/decide-deletion.ts'
import { parseReceiptQuery } from '#shared/selling/sale/receipt-search.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { asksPerson } from './memory-papers.ts'
import { SERVICE } from './memory-returns.ts'
import { isAnswer } from './memory-search.ts'
import type { PaperView, ReceiptDetail } from '#shared/receipts/views.ts'

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
  return {
    listReceipts({ cursor, limit, text, onlyPending, onlyUnprinted, onlyAttention }) {
      const start = cursor ?? 0
      const query = parseReceiptQuery(text, santiagoDate(now() as EpochMs))
      const matching = receipts.filter(
        (receipt) =>
          (!onlyPending || isPending(receipt)) &&
          (onlyUnprinted !== true || receipt.isUnprinted) &&
          (onlyAttention !== true || asksPerson(receipt)) &&
          (query === null || isAnswer(query, receipt)),
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
      const isOriginal = receipt.receiptPrintState === 'unwanted'
      const isUnissued = receipt.folio === null && receipt.documentedBy === 'receipt'
      if (isUnissued && !isOriginal) return refuse(refusal('RECEIPT_NOT_ISSUED'))
      const kind = !isOriginal ? 'copy' : isUnissued ? 'slip' : 'receipt'
      replace(saleId, {
        papers: [print(receipt, kind), ...receipt.papers],
        ...(isOriginal ? { receiptPrintState: 'waiting' } : {}),
      })
      return ok(null)
    },
    phonePage: async (saleId) => ok({ address: pageOf(saleId), code: PAGE_CODE }),
    whatsapp: async ({ saleId, phone }) =>
      chileanMobile(phone) === null
        ? refuse(refusal('PHONE_NOT_VALID', 'phone'))
        : ok({ address: pageOf(saleId), code: PAGE_CODE }),
    whatsappStart: async () => ok({ phone: '', canOpen: true, keepsFor: null }),
    openWhatsapp: async ({ phone }) =>
      chileanMobile(phone) === null ? refuse(refusal('PHONE_NOT_VALID', 'phone')) : ok(null),
    keepPhone: () => refuse(refusal('CUSTOMER_GONE')),
    printGift: async (saleId) =>
      receipts.some((candidate) => candidate.saleId === saleId)
        ? ok(null)
        : refuse(refusal('SALE_NOT_FOUND')),
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
      const receipt = receipts.find((candidate) => candidate.saleId === saleId)
      const way = decideAskedDeletion(reason, receipt ? deletable(receipt) : null, SERVICE)
      if (!way.ok) return way
      if (way.value === 'done') return ok('done')
      const deletion = way.value === 'here' || isOnline() ? 'done' : 'asked'
      replace(saleId, {
        deletion,
        deletionNote: { reason, askedBy: 'Camila', askedAt: now() as EpochMs, problemCode: null },
      })
      countPending()
      return ok(deletion)
    },
  } satisfies Partial<TillApi>
}

const pageOf = (saleId: SaleId) => `https://boletas.example.cl/r/${saleId}`

/** A pattern that looks like one: pages are drawn by the core. */
const PAGE_CODE: ScreenCode = {
  columns: 37,
  cells: Array.from({ length: 37 * 37 }, (_, at) => ((at * at + 3 * at) % 7 < 3 ? '1' : '0')).join(
    '',
  ),
}

/** The service in memory takes what it gives a folio, and nothing else. */
function deletable(receipt: ReceiptDetail): DeletableReceipt {
  const { folio, saleId, attempts, returns, payments } = receipt
  return {
    ...receipt,
    remoteId: folio === null ? null : saleId,
    serviceId: folio === null ? null : SERVICE,
    tries: attempts,
    undeliveredTries: attempts,
    returnCount: returns.length,
    isChange: false,
    creditCount: payments.filter(({ creditId }) => creditId !== undefined).length,
  }
}

/** Still to be issued. */
export function isPending({ folio, issueState, deletion }: ReceiptDetail): boolean {
  return folio === null && issueState !== 'none' && deletion !== 'done'
}
