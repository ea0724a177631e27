/** The tool's commands over notices: what became of them, and which go once more. */
import type { EpochMs } from '#shared/core/brand.ts'
import { QUEUED_AT_ONCE, redeliver as queueAgain } from './webhooks/deliveries.ts'
import type { Storage } from './storage/storage.ts'
import { row, ToolRefusal, type ToolCommand } from './tool-options.ts'

const DELIVERIES_SHOWN = 100

export const deliveries: ToolCommand = async (storage, { status }) => {
  let rows = storage.read
    .selectFrom('webhook_deliveries')
    .selectAll()
    .orderBy('created_at_ms', 'desc')
    .limit(DELIVERIES_SHOWN)
  if (status !== undefined) rows = rows.where('status', '=', status as 'FAILED')
  return (await rows.execute()).map((each) =>
    row(each.id, each.event, each.status, each.attempts, each.last_result ?? '', each.payload),
  )
}

/**
 * `redeliver ID`, or `redeliver --all --since 2026-11-20T09:00:00Z` of every client what failed
 * since then. A running service picks them up within a minute.
 */
export const redeliver: ToolCommand = async (storage, { id, all, since }) => {
  if ((id === '') !== all || (since === undefined) === all) return null
  if (all) return [`queued ${await queueAll(storage, sinceOf(since ?? ''))}`]
  const one = { webhook: null, sinceMs: null, ids: [id], isFailedOnly: false }
  const queued = await storage.write((db) => queueAgain(db, one, storage.clock.now()))
  if (queued !== 1) throw new ToolRefusal(`no notice ${id} that ended`)
  return [`queued ${id}`]
}

async function queueAll(storage: Storage, sinceMs: EpochMs): Promise<number> {
  const asked = { webhook: null, sinceMs, ids: null, isFailedOnly: true }
  for (let sum = 0; ; ) {
    const queued = await storage.write((db) => queueAgain(db, asked, storage.clock.now()))
    sum += queued
    if (queued < QUEUED_AT_ONCE) return sum
  }
}

/** With its zone: a server's clock and its owner's seldom have the same. */
function sinceOf(text: string): EpochMs {
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text)
  const at = isWhole ? Date.parse(text) : Number.NaN
  if (Number.isNaN(at)) throw new ToolRefusal(`--since 2026-11-20T09:00:00-03:00, not “${text}”`)
  return at as EpochMs
}
