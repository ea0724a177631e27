/**
 * Returns in memory, for the core in memory: decided by shared/returns, kept as receipts of type
 * 61.
 */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { EpochMs, ExternalReference, SaleId } from '#shared/core/brand.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { clp, sumClp } from '#shared/money/clp.ts'
import { CREDIT_ID, creditName } from '#shared/selling/payment/payment-method.ts'
import { sumPayments } from '#shared/selling/payment/payment.ts'
import { NOTHING_GIVEN, refundLimits } from '#shared/returns/refund-limits.ts'
import { decideReturn, returnProblem } from '#shared/returns/decide-return.ts'
import type { ReturnableLine } from '#shared/returns/return-shares.ts'
import { decideUndo } from '#shared/returns/decide-undo.ts'
import { toReturnable, voucherNumberOf, type SoldOriginal } from '#shared/returns/returnable.ts'
import { ANONYMOUS_RUT } from '#shared/rut/rut.ts'
import {
  buyerOfNote,
  readNoteName,
  type Credit,
  type CreditView,
} from '#shared/selling/payment/credit.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { DEFAULT_BACK } from '#shared/vales/back-settings.ts'
import type { ValeFacts } from '#shared/vales/vale.ts'
import { createMemoryVales, type ValesApi } from './memory-vales.ts'
import { createMemoryOutside } from './memory-outside.ts'
import { METHODS } from './memory-customers.ts'
import { SHOP } from './memory-shop.ts'
import type { ReceiptType } from '#shared/core/document-type.ts'
import type { ReceiptDetail } from '#shared/receipts/views.ts'
import type { ReturnDecision } from '#shared/returns/return-decision.ts'

export interface MemoryReturnsPorts {
  readonly now: () => number
  readonly isOnline: () => boolean
  readonly mayRefund: () => boolean
  readonly find: (saleId: SaleId) => ReceiptDetail | undefined
  readonly all: () => readonly ReceiptDetail[]
  readonly replace: (saleId: SaleId, changes: Partial<ReceiptDetail>) => void
  /** Puts the return among the receipts, and tells the screen. */
  readonly add: (made: ReceiptDetail, original: ReceiptDetail | null) => void
}

export interface MemoryReturns {
  readonly api: Pick<
    TillApi,
    | 'startReturn'
    | 'openReturn'
    | 'commitReturn'
    | 'undoReturn'
    | 'openChange'
    | 'changeDocument'
    | 'findCredits'
    | 'lookUpOutside'
    | 'commitOutsideReturn'
  > &
    ValesApi
  creditOf(creditId: string): Credit | null
  valeOf(code: string): ValeFacts | null
}

export const SERVICE = 'memory'
const LIMITS = refundLimits(DEFAULT_BACK, null, NOTHING_GIVEN)

export function createMemoryReturns(ports: MemoryReturnsPorts): MemoryReturns {
  const { now, isOnline, mayRefund, find, all, add } = ports
  const vales = createMemoryVales(ports)
  const linesBack = new Map<
    SaleId,
    readonly { readonly line: number; readonly quantity: number; readonly clp: number }[]
  >()
  let made = 0
  const nextReturnId = () => {
    made += 1
    return `01HYYYYYYYYYYYYYYYYYYYYY${String(made).padStart(2, '0')}` as SaleId
  }
  const linesOf = (receipt: ReceiptDetail): ReturnableLine[] =>
    receipt.lines.map((line, index) => {
      const standing = receipt.returns.filter((each) => find(each.saleId)?.returnedClp === 0)
      const back = standing
        .flatMap(({ saleId }) => linesBack.get(saleId) ?? [])
        .filter((part) => part.line === index + 1)
      return {
        ...line,
        lineNumber: index + 1,
        productId: null,
        unit: null,
        returnedQuantity: back.reduce((sum, part) => sum + part.quantity, 0),
        returnedClp: clp(back.reduce((sum, part) => sum + part.clp, 0)),
      }
    })
  const originalOf = (saleId: SaleId): SoldOriginal | null => {
    const receipt = find(saleId)
    return receipt === undefined
      ? null
      : {
          ...receipt,
          serviceId: receipt.folio === null ? null : SERVICE,
          lines: linesOf(receipt),
          branchOffice: 1,
          issuer: SHOP,
          voucherNumber: voucherNumberOf(receipt.payments),
          recipient: receipt.customer ?? { rut: ANONYMOUS_RUT, legalName: 'Sin RUT' },
        }
  }
  const isCredit = ({ payments: [payment] }: ReceiptDetail) =>
    payment?.method === CREDIT_ID && payment.creditId === undefined
  const usedOf = (saleId: SaleId) =>
    sumClp(
      all().flatMap(({ payments }) =>
        payments.filter(({ creditId }) => creditId === saleId).map((part) => part.tenderedClp),
      ),
    )
  const credits = (): (CreditView & { readonly folio: number | null })[] =>
    all()
      .filter(isCredit)
      .map(({ saleId, folio, totalClp, soldAt, customer }) => ({
        creditId: saleId,
        folio,
        name: creditName(folio, saleId),
        balanceClp: clp(totalClp - usedOf(saleId)),
        buyerRut: buyerOfNote(customer?.rut ?? ''),
        givenAt: soldAt,
      }))
  const findCredits: TillApi['findCredits'] = ({ text }) => {
    const name = readNoteName(text)
    const found = credits().filter(({ folio, creditId, buyerRut }) =>
      name?.kind === 'folio'
        ? folio === name.folio
        : name?.kind === 'buyer'
          ? buyerRut === name.rut
          : name !== null && creditId.endsWith(name.reference),
    )
    return found.length === 0 ? refuse(refusal('CREDIT_UNKNOWN', 'text')) : ok(found)
  }

  /** What every decision here reads of the till. */
  const counterNow = () => ({
    now: now() as EpochMs,
    date: santiagoDate(now() as EpochMs),
    registerName: '1',
    cashierName: 'Camila',
    paymentMethods: METHODS,
    serviceIsDown: !isOnline(),
    serviceId: SERVICE,
    issuer: SHOP,
    branchOffice: 1,
    givesVales: true,
    nextVale: vales.nextVale,
  })

  const startReturn: TillApi['startReturn'] = (saleId) => {
    const original = originalOf(saleId)
    if (original === null) return refuse(refusal('SALE_NOT_FOUND'))
    const problem = returnProblem(original, SERVICE)
    if (problem !== null) return refuse(problem)
    return ok(toReturnable(original, nextReturnId(), santiagoDate(now() as EpochMs), LIMITS))
  }

  return {
    valeOf: vales.valeOf,
    creditOf: (creditId) => credits().find((credit) => credit.creditId === creditId) ?? null,
    api: {
      ...createMemoryOutside(ports),
      ...vales.api,
      startReturn,
      openReturn: async (saleId) => startReturn(saleId),
      commitReturn(command) {
        const before = find(command.returnId)
        if (before !== undefined)
          return ok({ ...before, originalId: command.originalId, vale: null })
        const decided = decideReturn(command, {
          original: originalOf(command.originalId),
          ...counterNow(),
          externalReference: `P1-${command.returnId}` as ExternalReference,
        })
        if (!decided.ok) return decided
        if (!mayRefund() && command.approvalId === null) return refuse(refusal('RIGHT_REQUIRED'))
        const original = find(command.originalId)
        if (original === undefined) throw new Error('unreachable')
        linesBack.set(
          command.returnId,
          decided.value.lines.map(({ original: line, quantity, grossClp }) => ({
            line: line.lineNumber,
            quantity,
            clp: grossClp,
          })),
        )
        const note = toNote(decided.value, original)
        add(note, original)
        const given = decided.value.vale
        const vale = given === null ? null : vales.giveVale(given, note)
        return ok({ ...note, originalId: command.originalId, vale })
      },
      undoReturn(command) {
        const note = find(command.returnId)
        const undoId = note?.documentType === '61' ? (note.returns[0]?.saleId ?? null) : null
        const before = undoId === null ? undefined : find(undoId)
        if (before !== undefined) return ok({ ...before, originalId: command.returnId, vale: null })
        const decided = decideUndo(command, {
          undoId: nextReturnId(),
          note: originalOf(command.returnId),
          payments: (note?.payments ?? []).map((each) => ({ ...each, siiCode: 'OT' })),
          isUndone: false,
          isSpent: credits().some(
            ({ creditId }) => creditId === command.returnId && usedOf(creditId) > 0,
          ),
          ...counterNow(),
          externalReference: `P1-${command.returnId}-56` as ExternalReference,
        })
        if (!decided.ok) return decided
        if (!mayRefund() && command.approvalId === null) return refuse(refusal('RIGHT_REQUIRED'))
        if (note === undefined) throw new Error('unreachable')
        const debit = toNote(decided.value, note)
        add(debit, note)
        const sale = find(note.returnOf?.saleId ?? note.saleId)
        if (sale !== undefined)
          ports.replace(sale.saleId, { returnedClp: clp(sale.returnedClp - debit.totalClp) })
        return ok({ ...debit, originalId: command.returnId, vale: null })
      },
      // Stories of it are told on the core itself.
      openChange: async () => refuse(refusal('CHANGE_SAME')),
      changeDocument: () => refuse(refusal('CHANGE_SAME')),
      findCredits,
    },
  }
}

function toNote(decision: ReturnDecision, original: ReceiptDetail): ReceiptDetail {
  const { payments, totals } = decision
  return {
    ...original,
    ...totals,
    ...sumPayments(payments),
    saleId: decision.returnId,
    externalReference: decision.externalReference,
    documentType: decision.documentType,
    folio: null,
    soldAt: decision.at,
    date: decision.date,
    issueState: 'queued',
    authorityStatus: null,
    payments,
    papers: [],
    returns: [],
    returnedClp: clp(0),
    receiptPrintState: 'waiting',
    lineCount: decision.lines.length,
    soldOffline: decision.printsSlip,
    mail: null,
    attempts: 0,
    lines: decision.lines.map(({ original: line, quantity, grossClp }) => ({
      ...line,
      quantity,
      grossClp,
      discountClp: clp(0),
      discount: null,
      saleDiscountClp: clp(0),
    })),
    saleDiscount: null,
    returnOf: {
      saleId: original.saleId,
      documentType: original.documentType as ReceiptType | '61',
      folio: original.folio,
      reason: decision.reason,
    },
  }
}
