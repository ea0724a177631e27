/**
 * Lists and look-ups asked with odd and hostile words, over real HTTP: an answer of the house to
 * each, nothing of another client in any, and no more than a page.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKey } from '../../electron/service/auth/keys.ts'
import { systemRandom } from '../../electron/service/core/ports.ts'
import { listen, type ListeningServer } from '../../electron/service/server.ts'
import { must } from '../support/must.ts'
import { companyOf, startInProcess, type InProcessService } from './service-in-process.ts'

const RANGES = 150
const FOREIGN = 'Ajena SpA'
const HOOKS = ['webhooks', 'webhooks/events', 'webhooks/deliveries']
const NUL = '%00'
const HALF_A_CHARACTER = '%ED%A0%80'
const LONG = 'x'.repeat(2_000)

let world: InProcessService
let server: ListeningServer
let own: string
beforeAll(async () => {
  world = await startInProcess()
  server = must(await listen((asked, env) => world.service.handle(asked, env), 0))
  const company = await companyOf(world.storage)
  own = company.id
  await world.storage.write(async (db) => {
    await db
      .insertInto('clients')
      .values({ id: 'foreign' as never, name: FOREIGN })
      .execute()
    const row = { ...company, id: FOREIGN_ID as never, client_id: 'foreign' as never }
    await db
      .insertInto('companies')
      .values({ ...row, name: FOREIGN, document_number: '99999999-9' })
      .execute()
    for (const [id, to] of [['own', own] as const, ['foreign', FOREIGN_ID] as const])
      await sql`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${RANGES - 1})
        INSERT INTO folio_ranges (id, company_id, document_code, serie, first_folio, last_folio,
        next_folio, date_from, date_end, status, caf_xml, private_key_pem, low_notified_at_ms,
        expiry_notified_at_ms, is_trial) SELECT ${id} || '-' || i, ${to}, document_code, serie,
        1000000 + i * 10, 1000009 + i * 10, 1000000 + i * 10, date_from, date_end, 'ACT', caf_xml,
        private_key_pem, low_notified_at_ms, expiry_notified_at_ms, is_trial
        FROM n, (SELECT * FROM folio_ranges LIMIT 1)`.execute(db)
  })
})
afterAll(async () => {
  await server.close()
  await world.close()
})
const FOREIGN_ID = '00000000-0000-4000-8000-000000000001'

async function get(path: string): Promise<{ status: number; text: string }> {
  const headers = { 'x-api-key': world.keys.owner }
  const answer = await fetch(`${server.baseUrl}${path}`, { headers })
  return { status: answer.status, text: await answer.text() }
}
const ranges = (query: string) => get(`/api/companies/${own}/enumeration/list?${query}`)

it.each([
  'page=0',
  'page=-1',
  'page=1.5',
  'page=NaN',
  'page=1e99',
  'page=9007199254740993',
  'page=1000001',
  'page=1;DROP%20TABLE%20documents',
  'per_page=0',
  'per_page=101',
  'per_page=-1',
  'per_page=1e9',
  `document_type=${LONG}`,
  `serie=${LONG}`,
  `status=${LONG}`,
])('a page asked for by %s is refused, with the name of the word', async (query) => {
  const { status, text } = await ranges(query)
  expect(status).toBe(400)
  expect(JSON.parse(text)).toMatchObject({ code: 'INVALID_PARAMETER' })
  expect(text).toContain(query.split('=')[0])
})

it.each([
  "serie=' OR 1=1 --",
  'serie=%25',
  `serie=${HALF_A_CHARACTER}`,
  'document_type=39 OR 1=1',
  'status=VEN',
  'status=%C4%B0',
  'page=1000000&per_page=100',
])('a search for %s finds nothing, and not everything', async (query) => {
  const { status, text } = await ranges(query)
  expect(status).toBe(200)
  expect((JSON.parse(text) as { data: unknown[] }).data).toEqual([])
})

it.each([`serie=${NUL}`, `document_type=${NUL}`])(
  'a search for %s is told that no text has that character',
  async (query) => {
    const { status, text } = await ranges(query)
    expect(status).toBe(400)
    expect(JSON.parse(text)).toMatchObject({ code: 'CHARACTER_NUL' })
  },
)

it('a page is never longer than its most, of the company that was asked for alone', async () => {
  for (const query of ['', 'per_page=100', 'page=1&page=2', 'page[]=1', 'limit=1000000']) {
    const { text } = await ranges(query)
    const { data, total } = JSON.parse(text) as { data: { id_company: string }[]; total: number }
    expect(data.length).toBe(query === 'per_page=100' ? 100 : 20)
    expect(new Set(data.map(({ id_company: id }) => id))).toEqual(new Set([own]))
    expect(total).toBeLessThan(RANGES + 20)
  }
})

it('nothing of another client is in any list, whatever company the query names', async () => {
  const lists = ['companies', 'users', 'certificates', 'purchases', 'company-settings']
  for (const list of lists)
    for (const query of ['', `?company_id=${FOREIGN_ID}`, `?client_id=foreign&limit=1000000`]) {
      const { status, text } = await get(`/api/${list}${query}`)
      expect(status).toBe(200)
      expect(text).not.toContain(FOREIGN_ID)
      expect(text).not.toContain(FOREIGN)
    }
  for (const path of ['enumeration/list', 'logo', ...HOOKS])
    expect((await get(`/api/companies/${FOREIGN_ID}/${path}`)).status).toBe(403)
})

it.each([
  '/api/invoices/39/99999999999999999999999',
  '/api/invoices/39/-1',
  '/api/invoices/39/1e3',
  '/api/invoices/39/0x10',
  `/api/invoices/39/${NUL}`,
  `/api/invoices/${LONG}/1`,
  `/api/invoices/by-id/${LONG}`,
  `/api/invoices/by-id/${NUL}`,
  `/api/invoices/by-id/${HALF_A_CHARACTER}`,
  '/api/invoices/by-id/%E0%A4%A',
  "/api/invoices/by-id/' OR '1'='1",
  '/api/invoices/39/1/download-base64/80mm?company_id=%00',
  '/api/companies/%2e%2e%2f/enumeration/list',
  `/api/companies/${NUL}/logo`,
  `/api/taxpayers/CHL/${LONG}`,
  `/api/taxpayers/CHL/${NUL}`,
  '/logos/..%2f..%2fservice.db.png',
  `/logos/${'a'.repeat(4_000)}.png`,
])('%s is answered below 500, and with no document', async (path) => {
  const { status, text } = await get(path)
  expect([400, 403, 404, 405, 422]).toContain(status)
  expect(text.length).toBeLessThan(1_000)
})

it('a key is told of no notice about a company of its client that it does not reach', async () => {
  const { storage, clock } = world
  const companies = await storage.read.selectFrom('companies').selectAll().execute()
  const { client_id: clientId } = companies.find(({ id }) => id === own) ?? {}
  const other = companies.find((each) => each.client_id === clientId && each.id !== own)
  if (clientId === undefined || other === undefined) throw new Error('two companies of a client')
  const key = await storage.write(async (db) => {
    const hook = { id: 'w', client_id: clientId, url: 'https://x.cl/', events: '["ISE"]' }
    const times = { created_at_ms: clock.now(), updated_at_ms: clock.now() }
    await db
      .insertInto('webhooks')
      .values({ ...hook, ...times, description: null, secret: '' })
      .execute()
    const one = { webhook_id: 'w', event: 'ISE', status: 'DELIVERED', attempts: 1 } as const
    for (const { id } of companies)
      await db
        .insertInto('webhook_deliveries')
        .values({
          ...{ ...one, id: `of-${id}`, payload: JSON.stringify({ companyId: id }) },
          ...{ due_at_ms: null, created_at_ms: clock.now(), last_result: '200' },
        })
        .execute()
    return createKey(
      { db, clock, random: systemRandom },
      { clientId, role: 'ADMIN', label: 'x', companyIds: [other.id] },
    )
  })
  const answer = await fetch(`${server.baseUrl}/api/companies/${other.id}/webhooks/deliveries`, {
    headers: { 'x-api-key': key },
  })
  const { data } = (await answer.json()) as { data: { id: string }[] }
  expect(data.map(({ id }) => id)).toEqual([`of-${other.id}`])
})
