import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isWebhookSignature } from '../../electron/service/webhooks/signature.ts'
import { startService, type ServiceProcess } from './service-process.ts'
import { receiptRequest } from './service-receipts.ts'

const bread = { name: 'Pan', unitGrossClp: 1990 }
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The client's own system: notes what it is told and answers as it is told to. */
interface Receiver {
  readonly url: string
  readonly received: { headers: Record<string, string | string[] | undefined>; body: string }[]
  status: number
}

let dataDir: string
let service: ServiceProcess
let receiver: Receiver
let server: Server
let company: string

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'service-'))
  service = await startService(dataDir, ['--sandbox', '--allow-local-webhooks', '--authority-delay-ms', '600000'])
  company = service.ready.companies[0]?.id ?? ''
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
  receiver = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received, status: 200 }
})

afterAll(async () => {
  await service.kill()
  server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

beforeEach(() => {
  receiver.received.length = 0
  receiver.status = 200
})

afterEach(async () => {
  await service.send('POST', '/sandbox/reset', {})
})

const advance = (ms: number) => service.send('POST', '/sandbox/clock', { advance_ms: ms })
const statusOf = async (id: string) => (await service.send('GET', `/api/invoices/by-id/${id}`)).body.status

describe('states', () => {
  it('goes from pending to sent to approved', async () => {
    const { body } = await service.send('POST', '/api/invoices', receiptRequest('S-1', [bread]))
    expect(await statusOf(body.id)).toBe('PEN')
    await advance(600_001)
    expect(await statusOf(body.id)).toBe('EMS')
    await advance(2_000)
    expect(await statusOf(body.id)).toBe('APR')
  })

  it('ends as rejected when the authority says so', async () => {
    await service.send('POST', '/sandbox/authority', { verdict: 'RCH' })
    const { body } = await service.send('POST', '/api/invoices', receiptRequest('S-2', [bread]))
    await advance(600_001)
    await advance(2_000)
    expect(await statusOf(body.id)).toBe('RCH')
  })

  it('waits in pending while the authority cannot be reached', async () => {
    await service.send('POST', '/sandbox/authority', { reachable: false })
    const { body } = await service.send('POST', '/api/invoices', receiptRequest('S-3', [bread]))
    await advance(HOUR_MS)
    expect(await statusOf(body.id)).toBe('PEN')
    await service.send('POST', '/sandbox/authority', { reachable: true })
    await advance(HOUR_MS)
    await advance(HOUR_MS)
    expect(await statusOf(body.id)).toBe('APR')
  })

  it('deletes only what is pending, and never uses its folio again', async () => {
    const { body } = await service.send('POST', '/api/invoices', receiptRequest('S-4', [bread]))
    const deleted = await service.send('DELETE', `/api/invoices/39/${body.number}`)
    expect(deleted).toMatchObject({ status: 200, body: { id: body.id, status: 'DELETED' } })
    const again = await service.send('DELETE', `/api/invoices/39/${body.number}`)
    expect(again).toMatchObject({ status: 409, body: { code: 'DOCUMENT_NOT_PENDING' } })
    const next = await service.send('POST', '/api/invoices', receiptRequest('S-5', [bread]))
    expect(next.body.number).toBe(body.number + 1)
  })

  it('numbers in Argentina only when the authority does', async () => {
    const { body } = await service.send('POST', '/api/invoices', argentineInvoice('AR-1'))
    expect(body).toMatchObject({ number: null, status: 'PEN', invoice_type: 1 })
    const retained = await service.send('POST', '/api/invoices', argentineInvoice('AR-2', { subject_to_retention: true }))
    await advance(600_001)
    expect((await service.send('GET', `/api/invoices/by-id/${body.id}`)).body).toMatchObject({ number: 1, status: 'EMS' })
    expect((await service.send('GET', `/api/invoices/by-id/${retained.body.id}`)).body).toMatchObject({ number: 1, invoice_type: 51 })
    expect((await service.send('GET', '/api/invoices/51/1')).body.id).toBe(retained.body.id)
  })
})

describe('folio ranges', () => {
  it('goes on with the next range, then waits without a folio until there is one', async () => {
    const second = service.ready.companies[1]
    const folios = `/sandbox/companies/${second?.id}/folios`
    const issue = async (reference: string) => (await service.send('POST', '/api/invoices', receiptRequest(reference, [bread], second?.document_number))).body
    await service.send('POST', folios, { document_type: 39, leave: 1, add: 1 })
    const numbers = [await issue('F-1'), await issue('F-2')].map((document) => document.number)
    expect(numbers).toEqual([1_100_000, 1_100_001])
    const waiting = await issue('F-3')
    expect(waiting.number).toBeNull()
    const listed = await service.send('GET', `/api/companies/${second?.id}/enumeration/list?document_type=39`)
    expect(listed.body).toMatchObject({ data: [], total: 0, last_page: 1 })
    await service.send('POST', folios, { document_type: 39, add: 5 })
    await advance(600_001)
    expect((await service.send('GET', `/api/invoices/by-id/${waiting.id}`)).body.number).toBe(1_100_002)
  })
})

describe('companies that may not issue', () => {
  const validate = async () => service.send('POST', '/api/invoices/validate?apiKey={}', receiptRequest('X-1', [bread]))

  it('are refused while suspended, 400 in both places', async () => {
    await service.send('POST', `/sandbox/companies/${company}`, { status: 'SUSPENDED' })
    const answers = [await validate(), await service.send('POST', '/api/invoices', receiptRequest('X-1', [bread]))]
    await service.send('POST', `/sandbox/companies/${company}`, { status: 'ACTIVE' })
    expect(answers.map((answer) => answer.status)).toEqual([400, 400])
    expect(answers[0]?.body.validation_errors.map((error) => error.code)).toEqual(['COMPANY_SUSPENDED'])
    expect((await validate()).body).toEqual({ valid: true })
  })

  it('are refused without a valid certificate', async () => {
    await service.send('POST', `/sandbox/companies/${company}`, { certificate_expires_in_days: -1 })
    const answers = [await validate(), await service.send('POST', '/api/invoices', receiptRequest('X-1', [bread]))]
    await service.send('POST', `/sandbox/companies/${company}`, { certificate_expires_in_days: 400 })
    expect(answers[0]).toMatchObject({ status: 200, body: { valid: false, validation_errors: [{ code: 'CERTIFICATE_NOT_FOUND' }] } })
    expect(answers[1]).toMatchObject({ status: 422, body: { code: 'CERTIFICATE_NOT_FOUND' } })
  })
})

describe('ranges that ended', () => {
  it.each(['VEN', 'ANU'])('are neither listed nor used when they are %s', async (status) => {
    const second = service.ready.companies[1]
    const type = status === 'VEN' ? 56 : 61
    await service.send('POST', `/sandbox/companies/${second?.id}/folios`, { document_type: type, status })
    const listed = await service.send('GET', `/api/companies/${second?.id}/enumeration/list?document_type=${type}`)
    expect(listed.body.data).toEqual([])
    const note = { ...receiptRequest(`R-${status}`, [bread], second?.document_number), invoice_type: String(type), billing_reference: [{ invoice_type: '39', number: 1 }] }
    expect((await service.send('POST', '/api/invoices', note)).body).toMatchObject({ number: null, status: 'PEN' })
  })

  it('expire by themselves after their last day', async () => {
    const second = service.ready.companies[1]
    await service.send('POST', `/sandbox/companies/${second?.id}/folios`, { document_type: 46, date_end: new Date().toISOString().slice(0, 10) })
    const list = () => service.send('GET', `/api/companies/${second?.id}/enumeration/list?document_type=46`)
    expect((await list()).body['total']).toBe(1)
    await advance(2 * DAY_MS)
    await service.send('POST', '/sandbox/settle', {})
    expect((await list()).body['total']).toBe(0)
  })
})

describe('events', () => {
  let secret: string

  it('are configured once per client, by its own kind of address', async () => {
    const path = `/api/companies/${company}/webhooks`
    const events = ['ISE', 'ENU', 'CER', 'REC']
    for (const url of ['http://example.com/x', 'https://10.0.0.1/x', 'https://0x0a.1/x', 'ftp://example.com', 'nonsense']) {
      expect((await service.send('POST', path, { url, events })).body.code).toBe('WEBHOOK_URL_NOT_ALLOWED')
    }
    const created = await service.send('POST', path, { url: receiver.url, events })
    expect(created.status).toBe(201)
    secret = String(created.body['secret'])
    expect((await service.send('POST', path, { url: receiver.url, events })).status).toBe(409)
    expect((await service.send('GET', path)).body).not.toHaveProperty('secret')
  })

  it('tell every change of status, signed', async () => {
    const { body } = await service.send('POST', '/api/invoices', receiptRequest('E-1', [bread]))
    await advance(600_001)
    await advance(2_000)
    const mine = receiver.received.filter((one) => one.body.includes(body.id))
    expect(mine.map((one) => JSON.parse(one.body) as object)).toEqual(['EMS', 'APR'].map((status) => (
      { invoiceId: body.id, status, number: body.number, companyId: company })))
    const [{ headers, body: text } = { headers: {}, body: '' }] = mine
    const message = { id: String(headers['webhook-id']), timestamp: Number(headers['webhook-timestamp']), body: text }
    expect(headers['webhook-event']).toBe('ISE')
    expect(isWebhookSignature(secret, message, String(headers['webhook-signature']))).toBe(true)
    expect(isWebhookSignature(secret, { ...message, body: `${text} ` }, String(headers['webhook-signature']))).toBe(false)
  })

  it('are tried four times at 0, 1, 6 and 36 minutes and no more', async () => {
    receiver.status = 503
    await service.send('POST', `/sandbox/companies/${company}/purchases`, {
      issuer_document_number: '76000006-K', issuer_legal_name: 'Proveedor', invoice_type: 33, number: 7, total: 1190,
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
    await service.send('POST', `/sandbox/companies/${company}`, { certificate_expires_in_days: 10 })
    await service.send('POST', `/sandbox/companies/${company}/folios`, { document_type: 33, date_end: new Date(Date.now() + 5 * DAY_MS).toISOString().slice(0, 10) })
    await service.send('POST', `/sandbox/companies/${company}/folios`, { document_type: 41, leave: 3 })
    await service.send('POST', '/api/invoices', receiptRequest('E-41', [{ ...bread, isExempt: true }]))
    await service.send('POST', '/sandbox/settle', {})
    const told = receiver.received.map((one) => ({ event: one.headers['webhook-event'], ...(JSON.parse(one.body) as object) }))
    expect(told).toContainEqual(expect.objectContaining({ event: 'CER', companyId: company, daysLeft: 9 }))
    expect(told).toContainEqual(expect.objectContaining({ event: 'ENU', documentType: '33', reason: 'EXPIRY' }))
    expect(told).toContainEqual(expect.objectContaining({ event: 'ENU', documentType: '41', reason: 'LOW', remaining: 2 }))
  })
})

describe('lost answers', () => {
  it('keep the document; the repeated request learns its id', async () => {
    await service.send('POST', '/sandbox/faults', { lose_answers: 1 })
    await expect(service.send('POST', '/api/invoices', receiptRequest('L-1', [bread]))).rejects.toThrow()
    const again = await service.send('POST', '/api/invoices', receiptRequest('L-1', [bread]))
    expect(again).toMatchObject({ status: 409, body: { code: 'DUPLICATE_EXTERNAL_REFERENCE' } })
    expect((await service.send('GET', `/api/invoices/by-id/${again.body.document_id}`)).body['external_reference']).toBe('L-1')
  })
})

function argentineInvoice(reference: string, information: object = {}) {
  return {
    branch_office: 1, invoice_type: 'FCA', invoice_date: new Date().toISOString().slice(0, 10), external_reference: reference,
    issuer: {
      legal_name: 'Librería del Plata S.R.L.', document_type: 'CUIT', document_number: '30712345671',
      tax_information: information,
    },
    recipient: { legal_name: 'Juan Gómez', document_type: 'CUIT', document_number: '20123456786' },
    currency: { code: 'ARS' },
    items: [{ quantity: 1, unit_price: 1000, description: 'Libro', taxes: [{ type: 'IVA', amount: 210, rate: 21 }] }],
    totals: { sub_total: 1000, taxes: [{ type: 'IVA', base_amount: 1000, rate: 21, amount: 210 }], total: 1210 },
  }
}
