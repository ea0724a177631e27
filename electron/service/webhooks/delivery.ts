/**
 * Delivers queued events. Due times are stored, so a restart neither forgets nor hurries them; an
 * attempt that was cut off by a crash is made again, which receivers must stand anyway (spec part
 * 6, delivery rule 5).
 */
import { DAY_MS } from '#shared/time/calendar.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import type { ServiceParts } from '../parts.ts'
import type { WebhookDeliveryRow, WebhookRow } from '../storage/tables.ts'
import type { PostOutcome, PostWebhook } from './post.ts'
import { forgetMost } from './queue-limit.ts'
import { signWebhook } from './signature.ts'
import { resolveTarget } from './target.ts'

/** Attempts at the same time: one slow receiver must not hold the others back. */
const PARALLEL_MAX = 10
/** Of one destination in a step: a backlog of one client waits, the others' notices do not. */
const OF_ONE_MAX = 10
/** Delivered and failed ones are kept for redelivery this long. */
const KEEP_MS = 30 * DAY_MS

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
    const due = await this.#due()
    for (let start = 0; start < due.length; start += PARALLEL_MAX) {
      await Promise.all(
        due.slice(start, start + PARALLEL_MAX).map((delivery) => this.#attempt(delivery)),
      )
    }
    const { next } = await this.#parts.storage.read
      .selectFrom('webhook_deliveries')
      .select((eb) => eb.fn.min('due_at_ms').as('next'))
      .where('due_at_ms', 'is not', null)
      .executeTakeFirstOrThrow()
    return next === null ? null : Number(next) - this.#parts.clock.now()
  }

  /** Forgets deliveries that ended long ago, and what is above the most of one destination. */
  async prune(): Promise<void> {
    const before = (this.#parts.clock.now() - KEEP_MS) as EpochMs
    await this.#parts.storage.write(async (db) => {
      await db
        .deleteFrom('webhook_deliveries')
        .where('status', '!=', 'WAITING')
        .where('created_at_ms', '<', before)
        .execute()
      await forgetMost(db)
    })
  }

  #due(): Promise<DueDelivery[]> {
    const { read } = this.#parts.storage
    const inTurn = read
      .selectFrom('webhook_deliveries')
      .select('id as due_id')
      .select((eb) =>
        eb.fn
          .agg<number>('row_number')
          .over((over) => over.partitionBy('webhook_id').orderBy('due_at_ms'))
          .as('turn'),
      )
      .where('due_at_ms', '<=', this.#parts.clock.now())
    return read
      .selectFrom(inTurn.as('in_turn'))
      .innerJoin('webhook_deliveries', 'webhook_deliveries.id', 'in_turn.due_id')
      .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
      .selectAll('webhook_deliveries')
      .select(['webhooks.url', 'webhooks.secret'])
      .where('in_turn.turn', '<=', OF_ONE_MAX)
      .orderBy('in_turn.turn')
      .orderBy('webhook_deliveries.due_at_ms')
      .limit(100)
      .execute()
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
        .execute(),
    )
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
