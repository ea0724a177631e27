/** Requests in shapes no client of ours sends: each gets an answer of the house, none a 500. */
import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DOCUMENT_LIMITS } from '#shared/issuing/document-limits.ts'
import { CONNECTIONS_MAX, listen, type ListeningServer } from '../../electron/service/server.ts'
import { receipt } from '../contract/contract-world.ts'
import { openConnections } from '../support/open-connections.ts'
import { must } from '../support/must.ts'
import { startInProcess, type InProcessService } from './service-in-process.ts'

let world: InProcessService
let server: ListeningServer
beforeAll(async () => {
  world = await startInProcess()
  server = must(await listen((asked, env) => world.service.handle(asked, env), 0))
})
afterAll(async () => {
  await server.close()
  await world.close()
})

const JSON_TYPE = 'application/json'
const ISSUER_RUT = '76192083-9'
const SMALL = '{}'
const LARGE = `"${'x'.repeat(DOCUMENT_LIMITS.bodyBytesMax + 1)}"`
interface Shape {
  readonly method: string
  readonly path: string
  readonly body?: string
  readonly headers?: Record<string, string | string[]>
  readonly isChunked?: boolean
}

function ask({ method, path, body, headers = {}, isChunked = false }: Shape) {
  return new Promise<{ status: number; code: string }>((resolve, reject) => {
    const length: Record<string, string> =
      body === undefined
        ? {}
        : isChunked
          ? { 'transfer-encoding': 'chunked' }
          : { 'content-length': String(Buffer.byteLength(body)) }
    const asked = request(`${server.baseUrl}${path}`, {
      method,
      headers: { 'x-api-key': world.keys.owner, 'content-type': JSON_TYPE, ...length, ...headers },
    })
    asked.once('response', (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, code: codeIn(text) }))
    })
    asked.once('error', reject)
    if (body !== undefined) asked.write(body)
    asked.end()
  })
}
function codeIn(text: string): string {
  try {
    return String((JSON.parse(text) as { code?: unknown }).code)
  } catch {
    return text.slice(0, 60)
  }
}

const INVOICES = '/api/invoices'
it.each<[string, Shape, number, string]>([
  ['OPTIONS', { method: 'OPTIONS', path: INVOICES }, 405, 'METHOD_NOT_ALLOWED'],
  [
    'OPTIONS with a body',
    { method: 'OPTIONS', path: INVOICES, body: SMALL },
    405,
    'METHOD_NOT_ALLOWED',
  ],
  [
    'DELETE with a body',
    { method: 'DELETE', path: INVOICES, body: SMALL },
    405,
    'METHOD_NOT_ALLOWED',
  ],
  ['PUT', { method: 'PUT', path: INVOICES, body: SMALL }, 405, 'METHOD_NOT_ALLOWED'],
  ['PATCH', { method: 'PATCH', path: INVOICES, body: SMALL }, 405, 'METHOD_NOT_ALLOWED'],
  ['TRACE', { method: 'TRACE', path: INVOICES }, 405, 'METHOD_NOT_ALLOWED'],
  [
    'a method of another protocol',
    { method: 'PROPFIND', path: INVOICES, body: SMALL },
    405,
    'METHOD_NOT_ALLOWED',
  ],
  [
    'too large, with its length',
    { method: 'POST', path: INVOICES, body: LARGE },
    413,
    'BODY_TOO_LARGE',
  ],
  [
    'too large, without',
    { method: 'POST', path: INVOICES, body: LARGE, isChunked: true },
    413,
    'BODY_TOO_LARGE',
  ],
  [
    'DELETE too large',
    { method: 'DELETE', path: `${INVOICES}/x`, body: LARGE },
    413,
    'BODY_TOO_LARGE',
  ],
  [
    'OPTIONS too large',
    { method: 'OPTIONS', path: INVOICES, body: LARGE, isChunked: true },
    413,
    'BODY_TOO_LARGE',
  ],
  [
    'a form',
    {
      method: 'POST',
      path: INVOICES,
      body: 'a=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'no type',
    { method: 'POST', path: INVOICES, body: SMALL, headers: { 'content-type': '' } },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'compressed',
    { method: 'POST', path: INVOICES, body: SMALL, headers: { 'content-encoding': 'gzip' } },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'a NUL in a text',
    { method: 'POST', path: INVOICES, body: '{"external_reference":"a\\u0000"}' },
    400,
    'CHARACTER_NUL',
  ],
  [
    'half a character in a text',
    { method: 'POST', path: INVOICES, body: '{"external_reference":"\\ud800x"}' },
    400,
    'CHARACTER_HALF',
  ],
  ['a NUL in a path', { method: 'GET', path: `${INVOICES}/39/1%00` }, 400, 'CHARACTER_NUL'],
  ['no body', { method: 'POST', path: INVOICES }, 400, 'MALFORMED_BODY'],
  [
    'without length, no document',
    { method: 'POST', path: INVOICES, body: SMALL, isChunked: true },
    400,
    'COMPANY_REQUIRED',
  ],
  [
    'an unknown page, any method',
    { method: 'DELETE', path: '/api/nothing', body: SMALL },
    404,
    'NOT_FOUND',
  ],
  ['OPTIONS outside of /api', { method: 'OPTIONS', path: '/docs' }, 405, 'METHOD_NOT_ALLOWED'],
  [
    'two keys',
    { method: 'GET', path: INVOICES, headers: { 'x-api-key': ['a', 'b'] } },
    401,
    'API_KEY_INVALID',
  ],
])('%s', async (_, shape, status, code) => {
  expect(await ask(shape)).toEqual({ status, code })
})

it.each([
  ['two lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
  [
    'a length and chunks',
    'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  ],
  ['a length below 0', 'Content-Length: -1\r\n\r\n'],
  ['a length that is no number', 'Content-Length: two\r\n\r\n{}'],
  ['two types', 'Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}'],
  ['two hosts', 'Host: b\r\nContent-Length: 2\r\n\r\n{}'],
  ['a name with a space', 'Bad Name: 1\r\nContent-Length: 2\r\n\r\n{}'],
])('raw: %s is answered below 500', async (_, rest) => {
  const { port } = new URL(server.baseUrl)
  const head = `POST ${INVOICES} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Api-Key: ${world.keys.owner}\r\nContent-Type: ${JSON_TYPE}\r\n`
  const answer = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(head + rest))
    socket.on('data', (piece) => (text += piece.toString('latin1')))
    socket.on('error', () => {}).on('close', () => resolve(text))
  })
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
})

it('says which methods an address takes', async () => {
  const answer = await fetch(`${server.baseUrl}${INVOICES}`, {
    method: 'PUT',
    headers: { 'x-api-key': world.keys.owner },
  })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST'])
})

it('no program takes all it can hold: what is above the most is cut, and then others are served', async () => {
  const open = await openConnections(Number(new URL(server.baseUrl).port), CONNECTIONS_MAX + 4)
  await expect.poll(open.cut).toBeGreaterThanOrEqual(4)
  open.close()
  const answered = () => ask({ method: 'PUT', path: INVOICES, body: SMALL }).catch(() => null)
  await expect.poll(answered).toMatchObject({ status: 405 })
})

it('none of it is stored; a document without a declared length is issued as any other', async () => {
  const body = JSON.stringify({ ...receipt(ISSUER_RUT), invoice_date: world.today() })
  const shape = { method: 'POST', path: INVOICES, body, isChunked: true }
  expect(await stored()).toBe(0)
  expect(await ask(shape)).toMatchObject({ status: 201 })
  expect(await stored()).toBe(1)
})

async function stored(): Promise<number> {
  const { count } = await world.storage.read
    .selectFrom('documents')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
