/**
 * What happens in the service and may interest the client's system. Queued in the transaction of
 * the fact itself.
 */
import type { Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import type { CompanyId, DocumentId, FolioRangeId, Random } from '../core/ports.ts'
import type { DocumentStatus, EventCode, Tables } from '../storage/tables.ts'
import { insertRows } from '../storage/many-rows.ts'

export const EVENTS: readonly { readonly code: EventCode; readonly description: string }[] = [
  { code: 'ISE', description: 'Cambio de estado de un documento electrónico' },
  { code: 'REC', description: 'Recepción de un documento de compra' },
  { code: 'CER', description: 'Un certificado digital está por vencer' },
  { code: 'ENU', description: 'Folios por vencer o por agotarse' },
]

export type ServiceEvent =
  | {
      readonly code: 'ISE'
      readonly payload: {
        invoiceId: DocumentId
        status: DocumentStatus
        number: number | null
        companyId: CompanyId
      }
    }
  | {
      readonly code: 'REC'
      readonly payload: {
        documentId: string
        companyId: CompanyId
        issuer: string
        invoiceType: number
        number: number
        total: number
      }
    }
  | {
      readonly code: 'CER'
      readonly payload: {
        certificateId: string
        companyId: CompanyId
        expiresAt: string
        daysLeft: number
      }
    }
  | {
      readonly code: 'ENU'
      readonly payload: {
        enumerationId: FolioRangeId
        companyId: CompanyId
        documentType: string
        reason: 'EXPIRY' | 'LOW'
        remaining: number
      }
    }

/**
 * Queues deliveries of events of one client's company. Nothing happens when nobody subscribed.
 * Inside a write job.
 */
export async function enqueueEvents(
  db: Kysely<Tables>,
  random: Random,
  now: EpochMs,
  companyId: CompanyId,
  events: readonly ServiceEvent[],
): Promise<void> {
  if (events.length === 0) return
  const webhook = await db
    .selectFrom('webhooks')
    .innerJoin('companies', 'companies.client_id', 'webhooks.client_id')
    .select(['webhooks.id', 'webhooks.events'])
    .where('companies.id', '=', companyId)
    .executeTakeFirst()
  if (webhook === undefined) return
  const subscribed = new Set(JSON.parse(webhook.events) as EventCode[])
  const rows = events
    .filter((event) => subscribed.has(event.code))
    .map((event) => ({
      id: `msg_${random.uuid()}`,
      webhook_id: webhook.id,
      event: event.code,
      payload: JSON.stringify(event.payload),
      status: 'WAITING' as const,
      attempts: 0,
      due_at_ms: now,
      created_at_ms: now,
      last_result: null,
    }))
  await insertRows(db, 'webhook_deliveries', rows)
}
