/** What a company's owner tries, and what a trial must never become. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createKey, keyIdOf } from '../../electron/service/auth/keys.ts'
import { systemRandom } from '../../electron/service/core/ports.ts'
import { loadCredited } from '../../electron/service/documents/credits.ts'
import { ask, companyOf, startInProcess, type InProcessService } from './service-in-process.ts'
import { receiptRequest } from './service-receipts.ts'

let world: InProcessService
let own: string
beforeEach(async () => {
  world = await startInProcess()
  Object.assign(world.authority, { isSimulated: false })
  own = (await companyRow()).id
})
afterEach(() => world.close())

const companyRow = () => companyOf(world.storage)
const send = (method: string, path: string, body?: object) => ask(world, method, path, body)
const path = (key: string) => `/api/users/${keyIdOf(key)}`

it('takes no note over a trial, once it issues in earnest', async () => {
  const receipt = receiptRequest('N-1', [{ name: 'Pan', unitGrossClp: 1990 }], world.today())
  const { body } = await send('POST', '/api/invoices', receipt)
  const note = {
    invoice_type: '61',
    billing_reference: [{ invoice_type: '39', number: body['number'] as number }],
  }
  const credited = () => loadCredited(world.storage.read, own as never, note)
  expect(await credited()).toMatchObject({ kind: 'HERE' })
  for (let round = 0; round < 2; round += 1) {
    world.clock.advance(10_000)
    await world.service.settle()
  }
  world.clock.advance(1_000)
  const start = { is_test: false, resolution_number: 80 }
  expect((await send('PATCH', `/api/company-settings/${own}`, start)).status).toBe(200)
  expect(await credited()).toEqual({ kind: 'MISSING' })
})

it.each([
  ['revoked', (key: string) => send('DELETE', path(key))],
  ['less', (key: string) => send('PATCH', path(key), { role: 'MEMBER' })],
])('one that is %s while its body is on the way makes no other', async (_, change) => {
  const { client_id: clientId } = await companyRow()
  const ports = { clock: world.clock, random: systemRandom }
  const reach = { clientId, role: 'OWNER', label: '', companyIds: [own as never] } as const
  const other = await world.storage.write((db) => createKey({ db, ...ports }, reach))
  const isRead = Promise.withResolvers<void>()
  const isSent = Promise.withResolvers<void>()
  const wish = JSON.stringify({ role: 'OWNER', label: 'Puerta', companies: [own] })
  const body = new ReadableStream(
    {
      async pull(stream) {
        isRead.resolve()
        await isSent.promise
        stream.enqueue(new TextEncoder().encode(wish))
        stream.close()
      },
    },
    { highWaterMark: 0 },
  )
  const headers = { 'content-type': 'application/json', 'x-api-key': other }
  const asked = { method: 'POST', headers, body, duplex: 'half' } as const
  const answer = world.service.handle(new Request('http://127.0.0.1/api/users', asked))
  await isRead.promise
  expect((await change(other)).status).toBe(200)
  isSent.resolve()
  expect((await answer).status).toBe(401)
})
