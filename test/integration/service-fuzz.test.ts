/** Whatever arrives, the service answers below 500 and stores nothing it did not acknowledge. */
import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { waitFor } from '../support/wait-for.ts'
import { z } from 'zod'
import { documentRequestSchema } from '#shared/issuing/document-request.ts'
import {
  companyChangesSchema,
  companySettingsSchema,
} from '../../electron/service/companies/change-company.ts'
import { webhookRequestSchema } from '#shared/issuing/webhook.ts'
import { listen } from '../../electron/service/server.ts'
import { receipt } from '../contract/contract-world.ts'
import { pick } from '../support/thoroughness.ts'
import { startInProcess, type InProcessService } from './service-in-process.ts'

/** Requests of one run unless the environment asks for another number. */
const REQUESTS = Number(process.env['SERVICE_FUZZ_REQUESTS'] ?? pick(20_000, 50_000))
const RUN_TIMEOUT_MS = 600_000

let world: InProcessService

beforeAll(async () => {
  world = await startInProcess()
})

afterAll(() => world.close())

interface JsonSchema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly maxLength?: number
  readonly format?: string
}

const nasty = fc.constantFrom<unknown>(
  null,
  '',
  ' ',
  0,
  -1,
  1e21,
  -0.1,
  true,
  [],
  {},
  '\u0000',
  '\ud800',
  '🍵',
  'NaN',
  "'; DROP TABLE documents; --",
  { __proto__: 1 },
  '9'.repeat(400),
  Number.MAX_SAFE_INTEGER,
  1e308,
  '../../etc/passwd',
  ['x'],
  '2026-02-30',
)
const known = fc.constantFrom<unknown>(
  '39',
  '41',
  '33',
  '61',
  '110',
  'FCA',
  '101',
  'RUT',
  'CUIT',
  '76192083-9',
  '66666666-6',
  '30712345671',
  '210000000019',
  'CLP',
  'USD',
  'IVA',
  '28',
  'CL',
  'AR',
  '2026-11-20',
  'transport.gross_weight',
  'transport.sales_clause_code',
  '1',
  '224',
  'a@b.cl',
)

/** Values of a schema's shape, with known words, edge cases and plain nonsense mixed in. */
function arbitraryOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 12, arbitrary: soundOf(schema) },
    { weight: 2, arbitrary: known },
    { weight: 1, arbitrary: nasty },
  )
}

function soundOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(
        ([name, field]) => [name, arbitraryOf(field)] as const,
      )
      return fc.record(Object.fromEntries(fields), { requiredKeys: [] })
    }
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}), { maxLength: 3 })
    case 'integer':
      return fc.integer()
    case 'number':
      return fc.oneof(fc.integer({ min: -10, max: 100_000 }), fc.double({ noNaN: true }))
    case 'boolean':
      return fc.boolean()
    default:
      return fc.oneof(
        known,
        fc.string({ maxLength: Math.min(schema.maxLength ?? 20, 120), unit: 'binary' }),
      )
  }
}

const documents = arbitraryOf(z.toJSONSchema(documentRequestSchema) as JsonSchema)
const webhooks = arbitraryOf(z.toJSONSchema(webhookRequestSchema) as JsonSchema)
/**
 * A sound receipt with one top-level field replaced: reaches the rules that a wild body never gets
 * to.
 */
const nearlySound = fc
  .record({
    key: fc.constantFrom(...Object.keys(documentRequestSchema.shape)),
    value: fc.oneof(nasty, known),
  })
  .map(({ key, value }) => ({ ...receipt('76192083-9'), invoice_date: '2026-11-20', [key]: value }))
const body = fc.oneof(
  { weight: 6, arbitrary: documents.map((value) => JSON.stringify(value)) },
  { weight: 3, arbitrary: nearlySound.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: webhooks.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  {
    weight: 1,
    arbitrary: fc
      .uint8Array({ maxLength: 200 })
      .map((bytes) => Buffer.from(bytes).toString('latin1')),
  },
)
const path = fc.constantFrom(
  '/api/invoices',
  '/api/invoices',
  '/api/invoices/validate?apiKey={}',
  '/api/companies/x/webhooks',
  '/api/companies/x/webhooks/deliveries/redeliver',
  '/api/%00',
  '/api/invoices/39/1/x',
  '/api/users',
  '/api/companies',
)

/**
 * After so many everything is loaded, compiled and cached; what still grows afterwards is kept for
 * ever.
 */
const WARM_REQUESTS = 10_000
/** A leak of 300 bytes a request would pass it; what is kept on purpose is bounded far below. */
const HEAP_GROWTH_BYTES_MAX = 1024 * 1024 + 300 * (REQUESTS - WARM_REQUESTS)
/** The heap keeps room it once needed, so this bound only finds native memory: 12 KiB a request. */
const RSS_GROWTH_BYTES_MAX = 500 * 1024 * 1024
/** A request that takes this long hangs, on whatever machine. */
const HANG_MS = 120_000

it(`answers ${REQUESTS} odd requests below 500, and keeps nothing of them`, {
  timeout: RUN_TIMEOUT_MS,
}, async () => {
  const countRows = async () => {
    const { count } = await world.storage.read
      .selectFrom('documents')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  let acknowledged = 0
  let answered = 0
  let warm: Footprint | null = null
  await fc.assert(
    fc.asyncProperty(path, body, async (target, text) => {
      const answer = await world.post(target, text)
      if (answer.status === 201) acknowledged += 1
      expect(answer.status).toBeLessThan(500)
      expect(await answer.json()).toBeTypeOf('object')
      answered += 1
      if (answered % REQUESTS_PER_TURN === 0) await turn()
      if (answered === WARM_REQUESTS) warm = await footprint()
    }),
    { numRuns: REQUESTS, endOnFailure: true, timeout: HANG_MS },
  )
  expect(acknowledged).toBeGreaterThan(0)
  expect(await countRows()).toBe(acknowledged)
  const before = warm ?? (await footprint())
  const after = await footprint()
  process.stderr.write(`${JSON.stringify({ answered, before, after })}\n`)
  expect(after.heapBytes - before.heapBytes).toBeLessThan(HEAP_GROWTH_BYTES_MAX)
  expect(after.rssBytes - before.rssBytes).toBeLessThan(RSS_GROWTH_BYTES_MAX)
  expect(after.fileHandles).toBeLessThanOrEqual(before.fileHandles)
})

interface Footprint {
  /** What is reachable: after a full collection. */
  readonly heapBytes: number
  readonly rssBytes: number
  /** Open files and sockets; 0 where the system does not tell. */
  readonly fileHandles: number
}

/**
 * Requests without a socket never let the event loop turn, in which what weak references watched
 * over is let go.
 */
const REQUESTS_PER_TURN = 50
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
const COLLECTIONS = 4

async function footprint(): Promise<Footprint> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let round = 0; round < COLLECTIONS; round += 1) {
    collect()
    await turn()
  }
  const { heapUsed, rss } = process.memoryUsage()
  return { heapBytes: heapUsed, rssBytes: rss, fileHandles: countHandles() }
}

function countHandles(): number {
  return existsSync(FILE_HANDLES) ? readdirSync(FILE_HANDLES).length : 0
}

/** Linux lists the open handles of a process there. */
const FILE_HANDLES = '/proc/self/fd'
const CONNECTIONS = 300

it(`survives ${CONNECTIONS} connections that do not speak HTTP, and gives their handles back`, async () => {
  const server = await listen((request, env) => world.service.handle(request, env), 0)
  if (!server.ok) throw new Error(server.refusal.code)
  const { baseUrl } = server.value
  const ask = async () =>
    (await fetch(`${baseUrl}/openapi.json`, { headers: { connection: 'close' } })).status
  expect(await ask()).toBe(200)
  const before = countHandles()
  const head = 'POST /api/invoices HTTP/1.1\r\nhost: x\r\n'
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom(
        head,
        `${head}content-length: 10\r\n\r\n{`,
        `${head}content-length: -1\r\n\r\n`,
        `${head}transfer-encoding: chunked\r\n\r\nzz\r\n`,
        `${head}x: ${'y'.repeat(20_000)}\r\n\r\n`,
        'GET http://[ HTTP/1.1\r\nhost: [\r\n\r\n',
        'GET / HTTP/1.1\r\n\r\n',
        `${head}content-length: 1\r\ncontent-length: 2\r\n\r\nab`,
        'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      )
      .map((text) => Buffer.from(text)),
  )
  await fc.assert(
    fc.asyncProperty(noise, fc.boolean(), async (bytes, isCutOff) => {
      const answer = await sendRaw(Number(new URL(baseUrl).port), bytes, isCutOff)
      if (answer !== '') expect(answer).toMatch(/^HTTP\/1\.1 [234]\d\d /)
    }),
    { numRuns: CONNECTIONS },
  )
  expect(await ask()).toBe(200)
  await waitFor(() => expect(countHandles()).toBeLessThanOrEqual(before), { timeout: 60_000 })
  await server.value.close()
})

/**
 * Sends bytes and waits for the end of the connection: the client's when it cuts it off, else the
 * service's or its own.
 */
function sendRaw(port: number, bytes: Buffer, isCutOff: boolean): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes, () => (isCutOff ? socket.destroy() : socket.end()))
    })
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1')
    })
    socket.on('error', () => socket.destroy()).on('close', () => resolve(answer))
  })
}

it('answers odd changes of companies and keys below 500, and spoils none of them', async () => {
  const rows = () => world.storage.read.selectFrom('companies').selectAll().execute()
  const { id } = (await rows()).find(({ document_number: rut }) => rut === '76000006-K') ?? {}
  const till = await world.post('/api/users', JSON.stringify({ label: 'x', companies: [id] }))
  const user = `/api/users/${((await till.json()) as { key: string }).key.split('_')[1]}`
  const targets = [
    ['PATCH', `/api/companies/${id}`, companyChangesSchema],
    ['PATCH', `/api/company-settings/${id}`, companySettingsSchema],
    ['PUT', `/api/companies/${id}/logo`, z.object({ content: z.string() })],
    [
      'PATCH',
      user,
      z.object({ label: z.string(), role: z.string(), companies: z.array(z.uuid()) }),
    ],
    ['POST', '/api/users', z.object({ label: z.string(), companies: z.array(z.uuid()) })],
    ['POST', `/api/companies/${id}/certificates`, z.object({ certificate_pem: z.string() })],
    ['POST', `/api/companies/${id}/enumeration`, z.object({ caf_xml: z.string() })],
  ] as const
  const change = fc.oneof(
    ...targets.map(([method, path, schema]) =>
      arbitraryOf(z.toJSONSchema(schema) as JsonSchema).map((value) => ({ method, path, value })),
    ),
  )
  const headers = { 'content-type': 'application/json', 'x-api-key': world.keys.owner }
  await fc.assert(
    fc.asyncProperty(change, async ({ method, path, value }) => {
      const body = JSON.stringify(value)
      const asked = new Request(`http://127.0.0.1${path}`, { method, headers, body })
      expect((await world.service.handle(asked)).status).toBeLessThan(500)
    }),
    { numRuns: 2_000 },
  )
  expect(await rows()).toHaveLength(4)
  for (const row of await rows()) expect(row.name.length * row.city.length).toBeGreaterThan(0)
})

const READ_METHODS = ['GET', 'DELETE', 'PUT', 'PATCH', 'HEAD'] as const

it('answers odd paths, methods and headers below 500', async () => {
  const segment = fc.oneof(known.map(String), fc.string({ maxLength: 30 }), fc.webPath())
  const segmentLists = fc.array(segment, { maxLength: 5 })
  const methods = fc.constantFrom(...READ_METHODS)
  await fc.assert(
    fc.asyncProperty(
      methods,
      segmentLists,
      fc.webQueryParameters(),
      async (method, segments, query) => {
        const url = `http://127.0.0.1/api/${segments.map(encodeURIComponent).join('/')}?${query}`
        const answer = await world.service.handle(
          new Request(url, { method, headers: { 'x-api-key': world.keys.owner } }),
        )
        expect(answer.status).toBeLessThan(500)
      },
    ),
    { numRuns: 1_000 },
  )
})
