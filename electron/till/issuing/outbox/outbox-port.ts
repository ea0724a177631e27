/** What the rest of the till asks of the outbox, and tells it. */
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import type { DocumentFacts } from '#shared/issuing/document-facts.ts'
import type { FieldError } from '#shared/issuing/classify-validation.ts'
import type { PaperWidthMm } from '#shared/paper/paper-model.ts'
import type { CopyProof } from './copy-proof.ts'
import type { KnownFolios } from './known-folios.ts'
import type { AttemptRecord, DueRow, Held, OutboxRow, Retry } from './outbox-rows.ts'
import type { StoredPdf, UselessPdf } from '../../printing/pdf-store.ts'
import type { PresentSales } from './present-sales.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Trials } from './trials.ts'
import type { DocumentType } from '#shared/core/document-type.ts'

export interface OutboxStore {
  readonly folios: KnownFolios
  readonly present: PresentSales
  readonly trials: Trials
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
  readonly groupCommit: GroupCommit
  /** False = another service may have it, or it has moved on: nothing may be sent. */
  markSending(row: Pick<OutboxRow, 'saleId' | 'documentType'>, serviceId: string): boolean
  /** Marked as being sent, and not a byte has left: it is again what it was in `before`. */
  markUnsent(before: Pick<OutboxRow, 'saleId' | 'issueState' | 'serviceId'>): void
  markAccepted(saleId: SaleId, facts: DocumentFacts, attempt: AttemptRecord): void
  /** Its id turned out to be somebody else's: the same bytes again. */
  markDisowned(saleId: SaleId, attempt: AttemptRecord): void
  /** Reads since it was last sent that did not find its document. */
  goneReads(saleId: SaleId): { readonly count: number; readonly since: EpochMs | null }
  /** How often it was sent again for that. */
  timesSentAgain(saleId: SaleId): number
  /** Another receipt of this till has this document. */
  isDocumentOfAnother(row: Pick<OutboxRow, 'saleId' | 'serviceId'>, remoteId: string): boolean
  /** `isOfCopy`: never sent from here, so a copy of this till has sent it. */
  markReconciling(saleId: SaleId, isOfCopy: boolean, attempt: AttemptRecord | null): void
  readonly copies: Pick<CopyProof, 'said'>
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
  /** There is no PDF of it any more: its papers are not waited for. */
  markPdfOver(saleId: SaleId, attempt: AttemptRecord): void
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
   * A paper of this sale was just asked for: its PDF is wanted now, whenever the service was to be
   * asked about the receipt. Opens no transaction.
   */
  askForPdf(saleId: SaleId): void
  /** Papers went to a printer of another width: their PDFs are wanted now. Opens no transaction. */
  askForOtherWidths(): void
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
  counts(): {
    pendingCount: number
    deletingCount: number
    oldestPendingAt: EpochMs | null
    attentionCount: number
  }
}

interface DueReads {
  readonly due: readonly DueRow[]
  readonly nextPdfAt: EpochMs | null
}

export interface RefusedBy {
  readonly code: string
  readonly detail: string
  readonly errors: readonly FieldError[]
  readonly isNowhere: boolean
}
