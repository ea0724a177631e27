import type { Kysely } from 'kysely'
import type { ServiceParts } from '../parts/parts.ts'
import type { DocumentRow, Tables } from '../storage/tables.ts'
import { enqueueEvents } from '../webhooks/events.ts'
import type { FolioRange } from './allocate.ts'

/** Whether few enough folios are left after this one that its owner is told. */
export function isLow(range: FolioRange, folio: number, lowFolioPercent: number): boolean {
  const rangeSize = range.lastFolio - range.firstFolio + 1
  return (range.lastFolio - folio) * 100 <= rangeSize * lowFolioPercent
}

/**
 * Tells of a range that is nearly used up, once, and has the next one asked for. Inside a write
 * job.
 */
export async function announceLow(
  db: Kysely<Tables>,
  { clock, random, wake, metrics }: ServiceParts,
  range: FolioRange,
  { company_id: companyId, invoice_type: documentType, number }: DocumentRow,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('folio_ranges')
    .set({ low_notified_at_ms: clock.now(), more_due_at_ms: clock.now() })
    .where('id', '=', range.id)
    .where('low_notified_at_ms', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  wake('webhooks')
  metrics?.low()
  const remaining = range.lastFolio - (number ?? range.lastFolio)
  await enqueueEvents(db, random, clock.now(), companyId, [
    {
      code: 'ENU',
      payload: { enumerationId: range.id, companyId, documentType, reason: 'LOW', remaining },
    },
  ])
}
