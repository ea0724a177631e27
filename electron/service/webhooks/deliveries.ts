/** What became of notices, page by page, and those that failed queued once more. */
import { sql, type Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import type { Tables, WebhookDeliveryRow } from '../storage/tables.ts'

export const DELIVERY_STATUSES = ['WAITING', 'DELIVERED', 'FAILED'] as const
/** In one statement: a client with half a million holds nobody up. */
export const QUEUED_AT_ONCE = 10_000

const CURSOR_FORM = /^(\d{1,15})\.([\w-]{1,60})$/

/** Where a page ended. */
interface DeliveryCursor {
  readonly createdAtMs: number
  readonly id: string
}

export function cursorOf({ created_at_ms: at, id }: WebhookDeliveryRow): string {
  return `${at}.${id}`
}

/** Null for what no page ended with. */
export function readCursor(text: string): DeliveryCursor | null {
  const [, at, id] = CURSOR_FORM.exec(text) ?? []
  return id === undefined ? null : { createdAtMs: Number(at), id }
}

interface DeliveriesAsked {
  readonly webhook: string
  /** Null for all. */
  readonly status: WebhookDeliveryRow['status'] | null
  readonly sinceMs: number
  readonly before: DeliveryCursor | null
  readonly limit: number
}

/** The newest first. Each state by itself, as the index has them, however many there are. */
export async function listDeliveries(
  db: Kysely<Tables>,
  { webhook, status, sinceMs, before, limit }: DeliveriesAsked,
): Promise<readonly WebhookDeliveryRow[]> {
  const pages = await Promise.all(
    (status === null ? DELIVERY_STATUSES : [status]).map((each) => {
      let page = db
        .selectFrom('webhook_deliveries')
        .selectAll()
        .where('webhook_id', '=', webhook)
        .where('status', '=', each)
        .where('created_at_ms', '>=', sinceMs as EpochMs)
        .orderBy('created_at_ms', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
      if (before !== null)
        page = page.where(sql<boolean>`(created_at_ms, id) < (${before.createdAtMs}, ${before.id})`)
      return page.execute()
    }),
  )
  return pages
    .flat()
    .toSorted((a, b) => b.created_at_ms - a.created_at_ms || (a.id < b.id ? 1 : -1))
    .slice(0, limit)
}

interface RedeliveryAsked {
  /** Null for every client's. */
  readonly webhook: string | null
  /** Those that came from then on; null where they are named. */
  readonly sinceMs: number | null
  /** Null for all. */
  readonly ids: readonly string[] | null
  /** Of which state: what is delivered goes once more only by its name. */
  readonly isFailedOnly: boolean
}

/**
 * Queues them again under their own ids, with all their attempts before them: so many at once, the
 * oldest first. Answers how many. Inside a write job.
 */
export async function redeliver(
  db: Kysely<Tables>,
  { webhook, sinceMs, ids, isFailedOnly }: RedeliveryAsked,
  now: EpochMs,
): Promise<number> {
  let chosen = db
    .selectFrom('webhook_deliveries')
    .select('id')
    .orderBy('created_at_ms')
    .limit(QUEUED_AT_ONCE)
  if (isFailedOnly) chosen = chosen.where('status', '=', 'FAILED')
  if (webhook !== null) chosen = chosen.where('webhook_id', '=', webhook)
  if (sinceMs !== null) chosen = chosen.where('created_at_ms', '>=', sinceMs as EpochMs)
  if (ids !== null) chosen = chosen.where('id', 'in', ids)
  const updated = await db
    .updateTable('webhook_deliveries')
    .set({ status: 'WAITING', attempts: 0, due_at_ms: now, last_result: null })
    .where('id', 'in', chosen)
    .executeTakeFirstOrThrow()
  return Number(updated.numUpdatedRows)
}
