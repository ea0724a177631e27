/** What is kept beside a receipt: the evidence of its exchanges, and its PDFs. */
import type { SaleId } from '#shared/core/brand.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import { OTHER_WIDTH } from '../../printing/print-orders.ts'
import type { AttemptRecord } from './outbox-rows.ts'

/** PDFs that were stored, and trouble with those that were not. */
export function preparePdfs(db: TillDatabase) {
  return {
    pdf: db.prepare(`INSERT INTO receipt_pdf (sale_id, width_mm, file_name, sha256, size_bytes) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET file_name = excluded.file_name, sha256 = excluded.sha256, size_bytes = excluded.size_bytes`),
    pdfTrouble:
      db.prepare(`INSERT INTO pdf_trouble (sale_id, faults, code, since_ms) VALUES (@saleId, 1, @code, @now)
      ON CONFLICT (sale_id) DO UPDATE SET faults = faults + 1, code = excluded.code`),
    pdfWell: db.prepare('DELETE FROM pdf_trouble WHERE sale_id = ?'),
    otherWidths: db.prepare<
      [{ now: number }]
    >(`INSERT INTO pdf_trouble (sale_id, faults, code, since_ms)
      SELECT DISTINCT sale_id, 0, '${OTHER_WIDTH}', @now FROM print_job WHERE state = 'waiting' AND trouble = '${OTHER_WIDTH}'
      ON CONFLICT DO NOTHING`),
    pdfGone: db.prepare('DELETE FROM receipt_pdf WHERE sale_id = ? AND width_mm = ?'),
  }
}

/** Longest raw answer kept, in characters. */
const ANSWER_CHARS_MAX = 65_536

type RecordAttempt = (saleId: SaleId, attempt: AttemptRecord) => void

/** Writes one exchange about a receipt, in the caller's transaction. */
export function createAttemptLog(
  db: TillDatabase,
  answerCharsMax = ANSWER_CHARS_MAX,
): RecordAttempt {
  const insert =
    db.prepare(`INSERT INTO attempt (sale_id, at_ms, duration_ms, request, outcome, http_status, answer)
      VALUES (?, ?, ?, ?, ?, ?, ?)`)
  return (saleId, attempt) =>
    void insert.run(
      saleId,
      attempt.startedAt,
      attempt.durationMs,
      attempt.request,
      attempt.outcome,
      attempt.httpStatus,
      attempt.answer?.slice(0, answerCharsMax) ?? null,
    )
}
