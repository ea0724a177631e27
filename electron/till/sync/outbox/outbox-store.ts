/** The outbox table: one row a receipt, one commit an arrow. State only moves forward. */
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { assert } from '#shared/core/result.ts'
import { makePrintJobId, ULID_RANDOM_BYTES } from '#shared/core/ulid.ts'
import { pdfWaitMs } from '#shared/sync/backoff.ts'
import type { DocumentFacts } from '#shared/sync/document-facts.ts'
import type { FieldError } from '#shared/sync/classify-validation.ts'
import type { IssueState } from '#shared/bridge/views.ts'
import type { PaperWidthMm } from '#shared/paper/paper-model.ts'
import type { TillDatabase } from '../../db/open-database.ts'
import type { Journal } from '../../journal.ts'
import type { Clock, Randomness } from '../../ports.ts'
import { createDependents, type Dependents } from '../../returns/dependents.ts'
import { createFolioNews, type FolioNews } from './known-folios.ts'
import {
  prepareLooks,
  prepareReads,
  prepareSecondThoughts,
  prepareWrites,
} from './outbox-statements.ts'
import type { AttemptRecord, DueRow, Held, OutboxRow, Retry, StoredPdf } from './outbox-rows.ts'
import { createPresentSales, type PresentSales } from './present-sales.ts'
import type { UselessPdf } from './pdf-store.ts'
import { createSharedCommit, type SharedCommit } from './group-commit.ts'
import type { DocumentType } from '#shared/document/document-type.ts'
import { createPaperOrders, type PaperOrders } from '../../print/print-orders.ts'

/** After this long the customer has left, and a provisional slip is of no use. */
const SLIP_USEFUL_MS = 600_000
/** Longest raw answer kept as evidence of an attempt. */
const ANSWER_CHARS_MAX = 65_536
/** How long after its first sending a receipt is still asked about. */
const FOLLOW_UP_MS = 48 * 3_600_000
/** Waiting papers looked through for the first whose PDF is due; also in outbox-statements.ts. */
const FIRST_PAPERS = 500
/** Longest wait between looks for a folio, and for the authority's verdict. */
const FOLIO_WAIT_MS_MAX = 120_000
const VERDICT_WAIT_MS_MAX = 6 * 3_600_000
/** Gone for good only when it is not found this often, over this long. */
const VANISHED_READS = 3
const VANISHED_MS = 600_000
/**
 * Longest wait that survives a jump of the wall clock: half of what the till promises to need once
 * all is well again.
 */
const WAIT_MS_MAX = 300_000

export type { AttemptRecord, DueRow, Held, OutboxRow, Retry } from './outbox-rows.ts'

export interface OutboxStore {
  readonly folios: FolioNews
  readonly present: PresentSales
  /** The same as `due`, of those whose customers wait. */
  duePresent(now: EpochMs, held: Held): readonly DueRow[]
  /**
   * Reads that can wait: PDFs of numbered receipts, and when the next is due; then the authority's
   * verdicts.
   */
  dueReads(now: EpochMs, limit: number, here: string): DueReads
  /**
   * The same beside a long queue: one of the oldest, looked for no further than a look may take.
   */
  firstDueRead(now: EpochMs, here: string): DueReads
  /** Receipts on their way to a folio with something to do now, the oldest sales first. */
  due(now: EpochMs, limit: number, held: Held): readonly DueRow[]
  /** The oldest receipt whose id has to be looked for now. */
  dueSearches(now: EpochMs, here: string): readonly DueRow[]
  /** When the next one after `now` falls due, or null. */
  nextDueAt(now: EpochMs, here: string): EpochMs | null
  load(saleId: SaleId): OutboxRow
  isFollowUpDue(saleId: SaleId, now: EpochMs): boolean
  /** A receipt sold after this one has reached the service. */
  hasLaterPassed(saleId: SaleId): boolean
  /** Raw answers to its creation, newest first. */
  createAnswers(saleId: SaleId): readonly string[]
  /** Walks since it is looked for that could see, and did not find it. */
  wholeWalks(saleId: SaleId): number
  /** Walks in a row that ended because nothing is read by folio there. */
  refusedWalks(saleId: SaleId): number
  /** The width of a receipt that waits for its PDF, or null. */
  pdfWanted(saleId: SaleId): PaperWidthMm | null
  /** Refused for what is nobody's own fault: they wait in the queue again. */
  putBack(sales: readonly SaleId[]): void
  /**
   * What is done inside its `join` goes to disk together with whatever else happens in the same
   * turn.
   */
  readonly shared: SharedCommit
  /** False = another service may have it, or it has moved on: nothing may be sent. */
  markSending(row: Pick<OutboxRow, 'saleId' | 'documentType'>, serviceId: string): boolean
  /** Marked as being sent, and not a byte has left: it is again what it was in `before`. */
  markUnsent(before: Pick<OutboxRow, 'saleId' | 'issueState' | 'serviceId'>): void
  markAccepted(saleId: SaleId, facts: DocumentFacts, attempt: AttemptRecord): void
  /** Its id turned out to be somebody else's: the same bytes again. */
  markDisowned(saleId: SaleId, attempt: AttemptRecord): void
  /** Another receipt of this till has this document. */
  isDocumentOfAnother(row: Pick<OutboxRow, 'saleId' | 'serviceId'>, remoteId: string): boolean
  markReconciling(saleId: SaleId, remoteId: string | null, attempt: AttemptRecord | null): void
  /** A walk that did not find it. `walkedTo` = frontier of a whole walk, null of a partial one. */
  markWalked(
    saleId: SaleId,
    walkedTo: number | null,
    notBefore: EpochMs,
    attempt: AttemptRecord,
  ): void
  markRefused(saleId: SaleId, refusal: RefusedBy, attempt: AttemptRecord): void
  /**
   * Refused, and an earlier try may have been taken: it is looked for before the refusal counts.
   */
  markDoubted(saleId: SaleId, refusal: Omit<RefusedBy, 'isNowhere'>, attempt: AttemptRecord): void
  markAttention(saleId: SaleId, code: string, detail: string, attempt: AttemptRecord | null): void
  /** The same bytes again, not before `notBefore`. */
  markRetry(saleId: SaleId, retry: Retry, attempt: AttemptRecord): void
  /** A read that led nowhere: ask again later. */
  markAskLater(saleId: SaleId, notBefore: EpochMs, attempt: AttemptRecord | null): void
  /**
   * Issued, and the service answers that there is no such document: asked again, and when it stays
   * away a person is told.
   */
  markNotThere(saleId: SaleId, notBefore: EpochMs, attempt: AttemptRecord): void
  /** Evidence of an exchange that moves nothing, or is not all there is to know yet. */
  note(saleId: SaleId, attempt: AttemptRecord): void
  /**
   * The service answered, and no usable PDF came: asked for again, ever more patiently, and a
   * person is told.
   */
  markPdfMissing(saleId: SaleId, code: UselessPdf, attempt: AttemptRecord): void
  /**
   * A stored PDF turned out to be no use: it is forgotten and fetched again, the first time at
   * once.
   */
  markPdfUseless(saleId: SaleId, widthMm: PaperWidthMm, code: string): void
  markPdfStored(
    saleId: SaleId,
    pdf: StoredPdf,
    holdsForPickUp: boolean,
    attempt: AttemptRecord,
  ): void
  /**
   * Queues a provisional slip unless there is one, the receipt is on paper, or the customer has
   * left.
   */
  queueSlip(saleId: SaleId): void
  /** The service answers again: what only waited for it may go now. */
  wakeAll(): void
  /** At start: what was being sent has an unknown fate and is sent again with the same bytes. */
  recover(): void
  /**
   * The till speaks to this service now: receipts that another one may have say so, and those of
   * this one no longer do.
   */
  moveTo(here: string): void
  /**
   * After a jump of the wall clock: no wait may be longer than five minutes from now, and nothing
   * lies in the future.
   */
  clampWaits(now: EpochMs): void
  retryNow(saleId: SaleId): void
  /**
   * A new body for a receipt the service has definitely refused; the old bytes stay in the
   * attempts.
   */
  rebuild(saleId: SaleId, body: Buffer, sha256: string, attempt: AttemptRecord): void
  setAside(saleId: SaleId, reason: string): void
  /** A person names the document; the recovery looks at it first. */
  suggestId(saleId: SaleId, remoteId: string, attempt: AttemptRecord): void
  /** Receipts that wait to be sent, by type. */
  waitingByType(): readonly { readonly type: DocumentType; readonly count: number }[]
  /** Receipts without a folio that nobody has set aside or taken back. */
  unfinishedCount(): number
  counts(): { pendingCount: number; oldestPendingAt: EpochMs | null; attentionCount: number }
}

export interface DueReads {
  readonly due: readonly DueRow[]
  readonly nextPdfAt: EpochMs | null
}

export interface RefusedBy {
  readonly code: string
  readonly detail: string
  readonly errors: readonly FieldError[]
  readonly isNowhere: boolean
}

export function createOutboxStore(
  db: TillDatabase,
  journal: Journal,
  clock: Clock,
  randomness: Randomness,
): OutboxStore {
  const statements = prepareAll(db)
  const folios = createFolioNews(db)
  const dependents = createDependents(db, journal)
  /** One arrow: the change, the evidence and the journal row in one commit. */
  const arrow = db.transaction<Change>((saleId, data, attempt, write) => {
    write()
    if (attempt !== null) {
      statements.attempt.run(
        saleId,
        attempt.startedAt,
        attempt.durationMs,
        attempt.request,
        attempt.outcome,
        attempt.httpStatus,
        attempt.answer?.slice(0, ANSWER_CHARS_MAX) ?? null,
      )
    }
    journal.append('issue', saleId, data)
  })
  const change: Change = (saleId, data, attempt, write) => {
    arrow.immediate(saleId, data, attempt, write)
    journal.publish()
  }
  return {
    folios,
    shared: createSharedCommit(db, journal, clock),
    ...createReads(statements, createPresentSales(db)),
    ...createIssueArrows({ statements, folios, dependents, change, clock }),
    ...createPaperArrows({ statements, papers: createPaperOrders(db), change, clock, randomness }),
    putBack: (sales) => void statements.putBack.run({ sales: JSON.stringify(sales) }),
    wakeAll: () => void statements.wakeAll.run(),
    recover: () => void statements.recover.run(),
    moveTo: (here) =>
      db
        .transaction(() => {
          statements.leftBehind.run({ here })
          statements.foundAgain.run({ here })
        })
        .immediate(),
    clampWaits: (now) => void statements.clampWaits.run({ now, latest: now + WAIT_MS_MAX }),
    markNotThere: (saleId, notBefore, attempt) =>
      change(saleId, { notThere: true }, attempt, () => {
        statements.later.run(notBefore, saleId)
        const { count, since } = statements.vanished.get({ saleId }) ?? { count: 0, since: null }
        // This time is written with the rest of the commit, after this.
        if (count + 1 >= VANISHED_READS && since !== null && clock.now() - since >= VANISHED_MS)
          statements.missing.run(saleId)
      }),
    note: (saleId, attempt) => change(saleId, { noted: attempt.outcome }, attempt, () => {}),
    retryNow: (saleId) =>
      change(saleId, { retry: true }, null, () => {
        const code = statements.facts.get(saleId)?.lastErrorCode ?? null
        statements.retryNow.run(clock.now(), saleId)
        statements.askForPdf.run(saleId)
        statements.pdfWell.run(saleId)
        if (code !== null) statements.mendedTogether.run({ code, isPress: 1 })
      }),
    rebuild: (saleId, body, sha256, attempt) =>
      change(saleId, { rebuilt: true }, attempt, () => {
        const { changes } = statements.rebuilt.run({ saleId, body, sha256 })
        assert(changes === 1, 'only a refused receipt gets a new body')
      }),
    suggestId: (saleId, remoteId, attempt) =>
      change(saleId, { suggested: remoteId }, attempt, () =>
        statements.searchAgain.run(clock.now(), saleId),
      ),
    setAside: (saleId, reason) =>
      change(saleId, { setAside: reason }, null, () =>
        statements.setAside.run(reason, clock.now(), saleId),
      ),
  }
}

const prepareAll = (db: TillDatabase) => ({
  ...prepareReads(db),
  ...prepareLooks(db),
  ...prepareWrites(db),
  ...prepareSecondThoughts(db),
})
type Statements = ReturnType<typeof prepareAll>
type Change = (
  saleId: SaleId,
  data: Readonly<Record<string, unknown>>,
  attempt: AttemptRecord | null,
  write: () => void,
) => void

type Reads = Pick<
  OutboxStore,
  | 'isDocumentOfAnother'
  | 'present'
  | 'duePresent'
  | 'load'
  | 'due'
  | 'dueSearches'
  | 'dueReads'
  | 'firstDueRead'
  | 'nextDueAt'
  | 'wholeWalks'
  | 'refusedWalks'
  | 'pdfWanted'
  | 'counts'
  | 'unfinishedCount'
  | 'waitingByType'
  | 'isFollowUpDue'
  | 'createAnswers'
  | 'hasLaterPassed'
>

function createReads(statements: Statements, present: PresentSales): Reads {
  const followUpFrom = (now: EpochMs) => now - FOLLOW_UP_MS
  return {
    load(saleId) {
      const row = statements.load.get(saleId)
      assert(row, `receipt ${saleId} exists`)
      return row
    },
    isDocumentOfAnother: ({ saleId, serviceId }, remoteId) =>
      statements.sameDocument.get({
        saleId,
        serviceId,
        documentType: '39',
        folio: null,
        remoteId,
      }) !== undefined,
    present,
    duePresent: (now, held) => present.due(now, heldOf(held)),
    due: (now, limit, held) => statements.dueOpen.all({ ...heldOf(held), now, limit }),
    dueSearches: (now, here) => statements.dueSearch.all({ now, here }),
    dueReads(now, limit, here) {
      const pdfs = statements.wantedPdfs.all({ limit, here })
      return {
        due: [
          ...present.pdfs(now, here),
          ...pdfs.filter(({ notBefore }) => notBefore <= now).sort((a, b) => a.seq - b.seq),
          ...statements.dueFollowUps.all({ now, limit, here, followUp: followUpFrom(now) }),
        ],
        nextPdfAt: pdfs.find(({ notBefore }) => notBefore > now)?.notBefore ?? null,
      }
    },
    firstDueRead(now, here) {
      const theirs = present.pdfs(now, here)
      const pdf = statements.firstWantedPdf.get({ now, here })
      if (theirs.length > 0 || pdf !== undefined)
        return { due: [...theirs, ...(pdf === undefined ? [] : [pdf])], nextPdfAt: now }
      const next = statements.nextWantedPdf.get({ here, limit: FIRST_PAPERS })
      // Beyond as many papers nobody looks: one further down may be due at any time.
      const isAll = next !== undefined && next.looked < FIRST_PAPERS
      return {
        due: statements.dueFollowUps.all({ now, limit: 1, here, followUp: followUpFrom(now) }),
        nextPdfAt: isAll ? next.at : now,
      }
    },
    nextDueAt: (now, here) =>
      statements.nextDue.get({ now, here, followUp: followUpFrom(now) })?.at ?? null,
    isFollowUpDue: (saleId, now) =>
      statements.isFollowUpDue.get({ saleId, now, followUp: followUpFrom(now) }) !== undefined,
    hasLaterPassed: (saleId) => statements.laterPassed.get(saleId) !== undefined,
    createAnswers: (saleId) => statements.createAnswers.all(saleId).map(({ answer }) => answer),
    refusedWalks: (saleId) => statements.refusedWalks.get({ saleId }) ?? 0,
    wholeWalks: (saleId) => statements.wholeWalks.get({ saleId }) ?? 0,
    pdfWanted: (saleId) => statements.pdfWanted.get(saleId)?.widthMm ?? null,
    waitingByType: () => statements.waitingByType.all(),
    unfinishedCount: () => statements.unfinished.get()?.count ?? 0,
    counts() {
      const row = statements.counts.get()
      return {
        pendingCount: row?.pendingCount ?? 0,
        oldestPendingAt: row?.oldestPendingAt ?? null,
        attentionCount: row?.attentionCount ?? 0,
      }
    },
  }
}

function heldOf({ types, retries, reads, here }: Held) {
  return { here, heldTypes: types.join(), holdsRetries: Number(retries), holdsReads: Number(reads) }
}

interface Stopped {
  readonly state: 'rejected' | 'attention'
  readonly code: string
  readonly detail: string
  readonly fieldErrors: string | null
  readonly isNowhere: number
}
type StopArrow = (saleId: SaleId, how: Stopped, attempt: AttemptRecord | null) => void

type IssueArrows = Pick<
  OutboxStore,
  | 'markSending'
  | 'markUnsent'
  | 'markAccepted'
  | 'markReconciling'
  | 'markWalked'
  | 'markRefused'
  | 'markDoubted'
  | 'markAttention'
  | 'markRetry'
  | 'markAskLater'
  | 'markDisowned'
>

interface ArrowParts {
  readonly statements: Statements
  readonly folios: FolioNews
  readonly dependents: Dependents
  readonly change: Change
  readonly clock: Clock
}

function createIssueArrows({
  statements,
  folios,
  dependents,
  change,
  clock,
}: ArrowParts): IssueArrows {
  const stop: StopArrow = (saleId, how, attempt) =>
    change(saleId, { state: how.state, code: how.code }, attempt, () => {
      statements.stopped.run({ saleId, ...how })
      dependents.stop(saleId, 'RETURN_ORIGINAL_STUCK')
    })
  return {
    markSending({ saleId, documentType }, serviceId) {
      const folioLow = folios.highest(serviceId, documentType)
      let isMarked = false
      change(saleId, { state: 'sending' }, null, () => {
        isMarked =
          statements.sending.run({ saleId, serviceId, folioLow, now: clock.now() }).changes === 1
      })
      return isMarked
    },
    markUnsent: ({ saleId, issueState, serviceId }) =>
      change(saleId, { state: issueState, unsent: true }, null, () =>
        statements.unsent.run({ saleId, state: issueState, serviceId }),
      ),
    markAccepted(saleId, facts, attempt) {
      const before = statements.facts.get(saleId)
      assert(before, `receipt ${saleId} exists`)
      assert(
        before.remoteId === null || before.remoteId === facts.remoteId,
        'a receipt is one document',
      )
      assert(
        before.folio === null || facts.folio === null || before.folio === facts.folio,
        'a folio never changes',
      )
      const { documentType, externalReference, serviceId } = before
      const other = statements.sameDocument.get({
        saleId,
        serviceId,
        documentType,
        folio: facts.folio,
        remoteId: facts.remoteId,
      })
      // What only had its id from an answer that proved nothing gives way to the one that is
      // proven.
      if (other?.isProven === 0 && facts.externalReference !== null) {
        change(other.saleId, { state: 'queued', disowned: true }, null, () =>
          statements.disowned.run(other.saleId),
        )
      } else if (other !== undefined) {
        // One document cannot be two sales: only a person can find out whose it is.
        const code = 'REFERENCE_COLLISION'
        const detail = `id ${facts.remoteId}, folio ${facts.folio}: ${other.reference}`
        return stop(
          saleId,
          { state: 'attention', code, detail, fieldErrors: null, isNowhere: 0 },
          attempt,
        )
      }
      const { lastErrorCode } = before
      const folio = before.folio ?? facts.folio
      const state: IssueState = folio === null ? 'accepted' : 'numbered'
      change(saleId, { state, folio, status: facts.status }, attempt, () => {
        statements.accepted.run({
          saleId,
          state,
          folio,
          remoteId: facts.remoteId,
          status:
            facts.status ?? (before.authorityStatus === 'MISSING' ? null : before.authorityStatus),
          notBefore:
            folio === null
              ? nextLook(
                  statements.knownSince.get(saleId)?.at ?? null,
                  clock.now(),
                  FOLIO_WAIT_MS_MAX,
                )
              : nextLook(
                  before.firstSentAtMs,
                  clock.now(),
                  before.folio === null ? 0 : VERDICT_WAIT_MS_MAX,
                ),
        })
        if (folio !== null && serviceId !== null) {
          folios.learn(serviceId, {
            documentType,
            folio,
            remoteId: facts.remoteId,
            externalReference,
          })
        }
        // Whatever the others were refused for together is mended.
        if (lastErrorCode !== null)
          statements.mendedTogether.run({ code: lastErrorCode, isPress: 0 })
        if (facts.status === 'DELETED') dependents.stop(saleId, 'RETURN_ORIGINAL_DELETED')
        else if (folio !== null) dependents.release(saleId, folio)
      })
    },
    markDisowned: (saleId, attempt) =>
      change(saleId, { state: 'queued', disowned: true }, attempt, () =>
        statements.disowned.run(saleId),
      ),
    markReconciling: (saleId, remoteId, attempt) =>
      change(saleId, { state: 'reconciling' }, attempt, () =>
        statements.reconciling.run(remoteId, clock.now(), saleId),
      ),
    markWalked: (saleId, walkedTo, notBefore, attempt) =>
      change(saleId, { later: true }, attempt, () =>
        statements.walked.run(walkedTo, notBefore, saleId),
      ),
    markRefused: (saleId, { code, detail, errors, isNowhere }, attempt) =>
      stop(
        saleId,
        {
          state: 'rejected',
          code,
          detail,
          fieldErrors: JSON.stringify(errors),
          isNowhere: Number(isNowhere),
        },
        attempt,
      ),
    markDoubted: (saleId, { code, detail, errors }, attempt) =>
      change(saleId, { state: 'reconciling', code }, attempt, () =>
        statements.doubted.run({
          saleId,
          code,
          detail,
          fieldErrors: JSON.stringify(errors),
          now: clock.now(),
        }),
      ),
    markAttention: (saleId, code, detail, attempt) =>
      stop(saleId, { state: 'attention', code, detail, fieldErrors: null, isNowhere: 0 }, attempt),
    markRetry: (saleId, { notBefore, code, detail, isFault, isNowhere }, attempt) =>
      change(saleId, { state: 'queued', code }, attempt, () =>
        statements.retry.run({
          saleId,
          notBefore,
          code,
          detail,
          isFault: Number(isFault),
          isNowhere: Number(isNowhere),
          now: clock.now(),
        }),
      ),
    markAskLater: (saleId, notBefore, attempt) =>
      change(saleId, { later: true }, attempt, () => statements.later.run(notBefore, saleId)),
  }
}

interface PaperArrowParts {
  readonly statements: Statements
  readonly papers: PaperOrders
  readonly change: Change
  readonly clock: Clock
  readonly randomness: Randomness
}

function createPaperArrows({
  statements,
  papers,
  change,
  clock,
  randomness,
}: PaperArrowParts): Pick<
  OutboxStore,
  'markPdfStored' | 'markPdfMissing' | 'markPdfUseless' | 'queueSlip'
> {
  const noteTrouble = (saleId: SaleId, code: string): number => {
    statements.pdfTrouble.run({ saleId, code, now: clock.now() })
    papers.sayTrouble(saleId, code)
    return statements.pdfFaults.get(saleId) ?? 1
  }
  const waitFor = (saleId: SaleId, faults: number) =>
    void statements.later.run(
      clock.now() + pdfWaitMs(faults, (randomness.bytes(1)[0] ?? 0) / 256),
      saleId,
    )
  return {
    markPdfMissing: (saleId, code, attempt) =>
      change(saleId, { noPdf: code }, attempt, () => waitFor(saleId, noteTrouble(saleId, code))),
    markPdfUseless: (saleId, widthMm, code) =>
      change(saleId, { uselessPdf: code }, null, () => {
        statements.pdfGone.run(saleId, widthMm)
        const faults = noteTrouble(saleId, code)
        if (faults === 1) statements.askForPdf.run(saleId)
        else waitFor(saleId, faults)
      }),
    markPdfStored: (saleId, pdf, holdsForPickUp, attempt) =>
      change(saleId, { pdf: pdf.widthMm }, attempt, () => {
        statements.pdf.run(saleId, pdf.widthMm, pdf.fileName, pdf.sha256, pdf.sizeBytes)
        if (!holdsForPickUp) papers.release(saleId, pdf.widthMm)
      }),
    queueSlip(saleId) {
      const original = statements.original.get(saleId)
      if (!original || original.hasSlip === 1 || original.state === 'sent') return
      if (clock.now() - original.soldAtMs > SLIP_USEFUL_MS) return
      const id = makePrintJobId(clock.now(), randomness.bytes(ULID_RANDOM_BYTES))
      change(saleId, { slip: id }, null, () => {
        const { printerId, widthMm, opensDrawer } = original
        papers.enqueue({
          id,
          saleId,
          kind: 'slip',
          printerId,
          widthMm,
          opensDrawer: opensDrawer === 1,
          state: 'queued',
          at: clock.now(),
        })
        papers.moveDrawer(saleId)
      })
    },
  }
}

/**
 * When to ask again what became of a receipt: soon at first, then ever more patiently. For its
 * folio from when its document is known to exist; then at once for its paper; after that for the
 * verdict, from when it was first sent.
 */
function nextLook(sinceMs: EpochMs | null, now: EpochMs, waitMsMax: number): EpochMs {
  const ageMs = Math.max(0, now - (sinceMs ?? now))
  return (now + Math.max(2_000, Math.min(ageMs, waitMsMax))) as EpochMs
}
