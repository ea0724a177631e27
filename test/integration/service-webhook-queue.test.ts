/** A receiver that does not answer, or a client with too much to tell, harms nobody else. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { CompiledQuery, sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { createService, DEFAULT_SETTINGS } from '../../electron/service/app.ts'
import { SILENT } from '../../electron/service/core/log.ts'
import type { PdfRenderer } from '../../electron/service/parts/renderer.ts'
import type { ServiceParts } from '../../electron/service/parts/parts.ts'
import { systemRandom, type CompanyId } from '../../electron/service/core/ports.ts'
import type { WebhookDeliveryRow } from '../../electron/service/storage/tables.ts'
import { WebhookDelivery } from '../../electron/service/webhooks/delivery.ts'
import { enqueueEvents, type ServiceEvent } from '../../electron/service/webhooks/events.ts'
import { DELIVERED_MAX, KEEP_MS, limitQueues } from '../../electron/service/webhooks/queue-limit.ts'
import { dueDestinations, firstDueOf, nextInTurn } from '../../electron/service/webhooks/turns.ts'
import { watchDates } from '../../electron/service/webhooks/watch.ts'
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

const NO_RENDERER = { close: () => Promise.resolve() } as unknown as PdfRenderer
const SECRET = 'whsec_c2VjcmV0c2VjcmV0c2VjcmV0'
const event = (id: string) =>
  ({
    code: 'ISE',
    payload: { invoiceId: id, status: 'ACCEPTED', number: 1, companyId: company },
  }) as unknown as ServiceEvent

/** As `count` events that came one a millisecond, from `fromMs` on. */
const fill = (
  webhook: string,
  count: number,
  fromMs: number,
  status: WebhookDeliveryRow['status'],
) =>
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

function partsOf(): ServiceParts {
  const settings = { ...DEFAULT_SETTINGS, allowLocalWebhooks: true }
  const { storage, clock } = world
  return { storage, clock, random: systemRandom, log: SILENT, settings } as unknown as ServiceParts
}

function delivery(
  sent: string[],
  answers: (id: string) => Promise<void> = () => Promise.resolve(),
  parts = partsOf(),
): WebhookDelivery {
  return new WebhookDelivery(parts, async (_target, headers) => {
    const id = headers['webhook-id'] ?? ''
    sent.push(id)
    await answers(id)
    return { reason: 'timeout' }
  })
}

it('has all its attempts, however many wait before it', async () => {
  const now = world.clock.now()
  await fill('wh', 12_000, now - 12_000, 'WAITING')
  await world.storage.write((db) =>
    enqueueEvents(db, systemRandom, now, company, ['a', 'b', 'c'].map(event)),
  )
  await delivery([]).prune()
  expect(await rows('FAILED')).toEqual([])
  expect(await rows('WAITING')).toHaveLength(12_003)
})

it('is found by an index, whatever waits before it', async () => {
  const now = world.clock.now()
  await fill('wh', 1_000, now - 1_000, 'WAITING')
  const { read } = world.storage
  const asked = [dueDestinations(now, 10).compile(read), firstDueOf(read, 'wh', now, 10).compile()]
  for (const { sql: text, parameters } of asked) {
    const explained = CompiledQuery.raw(`EXPLAIN QUERY PLAN ${text}`, [...parameters])
    const { rows: plan } = await read.executeQuery<{ detail: string }>(explained)
    const reads = plan.map(({ detail }) => detail).filter((line) => /webhook_deliveries/.test(line))
    expect(reads.length).toBeGreaterThan(0)
    for (const line of reads)
      expect(line).toMatch(/^SEARCH .* webhook_deliveries_turn \(webhook_id[=>]\?/)
  }
})

it('each destination in its turn, and of one no more than its own', async () => {
  const now = world.clock.now()
  await fill('wh', 100, now - 100, 'WAITING')
  await fill('wh-other', 3, now - 3, 'WAITING')
  const turns = (attempted: [string, number][]) =>
    nextInTurn(world.storage.read, now, { most: 10, ofOne: 10, attempted: new Map(attempted) })
  expect(await turns([])).toEqual([
    ...['wh-0', 'wh-other-0', 'wh-1', 'wh-other-1', 'wh-2', 'wh-other-2'],
    ...['wh-3', 'wh-4', 'wh-5', 'wh-6'],
  ])
  const { client_id: client } = await world.storage.read
    .selectFrom('webhooks')
    .select('client_id')
    .where('id', '=', 'wh')
    .executeTakeFirstOrThrow()
  expect(await turns([[client, 10]])).toEqual(['wh-other-0', 'wh-other-1', 'wh-other-2'])
  expect(await turns([[client, 8]])).toHaveLength(5)
})

it('of one destination so many bytes wait, and so many that failed are kept: the newest', async () => {
  const now = world.clock.now()
  await fill('wh', 1_000, now - 1_000, 'WAITING')
  await fill('wh-other', 5, now - 5, 'WAITING')
  // A notice of `fill` is two bytes.
  const parked = await world.storage.write((db) => limitQueues(db, now, 1_400))
  expect(parked).toBe(300)
  const waiting = await rows('WAITING')
  expect([waiting.length, waiting[0]?.id]).toEqual([700, 'wh-300'])
  const failed = await rows('FAILED')
  expect(new Set(failed.map((row) => `${row.due_at_ms} ${row.last_result}`))).toEqual(
    new Set(['null QUEUE_FULL']),
  )
  expect(await rows('WAITING', 'wh-other')).toHaveLength(5)
  expect(await world.storage.write((db) => limitQueues(db, now, 400))).toBe(500)
  expect((await rows('FAILED')).map(({ id }) => id)).toEqual(
    Array.from({ length: 200 }, (_, index) => `wh-${600 + index}`),
  )
})

it('waits no longer than ended ones are kept', async () => {
  const now = world.clock.now()
  await fill('wh', 3, now - KEEP_MS - 1, 'WAITING')
  await delivery([]).prune()
  expect((await rows('WAITING')).map(({ id }) => id)).toEqual(['wh-1', 'wh-2'])
})

it("does not keep another client's notice waiting behind its own backlog", async () => {
  const now = world.clock.now()
  await fill('wh', 1_000, now - 10_000, 'WAITING')
  await fill('wh-other', 1, now - 1, 'WAITING')
  const sent: string[] = []
  const own = delivery(sent)
  await own.step()
  await own.ended()
  expect(sent).toContain('wh-other-0')
  expect(sent.length).toBeLessThanOrEqual(5)
})

it('keeps nobody waiting behind receivers that hang, however many, which keep a place each', async () => {
  const hanging = new Map<string, Set<Socket>>()
  const served: string[] = []
  const server = createServer((request, response) => {
    const url = request.url ?? ''
    if (url === '/wh-other') {
      served.push(url)
      response.end()
    } else hanging.set(url, (hanging.get(url) ?? new Set()).add(request.socket))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const hung = Array.from({ length: 15 }, (_, at) => `wh-hung-${at}`)
  const now = world.clock.now()
  for (const id of [...hung, 'wh-other'])
    await world.storage.write(async (db) => {
      await sql`INSERT INTO clients SELECT ${id}, '' FROM clients LIMIT 1`.execute(db)
      await sql`INSERT OR REPLACE INTO webhooks (id, client_id, url, events, secret, created_at_ms,
        updated_at_ms) SELECT ${id}, CASE ${id} WHEN 'wh-other' THEN 'other' ELSE ${id} END,
        ${`http://127.0.0.1:${port}/${id}`}, '["ISE"]', ${SECRET}, 0, 0`.execute(db)
    })
  for (const id of hung) await fill(id, 30, now - 10_000, 'WAITING')
  await fill('wh-other', 40, now - 5_000, 'WAITING')
  const { storage, clock, authority } = world
  const service = createService({
    ...{ storage, clock, random: systemRandom, log: SILENT, authority },
    ...{ renderer: NO_RENDERER, settings: { allowLocalWebhooks: true } },
  })
  const settled = service.settle()
  await expect.poll(() => served.length, { timeout: 10_000 }).toBe(40)
  const places = () => [...hanging.values()].map(({ size }) => size)
  expect(places()).toEqual(hung.map(() => 4))
  // They hang up: from now on each has one place, until it answers.
  for (const sockets of hanging.values()) for (const socket of sockets) socket.destroy()
  hanging.clear()
  await expect.poll(places, { timeout: 10_000 }).toEqual(hung.map(() => 1))
  const closed = service.close()
  server.closeAllConnections()
  server.close()
  await Promise.all([settled, closed])
})

it('gives a client no new places for a receiver that is registered anew', async () => {
  const sent: string[] = []
  const hung = Promise.withResolvers<void>()
  const own = delivery(sent, () => hung.promise)
  for (const id of ['wh', 'again', 'and-again']) {
    await world.storage.write((db) =>
      sql`UPDATE webhooks SET id = ${id} WHERE client_id <> 'other'`.execute(db),
    )
    await fill(id, 10, world.clock.now() - 1_000, 'WAITING')
    await own.step()
    await world.storage.write((db) => db.deleteFrom('webhook_deliveries').execute())
  }
  expect(sent).toEqual(['wh-0', 'wh-1', 'wh-2', 'wh-3'])
  hung.resolve()
  await own.ended()
})

it('leaves so many that were delivered, the newest', async () => {
  const now = world.clock.now()
  await fill('wh', DELIVERED_MAX + 10, now - DELIVERED_MAX - 10, 'DELIVERED')
  await delivery([]).prune()
  const kept = await rows('DELIVERED')
  expect(kept).toHaveLength(DELIVERED_MAX)
  expect(kept[0]?.created_at_ms).toBe((now - DELIVERED_MAX) as EpochMs)
})

it('is left alone by a process that is not sure of the time, and so are dates that come', async () => {
  const now = world.clock.now()
  await fill('wh', 3, now - 3, 'WAITING')
  await world.storage.write((db) =>
    db.updateTable('certificates').set({ expires_at_ms: now, notified_at_ms: null }).execute(),
  )
  const parts = partsOf()
  const shared = { isTimeSure: () => false }
  const unsure = { ...parts, storage: { ...parts.storage, shared } } as unknown as ServiceParts
  const sent: string[] = []
  // Until it has asked the database again, which it does every two seconds.
  expect(await delivery(sent, undefined, unsure).step()).toBe(2_000)
  expect(await watchDates(unsure)).toBe(2_000)
  expect([sent, await rows('WAITING')]).toEqual([[], expect.objectContaining({ length: 3 })])
  const told = () => world.storage.read.selectFrom('certificates').select('notified_at_ms')
  expect(new Set((await told().execute()).map((row) => row.notified_at_ms))).toEqual(
    new Set([null]),
  )
  await watchDates(parts)
  expect(await told().where('notified_at_ms', 'is', null).execute()).toEqual([])
})
