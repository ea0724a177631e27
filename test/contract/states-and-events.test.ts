/**
 * Spec parts 3 and 6: what moves a document, and what the client's system is told. Needs the
 * service's sandbox switch.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { isWebhookSignature } from '../../electron/service/webhooks/signature.ts'
import { receiptOfToday, type TestLine } from '../integration/service-receipts.ts'
import { decode, decodePicture, rasterize } from '../support/paper-raster.ts'
import { dayInChile, wallClockMs } from '../support/wall-clock.ts'
import { argentineInvoice, connect, newReference, today } from './contract-world.ts'

const bread = { name: 'Pan', unitGrossClp: 1990 }
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The client's own system: notes what it is told and answers as it is told to. */
interface Receiver {
  readonly url: string
  readonly received: { headers: Record<string, string | string[] | undefined>; body: string }[]
  status: number
}

const world = await connect([
  '--sandbox',
  '--allow-local-webhooks',
  '--authority-delay-ms',
  '600000',
])
const { companyId: company, send } = world
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

const advance = (ms: number) => send('POST', '/sandbox/clock', { advance_ms: ms })
const request = (line: TestLine = bread, issuer = world.issuer) =>
  receiptOfToday(newReference(), [line], issuer)
const issue = async (issuer = world.issuer) =>
  (await send('POST', '/api/invoices', request(bread, issuer))).body
const noteOver = (sold: { readonly number: number }) => ({
  ...request(),
  invoice_type: '61',
  reason_code: '1',
  billing_reference: [{ invoice_type: '39', number: sold.number, invoice_date: today() }],
})
const statusOf = async (id: string) => (await send('GET', `/api/invoices/by-id/${id}`)).body.status

describe.skipIf(!world.hasSandbox)('needs --sandbox: states', () => {
  it('goes from pending to sent to approved', async () => {
    const body = await issue()
    expect(await statusOf(body.id)).toBe('PEN')
    await advance(600_001)
    expect(await statusOf(body.id)).toBe('EMS')
    expect((await send('GET', `/api/invoices/by-id/${body.id}`)).body).toMatchObject({
      track_id: expect.any(Number) as number,
      number: body.number,
    })
    expect((await send('GET', `/api/invoices/by-id/${body.id}`)).body).toMatchObject({ cae: null })
    await advance(2_000)
    const approved = (await send('GET', `/api/invoices/by-id/${body.id}`)).body
    expect(approved).toMatchObject({
      status: 'APR',
      cae: expect.any(Number) as number,
      cae_expiration_date: null,
    })
    expect(approved['cae']).toBe(approved['track_id'])
  })

  it('ends as rejected when the authority says so', async () => {
    await send('POST', '/sandbox/authority', { verdict: 'RCH' })
    const body = await issue()
    await advance(600_001)
    await advance(2_000)
    expect(await statusOf(body.id)).toBe('RCH')
  })

  it('waits in pending while the authority cannot be reached', async () => {
    await send('POST', '/sandbox/authority', { reachable: false })
    const body = await issue()
    await advance(HOUR_MS)
    expect(await statusOf(body.id)).toBe('PEN')
    await send('POST', '/sandbox/authority', { reachable: true })
    await advance(HOUR_MS)
    await advance(HOUR_MS)
    expect(await statusOf(body.id)).toBe('APR')
  })

  it('sends a credit note after the document it is about, and then like any other', async () => {
    const sold = await issue()
    await send('POST', '/sandbox/authority', { reachable: false })
    for (let outage = 0; outage < 5; outage += 1) await advance(600_001)
    const note = (await send('POST', '/api/invoices', noteOver(sold))).body
    expect(note).toMatchObject({
      invoice_type: 61,
      status: 'PEN',
      number: expect.any(Number) as number,
    })
    // Tried once more in vain, the receipt waits five minutes; the note is due before that.
    await advance(590_000)
    await send('POST', '/sandbox/authority', { reachable: true })
    await advance(11_000)
    expect([await statusOf(sold.id), await statusOf(note.id)]).toEqual(['PEN', 'PEN'])
    for (let round = 0; round < 4; round += 1) await advance(300_001)
    expect([await statusOf(sold.id), await statusOf(note.id)]).toEqual(['APR', 'APR'])
  })

  it('lets another note take the place of one that the authority rejected', async () => {
    const sold = await issue()
    await advance(600_001)
    await advance(2_000)
    await send('POST', '/sandbox/authority', { verdict: 'RCH' })
    const rejected = (await send('POST', '/api/invoices', noteOver(sold))).body
    expect((await send('POST', '/api/invoices', noteOver(sold))).body.code).toBe(
      'CREDIT_ABOVE_DOCUMENT',
    )
    await advance(600_001)
    await advance(2_000)
    expect(await statusOf(rejected.id)).toBe('RCH')
    expect((await send('POST', '/api/invoices', noteOver(sold))).status).toBe(201)
  })

  it('deletes only what is pending, and never uses its folio again', async () => {
    const body = await issue()
    const deleted = await send('DELETE', `/api/invoices/39/${body.number}`)
    expect(deleted).toMatchObject({ status: 200, body: { id: body.id, status: 'DELETED' } })
    const again = await send('DELETE', `/api/invoices/39/${body.number}`)
    expect(again).toMatchObject({ status: 409, body: { code: 'DOCUMENT_NOT_PENDING' } })
    expect((await issue()).number).toBe(body.number + 1)
  })

  it('numbers in Argentina only when the authority does', async (context) => {
    const { argentine } = world
    if (argentine === null) return context.skip('needs an Argentine company')
    const create = (information: object = {}) =>
      send('POST', '/api/invoices', argentineInvoice(argentine.document_number, information))
    const { body } = await create()
    expect(body).toMatchObject({ number: null, status: 'PEN', invoice_type: 1 })
    const retained = await create({ subject_to_retention: true })
    await advance(600_001)
    const byId = async (id: string) => (await send('GET', `/api/invoices/by-id/${id}`)).body
    const [ordinary, own] = [await byId(body.id), await byId(retained.body.id)]
    expect(ordinary).toMatchObject({
      number: expect.any(Number) as number,
      status: 'EMS',
      cae: expect.any(Number) as number,
    })
    expect(own).toMatchObject({ number: expect.any(Number) as number, invoice_type: 51 })
    expect(ordinary['cae_expiration_date']).toMatch(/^\d{4}-\d\d-\d\d$/)
    const [code] = await decodePicture(Buffer.from(String(ordinary['qr_code']), 'base64'), 'QRCode')
    const address = new URL(Buffer.from(code ?? []).toString())
    expect(
      JSON.parse(Buffer.from(address.searchParams.get('p') ?? '', 'base64').toString()),
    ).toMatchObject({
      cuit: Number(argentine.document_number),
      tipoCmp: 1,
      nroCmp: ordinary.number,
      codAut: ordinary['cae'],
      importe: 1210,
    })
    const pdf = await send(
      'GET',
      `/api/invoices/FCA/${ordinary.number}/download-base64/58mm?company_id=${argentine.id}`,
    )
    const [paper] = await rasterize(Buffer.from(pdf.body.content, 'base64'))
    expect(paper && (await decode(paper, 'QRCode'))).toEqual([code])
  })
})

describe.skipIf(!world.hasSandbox)('needs --sandbox: folio ranges', () => {
  it('goes on with the next range, then waits without a folio until there is one', async (context) => {
    const { other } = world
    if (other === null) return context.skip('needs a second Chilean company')
    const folios = `/sandbox/companies/${other.id}/folios`
    await send('POST', folios, { document_type: 39, leave: 1, add: 1 })
    const [first, second] = [await issue(other.document_number), await issue(other.document_number)]
    expect(second.number).toBe(first.number + 1)
    const waiting = await issue(other.document_number)
    expect(waiting.number).toBeNull()
    const listed = await send('GET', `/api/companies/${other.id}/enumeration/list?document_type=39`)
    expect(listed.body).toMatchObject({ data: [], total: 0, last_page: 1 })
    await send('POST', folios, { document_type: 39, add: 1_000 })
    await advance(600_001)
    expect((await send('GET', `/api/invoices/by-id/${waiting.id}`)).body.number).toBe(
      second.number + 1,
    )
  })
})

describe.skipIf(!world.hasSandbox)('needs --sandbox: companies that may not issue', () => {
  const validate = async () => send('POST', '/api/invoices/validate?apiKey={}', request())

  it('are refused while suspended, 400 in both places', async () => {
    await send('POST', `/sandbox/companies/${company}`, { status: 'SUSPENDED' })
    const answers = [await validate(), await send('POST', '/api/invoices', request())]
    await send('POST', `/sandbox/companies/${company}`, { status: 'ACTIVE' })
    expect(answers.map((answer) => answer.status)).toEqual([400, 400])
    expect(answers[0]?.body.validation_errors.map((error) => error.code)).toEqual([
      'COMPANY_SUSPENDED',
    ])
    expect((await validate()).body).toEqual({ valid: true })
  })

  it('are refused without a valid certificate', async () => {
    await send('POST', `/sandbox/companies/${company}`, { certificate_expires_in_days: -1 })
    const answers = [await validate(), await send('POST', '/api/invoices', request())]
    await send('POST', `/sandbox/companies/${company}`, { certificate_expires_in_days: 400 })
    expect(answers[0]).toMatchObject({
      status: 200,
      body: { valid: false, validation_errors: [{ code: 'CERTIFICATE_NOT_FOUND' }] },
    })
    expect(answers[1]).toMatchObject({ status: 422, body: { code: 'CERTIFICATE_NOT_FOUND' } })
  })
})

describe.skipIf(!world.hasSandbox)('needs --sandbox: series of Argentina', () => {
  it.for([
    ['FCA', 51],
    ['NDA', 52],
    ['NCA', 53],
  ] as const)('%s of an issuer subject to retention is a %i', async ([type, code], context) => {
    const { argentine } = world
    if (argentine === null) return context.skip('needs an Argentine company')
    const document = {
      ...argentineInvoice(argentine.document_number, { subject_to_retention: true }),
      invoice_type: type,
      ...(type === 'FCA' ? {} : { billing_reference: [{ invoice_type: 'FCA', number: 1 }] }),
    }
    expect((await send('POST', '/api/invoices', document)).body).toMatchObject({
      invoice_type: code,
      number: null,
    })
    const ordinary = {
      ...document,
      external_reference: newReference(),
      issuer: argentineInvoice(argentine.document_number, { cbu: '2850590940090418135201' }).issuer,
    }
    expect((await send('POST', '/api/invoices', ordinary)).body).toMatchObject({
      invoice_type: code - 50,
    })
  })
})

describe.skipIf(!world.hasSandbox)('needs --sandbox: ranges that ended', () => {
  it.for(['VEN', 'ANU'])(
    'are neither listed nor used when they are %s',
    async (status, context) => {
      const { other } = world
      if (other === null) return context.skip('needs a second Chilean company')
      const type = status === 'VEN' ? 56 : 61
      await send('POST', `/sandbox/companies/${other.id}/folios`, { document_type: type, status })
      const listed = await send(
        'GET',
        `/api/companies/${other.id}/enumeration/list?document_type=${type}`,
      )
      expect(listed.body.data).toEqual([])
      const note = {
        ...request(bread, other.document_number),
        invoice_type: String(type),
        billing_reference: [{ invoice_type: '39', number: 1, invoice_date: today() }],
      }
      expect((await send('POST', '/api/invoices', note)).body).toMatchObject({
        number: null,
        status: 'PEN',
      })
    },
  )

  it('expire by themselves after their last day', async (context) => {
    const { other } = world
    if (other === null) return context.skip('needs a second Chilean company')
    const folios = `/sandbox/companies/${other.id}/folios`
    const list = async () =>
      (await send('GET', `/api/companies/${other.id}/enumeration/list?document_type=46`)).body[
        'total'
      ]
    await send('POST', folios, { document_type: 46, leave: 0, add: 5 })
    await send('POST', folios, { document_type: 46, date_end: today() })
    expect(await list()).toBe(1)
    await advance(2 * DAY_MS)
    await send('POST', '/sandbox/settle', {})
    expect(await list()).toBe(0)
  })
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
