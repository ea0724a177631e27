/**
 * Deletions on disk: who asked, why, and how it ended. One commit a step, with its row in the
 * journal.
 */
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { assert } from '#shared/core/result.ts'
import type { RefusalCode } from '#shared/languages/refusals.ts'
import type { DeletableReceipt } from '#shared/selling/sale/decide-deletion.ts'
import type { DeletionEnd } from '#shared/selling/sale/deletion-answers.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import type { Journal } from '../../kernel/journal.ts'
import type { Clock } from '../../kernel/ports.ts'
import type { Today } from '../../kernel/today.ts'
import { createDependents } from '../dependents.ts'
import type { AttemptRecord } from './outbox-rows.ts'
import { createAttemptLog } from './evidence.ts'
import { prepareDeleting, prepareWaits } from './receipt-moves.ts'
import { createStockMoves } from '../../catalogue/stock/stock-moves.ts'
import { createPaperOrders } from '../../printing/print-orders.ts'
import type { DeletionState } from '#shared/issuing/status.ts'

export interface StoredDeletable extends DeletableReceipt {
  readonly saleId: SaleId
  /** Of the order of now, or of the one before it. */
  readonly problem: RefusalCode | null
  /** Of its deletion; null without one. */
  readonly askedAt: EpochMs | null
}

/**
 * Who answers for a deletion; `note` is run in the transaction that keeps the order, with how far
 * it comes there.
 */
export interface AskedDeletion {
  readonly askedBy: string
  note(state: 'asked' | 'done'): void
}

export interface DeletionStore {
  /** Null when there is no such sale. */
  load(saleId: SaleId): StoredDeletable | null
  /** Sales whose deletion the service has still to confirm, oldest first. */
  asked(): readonly SaleId[]
  /** It never left: out of the queue for good. */
  deleteHere(saleId: SaleId, reason: string, asked: AskedDeletion): void
  ask(saleId: SaleId, reason: string, asked: AskedDeletion): void
  settle(saleId: SaleId, end: DeletionEnd): void
  record(saleId: SaleId, attempt: AttemptRecord): void
}

/** Longest raw answer kept as evidence. */
const ANSWER_CHARS_MAX = 4_096

interface DeletionStorePorts {
  readonly db: TillDatabase
  readonly journal: Journal
  readonly clock: Clock
  readonly today: Today
  /** Hears of it in its own transaction: the document is out of the world. */
  readonly deleted: (saleId: SaleId) => void
  /** The same of what the service had to answer, however it ended. */
  readonly ended: (saleId: SaleId, end: DeletionEnd) => void
}

export function createDeletionStore({
  db,
  journal,
  clock,
  today,
  deleted,
  ended,
}: DeletionStorePorts): DeletionStore {
  const statements = prepare(db)
  const moves = prepareDeleting(db)
  const { askForPdf } = prepareWaits(db)
  const dependents = createDependents(db, journal)
  const papers = createPaperOrders(db)
  const stock = createStockMoves(db)
  const change = (saleId: SaleId, data: Readonly<Record<string, unknown>>, write: () => void) => {
    db.transaction(() => {
      write()
      journal.append('issue', saleId, data)
    }).immediate()
    journal.publish()
  }
  const begin = (saleId: SaleId, state: DeletionState, reason: string, askedBy: string) => {
    const moment = { now: clock.now(), today: today() }
    statements.begin.run({ saleId, state, reason, askedBy, ...moment })
    papers.stop(saleId)
  }
  /** What came back to the shelf is told to whoever shows what there is. */
  const annul = (saleId: SaleId) => {
    stock.annul(saleId, clock.now())
    deleted(saleId)
    journal.append('catalogue', null, { stock: 'annulled' })
  }
  return {
    load: (saleId) => statements.load.get(saleId) ?? null,
    asked: () => statements.asked.all().map((row) => row.saleId),
    deleteHere: (saleId, reason, { askedBy, note }) =>
      change(saleId, { deletion: 'done', reason, askedBy }, () => {
        note('done')
        const { changes } = moves.takeOut.run({ saleId, reason, now: clock.now() })
        assert(changes === 1, 'only what is queued or refused is deleted here')
        begin(saleId, 'done', reason, askedBy)
        annul(saleId)
      }),
    ask: (saleId, reason, { askedBy, note }) =>
      change(saleId, { deletion: 'asked', reason, askedBy }, () => {
        note('asked')
        begin(saleId, 'asked', reason, askedBy)
      }),
    settle(saleId, end) {
      const { state, problem, authorityStatus } = end
      change(saleId, { deletion: state, problem }, () => {
        statements.settle.run({ saleId, state, problem, now: clock.now(), today: today() })
        if (state === 'done') {
          annul(saleId)
          moves.noteStatus.run({ saleId, status: 'DELETED' })
          dependents.stop(saleId, 'RETURN_ORIGINAL_DELETED')
        }
        if (state !== 'done' && authorityStatus !== null)
          moves.noteStatus.run({ saleId, status: authorityStatus })
        if (state === 'refused') {
          papers.goOn(saleId)
          // Its printer may be another by now, of the other width.
          askForPdf.run({ saleId })
        }
        ended(saleId, end)
      })
    },
    record: createAttemptLog(db, ANSWER_CHARS_MAX),
  }
}

/** Only what is done has given money back. */
const SHIFT_OF_MONEY = "iif(@state = 'done', (SELECT id FROM open_shift), NULL)"

function prepare(db: TillDatabase) {
  return {
    load: db.prepare<
      [SaleId],
      StoredDeletable
    >(`SELECT s.id AS saleId, s.document_type AS documentType, r.service_id AS serviceId,
        coalesce(r.issue_state, 'none') AS issueState, r.remote_id AS remoteId, r.folio, r.authority_status AS authorityStatus,
        coalesce(r.tries, 0) AS tries, d.state AS deletion, d.problem_code AS problem, d.asked_at_ms AS askedAt,
        s.change_of IS NOT NULL AS isChange,
        (SELECT count(*) FROM sale b WHERE b.original_id = s.id) AS returnCount,
        (SELECT count(*) FROM sale_payment p WHERE p.sale_id = s.id
          AND (p.credit_id IS NOT NULL OR p.method = 'vc')) AS creditCount,
        (SELECT count(*) FROM attempt a WHERE a.sale_id = s.id AND a.request = 'POST /api/invoices' AND a.outcome = 'not-delivered')
          AS undeliveredTries
      FROM sale s LEFT JOIN receipt r ON r.sale_id = s.id LEFT JOIN receipt_deletion d ON d.sale_id = s.id WHERE s.id = ?`),
    asked: db.prepare<[], { saleId: SaleId }>(
      "SELECT sale_id AS saleId FROM receipt_deletion WHERE state = 'asked' ORDER BY asked_at_ms",
    ),
    begin:
      db.prepare(`INSERT INTO receipt_deletion (sale_id, state, reason, asked_by, asked_at_ms, settled_at_ms, settled_on, shift_id, is_by_shift)
      VALUES (@saleId, @state, @reason, @askedBy, @now,
        iif(@state = 'done', @now, NULL), iif(@state = 'done', @today, NULL), ${SHIFT_OF_MONEY},
        EXISTS (SELECT 1 FROM open_shift))
      ON CONFLICT (sale_id) DO UPDATE SET state = excluded.state, reason = excluded.reason, asked_by = excluded.asked_by,
        asked_at_ms = excluded.asked_at_ms, settled_at_ms = excluded.settled_at_ms, settled_on = excluded.settled_on, shift_id = excluded.shift_id, is_by_shift = excluded.is_by_shift
        WHERE receipt_deletion.state = 'refused'`),
    settle:
      db.prepare(`UPDATE receipt_deletion SET state = @state, problem_code = @problem, settled_at_ms = @now, settled_on = @today,
        shift_id = ${SHIFT_OF_MONEY}
      WHERE sale_id = @saleId AND state = 'asked'`),
  }
}
