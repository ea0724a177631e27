/**
 * Looks for what happens by time alone: ranges that expire, certificates and ranges that are about
 * to.
 */
import { DAY_MS } from '#shared/time/calendar.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { localDate } from '../core/local-time.ts'
import type { ServiceParts } from '../parts/parts.ts'
import { TIME_LOOK_MS } from '../storage/storage.ts'
import { enqueueEvents } from './events.ts'

/** How often it looks. */
const WATCH_INTERVAL_MS = 3_600_000

/** One look. Each notice is given once, in the same transaction that remembers it. */
export async function watchDates(parts: ServiceParts): Promise<number> {
  if (parts.storage.shared?.isTimeSure() === false) return TIME_LOOK_MS
  await expireRanges(parts)
  await announceRanges(parts)
  await announceCertificates(parts)
  return WATCH_INTERVAL_MS
}

async function expireRanges({ storage, clock }: ServiceParts): Promise<void> {
  const today = localDate('CHL', clock.now())
  await storage.write((db) =>
    db
      .updateTable('folio_ranges')
      .set({ status: 'VEN' })
      .where('status', '=', 'ACT')
      .where('date_end', '<', today)
      .execute(),
  )
}

async function announceRanges({ storage, clock, random, settings }: ServiceParts): Promise<void> {
  const until = localDate('CHL', (clock.now() + settings.expiryNoticeDays * DAY_MS) as EpochMs)
  await storage.write(async (db) => {
    // Marked in the statement that finds them: of two processes one does.
    const ranges = await db
      .updateTable('folio_ranges')
      .set({ expiry_notified_at_ms: clock.now() })
      .where('status', '=', 'ACT')
      .where('date_end', '<=', until)
      .where('expiry_notified_at_ms', 'is', null)
      .returningAll()
      .execute()
    for (const range of ranges) {
      await enqueueEvents(db, random, clock.now(), range.company_id, [
        {
          code: 'ENU',
          payload: {
            enumerationId: range.id,
            companyId: range.company_id,
            documentType: String(range.document_code),
            reason: 'EXPIRY',
            remaining: range.last_folio - range.next_folio + 1,
          },
        },
      ])
    }
  })
}

async function announceCertificates({
  storage,
  clock,
  random,
  settings,
}: ServiceParts): Promise<void> {
  const now = clock.now()
  await storage.write(async (db) => {
    const certificates = await db
      .updateTable('certificates')
      .set({ notified_at_ms: now })
      .where('notified_at_ms', 'is', null)
      .where('expires_at_ms', '<=', (now + settings.expiryNoticeDays * DAY_MS) as EpochMs)
      .returningAll()
      .execute()
    for (const certificate of certificates) {
      await enqueueEvents(db, random, now, certificate.company_id, [
        {
          code: 'CER',
          payload: {
            certificateId: certificate.id,
            companyId: certificate.company_id,
            expiresAt: new Date(certificate.expires_at_ms).toISOString(),
            daysLeft: Math.max(0, Math.floor((certificate.expires_at_ms - now) / DAY_MS)),
          },
        },
      ])
    }
  })
}
