/**
 * A restored till does not know what happened after its backup. Whatever has no folio there may
 * have one at the service by now: it is asked for again under the same reference, so that the
 * service answers DUPLICATE instead of issuing twice, and until then nobody may take it back as if
 * it had never left. Papers that had not come out may have: a person is asked.
 */
import type Database from 'better-sqlite3'
import type { EpochMs } from '#shared/core/brand.ts'
import { createFolioNews } from '../sync/outbox/known-folios.ts'
import type { DocumentType } from '#shared/document/document-type.ts'
import { createPaperOrders } from '../print/print-orders.ts'

export interface Requeued {
  readonly sales: number
  /** Receipts that go to the service again, as the same bytes under the same reference. */
  readonly requeued: number
  /** Papers whose fate nobody knows any more. */
  readonly doubtfulPapers: number
}

const DOCUMENT_TYPES: readonly DocumentType[] = ['39', '41', '61', '56']
/**
 * Refused ones too: they may have been mended since. What a person has set aside or taken back
 * stays so.
 */
const MAY_HAVE_LEFT = `issue_state IN ('queued', 'sending', 'rejected', 'attention') AND remote_id IS NULL AND set_aside_reason IS NULL
  AND coalesce(last_error_code, '') NOT LIKE 'RETURN_ORIGINAL_%'
  AND NOT EXISTS (SELECT 1 FROM receipt_deletion d WHERE d.sale_id = receipt.sale_id)`

export function requeue(db: Database.Database, backupName: string, at: EpochMs): Requeued {
  return db
    .transaction(() => {
      const asked = DOCUMENT_TYPES.reduce((count, type) => count + presumeSent(db, type, at), 0)
      const { changes: read } = db
        .prepare(`UPDATE receipt SET not_before_ms = 0
      WHERE issue_state IN ('accepted', 'reconciling')`)
        .run()
      const doubtfulPapers = createPaperOrders(db).doubtAll()
      const requeued = asked + read
      db.prepare(
        "INSERT INTO journal (at_ms, kind, sale_id, data_json) VALUES (?, 'restore', NULL, ?)",
      ).run(at, JSON.stringify({ backup: backupName, requeued, doubtfulPapers }))
      const sales =
        db
          .prepare<[], number>("SELECT count(*) FROM sale WHERE document_type NOT IN ('56', '61')")
          .pluck()
          .get() ?? 0
      return { sales, requeued, doubtfulPapers }
    })
    .immediate()
}

/**
 * One more try than is proven not to have left, at the service that was spoken to last. Its folio
 * lies above those known here now: the news that the till reads once it is open again may already
 * lie above it.
 */
function presumeSent(db: Database.Database, type: DocumentType, at: EpochMs): number {
  const serviceId =
    db
      .prepare<[], string>(
        'SELECT service_id FROM receipt WHERE service_id IS NOT NULL ORDER BY seq DESC LIMIT 1',
      )
      .pluck()
      .get() ?? null
  const folioLow = serviceId === null ? null : createFolioNews(db).highest(serviceId, type)
  return db
    .prepare(`UPDATE receipt SET issue_state = 'queued', not_before_ms = 0, tries = tries + 1, faults = 0, faulty_since_ms = NULL,
      last_error_code = NULL, last_error_text = NULL, field_errors_json = NULL,
      folio_low = iif(service_id IS NULL, @folioLow, folio_low),
      first_sent_at_ms = iif(service_id IS NULL AND @serviceId IS NOT NULL, @at, first_sent_at_ms),
      service_id = coalesce(service_id, @serviceId)
    WHERE document_type = @type AND ${MAY_HAVE_LEFT}`)
    .run({ type, serviceId, folioLow, at }).changes
}
