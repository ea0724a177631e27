/**
 * The commands of a sale. Each is: load, decide (pure, shared/selling), one synchronous
 * transaction, tell.
 */
import type { Log } from '#shared/core/ports.ts'
import type { EpochMs, ScreenId } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { Ids } from '#shared/text/ids.ts'
import type { CommitInput } from '#shared/selling/inputs.ts'
import { NO_SCREEN, type SaveSaleInput } from '#shared/selling/kept-sale.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { CommittedSale, SaleIds } from '#shared/selling/views.ts'
import type { Clp } from '#shared/money/clp.ts'
import { keepProblem } from '#shared/selling/open-sale/keeping.ts'
import { isBlank, type OpenSale } from '#shared/selling/open-sale/open-sale.ts'
import { sumPayments, type PaymentSums } from '#shared/selling/payment/payment.ts'
import {
  decideSale,
  type SaleContext,
  type SaleDecision,
} from '#shared/selling/sale/decide-sale.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'
import type { Clock } from '../kernel/ports.ts'
import { isSaleOf, type Buyer, type SoldLine } from '#shared/selling/sale/charged-again.ts'
import { createOpenSaleStore, NOTHING_OPEN, type OpenSaleStore } from './open-sale-store.ts'
import { paymentReader } from '../sold/payments.ts'
import { createCounter, readSaleOutcomes } from './counter.ts'
import { guardCommit } from './guard-commit.ts'
import type { SaleHold } from './sale-hold.ts'
import { chargedAs } from './charged-as.ts'
import { createSaleWriter, isSoldOffline } from './sale-writer.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'
import type { DrawerKicks } from '../printing/drawer-kicks.ts'
import { isOnPaper, type PaperPorts } from '../printing/paperless.ts'
import type { SalePage, SalePages } from '../issuing/sale-pages.ts'
import type { SaleThen } from '../staff/note-changes.ts'

export interface SalesPorts extends PaperPorts {
  readonly db: TillDatabase
  readonly journal: Journal
  readonly clock: Clock
  readonly ids: Ids
  readonly context: () => Omit<SaleContext, 'open' | 'now' | 'date'> & {
    readonly registerNumber: number
  }
  readonly today: () => SaleContext['date']
  readonly printer: () => PrinterConfig
  /** Why nothing is sold now; null when it may be. */
  readonly needsShift: () => Refusal | null
  /** What was charged at the card terminal for it, and what is still under way there. */
  readonly cards: {
    resolve(command: CommitInput, isRehearsal: boolean): Result<CommitInput, Refusal>
    settle(command: CommitInput): void
  }
  /**
   * Why this till sells nothing yet; null when it may. Asked before the payment as well: a card
   * taken in vain is nobody's money.
   */
  readonly notYet: () => Refusal | null
  /** May whoever serves sell this? Answers with what to write beside the sale: who allowed what. */
  readonly permit: (command: CommitInput, decision: SaleDecision) => Result<() => void, Refusal>
  /** The sale as the catalogue has its products; refused where one is not there. */
  readonly resolveProducts: (command: CommitInput) => Result<CommitInput, Refusal>
  /** The same with what promotions take off its lines, whatever the screen says they do. */
  readonly applyPromotions: (command: CommitInput, now: EpochMs) => CommitInput
  /** What the log keeps of a sale that is about to be written, in its transaction. */
  readonly note: (decision: SaleDecision) => void
  /** Where the customer will find the document; null for nowhere. */
  readonly pages: { readonly next: () => SalePage | null; readonly write: SalePages['write'] }
  /** What follows from a sale that has just been written, in its transaction. */
  readonly sold: (decision: SaleDecision) => void
  /** Of a sale without paper: owed with it, tried once it is on disk. */
  readonly drawer: DrawerKicks
  /** What follows from a sale that is on disk, a step after the other. Not from an answer again. */
  readonly followed: readonly ((sale: CommittedSale, command: CommitInput) => void)[]
  /** Called after the sale is on disk. */
  readonly onCommitted: () => void
  /**
   * A commit of unknown outcome came before: nothing read or written through this connection can be
   * relied on.
   */
  readonly isHalted: () => boolean
  /** Which screen has the open sale; it outlives this database. */
  readonly hold: SaleHold
  /** Who serves; null while nobody is set up. */
  readonly servedBy: () => string | null
  /** What went out of the open sale is written down, in the transaction that lets it go. */
  readonly noteChange: (before: OpenSale | null, after: SaleThen | null) => void
  readonly log: Log
}

export interface Sales {
  readonly api: Pick<TillApi, 'loadDraft' | 'saveDraft' | 'takeSale' | 'openSale' | 'commitSale'>
  readonly open: OpenSaleStore
  readonly hold: SaleHold
  /**
   * The sale as it would be charged now, or what stands against it: asked before money is taken
   * that no drawer gives back.
   */
  rehearse(command: CommitInput, by: ScreenId): Result<SaleDecision, Refusal>
  /** Why this sale may not be kept in place of the open one, or null. */
  keepProblem(input: SaveSaleInput, by: ScreenId): Refusal | null
}

/**
 * Sixty, for the page to show the result first, on half a core: pay key to result 259 -> 213 ms at
 * p50 and 340 -> 369 at p95; and each paper 60 ms later, everywhere.
 */
const ANSWER_FIRST_MS = 1

export function createSales(ports: SalesPorts): Sales {
  const { db, hold } = ports
  const { saleId: nextId, externalReference } = ports.ids
  const open = createOpenSaleStore({
    db,
    makeSaleId: nextId,
    onUnreadable: (problem) => ports.log('the open sale cannot be read', { problem }),
  })
  const outcomeOf = readSaleOutcomes(db)
  const committed = createCommittedReader(db)
  const problemOf = ({ sale: { saleId }, replaces }: SaveSaleInput, by: ScreenId) =>
    keepProblem({
      saleId,
      replaces,
      fate: outcomeOf(saleId),
      hold: hold.of(by),
      keptId: open.current().sale?.saleId ?? null,
    })
  const makeReference = () => externalReference(ports.context().registerNumber)

  function keep({ sale }: SaveSaleInput, by: ScreenId, isPaid: boolean): void {
    const before = open.current()
    // Another life has another reference, and none before its payment is opened.
    const kept = before.saleId === sale.saleId ? before.reference : null
    const reference = kept ?? (isPaid ? makeReference() : null)
    const after = isBlank(sale) ? null : sale
    const row =
      after === null && !isPaid
        ? NOTHING_OPEN
        : {
            sale: after,
            saleId: sale.saleId,
            reference,
            servedBy: ports.servedBy() ?? before.servedBy,
          }
    open.keep(row, () => ports.noteChange(before.sale, after))
    if (row.sale === null) hold.release()
    else hold.claim(by)
  }

  const api: Sales['api'] = {
    ...createCounter(open, hold, (by) => {
      const saleId = hold.lastChargedBy(by, ports.servedBy())
      return saleId === null ? null : committed(saleId)
    }),
    saveDraft(input, by = NO_SCREEN) {
      const problem = problemOf(input, by)
      if (problem !== null) return refuse(problem)
      keep(input, by, false)
      return ok(null)
    },
    openSale(input = null, by = NO_SCREEN) {
      const { sale, saleId } = open.current()
      const asked = input ?? (sale === null ? null : { sale, replaces: null })
      const problem = (input && ports.notYet()) ?? (asked && problemOf(asked, by))
      if (problem !== null) return refuse(problem)
      if (asked === null)
        open.keep({
          ...NOTHING_OPEN,
          saleId: saleId ?? nextId(),
          reference: open.current().reference ?? makeReference(),
        })
      else if (input !== null || idsOf(open) === null) keep(asked, by, true)
      const ids = idsOf(open)
      return ids === null ? refuse(refusal('SALE_NOT_OPEN')) : ok(ids)
    },
    commitSale: createCommit(ports, open, hold),
  }
  return { api, open, hold, rehearse: createRehearse(ports, open, hold), keepProblem: problemOf }
}

function createCommit(
  ports: SalesPorts,
  open: OpenSaleStore,
  hold: SaleHold,
): Sales['api']['commitSale'] {
  const { journal, clock } = ports
  const charge = createCharge(ports, open, hold)
  return (command, by = NO_SCREEN) => {
    if (ports.isHalted()) return refuse(refusal('SALE_NOT_SAVED'))
    const charged = guardCommit(() => charge.immediate(command, by))
    if (!charged.ok) return charged
    const { sale, isNew } = charged.value
    if (!sale.ok || !isNew) return sale
    open.forget()
    hold.charged(command.saleId, by, ports.servedBy())
    hold.release()
    journal.publish()
    for (const follow of ports.followed) follow(sale.value, command)
    // The answer first: waking the workers writes a row of its own, and the cashier need not wait
    // for it.
    clock.after(ANSWER_FIRST_MS, ports.onCommitted)
    ports.drawer.kick()
    return sale
  }
}

function idsOf(open: OpenSaleStore): SaleIds | null {
  const { saleId, reference } = open.current()
  return saleId !== null && reference !== null ? { saleId, externalReference: reference } : null
}

interface Decided {
  /** With the shop's own products, prices and cards. */
  readonly command: CommitInput
  readonly context: SaleContext
  readonly decision: SaleDecision
  /** Writes beside the sale who allowed what. */
  readonly writeAudit: () => void
}

/** Everything that is asked before a sale is written, each question of the same snapshot. */
function createDecide(ports: SalesPorts, open: OpenSaleStore, hold: SaleHold) {
  return (asked: CommitInput, by: ScreenId, isRehearsal: boolean): Result<Decided, Refusal> => {
    if (hold.of(by) === 'elsewhere') return refuse(refusal('SALE_HELD_ELSEWHERE'))
    const closed = ports.needsShift()
    if (closed !== null) return refuse(closed)
    const paid = ports.cards.resolve(asked, isRehearsal)
    if (!paid.ok) return paid
    const known = ports.resolveProducts(paid.value)
    if (!known.ok) return known
    const now = ports.clock.now()
    const command = ports.applyPromotions(known.value, now)
    const context = { ...ports.context(), open: idsOf(open), now, date: ports.today() }
    const decision = decideSale(command, context)
    if (!decision.ok) return decision
    const permitted = ports.permit(command, decision.value)
    if (!permitted.ok) return permitted
    return ok({ command, context, decision: decision.value, writeAudit: permitted.value })
  }
}

function createRehearse(ports: SalesPorts, open: OpenSaleStore, hold: SaleHold) {
  const decide = createDecide(ports, open, hold)
  return ports.db.transaction((command: CommitInput, by: ScreenId) => {
    const decided = decide(command, by, true)
    return decided.ok ? ok(decided.value.decision) : decided
  })
}

/**
 * One transaction from the first question to the answer: each question alone would open a snapshot
 * of its own.
 */
function createCharge(ports: SalesPorts, open: OpenSaleStore, hold: SaleHold) {
  const { db, journal, clock, ids } = ports
  const committed = createCommittedReader(db)
  const buyerOf = db.prepare<[string], Buyer>(
    `SELECT recipient_rut AS rut, recipient_name AS legalName,
      (SELECT CAST(body AS TEXT) ->> '$.recipient' FROM receipt WHERE sale_id = sale.id) AS partyJson
    FROM sale WHERE id = ?`,
  )
  const linesOf = db.prepare<[string], SoldLine>(
    'SELECT product_id AS productId, quantity_milli AS quantity FROM sale_line WHERE sale_id = ? ORDER BY line_number',
  )
  const write = createSaleWriter(db, journal)
  const decide = createDecide(ports, open, hold)
  return db.transaction((asked: CommitInput, by: ScreenId): Charged => {
    // A second press of the pay key, or a retry of the screen after a lost answer: the same sale,
    // answered again, whatever became of its products or of the shift.
    const before = committed(asked.saleId)
    if (before) {
      const isSame = () =>
        isSaleOf(asked, before, buyerOf.get(asked.saleId) ?? null, linesOf.all(asked.saleId))
      return {
        sale: answerAgain(before, isSame, hold.chargedBy(asked.saleId) ?? by, by),
        isNew: false,
      }
    }
    const decided = decide(asked, by, false)
    if (!decided.ok) return { sale: decided, isNew: false }
    const { command, context, decision, writeAudit } = decided.value
    ports.note(decision)
    // The screen saves a moment after each change, and pays sooner: what went out of the sale last
    // is only seen here.
    ports.noteChange(open.current().sale, chargedAs(command))
    const page = decision.request === null ? null : ports.pages.next()
    const onPaper = isOnPaper(ports, decision, command, page !== null)
    write(decision, {
      onPaper,
      printer: ports.printer(),
      context,
      jobId: ids.printJobId,
      writeAudit,
    })
    ports.cards.settle(command)
    if (page !== null) ports.pages.write(decision.saleId, page)
    ports.sold(decision)
    if (!onPaper && decision.opensDrawer) ports.drawer.owe(decision.saleId, clock.now())
    return { sale: ok(answerOf(decision)), isNew: true }
  })
}

/** Not to another screen: whoever stands there would take the money a second time. */
function answerAgain(
  before: CommittedSale,
  isSame: () => boolean,
  chargedBy: ScreenId,
  by: ScreenId,
): Result<CommittedSale, Refusal> {
  if (chargedBy !== by) return refuse(refusal('SALE_CHARGED_ELSEWHERE'))
  return isSame() ? ok(before) : refuse(refusal('SALE_ALREADY_CHARGED'))
}

interface Charged {
  readonly sale: Result<CommittedSale, Refusal>
  readonly isNew: boolean
}

/** What reading the sale back would answer; a second press does read it. */
function answerOf({
  saleId,
  externalReference,
  documentType,
  totals,
  documentedBy,
  payments,
  printsSlip,
}: SaleDecision): CommittedSale {
  return {
    ...sumPayments(payments),
    saleId,
    externalReference,
    documentType,
    totalClp: totals.totalClp,
    documentedBy,
    soldOffline: isSoldOffline({ printsSlip, documentedBy }),
    payments: payments.map(({ siiCode: _code, creditId: _credit, ...payment }) => payment),
  }
}

export function createCommittedReader(db: TillDatabase): (saleId: string) => CommittedSale | null {
  const select = db.prepare<
    [string],
    Omit<CommittedSale, keyof PaymentSums | 'soldOffline' | 'payments'> & {
      totalClp: Clp
      soldOffline: number
    }
  >(`
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
