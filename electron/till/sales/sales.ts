/** The commands of a sale. Each is: load, decide (pure, shared/sale), one synchronous transaction, tell. */
import Database from 'better-sqlite3'
import type { PrintJobId } from '#shared/core/brand.ts'
import { refusal, type Refusal, type RefusalCode } from '#shared/core/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { makeExternalReference, makePrintJobId, makeSaleId, ULID_RANDOM_BYTES } from '#shared/core/ulid.ts'
import type { CommitInput } from '#shared/bridge/commands.ts'
import type { CommittedSale, OpenSale, TillApi } from '#shared/bridge/till-api.ts'
import type { PaperKind, PrinterConfig, PrintState } from '#shared/bridge/views.ts'
import { EMPTY_CART, type Cart } from '#shared/cart/cart.ts'
import type { Clp } from '#shared/money/clp.ts'
import { sumPayments, type PaymentSums } from '#shared/payment/payment.ts'
import { decideSale, type SaleContext, type SaleDecision } from '#shared/sale/decide-sale.ts'
import type { TillDatabase } from '../db/open-database.ts'
import type { Journal } from '../journal.ts'
import type { Clock, Randomness } from '../ports.ts'
import { customerWriter } from '../customers/customers.ts'
import { paymentReader } from './payments.ts'
import { createSaleRows } from './sale-rows.ts'

export interface SalesPorts {
  readonly db: TillDatabase
  readonly journal: Journal
  readonly clock: Clock
  readonly randomness: Randomness
  readonly context: () => Omit<SaleContext, 'open' | 'now' | 'date'> & { readonly registerNumber: number }
  readonly today: () => SaleContext['date']
  readonly printer: () => PrinterConfig
  /** Why nothing is sold now; null when it may be. */
  readonly needsShift?: () => Refusal | null
  /** May whoever serves sell this? Answers with what to write beside the sale: who allowed what. */
  readonly permit?: (command: CommitInput) => Result<() => void, Refusal>
  /** Called after the sale is on disk. */
  readonly onCommitted: () => void
  /** A commit of unknown outcome came before: nothing read or written through this connection can be relied on. */
  readonly isHalted: () => boolean
}

export interface Sales {
  loadDraft: TillApi['loadDraft']
  saveDraft: TillApi['saveDraft']
  openSale: TillApi['openSale']
  commitSale: TillApi['commitSale']
}

const ANSWER_FIRST_MS = 1

interface DraftRow { cartJson: string; saleId: OpenSale['saleId'] | null; reference: OpenSale['externalReference'] | null }

export function createSales(ports: SalesPorts): Sales {
  const { db, journal, clock, randomness } = ports
  const draft = db.prepare<[], DraftRow>(
    'SELECT cart_json AS cartJson, open_sale_id AS saleId, open_reference AS reference FROM draft')
  const saveCart = db.prepare(`INSERT INTO draft (only_row, cart_json) VALUES (1, ?)
    ON CONFLICT (only_row) DO UPDATE SET cart_json = excluded.cart_json`)
  const saveOpen = db.prepare(`INSERT INTO draft (only_row, cart_json, open_sale_id, open_reference) VALUES (1, ?, ?, ?)
    ON CONFLICT (only_row) DO UPDATE SET open_sale_id = excluded.open_sale_id, open_reference = excluded.open_reference`)
  const random = () => randomness.bytes(ULID_RANDOM_BYTES)
  const readOpen = (): OpenSale | null => {
    const row = draft.get()
    return row?.saleId && row.reference ? { saleId: row.saleId, externalReference: row.reference } : unsaved.open
  }
  // A full disk stops no cashier from typing: the cart stays here, and charging says what is wrong.
  const unsaved: { cart: Cart | null; open: OpenSale | null } = { cart: null, open: null }
  const keep = db.transaction((write: () => void) => write())
  const isKept = (write: () => void): boolean => {
    try {
      keep.immediate(write)
      return true
    } catch (error) {
      // Whatever else breaks a commit closes the database and opens it again, and what is only here would be gone.
      if (error instanceof Database.SqliteError && error.code === 'SQLITE_FULL') return false
      throw error
    }
  }

  const charge = createCharge(ports, readOpen)

  return {
    loadDraft: () => unsaved.cart ?? JSON.parse(draft.get()?.cartJson ?? JSON.stringify(EMPTY_CART)) as Cart,
    saveDraft(cart) {
      const isSaved = isKept(() => void saveCart.run(JSON.stringify(cart)))
      unsaved.cart = isSaved ? null : cart as unknown as Cart
    },
    openSale() {
      const open = readOpen()
      if (open) return open
      const now = clock.now()
      const made: OpenSale = {
        saleId: makeSaleId(now, random()),
        externalReference: makeExternalReference(ports.context().registerNumber, now, random()),
      }
      const isSaved = isKept(() => void saveOpen.run(JSON.stringify(EMPTY_CART), made.saleId, made.externalReference))
      unsaved.open = isSaved ? null : made
      return made
    },
    commitSale(command) {
      if (ports.isHalted()) return refuse(refusal('SALE_NOT_SAVED'))
      const charged = guardCommit(() => charge.immediate(command))
      if (!charged.ok) return charged
      const { sale, isNew } = charged.value
      if (!sale.ok || !isNew) return sale
      Object.assign(unsaved, { cart: null, open: null })
      journal.publish()
      // The answer first: waking the workers writes a row of its own, and the cashier need not wait for it.
      clock.after(ANSWER_FIRST_MS, ports.onCommitted)
      return sale
    },
  }
}

/** One transaction from the first question to the answer: each question alone would open a snapshot of its own. */
function createCharge(ports: SalesPorts, readOpen: () => OpenSale | null) {
  const { db, journal, clock, randomness } = ports
  const committed = createCommittedReader(db)
  const write = createSaleWriter(db, journal)
  return db.transaction((command: CommitInput): Charged => {
    // A second press of the pay key, or a retry of the screen after a lost answer: the same sale, answered again.
    const before = committed(command.saleId)
    if (before) return { sale: before.totalClp === command.expectedTotalClp ? ok(before) : refuse(refusal('SALE_ALREADY_CHARGED')), isNew: false }
    const closed = ports.needsShift?.() ?? null
    if (closed !== null) return { sale: refuse(closed), isNew: false }
    const context = { ...ports.context(), open: readOpen(), now: clock.now(), date: ports.today() }
    const decision = decideSale(command, context)
    if (!decision.ok) return { sale: decision, isNew: false }
    const permitted = ports.permit?.(command) ?? ok(() => undefined)
    if (!permitted.ok) return { sale: permitted, isNew: false }
    const jobId = () => makePrintJobId(context.now, randomness.bytes(ULID_RANDOM_BYTES))
    write(decision.value, { printer: ports.printer(), context, jobId, witness: permitted.value })
    return { sale: ok(answerOf(decision.value)), isNew: true }
  })
}

interface Charged { readonly sale: Result<CommittedSale, Refusal>; readonly isNew: boolean }

/**
 * A full disk is an expected refusal and leaves nothing behind. Any other failed commit may have happened all the same
 * (a failed fsync does not say), so the cashier is told to look before doing it again.
 */
export function guardCommit<Value>(
  commit: () => Value, codes: { readonly full: RefusalCode; readonly unknown: RefusalCode } = { full: 'DISK_FULL', unknown: 'SALE_NOT_SAVED' },
): Result<Value, Refusal> {
  try {
    return ok(commit())
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error
    return refuse(refusal(error.code === 'SQLITE_FULL' ? codes.full : codes.unknown))
  }
}

/** What reading the sale back would answer; a second press does read it. */
function answerOf({ saleId, externalReference, documentType, totals, documentedBy, payments, printsSlip }: SaleDecision): CommittedSale {
  return {
    ...sumPayments(payments), saleId, externalReference, documentType, totalClp: totals.totalClp, documentedBy,
    soldOffline: isSoldOffline({ printsSlip, documentedBy }),
    payments: payments.map(({ siiCode: _code, creditId: _credit, ...payment }) => payment),
  }
}

function isSoldOffline({ printsSlip, documentedBy }: Pick<SaleDecision, 'printsSlip' | 'documentedBy'>): boolean {
  return printsSlip && documentedBy === 'receipt'
}

interface WriteContext {
  readonly printer: PrinterConfig
  readonly context: SaleContext
  readonly jobId: () => PrintJobId
  readonly witness: () => void
}

/** In the caller's ONE transaction: sale, lines, payments, outbox row, print jobs, customer, journal, and the cart emptied. */
function createSaleWriter(db: TillDatabase, journal: Journal): (decision: SaleDecision, around: WriteContext) => void {
  const rows = createSaleRows(db)
  const rememberCustomer = customerWriter(db)
  const countSold = db.prepare('UPDATE product SET sold_count = sold_count + 1 WHERE id = ?')
  const closeDraft = db.prepare(`UPDATE draft SET cart_json = '${JSON.stringify(EMPTY_CART)}', open_sale_id = NULL, open_reference = NULL`)

  return (decision, { printer, context, jobId, witness }) => {
    const { saleId, externalReference, documentType, totals, recipient, documentedBy } = decision
    const body = decision.request === null ? null : Buffer.from(JSON.stringify(decision.request), 'utf8')
    const queuePaper = (kind: PaperKind, state: PrintState, opensDrawer: boolean) =>
      rows.paper({ id: jobId(), saleId, kind, printer, opensDrawer, state, at: decision.soldAt })
    const seq = rows.sale({
      saleId, externalReference, documentType, date: decision.date, at: decision.soldAt, registerName: context.registerName,
      cashierName: context.cashierName, recipient, totals, soldOffline: isSoldOffline(decision), documentedBy,
      originalId: null, reason: null,
    })
    decision.lines.forEach((line, index) => {
      rows.line(saleId, index + 1, { ...line, name: line.description, originalLine: null })
      if (line.productId !== null) countSold.run(line.productId)
    })
    decision.payments.forEach((payment, index) => rows.payment(saleId, index + 1, payment))
    if (body !== null) rows.receipt({ saleId, seq, externalReference, documentType, body, dependsOn: null })
    // The drawer opens with the first paper of a cash sale, whichever that is.
    if (decision.printsSlip) queuePaper('slip', 'queued', decision.opensDrawer)
    if (body !== null) queuePaper('receipt', 'waiting', decision.opensDrawer && !decision.printsSlip)
    rememberCustomer(recipient, decision.soldAt)
    witness()
    closeDraft.run()
    journal.append('sale', saleId, { totalClp: totals.totalClp, documentType, documentedBy })
  }
}

export function createCommittedReader(db: TillDatabase): (saleId: string) => CommittedSale | null {
  const select = db.prepare<[string], Omit<CommittedSale, keyof PaymentSums | 'soldOffline' | 'payments'> & { totalClp: Clp; soldOffline: number }>(`
    SELECT id AS saleId, external_reference AS externalReference, document_type AS documentType, total_clp AS totalClp,
      sold_offline AS soldOffline, documented_by AS documentedBy FROM sale WHERE id = ?`)
  const paymentsOf = paymentReader(db)
  return (saleId) => {
    const row = select.get(saleId)
    if (!row) return null
    const payments = paymentsOf(row.saleId)
    return { ...sumPayments(payments), ...row, payments, soldOffline: row.soldOffline === 1 }
  }
}
