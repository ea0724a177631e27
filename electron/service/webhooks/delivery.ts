/**
 * Delivers queued events. Due times are stored, so a restart neither forgets nor hurries them; an
 * attempt that was cut off by a crash is made again, which receivers must stand anyway (spec part
 * 6, delivery rule 5).
 */
import type { EpochMs } from '#shared/core/brand.ts'
import type { ServiceParts } from '../parts/parts.ts'
import type { WebhookDeliveryRow, WebhookRow } from '../storage/tables.ts'
import type { PostOutcome, PostWebhook } from './post.ts'
import { limitQueues } from './queue-limit.ts'
import { signWebhook } from './signature.ts'
import { resolveTarget } from './target.ts'
import { nextInTurn } from './turns.ts'

/** Attempts at the same time. */
const PARALLEL_MAX = 40
/** Of one destination at the same time: receivers that hang leave room for the others. */
const OF_ONE_AT_ONCE = 4
/** Of one destination in a step: a backlog of one client waits, the others' notices do not. */
const OF_ONE_MAX = 10
/** In one step. */
const ATTEMPTS_MAX = 100

type DueDelivery = WebhookDeliveryRow & Pick<WebhookRow, 'url' | 'secret'>

export class WebhookDelivery {
  readonly #parts: ServiceParts
  readonly #post: PostWebhook

  constructor(parts: ServiceParts, post: PostWebhook) {
    this.#parts = parts
    this.#post = post
  }

  /** Attempts everything due. Answers the milliseconds until the next due time. */
  async step(): Promise<number | null> {
    const attempted = new Map<string, number>()
    const inHand = new Map<Promise<void>, string>()
    let left = ATTEMPTS_MAX
    // The next as soon as one has ended, not when all have: one that hangs has a place and no more.
    for (;;) {
      const most = Math.min(left, PARALLEL_MAX - inHand.size)
      const taken = most === 0 ? [] : await this.#take(most, placesTaken(attempted, inHand))
      left -= taken.length
      for (const delivery of taken) {
        const { webhook_id: id } = delivery
        attempted.set(id, (attempted.get(id) ?? 0) + 1)
        const attempt = this.#attempt(delivery).finally(() => inHand.delete(attempt))
        inHand.set(attempt, id)
      }
      if (inHand.size === 0) break
      await Promise.race(inHand.keys())
    }
    const { next } = await this.#parts.storage.read
      .selectFrom('webhook_deliveries')
      .select((eb) => eb.fn.min('due_at_ms').as('next'))
      .where('due_at_ms', 'is not', null)
      .executeTakeFirstOrThrow()
    return next === null ? null : Number(next) - this.#parts.clock.now()
  }

  /** Forgets what ended long ago, and holds each destination to what is kept of one. */
  async prune(): Promise<void> {
    const { storage, clock, log } = this.#parts
    const parked = await storage.write((db) => limitQueues(db, clock.now()))
    if (parked > 0) log.error({ parked }, 'notices are parked: their destination has too many')
  }

  /**
   * Takes some in hand: until the lease ends they are due for nobody else, and after it for
   * whoever looks first. Each destination in its turn, as far as it has places.
   */
  #take(most: number, attempted: ReadonlyMap<string, number>): Promise<DueDelivery[]> {
    const { storage, clock, settings } = this.#parts
    const now = clock.now()
    const leaseEnd = (now + settings.leaseMs) as EpochMs
    return storage.write(async (db) => {
      const turns = { most, ofOne: OF_ONE_AT_ONCE, attempted }
      const ids = await nextInTurn(db, now, turns)
      let due = db
        .selectFrom('webhook_deliveries')
        .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
        .selectAll('webhook_deliveries')
        .select(['webhooks.url', 'webhooks.secret'])
        .where('webhook_deliveries.id', 'in', ids)
        // Said again: another process may have been faster since.
        .where('webhook_deliveries.due_at_ms', '<=', now)
      if (storage.shared !== null) due = due.forUpdate('webhook_deliveries').skipLocked()
      const rows = ids.length === 0 ? [] : await due.execute()
      if (rows.length > 0)
        await db
          .updateTable('webhook_deliveries')
          .set({ due_at_ms: leaseEnd })
          .where(
            'id',
            'in',
            rows.map((row) => row.id),
          )
          .execute()
      return rows.map((row) => ({ ...row, due_at_ms: leaseEnd }))
    })
  }

  async #attempt(delivery: DueDelivery): Promise<void> {
    const outcome = await this.#send(delivery)
    const isConfirmed = 'status' in outcome && outcome.status >= 200 && outcome.status < 300
    const attempts = delivery.attempts + 1
    const waitMs = isConfirmed ? undefined : this.#parts.settings.webhookWaitsMs[delivery.attempts]
    const status = isConfirmed ? 'DELIVERED' : waitMs === undefined ? 'FAILED' : 'WAITING'
    await this.#parts.storage.write((db) =>
      db
        .updateTable('webhook_deliveries')
        .set({
          attempts,
          status,
          due_at_ms: waitMs === undefined ? null : ((this.#parts.clock.now() + waitMs) as EpochMs),
          last_result: 'status' in outcome ? String(outcome.status) : outcome.reason.slice(0, 200),
        })
        .where('id', '=', delivery.id)
        // Whoever was slower than his lease has nothing to say any more.
        .where('due_at_ms', '=', delivery.due_at_ms)
        .execute(),
    )
    this.#parts.metrics?.notice(status)
    this.#parts.log.info(
      { delivery: delivery.id, event: delivery.event, attempts, status },
      'webhook attempt',
    )
  }

  async #send(delivery: DueDelivery): Promise<PostOutcome> {
    const target = await resolveTarget(delivery.url, this.#parts.settings.allowLocalWebhooks)
    if (!target.ok) return { reason: target.refusal }
    const timestamp = Math.floor(this.#parts.clock.now() / 1000)
    return this.#post(
      target.value,
      {
        'webhook-id': delivery.id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signWebhook(delivery.secret, {
          id: delivery.id,
          timestamp,
          body: delivery.payload,
        }),
        'webhook-event': delivery.event,
        'user-agent': 'Meson-Webhooks/1',
      },
      delivery.payload,
    )
  }
}

/** How many of its places each destination has taken: all of them once it had enough of a step. */
function placesTaken(
  attempted: ReadonlyMap<string, number>,
  inHand: ReadonlyMap<unknown, string>,
): ReadonlyMap<string, number> {
  const taken = new Map<string, number>()
  for (const id of inHand.values()) taken.set(id, (taken.get(id) ?? 0) + 1)
  for (const [id, count] of attempted)
    taken.set(id, Math.max(taken.get(id) ?? 0, OF_ONE_AT_ONCE - Math.max(0, OF_ONE_MAX - count)))
  return taken
}
