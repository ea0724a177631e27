/**
 * Delivers queued events. Due times are stored, so a restart neither forgets nor hurries them; an
 * attempt that was cut off by a crash is made again, which receivers must stand anyway (spec part
 * 6, delivery rule 5).
 */
import type { EpochMs } from '#shared/core/brand.ts'
import type { ServiceParts } from '../parts/parts.ts'
import type { WebhookDeliveryRow, WebhookRow } from '../storage/tables.ts'
import type { PostOutcome, PostWebhook } from './post.ts'
import { TIME_LOOK_MS } from '../storage/storage.ts'
import { limitQueues } from './queue-limit.ts'
import { signWebhook } from './signature.ts'
import { resolveTarget } from './target.ts'
import { nextInTurn } from './turns.ts'

/** Attempts at the same time: so many sockets, which cost no more than to be waited for. */
const PARALLEL_MAX = 400
/** Of one client at the same time; of one whose receiver did not answer last time, one. */
const OF_ONE_AT_ONCE = 4
/** Taken in hand by one transaction. */
const TAKEN_AT_ONCE = 40

type DueDelivery = WebhookDeliveryRow & Pick<WebhookRow, 'url' | 'secret' | 'client_id'>

/**
 * Each client has places of his own, and nobody waits for anybody's attempts but his own: one whose
 * receiver hangs keeps his places, and once it has let an attempt run out, one. A receiver that is
 * registered anew is still his.
 */
export class WebhookDelivery {
  readonly #parts: ServiceParts
  readonly #post: PostWebhook
  readonly #wake: () => void
  /** Of which client each attempt is. */
  readonly #inHand = new Map<Promise<void>, string>()
  readonly #silent = new Set<string>()

  /** `wake`: a place is free, and `step` may have something for it. */
  constructor(parts: ServiceParts, post: PostWebhook, wake: () => void = () => {}) {
    this.#parts = parts
    this.#post = post
    this.#wake = wake
  }

  /**
   * Begins whatever is due and has a place, and waits for none of it. Answers the milliseconds
   * until the next due time; what is due already and has no place yet is woken for.
   */
  async step(): Promise<number | null> {
    if (this.#parts.storage.shared?.isTimeSure() === false) return TIME_LOOK_MS
    for (;;) {
      const most = Math.min(TAKEN_AT_ONCE, PARALLEL_MAX - this.#inHand.size)
      const taken = most === 0 ? [] : await this.#take(most, this.#placesTaken())
      for (const delivery of taken) this.#begin(delivery)
      if (taken.length === 0) break
    }
    const now = this.#parts.clock.now()
    const { next } = await this.#parts.storage.read
      .selectFrom('webhook_deliveries')
      .select((eb) => eb.fn.min('due_at_ms').as('next'))
      .where('due_at_ms', '>', now)
      .executeTakeFirstOrThrow()
    return next === null ? null : Number(next) - now
  }

  isBusy(): boolean {
    return this.#inHand.size > 0
  }

  /** When all have ended that are in hand now. */
  async ended(): Promise<void> {
    await Promise.all(this.#inHand.keys())
  }

  #begin(delivery: DueDelivery): void {
    const attempt = this.#attempt(delivery)
      .catch((err: unknown) => this.#parts.log.error({ err }, 'a webhook attempt was not entered'))
      .finally(() => {
        this.#inHand.delete(attempt)
        this.#wake()
      })
    this.#inHand.set(attempt, delivery.client_id)
  }

  /** How many of his places each client has taken, or has not any more. */
  #placesTaken(): ReadonlyMap<string, number> {
    const taken = new Map<string, number>()
    for (const id of this.#silent) taken.set(id, OF_ONE_AT_ONCE - 1)
    for (const id of this.#inHand.values()) taken.set(id, (taken.get(id) ?? 0) + 1)
    return taken
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
        .select(['webhooks.url', 'webhooks.secret', 'webhooks.client_id'])
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
    if ('status' in outcome) this.#silent.delete(delivery.client_id)
    else this.#silent.add(delivery.client_id)
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
