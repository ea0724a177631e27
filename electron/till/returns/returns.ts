/**
 * The commands of a return. Each is: load, decide (pure, shared/returns), one synchronous
 * transaction, tell.
 */
import { clp, formatClp, sumClp, ZERO_CLP, type Clp } from '#shared/money/clp.ts'
import { refundDeed, type ApprovalSubject } from '#shared/staff/deeds.ts'
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { Ids } from '#shared/text/ids.ts'
import type { CommittedReturn } from '#shared/returns/views.ts'
import {
  rightToGiveBack,
  type RefundLimits,
  type LimitedReceipt,
} from '#shared/returns/refund-limits.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import { isCash, isVale } from '#shared/selling/payment/payment-method.ts'
import { discountIn, saleDiscountIn } from '#shared/returns/return-shares.ts'
import { decideReturn, returnProblem } from '#shared/returns/decide-return.ts'
import { decideUndo } from '#shared/returns/decide-undo.ts'
import { toReturnable } from '#shared/returns/returnable.ts'
import { chainOf } from '../audit/chain.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'
import type { Clock } from '../kernel/ports.ts'
import { createSaleRows } from '../selling/sale-rows.ts'
import { createStockMoves } from '../catalogue/stock/stock-moves.ts'
import { createCommittedReader } from '../selling/sales.ts'
import { createValeRows, type StoredVale } from '../vales/vale-rows.ts'
import type { OwnElsewhere } from './ask-elsewhere.ts'
import { backToCard, type CardsBack } from './back-to-card.ts'
import type { Register } from './register.ts'
import { createUndoReader } from './undone.ts'
import { writeOnce } from './write-once.ts'
import { createOriginalReader } from './original-sale.ts'
import type { StoredPrintState } from '#shared/paper/print-moves.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'
import type { PaperKind } from '#shared/receipts/views.ts'
import type { ReturnContext, ReturnDecision } from '#shared/returns/return-decision.ts'

export interface ReturnsPorts extends CardsBack {
  readonly elsewhere: OwnElsewhere
  readonly db: TillDatabase
  readonly journal: Journal
  readonly clock: Clock
  readonly ids: Ids
  readonly context: () => Register
  readonly today: () => ReturnContext['date']
  /** How much goes back now without somebody who may go beyond. */
  readonly limits: (receipt: LimitedReceipt) => RefundLimits
  /** What of it leaves the drawer within the limits; null where no card has paid. */
  readonly cashLimit: (saleId: SaleId) => Clp | null
  readonly printer: () => PrinterConfig
  /** Why nothing is given back now; null when it may be. */
  readonly needsShift: () => Refusal | null
  /**
   * May whoever serves take this back? Answers with what to write beside the return: who allowed
   * it.
   */
  readonly permit: (
    deed: ApprovalSubject,
    approvalId: string | null,
    decision: ReturnDecision,
  ) => Result<() => void, Refusal>
  /** Hears of it in its own transaction: what follows from it is on disk with it, or neither. */
  readonly given: (returnId: SaleId, recipientRut: string, at: EpochMs) => void
  /** Called after the return is on disk. */
  readonly onCommitted: () => void
  /**
   * A commit of unknown outcome came before: nothing read or written through this connection can be
   * relied on.
   */
  readonly isHalted: () => boolean
}

type Returns = Pick<TillApi, 'startReturn' | 'openReturn' | 'commitReturn' | 'undoReturn'>

export function createReturns(ports: ReturnsPorts): Returns {
  const { db, ids, elsewhere } = ports
  const original = createOriginalReader(db)
  const undoing = createUndoReader(db)
  const commit = commitDecided(ports)
  const start = (saleId: SaleId, returnId = ids.saleId()) => {
    const sale = original(saleId)
    if (sale === null) return refuse(refusal('SALE_NOT_FOUND'))
    const problem = returnProblem(sale, ports.context().serviceId)
    if (problem !== null) return refuse(problem)
    const backClp = elsewhere.backClp(saleId)
    const limits = withCash(ports, ports.limits(null), saleId)
    const returnable = toReturnable(sale, returnId, ports.today(), limits, backClp)
    return ok({ ...returnable, cards: ports.cardsOf(saleId) })
  }
  return {
    startReturn: (saleId) => start(saleId),
    async openReturn(saleId) {
      const sale = original(saleId)
      const isOpen = sale !== null && start(saleId).ok
      const returnId = ids.saleId()
      const problem = isOpen ? await elsewhere.ask(sale, returnId) : null
      return problem === null ? start(saleId, returnId) : refuse(problem)
    },
    commitReturn(typed) {
      const { command, plan, ask, asked } = backToCard(ports, typed)
      return commit(
        command.returnId,
        command.originalId,
        (around, registerNumber) => {
          const sale = original(command.originalId)
          if (sale !== null && !elsewhere.isSettled(sale, command.returnId))
            return refuse(refusal('RETURN_OPEN_AGAIN'))
          const decided = decideReturn(command, {
            ...around,
            original: sale,
            backElsewhereClp: elsewhere.backClp(command.originalId),
            left: elsewhere.heldOf(command.returnId),
            externalReference: ids.externalReference(registerNumber),
          })
          return decided.ok ? plan(decided.value) : decided
        },
        { approvalId: command.approvalId, ...{ asked, beside: ask } },
      )
    },
    undoReturn(command) {
      const { undoneBy, ...known } = undoing(command.returnId)
      // Once undone, the same order is answered with what it made.
      const undoId = undoneBy ?? ids.saleId()
      return commit(
        undoId,
        command.returnId,
        (around, registerNumber) =>
          decideUndo(command, {
            ...around,
            ...known,
            undoId,
            isUndone: undoneBy !== null,
            cardProblem: ports.refunds.undoProblem(command.returnId),
            note: original(command.returnId),
            externalReference: ids.externalReference(registerNumber),
          }),
        { approvalId: command.approvalId, asked: null },
      )
    },
  }
}

/** Charged by card, it leaves the drawer as cash only by the word of who may go beyond. */
function withCash(
  { cashLimit, elsewhere }: Pick<ReturnsPorts, 'cashLimit' | 'elsewhere'>,
  limits: RefundLimits,
  originalId: SaleId | null,
): RefundLimits {
  const leastClp = originalId === null ? null : cashLimit(originalId)
  if (originalId === null || leastClp === null) return limits
  // What other tills gave back of it may have been cash.
  return { ...limits, cashClp: clp(Math.max(0, leastClp - elsewhere.backClp(originalId))) }
}

interface AskedReturn {
  readonly approvalId: string | null
  /** What the screen says it comes to, and how it goes back; null where a return is undone. */
  readonly asked: {
    readonly totalClp: number
    readonly method: string
    readonly isAsWell?: (returnId: SaleId) => boolean
  } | null
  /** In the transaction of the return. */
  readonly beside?: (returnId: SaleId) => void
}

function isAsked(
  { saleId, totalClp, payments }: CommittedReturn,
  asked: AskedReturn['asked'],
): boolean {
  if (asked === null) return true
  // What was paid with a vale went back into one, whatever was asked for.
  const isBy =
    payments.at(-1)?.method === asked.method ||
    payments.every(({ method }) => isVale({ id: method }))
  return totalClp === asked.totalClp && isBy && asked.isAsWell?.(saleId) !== false
}

type Around = Omit<ReturnContext, 'original' | 'externalReference'>

/**
 * What every return goes through, whatever it takes back: once, in a shift, decided, allowed,
 * written in one piece.
 */
export function commitDecided(ports: ReturnsPorts) {
  const committed = createReturnReader(ports.db)
  const write = createReturnWriter(ports)
  return (
    returnId: SaleId,
    originalId: SaleId | null,
    decide: (around: Around, registerNumber: number) => Result<ReturnDecision, Refusal>,
    { approvalId, asked, beside }: AskedReturn,
  ): Result<CommittedReturn, Refusal> => {
    if (ports.isHalted()) return refuse(refusal('RETURN_NOT_SAVED'))
    // A second press of the key, or a retry of the screen after a lost answer: the same return,
    // answered again.
    const before = committed(returnId)
    if (before !== null) {
      if (before.originalId !== originalId) return refuse(refusal('SALE_NOT_OPEN'))
      // What was added after a lost answer was not given back: the drawer would miss it.
      return isAsked(before, asked)
        ? ok(before)
        : refuse(refusal('RETURN_MADE_BEFORE', null, { total: formatClp(before.totalClp) }))
    }
    const closed = ports.needsShift()
    if (closed !== null) return refuse(closed)
    const { registerNumber, ...around } = ports.context()
    const decision = decide(
      { ...around, now: ports.clock.now(), date: ports.today() },
      registerNumber,
    )
    if (!decision.ok) return decision
    const limits = ports.limits(decision.value.outside)
    const right = rightOf(decision.value, withCash(ports, limits, originalId))
    const deed = deedOf(originalId ?? returnId, decision.value, right)
    const permitted = ports.permit(deed, approvalId, decision.value)
    if (!permitted.ok) return permitted
    const writeBeside = () => {
      permitted.value()
      beside?.(returnId)
    }
    return writeOnce(
      ports,
      () => write(decision.value, writeBeside),
      () => committed(returnId),
      { full: 'RETURN_DISK_FULL', unknown: 'RETURN_NOT_SAVED' },
    )
  }
}

/**
 * ONE transaction: the return, its lines, the stock, the money, the note in the outbox, papers, who
 * allowed it, journal.
 */
function createReturnWriter({ db, journal, ids, given, ...ports }: ReturnsPorts) {
  const rows = createSaleRows(db)
  const stock = createStockMoves(db)
  const keepOutside = outsideWriter(db)
  const vales = createValeRows(db)
  return (decision: ReturnDecision, writeAudit: () => void) => {
    const {
      returnId: saleId,
      documentType,
      originalId,
      outside,
      externalReference,
      totals,
      payments,
      at,
    } = decision
    const printer = ports.printer()
    const { registerName, cashierName } = ports.context()
    const queuePaper = (kind: PaperKind, state: StoredPrintState, opensDrawer: boolean) =>
      rows.paper({ id: ids.printJobId(), saleId, kind, printer, opensDrawer, state, at })
    db.transaction(() => {
      const seq = rows.sale({
        saleId,
        externalReference,
        documentType,
        date: decision.date,
        at,
        registerName,
        cashierName,
        recipient: decision.recipient,
        totals,
        soldOffline: decision.printsSlip,
        documentedBy: 'receipt',
        discount: null,
        originalId,
        reason: decision.reason,
      })
      decision.lines.forEach((line, index) =>
        rows.line(saleId, index + 1, rowOf(line, outside !== null)),
      )
      for (const part of decision.parts) rows.part(saleId, part)
      stock.ofSale(saleId)
      if (outside !== null) keepOutside(saleId, outside)
      payments.forEach((payment, index) => rows.payment(saleId, index + 1, payment))
      if (decision.vale !== null) vales.give(saleId, decision.vale)
      chainOf(db).add('sale', saleId)
      rows.receipt({
        saleId,
        seq,
        externalReference,
        documentType,
        body: Buffer.from(JSON.stringify(decision.request), 'utf8'),
        dependsOn: decision.dependsOn,
      })
      // The drawer opens with the first paper, whichever that is: the money goes out now.
      if (decision.printsSlip) queuePaper('slip', 'queued', decision.opensDrawer)
      queuePaper('receipt', 'waiting', decision.opensDrawer && !decision.printsSlip)
      writeAudit()
      given(saleId, decision.recipient.rut, at)
      journal.append('sale', saleId, { totalClp: totals.totalClp, documentType, originalId })
      if (originalId !== null)
        journal.append(
          'issue',
          originalId,
          documentType === '56' ? { undoneBy: saleId } : { returnedBy: saleId },
        )
    }).immediate()
  }
}

/** A line that comes back, with its share of the discount it was sold with. */
function rowOf(
  { original, quantity, grossClp, voucherClp }: ReturnDecision['lines'][number],
  isOutside: boolean,
): Parameters<ReturnType<typeof createSaleRows>['line']>[2] {
  const discountClp = clp(Math.max(0, discountIn(original, quantity, grossClp)))
  return {
    ...original,
    quantity,
    grossClp,
    voucherClp,
    discountClp,
    note: null,
    listGrossClp: null,
    discount: null,
    saleDiscountClp: saleDiscountIn(original, quantity, discountClp),
    originalLine: isOutside ? null : original.lineNumber,
  }
}

/** The receipt of another till, as it was typed, beside the return that takes it back. */
function outsideWriter(db: TillDatabase) {
  const insert =
    db.prepare(`INSERT INTO outside_receipt (sale_id, issuer_rut, document_type, folio, date, total_clp, checked)
    VALUES (?, ?, ?, ?, ?, ?, ?)`)
  return (saleId: SaleId, outside: NonNullable<ReturnDecision['outside']>) =>
    insert.run(
      saleId,
      outside.issuerRut,
      outside.documentType,
      outside.folio,
      outside.date,
      outside.totalClp,
      outside.check,
    )
}

function createReturnReader(db: TillDatabase): (returnId: SaleId) => CommittedReturn | null {
  const sale = createCommittedReader(db)
  const vales = createValeRows(db)
  const original = db.prepare<[SaleId], { originalId: SaleId | null }>(
    `SELECT iif(document_type IN ('56', '61') AND change_of IS NULL, original_id, '') AS originalId
    FROM sale WHERE id = ?`,
  )
  return (returnId) => {
    const made = sale(returnId)
    // A sale's id is no return's, nor is that of a change's note: it answers to no original.
    return made === null
      ? null
      : {
          ...made,
          originalId: original.get(returnId)?.originalId ?? null,
          vale: valeIn(vales.ofReturn(returnId)),
        }
  }
}

/** Never its code: that stands on its paper alone. */
function valeIn(vale: StoredVale | null): CommittedReturn['vale'] {
  return vale === null ? null : { number: vale.number, amountClp: vale.amountClp }
}

/** A return undone goes back the way it came: only a return has one to choose. */
function deedOf(
  saleId: SaleId,
  { documentType, refundBy, totals }: ReturnDecision,
  right: 'refund' | 'beyondLimits',
): ApprovalSubject {
  const deed = refundDeed(saleId, refundBy, totals.totalClp, right)
  return documentType === '56' ? { ...deed, subject: saleId } : deed
}

/** Undoing a return gives nothing away. */
function rightOf({ documentType, totals, payments, vale }: ReturnDecision, limits: RefundLimits) {
  if (documentType === '56') return 'refund'
  const ofVale = payments.find(({ method }) => isVale({ id: method }))
  const valeClp = vale === null ? ZERO_CLP : (ofVale?.totalClp ?? ZERO_CLP)
  const cash = payments.filter((payment) => isCash({ id: payment.method }))
  const cashClp = sumClp(cash.map((payment) => payment.totalClp))
  return rightToGiveBack({ totalClp: totals.totalClp, valeClp, cashClp }, limits)
}
