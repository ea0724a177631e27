import { createServer, type Server } from 'node:http'
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
  const sent = { country: 'CHL', documentCode: 39, body: '{}', tedXml: null } as const
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

it('tells a gateway without the question, one that is away, and one that talks nonsense', async () => {
  const range = {
    country: 'CHL',
    issuer: 'x',
    documentCode: 39,
    firstFolio: 1,
    lastFolio: 9,
  } as const
  const kindAt = async (code: number, body: unknown) => {
    said = body
    status = code
    return (await authority.highestFolios([range])).kind
  }
  expect(await kindAt(200, { folios: [7] })).toBe('ANSWERED')
  for (const code of [404, 405, 501]) expect(await kindAt(code, {})).toBe('NOT_OFFERED')
  for (const code of [502, 503, 504]) expect(await kindAt(code, {})).toBe('UNREACHABLE')
  for (const code of [500, 401, 200]) expect(await kindAt(code, {})).toBe('UNKNOWN')
  expect(await kindAt(200, { folios: [] })).toBe('UNKNOWN')
  gateway.closeAllConnections()
  await new Promise((resolve) => gateway.close(resolve))
  expect(await kindAt(200, { folios: [7] })).toBe('UNREACHABLE')
})
