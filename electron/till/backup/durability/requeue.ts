/**
 * A restored till does not know what happened after its backup. Whatever has no folio there may
 * have one at the service by now: it is asked for again under the same reference, so that the
 * service answers DUPLICATE instead of issuing twice, and until then nobody may take it back as if
 * it had never left. Papers that had not come out may have: a person is asked.
 */
import type Database from 'better-sqlite3'
import type { EpochMs } from '#shared/core/brand.ts'
import { systemClock } from '../../adapters/system.ts'
import { createAudit } from '../../audit/audit.ts'
import { presumeRefundsSent } from '../../card/refund-rows.ts'
import { presumeParkedSaid } from '../../fleet/shop-parked.ts'
import { presumeWorthsSaid } from '../../fleet/worth-rows.ts'
import type { DocumentType } from '#shared/core/document-type.ts'
import { prepareRestoring } from '../../issuing/outbox/receipt-moves.ts'
import { doubtMails } from '../../delivery/mail/mail-orders.ts'
import { createPaperOrders } from '../../printing/print-orders.ts'
import { storedSetting, type StoredSetting } from '../../kernel/stored-setting.ts'

export interface Requeued {
  readonly sales: number
  /** Receipts that go to the service again, as the same bytes under the same reference. */
  readonly requeued: number
  /** Papers whose fate nobody knows any more. */
  readonly doubtfulPapers: number
}

const DOCUMENT_TYPES: readonly DocumentType[] = ['39', '41', '33', '34', '61', '56']

/** Nobody serves while a till is restored; who asked for it in the window has a row of his own. */
const TILL = 'Caja'

interface RestoreNoted {
  readonly name: string
  readonly at: EpochMs
  readonly by?: string | undefined
}

export function requeue(
  db: Database.Database,
  { name: backupName, at, by = TILL }: RestoreNoted,
): Requeued {
  return db
    .transaction(() => {
      const requeued = presumeSent(db, at)
      const doubtfulPapers = createPaperOrders(db).doubtAll()
      doubtMails(db, at)
      restoredMark(db).keep(true)
      db.prepare(
        "INSERT INTO journal (at_ms, kind, sale_id, data_json) VALUES (?, 'restore', NULL, ?)",
      ).run(afterLastSeal(db, at), JSON.stringify({ backup: backupName, requeued, doubtfulPapers }))
      createAudit(db, { ...systemClock, now: () => at }).write({
        action: 'till-restored',
        staff: { id: null, name: by },
        detail: { what: backupName },
      })
      // A copy of a till at rest that was not made to move it is a copy as any other.
      storedSetting(db, 'rest').keep(null)
      return { sales: countSales(db), requeued, doubtfulPapers }
    })
    .immediate()
}

export const countSales = (db: Database.Database): number =>
  db
    .prepare<[], number>("SELECT count(*) FROM sale WHERE document_type NOT IN ('56', '61')")
    .pluck()
    .get() ?? 0

/**
 * What has no folio here may have one at the service: it goes there again as the same bytes under
 * the same reference. Answers how many; in the caller's transaction.
 */
export function presumeSent(db: Database.Database, at: EpochMs): number {
  const moves = prepareRestoring(db)
  presumeRefundsSent(db)
  presumeParkedSaid(db)
  presumeWorthsSaid(db)
  const lastService = lastServiceOf(db)
  const asked = DOCUMENT_TYPES.reduce((count, type) => {
    const { changes } = moves.presumeSent.run({ type, serviceId: lastService, at })
    return count + changes
  }, 0)
  return asked + moves.readAgain.run().changes
}

/**
 * A backup has taken the place of what was here, and nobody has opened it since; `arrived`: a till
 * that left its computer, `moved`: one that somebody else had opened before.
 */
export const restoredMark = (db: Database.Database): StoredSetting =>
  storedSetting(db, 'identity-restored')

/** The service that was spoken to last. */
function lastServiceOf(db: Database.Database): string | null {
  const last = db.prepare<[], string>(
    'SELECT service_id FROM receipt WHERE service_id IS NOT NULL ORDER BY seq DESC LIMIT 1',
  )
  return last.pluck().get() ?? null
}

/** The seal is made anew after a restore that follows it, whatever the clock said then. */
function afterLastSeal(db: Database.Database, at: EpochMs): number {
  const sealedAt = db
    .prepare<[], number | null>('SELECT max(started_at_ms) FROM chain_epoch')
    .pluck()
    .get()
  return Math.max(at, (sealedAt ?? 0) + 1)
}
