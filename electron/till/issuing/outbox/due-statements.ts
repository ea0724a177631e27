/** What is due, and when something will be. */
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import type { DueRow } from './outbox-rows.ts'
import {
  DUE_ROW,
  FINAL,
  IS_DUE,
  IS_HERE,
  PDF_WANTED,
  UNSETTLED,
  type DueQuestion,
} from './receipt-conditions.ts'

/** Receipts on their way to a folio. */
export function prepareDue(db: TillDatabase) {
  return {
    dueOpen: db.prepare<
      [DueQuestion],
      DueRow
    >(`SELECT ${DUE_ROW} FROM receipt r INDEXED BY receipt_open WHERE ${IS_DUE}
      ORDER BY r.seq LIMIT @limit`),
    dueSearch: db.prepare<
      [{ now: number; here: string }],
      DueRow
    >(`SELECT ${DUE_ROW} FROM receipt r INDEXED BY receipt_lost
      WHERE r.issue_state = 'reconciling' AND r.remote_id IS NULL AND r.not_before_ms <= @now AND ${IS_HERE} ORDER BY r.seq LIMIT 1`),
    nextDue: db.prepare<
      [{ now: number; followUp: number; here: string }],
      { at: EpochMs | null }
    >(`SELECT min(at) AS at FROM (
        SELECT min(not_before_ms) AS at FROM receipt r
          WHERE issue_state <> 'numbered' AND issue_state IN ${UNSETTLED} AND not_before_ms > @now AND ${IS_HERE}
        UNION ALL
        SELECT min(not_before_ms) FROM receipt r WHERE issue_state = 'numbered' AND ${IS_HERE}
          AND coalesce(authority_status, '') NOT IN ${FINAL} AND first_sent_at_ms > @followUp AND not_before_ms > @now
      )`),
  }
}

/** Reads that can wait: PDFs, and the verdicts of the authority. */
export function prepareDueReads(db: TillDatabase) {
  return {
    wantedPdfs: db.prepare<
      [{ limit: number; here: string }],
      DueRow & { notBefore: EpochMs; seq: number }
    >(`SELECT DISTINCT ${DUE_ROW},
      r.seq, r.not_before_ms AS notBefore FROM print_job j JOIN receipt r ON r.sale_id = j.sale_id
      WHERE ${PDF_WANTED} AND ${IS_HERE} ORDER BY r.not_before_ms, r.seq LIMIT @limit`),
    firstWantedPdf: db.prepare<[{ now: number; here: string }], DueRow>(`SELECT ${DUE_ROW}
      FROM (SELECT sale_id, width_mm, state FROM print_job INDEXED BY print_job_waiting WHERE state = 'waiting' ORDER BY sale_id LIMIT 500) j
      CROSS JOIN receipt r ON r.sale_id = j.sale_id WHERE ${PDF_WANTED} AND r.not_before_ms <= @now AND ${IS_HERE} LIMIT 1`),
    /**
     * When the next wanted PDF falls due, and how many waiting papers were looked through for it.
     */
    nextWantedPdf: db.prepare<
      [{ here: string; limit: number }],
      { at: EpochMs | null; looked: number }
    >(`SELECT
        min(CASE WHEN ${PDF_WANTED} AND ${IS_HERE} THEN r.not_before_ms END) AS at, count(*) AS looked
      FROM (SELECT sale_id, width_mm, state FROM print_job INDEXED BY print_job_waiting WHERE state = 'waiting' ORDER BY sale_id LIMIT @limit) j
      CROSS JOIN receipt r ON r.sale_id = j.sale_id`),
    dueFollowUps: db.prepare<
      [{ now: number; limit: number; followUp: number; here: string }],
      DueRow
    >(`SELECT ${DUE_ROW} FROM receipt r
      WHERE r.issue_state = 'numbered' AND coalesce(r.authority_status, '') NOT IN ${FINAL} AND r.not_before_ms <= @now
      AND r.first_sent_at_ms > @followUp AND ${IS_HERE} ORDER BY r.not_before_ms LIMIT @limit`),
    isFollowUpDue: db.prepare<
      [{ saleId: SaleId; now: number; followUp: number }]
    >(`SELECT 1 FROM receipt WHERE sale_id = @saleId
      AND issue_state = 'numbered' AND coalesce(authority_status, '') NOT IN ${FINAL} AND not_before_ms <= @now
      AND first_sent_at_ms > @followUp`),
  }
}
