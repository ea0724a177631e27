/** What the outbox can be asked. */
import type { EpochMs } from '#shared/core/brand.ts'
import { assert } from '#shared/core/result.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import { prepareDue, prepareDueReads } from './due-statements.ts'
import type { OutboxStore } from './outbox-port.ts'
import type { Held } from './outbox-rows.ts'
import { createPresentSales, type PresentSales } from './present-sales.ts'
import type { OutboxStatements } from './outbox-statements.ts'
import { prepareCounts } from './receipt-statements.ts'

/** How long after its first sending a receipt is still asked about. */
const FOLLOW_UP_MS = 48 * 3_600_000
/** Waiting papers looked through for the first whose PDF is due; also in due-statements.ts. */
const FIRST_PAPERS = 500

type DueOnes = Pick<
  OutboxStore,
  'present' | 'duePresent' | 'due' | 'dueSearches' | 'nextDueAt' | 'isFollowUpDue'
>
type DuePapers = Pick<OutboxStore, 'dueReads' | 'firstDueRead'>
type Facts = Pick<
  OutboxStore,
  | 'load'
  | 'isDocumentOfAnother'
  | 'hasLaterPassed'
  | 'createAnswers'
  | 'refusedWalks'
  | 'goneReads'
  | 'timesSentAgain'
  | 'wholeWalks'
  | 'pdfWanted'
>
type Counts = Pick<OutboxStore, 'counts' | 'unfinishedCount' | 'waitingByType'>

export function createOutboxReads(
  db: TillDatabase,
  statements: OutboxStatements,
): DueOnes & DuePapers & Facts & Counts {
  const present = createPresentSales(db)
  const dueReads = prepareDueReads(db)
  return {
    ...createDue(db, present, dueReads),
    ...createDueReads(dueReads, present),
    ...createFacts(statements),
    ...createCounts(db),
  }
}

const followUpFrom = (now: EpochMs) => now - FOLLOW_UP_MS

function createDue(
  db: TillDatabase,
  present: PresentSales,
  { isFollowUpDue }: DueReadStatements,
): DueOnes {
  const statements = prepareDue(db)
  return {
    present,
    duePresent: (now, held) => present.due(now, heldOf(held)),
    due: (now, limit, held) => statements.dueOpen.all({ ...heldOf(held), now, limit }),
    dueSearches: (now, here) => statements.dueSearch.all({ now, here }),
    nextDueAt: (now, here) =>
      statements.nextDue.get({ now, here, followUp: followUpFrom(now) })?.at ?? null,
    isFollowUpDue: (saleId, now) =>
      isFollowUpDue.get({ saleId, now, followUp: followUpFrom(now) }) !== undefined,
  }
}

function heldOf({ types, retries, reads, here }: Held) {
  return { here, heldTypes: types.join(), holdsRetries: Number(retries), holdsReads: Number(reads) }
}

type DueReadStatements = ReturnType<typeof prepareDueReads>

function createDueReads(statements: DueReadStatements, present: PresentSales): DuePapers {
  return {
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
  }
}

function createFacts({ receipt, attempts, papers }: OutboxStatements): Facts {
  return {
    load(saleId) {
      const row = receipt.load.get(saleId)
      assert(row, `receipt ${saleId} exists`)
      return row
    },
    isDocumentOfAnother: ({ saleId, serviceId }, remoteId) =>
      receipt.sameDocument.get({
        ...{ saleId, serviceId, remoteId },
        ...{ documentType: '39', folio: null, isTrial: 0 },
      }) !== undefined,
    hasLaterPassed: (saleId) => receipt.laterPassed.get(saleId) !== undefined,
    createAnswers: (saleId) => attempts.createAnswers.all(saleId).map(({ answer }) => answer),
    goneReads: (saleId) => attempts.gone.get({ saleId }) ?? { count: 0, since: null },
    timesSentAgain: (saleId) => attempts.sentAgain.get({ saleId }) ?? 0,
    refusedWalks: (saleId) => attempts.refusedWalks.get({ saleId }) ?? 0,
    wholeWalks: (saleId) => attempts.wholeWalks.get({ saleId }) ?? 0,
    pdfWanted: (saleId) => papers.pdfWanted.get(saleId)?.widthMm ?? null,
  }
}

function createCounts(db: TillDatabase): Counts {
  const statements = prepareCounts(db)
  return {
    waitingByType: () => statements.waitingByType.all(),
    unfinishedCount: () => statements.unfinished.get()?.count ?? 0,
    counts() {
      const row = statements.counts.get()
      return {
        pendingCount: row?.pendingCount ?? 0,
        deletingCount: row?.deletingCount ?? 0,
        oldestPendingAt: row?.oldestPendingAt ?? null,
        attentionCount: row?.attentionCount ?? 0,
      }
    },
  }
}
