import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { DocumentId } from '../core/ports.ts'
import type { Submission } from '../parts/authority.ts'
import { HttpAuthority } from './http-authority.ts'

let gateway: Server
let said: unknown
let status = 200
let authority: HttpAuthority
beforeEach(async () => {
  status = 200
  gateway = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status).end(JSON.stringify(said)))
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  authority = new HttpAuthority(`http://127.0.0.1:${(gateway.address() as AddressInfo).port}`)
})
afterEach(() => {
  gateway.closeAllConnections()
  gateway.close()
})

const documents = ['a', 'b', 'c'].map((id, at): Submission => {
  const sent = {
    country: 'CHL',
    documentCode: 39,
    body: '{}',
    tedXml: null,
    isTest: false,
  } as const
  return { documentId: id as DocumentId, number: at + 1, ...sent }
})
const has = { trackId: 1, authorization: { cae: null, caeExpiresOn: null } }

it('believes an answer about each document that was asked for', async () => {
  said = { documents: [has, null, has] }
  expect(await authority.received(documents)).toEqual({ kind: 'ANSWERED', ...(said as object) })
  said = { verdicts: ['APR', 'WAITING', 'RCH'] }
  const asked = documents.map(({ documentId }) => ({ documentId, trackId: 1 }))
  expect(await authority.verdicts(asked)).toEqual({ kind: 'ANSWERED', ...(said as object) })
})

it('does not take a document an answer leaves out for one the authority never got', async () => {
  for (const left of [[], [has], [has, null, has, null]]) {
    said = { documents: left }
    expect(await authority.received(documents)).toEqual({ kind: 'UNREACHABLE' })
  }
})

it('asks again later about verdicts that are too few or too many, instead of at once for ever', async () => {
  const asked = documents.map(({ documentId }) => ({ documentId, trackId: 1 }))
  for (const left of [[], ['APR'], ['APR', 'APR', 'APR', 'RCH']]) {
    said = { verdicts: left }
    expect(await authority.verdicts(asked)).toEqual({ kind: 'UNREACHABLE' })
  }
})

it('does not take for authorized what an answer gives no authorization for, where there is one', async () => {
  const inArgentina = documents.map((document) => ({ ...document, country: 'ARG' as const }))
  const authorizations = documents.map(() => has.authorization)
  said = { trackId: 1, authorizations }
  expect((await authority.submit(inArgentina)).kind).toBe('RECEIVED')
  said = { trackId: 1, authorizations: authorizations.slice(1) }
  expect((await authority.submit(inArgentina)).kind).toBe('UNKNOWN')
  // In Chile the range is the authorization, and nothing of the answer is used.
  expect((await authority.submit(documents)).kind).toBe('RECEIVED')
})

const pem = (name: string) =>
  readFileSync(new URL(`../../../test/support/tls/${name}`, import.meta.url), 'utf8')
const open = { token: null, cert: null, key: null, ca: null }
const asTaxpayer = { taxpayer: null }

/** Asks a gateway about a taxpayer, and answers what it heard and who it saw. */
async function askOver(server: Server, address: (port: number) => string, access: object) {
  let seen: IncomingMessage | null = null
  server.on('request', (request: IncomingMessage) => {
    seen = request
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = address((server.address() as AddressInfo).port)
  const answer = await new HttpAuthority(url, null, { ...open, ...access }).taxpayer('CHL', '1-9')
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  return { answer, seen: seen as IncomingMessage | null }
}
const says = (status: number) =>
  createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status).end(JSON.stringify(asTaxpayer)))
  })

it('names itself by a token', async () => {
  const plain = (port: number) => `http://127.0.0.1:${port}/v1/`
  const { answer, seen } = await askOver(says(200), plain, { token: 'secret' })
  expect(answer).toEqual({ kind: 'ANSWERED', taxpayer: null })
  expect([seen?.headers.authorization, seen?.url]).toEqual(['Bearer secret', '/v1/taxpayer'])
})

it('names itself by a certificate, and believes a gateway only by the one it was told', async () => {
  const own = { cert: pem('localhost.crt'), key: pem('localhost.key') }
  const gatewayOver = () =>
    createTlsServer({ ...own, ca: own.cert, requestCert: true }, (request, response) => {
      request.resume().on('end', () => response.end(JSON.stringify(asTaxpayer)))
    })
  const there = (port: number) => `https://127.0.0.1:${port}`
  const both = await askOver(gatewayOver(), there, { ...own, ca: own.cert })
  expect(both.answer.kind).toBe('ANSWERED')
  expect((both.seen?.socket as { authorized?: boolean } | undefined)?.authorized).toBe(true)
  const stranger = { cert: pem('elsewhere.crt'), key: pem('elsewhere.key') }
  for (const access of [{ ...stranger, ca: own.cert }, { ...own, ca: stranger.cert }, own])
    expect((await askOver(gatewayOver(), there, access)).answer.kind).toBe('UNREACHABLE')
})

it('sends again without asking what a gateway did not let in, and asks first after any other answer', async () => {
  for (const [status, kind] of [
    ...[401, 403, 429].map((each) => [each, 'UNREACHABLE'] as const),
    ...[404, 500, 502, 503, 504].map((each) => [each, 'UNKNOWN'] as const),
  ]) {
    const server = says(status)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const port = (server.address() as AddressInfo).port
    const answer = await new HttpAuthority(`http://127.0.0.1:${port}`).submit(documents)
    expect([status, answer.kind]).toEqual([status, kind])
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

it('tells a gateway without the question, one that is away, and one that talks nonsense', async () => {
  const range = {
    country: 'CHL',
    issuer: 'x',
    documentCode: 39,
    firstFolio: 1,
    lastFolio: 9,
    isTest: false,
  } as const
  const kindAt = async (code: number, body: unknown) => {
    said = body
    status = code
    return (await authority.highestFolios([range])).kind
  }
  expect(await kindAt(200, { folios: [7] })).toBe('ANSWERED')
  for (const code of [404, 405, 501]) expect(await kindAt(code, {})).toBe('NOT_OFFERED')
  for (const code of [401, 429, 502, 503, 504]) expect(await kindAt(code, {})).toBe('UNREACHABLE')
  for (const code of [500, 200]) expect(await kindAt(code, {})).toBe('UNKNOWN')
  expect(await kindAt(200, { folios: [] })).toBe('UNKNOWN')
  gateway.closeAllConnections()
  await new Promise((resolve) => gateway.close(resolve))
  expect(await kindAt(200, { folios: [7] })).toBe('UNREACHABLE')
})

it('is asked what GATEWAY.md names, and nothing else', async () => {
  const asked: string[] = []
  gateway.on('request', ({ url }: IncomingMessage) => asked.push(url?.slice(1) ?? ''))
  said = {}
  await authority.submit(documents)
  await authority.received(documents)
  await authority.verdicts([])
  await authority.highestFolios([])
  await authority.moreFolios({} as never)
  await authority.taxpayer('CHL', '1-9')
  const page = readFileSync(new URL('../GATEWAY.md', import.meta.url), 'utf8')
  expect([...page.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name)).toEqual(asked)
  expect(page).toContain(`\nSix questions, \`POST\``)
})
