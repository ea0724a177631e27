/**
 * Spec part 6: what the client's system is told, and answers that get lost. Needs the service's
 * sandbox switch.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { EpochMs } from '#shared/core/brand.ts'
import {
  redeliverySchema,
  webhookDeliveryPageSchema,
  type webhookDeliverySchema,
} from '#shared/issuing/webhook.ts'
import { isWebhookSignature } from '../../electron/service/webhooks/signature.ts'
import { dayInChile } from '../support/day-in-chile.ts'
import { wallClockMs } from '../support/wall-clock.ts'
import { bread, connectSandbox } from './sandbox-world.ts'

type Delivery = z.output<typeof webhookDeliverySchema>

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The client's own system: notes what it is told and answers as it is told to. */
interface Receiver {
  readonly url: string
  readonly received: { headers: Record<string, string | string[] | undefined>; body: string }[]
  status: number
}

const { world, send, advance, request, issue, noteOver } = await connectSandbox()
const { companyId: company } = world
const path = `/api/companies/${company}/webhooks`
let receiver: Receiver
let server: Server

beforeAll(async () => {
  const received: Receiver['received'] = []
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(receiver.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    status: 200,
  }
})

afterAll(async () => {
  server.close()
  await world.close()
})

beforeEach(() => {
  receiver.received.length = 0
  receiver.status = 200
})

afterEach(async () => {
  if (world.hasSandbox) await send('POST', '/sandbox/reset', {})
})

describe.skipIf(!world.hasSandbox)('needs --sandbox: events', () => {
  let secret: string | null = null

  beforeAll(async () => {
    if (!world.hasSandbox) return
    const created = await send('POST', path, {
      url: receiver.url,
      events: ['ISE', 'ENU', 'CER', 'REC'],
    })
    secret = created.status === 201 ? String(created.body['secret']) : null
  })

  beforeEach((context) => {
    if (secret === null)
      context.skip('needs --allow-local-webhooks, and a client without a webhook of its own')
  })

  afterAll(async () => {
    if (secret !== null) await send('DELETE', path)
  })

  it('are configured once per client; the secret is shown once', async () => {
    expect((await send('POST', path, { url: receiver.url, events: ['ISE'] })).status).toBe(409)
    expect((await send('GET', path)).body).not.toHaveProperty('secret')
  })

  it.for([
    'http://example.com/x',
    'https://10.0.0.1/x',
    'https://0x0a.1/x',
    'ftp://example.com',
    'nonsense',
  ])('refuse the address %s', async (url) => {
    expect((await send('PUT', path, { url, events: ['ISE'] })).body.code).toBe(
      'WEBHOOK_URL_NOT_ALLOWED',
    )
  })

  it('tell every change of status, signed', async () => {
    const body = await issue()
    await advance(600_001)
    await advance(2_000)
    const mine = receiver.received.filter((one) => one.body.includes(body.id))
    expect(mine.map((one) => JSON.parse(one.body) as object)).toEqual(
      ['EMS', 'APR'].map((status) => ({
        invoiceId: body.id,
        status,
        number: body.number,
        companyId: company,
      })),
    )
    const [{ headers, body: text } = { headers: {}, body: '' }] = mine
    const message = {
      id: String(headers['webhook-id']),
      timestamp: Number(headers['webhook-timestamp']),
      body: text,
    }
    expect(headers['webhook-event']).toBe('ISE')
    expect(isWebhookSignature(secret ?? '', message, String(headers['webhook-signature']))).toBe(
      true,
    )
    expect(
      isWebhookSignature(
        secret ?? '',
        { ...message, body: `${text} ` },
        String(headers['webhook-signature']),
      ),
    ).toBe(false)
  })

  it('tell of rejection and deletion too, of every company of the client, and only what was asked for', async (context) => {
    const { other } = world
    if (other === null) return context.skip('needs a second Chilean company')
    const told = () =>
      receiver.received.map(
        (one) => JSON.parse(one.body) as { invoiceId: string; status: string; companyId: string },
      )
    await send('POST', '/sandbox/authority', { verdict: 'RCH' })
    const rejected = await issue(other.document_number)
    await advance(600_001)
    await advance(2_000)
    const deleted = await issue()
    await send('DELETE', `/api/invoices/39/${deleted.number}`)
    await send('POST', '/sandbox/settle', {})
    expect(told()).toContainEqual({
      invoiceId: rejected.id,
      status: 'RCH',
      number: rejected.number,
      companyId: other.id,
    })
    expect(told()).toContainEqual({
      invoiceId: deleted.id,
      status: 'DELETED',
      number: deleted.number,
      companyId: company,
    })
    await send('PUT', path, { url: receiver.url, events: ['REC', 'CER', 'ENU'] })
    const silent = await issue()
    await send('DELETE', `/api/invoices/39/${silent.number}`)
    await send('POST', '/sandbox/settle', {})
    expect(told().filter((payload) => payload.invoiceId === silent.id)).toEqual([])
    await send('PUT', path, { url: receiver.url, events: ['ISE', 'ENU', 'CER', 'REC'] })
  })

  it('tell of a credit note what they tell of a receipt', async () => {
    const sold = await issue()
    const note = (await send('POST', '/api/invoices', noteOver(sold))).body
    await advance(600_001)
    await advance(2_000)
    const told = receiver.received
      .filter((one) => one.body.includes(note.id))
      .map((one) => JSON.parse(one.body) as object)
    expect(told).toEqual(
      ['EMS', 'APR'].map((status) => ({
        invoiceId: note.id,
        status,
        number: note.number,
        companyId: company,
      })),
    )
  })

  it('are the same when they come twice', async () => {
    await send('POST', '/sandbox/faults', { duplicate_deliveries: true })
    const body = await issue()
    await send('DELETE', `/api/invoices/39/${body.number}`)
    await send('POST', '/sandbox/settle', {})
    const mine = receiver.received.filter((one) => one.body.includes(body.id))
    expect(mine).toHaveLength(2)
    expect(
      new Set(mine.map((one) => `${String(one.headers['webhook-id'])} ${one.body}`)).size,
    ).toBe(1)
  })

  it('are tried four times at 0, 1, 6 and 36 minutes and no more', async () => {
    receiver.status = 503
    await send('POST', `/sandbox/companies/${company}/purchases`, {
      issuer_document_number: '76000006-K',
      issuer_legal_name: 'Proveedor',
      invoice_type: 33,
      number: 7,
      total: 1190,
    })
    const attempts = () => receiver.received.length
    expect(attempts()).toBe(1)
    await advance(59_000)
    expect(attempts()).toBe(1)
    await advance(2_000)
    expect(attempts()).toBe(2)
    await advance(5 * 60_000)
    expect(attempts()).toBe(3)
    await advance(31 * 60_000)
    expect(attempts()).toBe(4)
    await advance(DAY_MS)
    expect(attempts()).toBe(4)
    expect(new Set(receiver.received.map((one) => one.headers['webhook-id'])).size).toBe(1)
  })

  it('that failed are listed page by page, and go once more when asked for', async () => {
    receiver.status = 503
    const purchase = { issuer_document_number: '76000006-K', issuer_legal_name: 'X', total: 1 }
    for (const number of [101, 102, 103])
      await send('POST', `/sandbox/companies/${company}/purchases`, {
        ...purchase,
        ...{ invoice_type: 33, number },
      })
    for (const minutes of [2, 6, 31]) await advance(minutes * 60_000)
    const failed = await listed('status=FAILED&limit=1')
    expect(failed.map((one) => [one.payload['number'], one.attempts, one.last_result])).toEqual(
      [103, 102, 101].map((number) => [number, 4, '503']),
    )
    receiver.status = 200
    receiver.received.length = 0
    const since = failed.at(-1)?.created_at
    const again = await send('POST', `${path}/deliveries/redeliver`, { since })
    expect(redeliverySchema.parse(again.body)).toEqual({ queued: 3, has_more: false })
    await send('POST', '/sandbox/settle', {})
    const sent = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(sent.toSorted()).toEqual(failed.map(({ id }) => id).toSorted())
    const ids = failed.slice(0, 1).map(({ id }) => id)
    expect((await send('POST', `${path}/deliveries/redeliver`, { ids })).body['queued']).toBe(1)
    const statuses: number[] = []
    for (const wrong of [{}, { since, ids }, { since: 'yesterday' }, { ids: [] }])
      statuses.push((await send('POST', `${path}/deliveries/redeliver`, wrong)).status)
    expect(statuses).toEqual([400, 400, 422, 422])
  })

  /** Every page, one after the other, of what came of this test's purchases. */
  async function listed(query: string): Promise<Delivery[]> {
    const all: Delivery[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const more = cursor === '' ? '' : `&cursor=${cursor}`
      const { body } = await send('GET', `${path}/deliveries?${query}${more}`)
      const page = webhookDeliveryPageSchema.parse(body)
      all.push(...page.data.filter(({ payload }) => Number(payload['number']) > 100))
      cursor = page.next_cursor
    }
    return all.filter(({ event }) => event === 'REC')
  }

  it('announce certificates and folios that are about to end', async () => {
    await send('POST', `/sandbox/companies/${company}`, { certificate_expires_in_days: 10.5 })
    await send('POST', `/sandbox/companies/${company}/folios`, {
      document_type: 33,
      date_end: dayInChile((wallClockMs() + 5 * DAY_MS) as EpochMs),
    })
    await send('POST', `/sandbox/companies/${company}/folios`, {
      document_type: 41,
      leave: 0,
      add: 20,
    })
    await send('POST', `/sandbox/companies/${company}/folios`, { document_type: 41, leave: 3 })
    await send('POST', '/api/invoices', request({ ...bread, isExempt: true }))
    await send('POST', '/sandbox/settle', {})
    const told = receiver.received.map((one) => ({
      event: one.headers['webhook-event'],
      ...(JSON.parse(one.body) as object),
    }))
    expect(told).toContainEqual(
      expect.objectContaining({ event: 'CER', companyId: company, daysLeft: 10 }),
    )
    expect(told).toContainEqual(
      expect.objectContaining({ event: 'ENU', documentType: '33', reason: 'EXPIRY' }),
    )
    expect(told).toContainEqual(
      expect.objectContaining({ event: 'ENU', documentType: '41', reason: 'LOW', remaining: 2 }),
    )
  })
})

describe.skipIf(!world.hasSandbox)('needs --sandbox: lost answers', () => {
  it('keep the document; the repeated request learns its id', async () => {
    const lost = request()
    await send('POST', '/sandbox/faults', { lose_answers: 1 })
    await expect(send('POST', '/api/invoices', lost)).rejects.toThrow()
    const again = await send('POST', '/api/invoices', lost)
    expect(again).toMatchObject({ status: 409, body: { code: 'DUPLICATE_EXTERNAL_REFERENCE' } })
    expect(
      (await send('GET', `/api/invoices/by-id/${again.body.document_id}`)).body[
        'external_reference'
      ],
    ).toBe(lost.external_reference)
  })
})
