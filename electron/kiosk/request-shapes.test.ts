import { request } from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openConnections } from '../../test/support/open-connections.ts'
import { tillFixture, type TillFixture } from '../../test/support/till-fixture.ts'
import { CONNECTIONS_MAX, serveLoopback, type LoopbackServer } from './loopback-server.ts'

const LARGE = `"${'x'.repeat(2_000_000)}"`
let fixture: TillFixture
let server: LoopbackServer
beforeEach(async () => {
  fixture = tillFixture()
  const till = await fixture.open()
  server = await serveLoopback({ port: 0, token: 't', handle: till.handle })
})
afterEach(async () => {
  await server.close()
  await fixture.close()
})

function ask(method: string, body: string, length: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: 'Bearer t',
      origin: `http://127.0.0.1:${server.port}`,
      'content-type': 'application/json',
      ...length,
    }
    const path = '/trpc/saveDraft'
    const asked = request({ host: '127.0.0.1', port: server.port, method, path, headers })
    asked.once('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    asked.once('error', reject)
    asked.write(body)
    asked.end()
  })
}

it.each([
  ['OPTIONS', '{}', 405],
  ['DELETE', '{}', 405],
  ['PUT', '{}', 405],
  ['POST', LARGE, 413],
])('%s of %.5s… is answered without a fault of the till', async (method, body, status) => {
  expect(await ask(method, body, { 'content-length': String(body.length) })).toBe(status)
})

it('a body of unknown length is refused as such', async () => {
  expect(await ask('POST', '{}', { 'transfer-encoding': 'chunked' })).toBe(411)
})

it('no program takes all it can hold: what is above the most is cut, and then others are served', async () => {
  const open = await openConnections(server.port, CONNECTIONS_MAX + 4)
  await expect.poll(open.cut).toBeGreaterThanOrEqual(4)
  open.close()
  const answered = () => ask('PUT', '{}', { 'content-length': '2' }).catch(() => 0)
  await expect.poll(answered).toBe(405)
})
