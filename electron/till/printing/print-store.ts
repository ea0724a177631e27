/** Printing orders: one row a piece of paper. What went out is never sent again by itself. */
import type { EpochMs, PrintJobId, SaleId } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { assert, ok, refuse, type Result } from '#shared/core/result.ts'
import type { Ids } from '#shared/text/ids.ts'
import {
  afterWord,
  canMove,
  type PaperWord,
  type StoredPrintState,
} from '#shared/paper/print-moves.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'
import type { Clock } from '../kernel/ports.ts'
import { preparePrint, type PrintStatements, type StoredJob } from './print-statements.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'
import type { PrintJobRow } from './print-job-row.ts'
import { createPaperless, type Paperless } from './paperless.ts'
import { createPaperOrders, type PaperOrders } from './print-orders.ts'

interface PrintFacts {
  readonly trouble?: string
  readonly detail?: string
  readonly escposSha256?: string
  readonly stampReadable?: boolean | null
  /** Drawn smaller, because its ink was wider than the head. */
  readonly isShrunk?: boolean
  /** The printer itself said that the paper is finished. */
  readonly isPrinted?: boolean
  /** Further papers of the same, queued with the fact that the first is out; each says COPIA. */
  readonly copies?: number
}

export interface PrintStore {
  /** The oldest order each printer has to put out. */
  heads(): readonly PrintJobRow[]
  /**
   * Throws where the table of moves knows no such move: that is a bug, and the paper stays as it
   * was.
   */
  mark(
    job: Pick<PrintJobRow, 'id' | 'saleId' | 'kind' | 'printerId' | 'widthMm'>,
    state: StoredPrintState,
    facts?: PrintFacts,
  ): void
  /** At start: what was being printed may be half on paper; a person has to look. */
  recover(): void
  /**
   * Sends everything a printer has not begun to another one; how many papers. What it is trying
   * just now follows if nothing of it came out; what is half on paper stays where it is.
   */
  move(fromPrinterId: string, to: PrinterConfig): number
  /**
   * A second copy of a receipt, marked as such; the original, where it was sold without paper. One
   * that was asked for and has not begun to come out is this one: who presses ten times at a silent
   * printer wants one paper.
   */
  queueCopy(saleId: SaleId, printer: PrinterConfig): Result<null, Refusal>
  /** Tries held, failed and picked-up originals again; never one whose fate is unknown. */
  retryOriginal(saleId: SaleId): void
  /** A slip that is on paper or on its way. */
  hasSlip(saleId: SaleId): boolean
  exists(jobId: string): boolean
  queueCount(): number
  /** The trouble of the printer's first order in line, or null. */
  troubleOf(printerId: string): string | null
  /** Sales with a paper that nobody has and that does not come by itself. */
  unprintedCount(): number
  /** Shifts whose Z is half out, or did not come out, and was not printed again. */
  unprintedReports(): number
  /** Receipts of earlier sales on the same printer, whose PDFs are under way. */
  ahead(job: Pick<PrintJobRow, 'printerId' | 'seq'>): readonly PrintJobId[]
  /** Papers that are late and ask before they print, with the hour of the oldest; null = none. */
  latePapers(): LatePapers | null
  /**
   * What was ordered before this, and has not been begun, asks before it is printed. How many
   * papers.
   */
  askAboutLate(before: EpochMs, after: EpochMs): number
  /**
   * What a person says of one paper, and whose it was. What stands in for one that did not come out
   * says COPIA.
   */
  settle(
    jobId: string,
    word: PaperWord,
    where: Whereabouts,
  ): Result<{ readonly printerId: string }, Refusal>
  /** One word for all that are late; how many papers. */
  settleLate(word: 'print' | 'drop', where: Whereabouts): number
}

/** Where a paper goes that a person wants: its own printer, or the till's if that one is gone. */
interface Whereabouts {
  readonly printer: PrinterConfig
  readonly isKnown: (printerId: string) => boolean
}

interface LatePapers {
  readonly count: number
  readonly since: EpochMs
}

interface PrintStorePorts {
  readonly db: TillDatabase
  readonly journal: Journal
  readonly clock: Clock
  readonly ids: Ids
  /** In the transaction in which a paper begins to wait for its PDF. */
  readonly askForPdf: (saleId: SaleId) => void
  /** In the transaction that sends papers to a printer of the other width. */
  readonly askForOtherWidths: () => void
}

/** Papers looked through for those of earlier sales. */
const AHEAD_MAX = 20

export function createPrintStore(ports: PrintStorePorts): PrintStore {
  const { db, journal, clock, ids } = ports
  const statements = preparePrint(db)
  const { heads, stuck, retry, slip, exists, open, trouble, unprinted, lateCount, askLate } =
    statements
  const tell: Tell = (saleId, data, write) => {
    db.transaction(() => {
      write()
      journal.append('print', saleId, data)
    }).immediate()
    journal.publish()
  }
  const { askForPdf } = ports
  const { move, marked } = createMoves(ports, statements)
  const parts = {
    ...{ statements, ...ordersIn(db), tell, clock, newId: ids.printJobId, askForPdf, marked },
  }
  return {
    heads: () => heads.all(),
    ...createMark(parts),
    ...createWords(parts),
    move,
    recover: () => void stuck.run(),
    retryOriginal: (saleId) =>
      tell(saleId, { retry: true }, () => retry.run({ saleId, now: clock.now() })),
    hasSlip: (saleId) => slip.get(saleId) !== undefined,
    exists: (jobId) => exists.get(jobId) !== undefined,
    queueCount: () => open.get()?.count ?? 0,
    troubleOf: (printerId) => trouble.get(printerId)?.trouble ?? null,
    unprintedCount: () => unprinted.get()?.count ?? 0,
    unprintedReports: () => statements.unprintedReports.get() ?? 0,
    ahead: ({ printerId, seq }) => statements.ahead.all({ printerId, seq, from: seq - AHEAD_MAX }),
    latePapers() {
      const { count, since } = lateCount.get() ?? { count: 0, since: null }
      return since === null ? null : { count, since }
    },
    askAboutLate(before, after) {
      let asked = 0
      tell(null, { late: true }, () => {
        asked = askLate.run({ before, after }).changes
      })
      return asked
    },
  }
}

/** A printer gives way to another one. */
function createMoves(
  { db, journal, askForOtherWidths }: PrintStorePorts,
  { moveAll, moveStopped, begun }: PrintStatements,
): Pick<PrintStore, 'move'> & Pick<Parts, 'marked'> {
  // Of each paper that was being tried when its printer gave way, where the others went.
  const following = new Map<PrintJobId, PrinterConfig>()
  const moveTo = (from: string, to: PrinterConfig, id: PrintJobId | null = null) => {
    const { changes } = moveAll.run({ from, to: to.id, widthMm: to.widthMm, id })
    if (changes > 0) {
      journal.append('print', null, { moved: changes, from, to: to.id })
      askForOtherWidths()
    }
    return changes
  }
  return {
    move(fromPrinterId, to) {
      for (const [id, { id: at }] of following) if (at === fromPrinterId) following.set(id, to)
      for (const id of begun.all(fromPrinterId)) following.set(id, to)
      const { id, widthMm } = to
      const moved = db
        .transaction(() => {
          moveStopped.run({ from: fromPrinterId, to: id, widthMm })
          return moveTo(fromPrinterId, to)
        })
        .immediate()
      journal.publish()
      return moved
    },
    marked({ id, printerId }, state) {
      const to = following.get(id)
      following.delete(id)
      if (to !== undefined && state === 'held') moveTo(printerId, to, id)
    },
  }
}

/** What there is on paper, and what goes without. */
const ordersIn = (db: TillDatabase) => ({
  papers: createPaperOrders(db),
  paperless: createPaperless(db),
})

type Tell = (
  saleId: SaleId | null,
  data: Readonly<Record<string, unknown>>,
  write: () => void,
) => void
interface Parts {
  readonly statements: PrintStatements
  readonly papers: PaperOrders
  readonly paperless: Paperless
  readonly tell: Tell
  readonly clock: Clock
  readonly newId: () => PrintJobId
  readonly askForPdf: PrintStorePorts['askForPdf']
  /** In its transaction. */
  readonly marked: (job: Pick<PrintJobRow, 'id' | 'printerId'>, state: StoredPrintState) => void
}

/** What the printer says. */
function createMark({
  statements,
  papers,
  tell,
  clock,
  newId,
  marked,
}: Parts): Pick<PrintStore, 'mark'> {
  const { job: find, update } = statements
  return {
    mark(job, state, facts = {}) {
      const data = { job: job.id, kind: job.kind, state, isPrinted: facts.isPrinted === true }
      tell(job.saleId, data, () => {
        const from = find.get(job.id)?.state
        assert(
          from !== undefined && canMove(from, state),
          `a paper that is ${from} does not become ${state}`,
        )
        update.run({
          id: job.id,
          state,
          trouble: facts.trouble ?? null,
          detail: facts.detail ?? null,
          escposSha256: facts.escposSha256 ?? null,
          isShrunk: Number(facts.isShrunk === true),
          stampReadable:
            facts.stampReadable === undefined || facts.stampReadable === null
              ? null
              : Number(facts.stampReadable),
          finishedAt: state === 'sent' ? clock.now() : null,
          printedAt: facts.isPrinted === true ? clock.now() : null,
        })
        for (let copy = 0; copy < (facts.copies ?? 0); copy += 1) {
          papers.enqueue({
            id: newId(),
            saleId: job.saleId,
            kind: 'copy',
            printerId: job.printerId,
            widthMm: job.widthMm,
            state: 'queued',
            at: clock.now(),
          })
        }
        marked(job, state)
        // What was being tried when its receipt was taken back, and the copies behind it.
        if (job.saleId !== null) papers.stop(job.saleId)
      })
    },
  }
}

/** Of what there can be a copy, and whether it can go out at once. */
function copyRules({ original, hasPdf }: PrintStatements) {
  return {
    refusalOfCopy(saleId: SaleId): Refusal | null {
      const row = original.get(saleId)
      if (!row) return refusal('SALE_NOT_FOUND')
      if (row.deletion === 'asked' || row.deletion === 'done') return refusal('RECEIPT_DELETED')
      return row.isVoucher === 0 && row.issueState !== 'numbered'
        ? refusal('RECEIPT_NOT_ISSUED')
        : null
    },
    copyState: (saleId: SaleId, printer: PrinterConfig): StoredPrintState =>
      original.get(saleId)?.isVoucher === 1 || hasPdf.get(saleId, printer.widthMm)
        ? 'queued'
        : 'waiting',
  }
}

/**
 * Of a sale without paper the first paper is the original; where it is still to be issued, the
 * customer leaves with the slip.
 */
function createFirstPaper({ statements, papers, paperless, tell, clock, newId, askForPdf }: Parts) {
  const { original, hasPdf } = statements
  return {
    of: (saleId: SaleId) => paperless.has(saleId),
    order(saleId: SaleId, { id: printerId, widthMm }: PrinterConfig): Result<null, Refusal> {
      const row = original.get(saleId)
      if (row?.deletion === 'asked' || row?.deletion === 'done')
        return refuse(refusal('RECEIPT_DELETED'))
      const add = (kind: PrintJobRow['kind'], state: StoredPrintState) =>
        papers.enqueue({ id: newId(), saleId, kind, printerId, widthMm, state, at: clock.now() })
      tell(saleId, { kind: 'receipt', paperless: false }, () => {
        paperless.end(saleId)
        if (row?.issueState !== 'numbered') add('slip', 'queued')
        const waits = hasPdf.get(saleId, widthMm) === undefined
        add('receipt', waits ? 'waiting' : 'queued')
        if (waits) askForPdf(saleId)
      })
      return ok(null)
    },
  }
}

/** What a person says. */
function createWords(parts: Parts): Pick<PrintStore, 'queueCopy' | 'settle' | 'settleLate'> {
  const { statements, papers, tell, clock, newId, askForPdf } = parts
  const { job: find, late, word: write, rehome } = statements
  const { refusalOfCopy, copyState } = copyRules(statements)
  const original = createFirstPaper(parts)
  const addCopy = (id: PrintJobId, saleId: SaleId, printer: PrinterConfig) => {
    const state = copyState(saleId, printer)
    papers.enqueue({
      id,
      saleId,
      kind: 'copy',
      printerId: printer.id,
      widthMm: printer.widthMm,
      state,
      at: clock.now(),
    })
    if (state === 'waiting') askForPdf(saleId)
  }
  const answer = (job: StoredJob, to: StoredPrintState, { printer, isKnown }: Whereabouts) => {
    assert(canMove(job.state, to), `a paper that is ${job.state} does not become ${to}`)
    if (to === 'queued' && !isKnown(job.printerId)) {
      rehome.run({ id: job.id, printerId: printer.id, widthMm: printer.widthMm })
    }
    write.run({
      id: job.id,
      state: to,
      now: clock.now(),
      waivesStamp: Number(job.trouble === 'STAMP_UNREADABLE'),
    })
  }
  return {
    queueCopy(saleId, printer) {
      if (original.of(saleId)) return original.order(saleId, printer)
      const refused = refusalOfCopy(saleId)
      if (refused !== null) return refuse(refused)
      if (statements.inLine.get(saleId, printer.id) !== undefined) {
        askForPdf(saleId)
        return ok(null)
      }
      const id = newId()
      const state = copyState(saleId, printer)
      tell(saleId, { job: id, kind: 'copy', state }, () => addCopy(id, saleId, printer))
      return ok(null)
    },
    settle(jobId, word, where) {
      const job = find.get(jobId)
      const to = job === undefined ? null : afterWord(job.state, word)
      if (job === undefined || to === null) return refuse(refusal('PAPER_SETTLED'))
      const { saleId } = job
      const isDeleted = saleId !== null && refusalOfCopy(saleId)?.code === 'RECEIPT_DELETED'
      if (word === 'print' && isDeleted) return refuse(refusal('RECEIPT_DELETED'))
      // What has no number yet comes by itself once it has one; a report has its own way to be
      // printed again.
      const isReplaced = word === 'did-not' && saleId !== null && refusalOfCopy(saleId) === null
      tell(saleId, { job: jobId, word, state: to }, () => {
        answer(job, to, where)
        if (isReplaced) addCopy(newId(), saleId, where.printer)
      })
      return ok({ printerId: job.printerId })
    },
    settleLate(word, where) {
      const jobs = late.all()
      if (jobs.length === 0) return 0
      tell(null, { late: jobs.length, word }, () => {
        for (const job of jobs) answer(job, word === 'print' ? 'queued' : 'dropped', where)
      })
      return jobs.length
    },
  }
}
