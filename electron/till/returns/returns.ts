/** The commands of a return. Each is: load, decide (pure, shared/returns), one synchronous transaction, tell. */
import type { PrintJobId, SaleId } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { assert, ok, refuse, type Result } from '#shared/core/result.ts'
import { makeExternalReference, makePrintJobId, makeSaleId, ULID_RANDOM_BYTES } from '#shared/core/ulid.ts'
import type { CommitReturnInput, CommittedReturn, ReturnableSale } from '#shared/bridge/returns.ts'
import type { TillApi } from '#shared/bridge/till-api.ts'
import type { PaperKind, PrinterConfig, PrintState, ReceiptType } from '#shared/bridge/views.ts'
import { discountIn } from '#shared/returns/return-shares.ts'
import { decideReturn, returnProblem, type ReturnContext, type ReturnDecision } from '#shared/returns/decide-return.ts'
import { ANONYMOUS_RUT } from '#shared/rut/rut.ts'
import type { TillDatabase } from '../db/open-database.ts'
import type { Journal } from '../journal.ts'
import type { Clock, Randomness } from '../ports.ts'
import { createSaleRows } from '../sales/sale-rows.ts'
import { createCommittedReader, guardCommit } from '../sales/sales.ts'
import { createOriginalReader, type StoredOriginal } from './original-sale.ts'

export interface ReturnsPorts {
  readonly db: TillDatabase
  readonly journal: Journal
  readonly clock: Clock
  readonly randomness: Randomness
  readonly context: () => Pick<ReturnContext, 'registerName' | 'cashierName' | 'paymentMethods' | 'serviceIsDown' | 'serviceId'>
    & { readonly registerNumber: number }
  readonly today: () => ReturnContext['date']
  readonly printer: () => PrinterConfig
  /** Why nothing is given back now; null when it may be. */
  readonly needsShift: () => Refusal | null
  /** May whoever serves take this sale back? Answers with what to write beside the return: who allowed it. */
  readonly permit: (command: CommitReturnInput) => Result<(decision: ReturnDecision) => void, Refusal>
  /** Called after the return is on disk. */
  readonly onCommitted: () => void
  /** A commit of unknown outcome came before: nothing read or written through this connection can be relied on. */
  readonly isHalted: () => boolean
}

export type Returns = Pick<TillApi, 'startReturn' | 'commitReturn'>

export function createReturns(ports: ReturnsPorts): Returns {
  const { db, clock, randomness } = ports
  const original = createOriginalReader(db)
  const committed = createReturnReader(db)
  const write = createReturnWriter(ports)
  const random = () => randomness.bytes(ULID_RANDOM_BYTES)
  return {
    startReturn(saleId) {
      const sale = original(saleId)
      if (sale === null) return refuse(refusal('SALE_NOT_FOUND'))
      const problem = returnProblem(sale, ports.context().serviceId)
      return problem === null ? ok(toReturnable(sale, makeSaleId(clock.now(), random()))) : refuse(problem)
    },
    commitReturn(command) {
      if (ports.isHalted()) return refuse(refusal('RETURN_NOT_SAVED'))
      // A second press of the key, or a retry of the screen after a lost answer: the same return, answered again.
      const before = committed(command.returnId)
      if (before !== null) return before.originalId === command.originalId ? ok(before) : refuse(refusal('SALE_NOT_OPEN'))
      const closed = ports.needsShift()
      if (closed !== null) return refuse(closed)
      const { registerNumber, ...around } = ports.context()
      const now = clock.now()
      const decision = decideReturn(command, {
        ...around, now, date: ports.today(), original: original(command.originalId),
        externalReference: makeExternalReference(registerNumber, now, random()),
      })
      if (!decision.ok) return decision
      const permitted = ports.permit(command)
      if (!permitted.ok) return permitted
      const written = guardCommit(() => write(decision.value, () => permitted.value(decision.value)),
        { full: 'RETURN_DISK_FULL', unknown: 'RETURN_NOT_SAVED' })
      if (!written.ok) return written
      ports.journal.publish()
      clock.after(0, ports.onCommitted)
      const made = committed(command.returnId)
      assert(made !== null, 'a return that was written can be read')
      return ok(made)
    },
  }
}

function toReturnable(sale: StoredOriginal, returnId: SaleId): ReturnableSale {
  const { saleId, folio, date, soldAt, totalClp, returnedClp, payments, lines, recipient } = sale
  return {
    returnId, originalId: saleId, documentType: sale.documentType as ReceiptType, folio: folio as ReturnableSale['folio'], date, soldAt, totalClp,
    returnedClp, payments, lines, customerName: recipient.rut === ANONYMOUS_RUT ? null : recipient.legalName,
  }
}

/** ONE transaction: the return, its lines, the money, the note in the outbox, papers, who allowed it, journal. */
function createReturnWriter({ db, journal, randomness, clock, printer: currentPrinter, context }: ReturnsPorts) {
  const rows = createSaleRows(db)
  return (decision: ReturnDecision, witness: () => void) => {
    const { returnId: saleId, originalId, externalReference, totals, payment, at } = decision
    const printer = currentPrinter()
    const { registerName, cashierName } = context()
    const jobId = (): PrintJobId => makePrintJobId(clock.now(), randomness.bytes(ULID_RANDOM_BYTES))
    const queuePaper = (kind: PaperKind, state: PrintState, opensDrawer: boolean) =>
      rows.paper({ id: jobId(), saleId, kind, printer, opensDrawer, state, at })
    db.transaction(() => {
      const seq = rows.sale({
        saleId, externalReference, documentType: '61', date: decision.date, at, registerName, cashierName, recipient: decision.recipient,
        totals, soldOffline: decision.printsSlip, documentedBy: 'receipt', originalId, reason: decision.reason,
      })
      decision.lines.forEach(({ original, quantity, grossClp }, index) => rows.line(saleId, index + 1, {
        ...original, quantity, grossClp, discountClp: Math.max(0, discountIn(original, quantity, grossClp)), note: null, listGrossClp: null,
        originalLine: original.lineNumber,
      }))
      rows.payment(saleId, 1, payment)
      rows.receipt({
        saleId, seq, externalReference, documentType: '61', body: Buffer.from(JSON.stringify(decision.request), 'utf8'), dependsOn: originalId,
      })
      // The drawer opens with the first paper, whichever that is: the money goes out now.
      if (decision.printsSlip) queuePaper('slip', 'queued', decision.opensDrawer)
      queuePaper('receipt', 'waiting', decision.opensDrawer && !decision.printsSlip)
      witness()
      journal.append('sale', saleId, { totalClp: totals.totalClp, documentType: '61', originalId })
      journal.append('issue', originalId, { returnedBy: saleId })
    }).immediate()
  }
}

function createReturnReader(db: TillDatabase): (returnId: SaleId) => CommittedReturn | null {
  const sale = createCommittedReader(db)
  const original = db.prepare<[SaleId], { originalId: SaleId | null }>('SELECT original_id AS originalId FROM sale WHERE id = ?')
  return (returnId) => {
    const made = sale(returnId)
    // A sale's id is no return's: such a command answers to no original.
    return made === null ? null : { ...made, originalId: original.get(returnId)?.originalId ?? returnId }
  }
}
