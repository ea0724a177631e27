/** More is asked than can be done: who is let in is answered, the others lose nothing. */
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterEach, expect, it, vi } from 'vitest'
import { DEFAULT_SETTINGS } from '../../electron/service/app.ts'
import type { DoorName } from '../../electron/service/parts/parts.ts'
import { listen } from '../../electron/service/server.ts'
import { must } from '../support/must.ts'
import { startInProcess, type InProcessService } from './service-in-process.ts'
import { receiptRequest } from './service-receipts.ts'

const bread = { name: 'Pan', unitGrossClp: 1990 }
/** However fast they are. */
const PLACES = 4
const OF_FOUR = { targetMs: 60_000, first: PLACES, least: PLACES, most: PLACES }

let world: InProcessService
afterEach(() => world.close())
const start = async (door: DoorName = 'issuing') => {
  world = await startInProcess({ doors: { ...DEFAULT_SETTINGS.doors, [door]: OF_FOUR } })
}
const receipt = (reference: string) =>
  JSON.stringify(receiptRequest(reference, [bread], world.today()))
const create = (reference: string, key = world.keys.owner) =>
  world.post('/api/invoices', receipt(reference), { 'x-api-key': key })

it('refuses whom it has no place for, at once and for a few seconds, and stores nothing of them', async () => {
  await start()
  const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => create(`O-${index}`)))
  const refused = answers.filter(({ status }) => status === 503)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(PLACES)
  expect(refused).toHaveLength(40 - PLACES)
  const waits = refused.map(({ headers }) => Number(headers.get('retry-after')))
  expect(new Set(waits)).toEqual(new Set([1, 2, 3, 4]))
  expect(await refused[0]?.json()).toMatchObject({ code: 'OVERLOADED' })
  const again: number[] = []
  for (let index = 0; index < 40; index += 1) again.push((await create(`O-${index}`)).status)
  expect(again.filter((status) => status === 201)).toHaveLength(40 - PLACES)
  expect(again.filter((status) => status === 409)).toHaveLength(PLACES)
})

it('says so in the shape of a validation where one is asked for', async () => {
  await start()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      world.post('/api/invoices/validate?apiKey=%7B%7D', receipt('V-1')),
    ),
  )
  const refused = answers.find(({ status }) => status === 503)
  expect(await refused?.json()).toMatchObject({
    valid: false,
    validation_errors: [{ code: 'OVERLOADED' }],
  })
})

it('lets a company in whose neighbour asks without end', async () => {
  await start()
  const answers = Array.from({ length: 40 }, (_, index) => create(`N-${index}`))
  const other = await create('N-other', world.keys.member)
  expect(other.status).toBe(201)
  expect((await Promise.all(answers)).filter(({ status }) => status === 201)).toHaveLength(PLACES)
})

it('gives nobody a place who has not sent what he asks', async () => {
  await start()
  const server = must(await listen((asked, env) => world.service.handle(asked, env), 0))
  const { port, host } = new URL(server.baseUrl)
  const head = [
    'POST /api/invoices HTTP/1.1',
    ...[`host: ${host}`, `x-api-key: ${world.keys.owner}`, 'content-type: application/json'],
    ...['content-length: 1000', '', '{'],
  ].join('\r\n')
  const sockets = await Promise.all(
    Array.from({ length: PLACES * 3 }, () => halfSent(Number(port), head)),
  )
  const asked = await fetch(`${server.baseUrl}/api/invoices`, {
    method: 'POST',
    body: receipt('S-1'),
    headers: { 'x-api-key': world.keys.owner, 'content-type': 'application/json' },
  })
  expect(asked.status).toBe(201)
  for (const socket of sockets) socket.destroy()
  await server.close()
})

it.each([
  ['reading', '/api/company-settings'],
  ['asking', '/api/taxpayers/CHL/76192083-9'],
  ['drawing', '/api/invoices/39/1/download-base64/80mm'],
] as const)('a flood at the door of %s keeps nobody from issuing', async (door, path) => {
  await start(door)
  const headers = { 'x-api-key': world.keys.owner }
  // Whose key is known stands at the door at once, before anybody is answered.
  await world.service.handle(new Request('http://127.0.0.1/api/tax-types', { headers }))
  const ask = () => world.service.handle(new Request(`http://127.0.0.1${path}`, { headers }))
  let answers = () => {}
  const answered = new Promise<void>((resolve) => {
    answers = resolve
  })
  const away: Promise<{ kind: 'UNREACHABLE' }> = answered.then(() => ({ kind: 'UNREACHABLE' }))
  vi.spyOn(world.authority, 'taxpayer').mockReturnValue(away)
  const flood = Array.from({ length: 40 }, ask)
  expect((await create(`D-${door}`)).status).toBe(201)
  answers()
  const codes = (await Promise.all(flood)).map(
    async (answer) => ((await answer.json()) as { code?: string }).code,
  )
  expect((await Promise.all(codes)).filter((code) => code === 'OVERLOADED')).toHaveLength(
    40 - PLACES,
  )
})

it('gives nobody a place who half sends a change', async () => {
  await start('reading')
  const server = must(await listen((asked, env) => world.service.handle(asked, env), 0))
  const { port, host } = new URL(server.baseUrl)
  const [company] = await world.storage.read
    .selectFrom('companies')
    .select('id')
    .where('document_number', '=', '76192083-9')
    .execute()
  const head = `PUT /api/companies/${company?.id}/webhooks HTTP/1.1\r\nhost: ${host}\r\nx-api-key: ${world.keys.owner}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`
  const sockets = await Promise.all(
    Array.from({ length: PLACES * 3 }, () => halfSent(Number(port), head)),
  )
  const headers = { 'x-api-key': world.keys.owner }
  expect((await fetch(`${server.baseUrl}/api/tax-types`, { headers })).status).toBe(200)
  for (const socket of sockets) socket.destroy()
  await server.close()
})

async function halfSent(port: number, head: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  await new Promise<void>((resolve) => socket.write(head, () => resolve()))
  return socket
}
