/** A receiver that does not answer, or a client with too much to tell, harms nobody else. */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { DEFAULT_SETTINGS } from '../../electron/service/app.ts'
import { SILENT } from '../../electron/service/core/log.ts'
import type { ServiceParts } from '../../electron/service/parts/parts.ts'
import { systemRandom, type CompanyId } from '../../electron/service/core/ports.ts'
import { WebhookDelivery } from '../../electron/service/webhooks/delivery.ts'
import { enqueueEvents, type ServiceEvent } from '../../electron/service/webhooks/events.ts'
import { KEPT_MAX, WAITING_MAX } from '../../electron/service/webhooks/queue-limit.ts'
import { startInProcess, type InProcessService } from './service-in-process.ts'

let world: InProcessService
let company: CompanyId
beforeEach(async () => {
  world = await startInProcess()
  await world.service.close()
  const { read } = world.storage
  const first = await read.selectFrom('companies').selectAll().executeTakeFirstOrThrow()
  company = first.id
  await world.storage.write(async (db) => {
    await sql`INSERT INTO clients SELECT 'other', 'Otra' FROM clients LIMIT 1`.execute(db)
    for (const [id, client] of [['wh', first.client_id] as const, ['wh-other', 'other'] as const])
      await sql`INSERT INTO webhooks (id, client_id, url, events, secret, created_at_ms,
        updated_at_ms) VALUES (${id}, ${client}, ${`http://127.0.0.1:9/${id}`}, '["ISE"]', ${SECRET},
        0, 0)`.execute(db)
  })
})
afterEach(() => world.close())

const SECRET = 'whsec_c2VjcmV0c2VjcmV0c2VjcmV0'
const event = (id: string) =>
  ({
    code: 'ISE',
    payload: { invoiceId: id, status: 'ACCEPTED', number: 1, companyId: company },
  }) as unknown as ServiceEvent

/** As `count` events that came one a millisecond, from `fromMs` on. */
const fill = (webhook: string, count: number, fromMs: number, status: 'WAITING' | 'FAILED') =>
  world.storage.write((db) =>
    sql`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})
      INSERT INTO webhook_deliveries SELECT ${webhook} || '-' || i, ${webhook}, 'ISE', '{}',
      ${status}, 0, CASE ${status} WHEN 'WAITING' THEN ${fromMs} + i END, ${fromMs} + i, NULL
      FROM n`.execute(db),
  )
const rows = async (status: string, webhook = 'wh') =>
  world.storage.read
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('status', '=', status as 'WAITING')
    .where('webhook_id', '=', webhook)
    .orderBy('created_at_ms')
    .execute()

function delivery(sent: string[]): WebhookDelivery {
  const settings = { ...DEFAULT_SETTINGS, allowLocalWebhooks: true }
  const { storage, clock } = world
  const parts = { storage, clock, log: SILENT, settings } as unknown as ServiceParts
  return new WebhookDelivery(parts, async (_target, headers) => {
    sent.push(headers['webhook-id'] ?? '')
    return { reason: 'timeout' }
  })
}

it('of one destination holds so many, parks the oldest for more and says why', async () => {
  const now = world.clock.now()
  await fill('wh', WAITING_MAX, now - WAITING_MAX, 'WAITING')
  await fill('wh-other', 5, now - 5, 'WAITING')
  await world.storage.write((db) =>
    enqueueEvents(db, systemRandom, now, company, ['a', 'b', 'c'].map(event)),
  )
  const waiting = await rows('WAITING')
  expect(waiting).toHaveLength(WAITING_MAX)
  const newest = waiting.slice(-3).map(({ payload }) => /"invoiceId":"(.)"/.exec(payload)?.[1])
  expect(newest.toSorted()).toEqual(['a', 'b', 'c'])
  const parked = await rows('FAILED')
  expect(parked.map(({ id, due_at_ms, last_result }) => [id, due_at_ms, last_result])).toEqual([
    ['wh-0', null, 'QUEUE_FULL'],
    ['wh-1', null, 'QUEUE_FULL'],
    ['wh-2', null, 'QUEUE_FULL'],
  ])
  expect(await rows('WAITING', 'wh-other')).toHaveLength(5)
})

it("does not keep another client's notice waiting behind its own backlog", async () => {
  const now = world.clock.now()
  await fill('wh', 1_000, now - 10_000, 'WAITING')
  await fill('wh-other', 1, now - 1, 'WAITING')
  const sent: string[] = []
  await delivery(sent).step()
  expect(sent).toContain('wh-other-0')
  expect(sent.length).toBeLessThanOrEqual(11)
})

it('leaves so many that have ended, the newest', async () => {
  const now = world.clock.now()
  await fill('wh', KEPT_MAX + 10, now - KEPT_MAX - 10, 'FAILED')
  await delivery([]).prune()
  const kept = await rows('FAILED')
  expect(kept).toHaveLength(KEPT_MAX)
  expect(kept[0]?.created_at_ms).toBe((now - KEPT_MAX) as EpochMs)
})
