/** What is seen from outside: figures, alarms that name them, and a line a document. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLog } from '../../electron/service/core/log.ts'
import { systemClock } from '../../electron/service/core/ports.ts'
import { ROOT } from '../support/source-files.ts'
import { startInProcess, type InProcessService } from './service-in-process.ts'
import { receiptRequest } from './service-receipts.ts'

const SERVER_FILES = join(ROOT, 'resources/service/server')
let world: InProcessService
let lines: string[]
beforeEach(async () => {
  lines = []
  const log = createLog({ write: (line) => lines.push(line) }, 'info', systemClock)
  world = await startInProcess({}, undefined, undefined, log)
})
afterEach(() => world.close())

const get = async (path: string, headers: Record<string, string> = {}) => {
  world.clock.advance(10_000)
  const answer = await world.service.handle(new Request(`http://127.0.0.1${path}`, { headers }))
  return { status: answer.status, text: await answer.text() }
}
const create = (reference: string, headers: Record<string, string> = {}) =>
  world.post(
    '/api/invoices',
    JSON.stringify(receiptRequest(reference, [{ name: 'Té', unitGrossClp: 990 }], world.today())),
    headers,
  )

it('counts requests by route, documents, and questions to the authority, and names nobody', async () => {
  await create('M-1')
  await create('M-1')
  await get('/api/invoices/39/424242', { 'x-api-key': world.keys.owner })
  world.clock.advance(60_000)
  await world.service.settle()
  const { text } = await get('/metrics')
  for (const figure of [
    'meson_requests_total{method="POST",route="/api/invoices",status="201"} 1',
    'meson_requests_total{method="POST",route="/api/invoices",status="409"} 1',
    'meson_documents_total{code="39"} 1',
    'meson_authority_calls_total{call="submit",outcome="RECEIVED"} 1',
    'meson_database_up 1',
    'meson_authority_away_seconds 0',
    'meson_ranges_held 0',
    'meson_certificates_ended 0',
    'meson_door_refused{door="issuing"} 0',
  ])
    expect(text).toContain(figure)
  expect(text).not.toContain('424242')
  expect(text).not.toContain('76192083')
})

it('is no figure of anybody who comes through the proxy', async () => {
  for (const name of ['x-forwarded-for', 'forwarded', 'x-forwarded-host'])
    expect((await get('/metrics', { [name]: '203.0.113.7' })).status).toBe(404)
})

it('the id of a request leads to its document, and each document is one line', async () => {
  const answer = await create('M-2', { 'x-request-id': 'caja-1:77' })
  const { id, number } = (await answer.json()) as { id: string; number: number }
  const issued = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'document issued')
  expect(issued).toEqual([
    expect.objectContaining({ requestId: 'caja-1:77', document: id, number, code: 39 }),
  ])
  expect(answer.headers.get('x-request-id')).toBe('caja-1:77')
})

it('the dashboard and the alarms ask for figures that there are', async () => {
  const { text } = await get('/metrics')
  const told = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  const board = readFileSync(join(SERVER_FILES, 'grafana-dashboard.json'), 'utf8')
  const alarms = readFileSync(join(SERVER_FILES, 'prometheus-alarms.yml'), 'utf8')
  const { panels } = JSON.parse(board) as { panels: { targets: { expr: string }[] }[] }
  const asked = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  const named = [...asked, alarms].flatMap((text) => text.match(/\b(meson|process|nodejs)_\w+/g))
  expect(new Set(named).size).toBeGreaterThan(8)
  const unknown = named.filter((name) => !told.has((name ?? '').replace(/_(bucket|count)$/, '')))
  expect(unknown).toEqual([])
  expect([...alarms.matchAll(/^ +- alert: /gm)]).toHaveLength(4)
  const readme = readFileSync(join(ROOT, 'electron/service/README.md'), 'utf8')
  for (const [, name] of alarms.matchAll(/- alert: (\w+)/g)) expect(readme).toContain(`**${name}**`)
})
