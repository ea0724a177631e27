/**
 * Every statement that requests and background work send is asked for its plan, beside ten thousand
 * other companies and years of their rows: none reads through a table that grows. PostgreSQL is
 * skipped by name where no server is installed.
 */
import Database from 'better-sqlite3'
import pg from 'pg'
import { sql, type RawBuilder } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PAGE_HEADER } from '#shared/issuing/receipt-page.ts'
import { keyIdOf } from '../../electron/service/auth/keys.ts'
import { openPostgresStorage } from '../../electron/service/storage/postgres-storage.ts'
import { factsOf, soldBetween } from '../../electron/service/fleet/sold.ts'
import type { CompanyId } from '../../electron/service/core/ports.ts'
import { KEPT_TABLES } from '../../electron/service/storage/kept-tables.ts'
import type { Storage } from '../../electron/service/storage/storage.ts'
import { must } from '../support/must.ts'
import { officeHand } from './office-hands.ts'
import { USUAL_LIMITS } from '#shared/head-office/alarms.ts'
import { NO_POSTGRES, startPostgres } from '../support/postgres.ts'
import { useFleet } from './asked-of-a-shop.ts'
import { newToken } from './receipt-page-world.ts'
import { startInProcess, type InProcessService } from './service-in-process.ts'
import { receiptRequest } from './service-receipts.ts'

const COMPANIES = 10_000
const DOCUMENTS = 60_000
const DAY = 86_400_000
/** Few enough to be read through, whatever a service has. */
const SMALL: readonly string[] = ['settings', 'clients', 'webhooks']
/** Rows a client, a company or a document has: what is read through here is slower every month. */
const GROWING = KEPT_TABLES.map(([table]) => table).filter((table) => !SMALL.includes(table))
/** Of a statement: the columns of some rows, and no list that grows. */
const VALUES_MAX = 100
const ASKED = /^\s*(?:select|insert|update|delete|with)\b/i
const bread = { name: 'Pan', unitGrossClp: 1990 }

const worlds: InProcessService[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const world of worlds.splice(0)) await world.close()
})
async function start(openStorage?: () => Promise<Storage>): Promise<InProcessService> {
  const pages = { publicAddress: 'https://x.cl', days: 1 }
  const world = await startInProcess(
    { allowLocalWebhooks: true, pages, requestsPerMinute: 1_000_000 },
    openStorage,
  )
  worlds.push(world)
  return world
}

/** Years of ten thousand companies, all of them of the client whose key is asked with. */
async function fill({ storage, keys, clock }: InProcessService): Promise<void> {
  const { shared } = storage
  const rows = (count: number) =>
    sql.raw(
      shared === null
        ? `(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT i FROM n) n`
        : `generate_series(1, ${count}) n(i)`,
    )
  const ago = clock.now() - 400 * DAY
  const model = sql`(SELECT * FROM companies WHERE document_number = '76192083-9') m`
  const key = keyIdOf(keys.owner)
  await storage.write(async (db) => {
    for (const statement of [
      sql`INSERT INTO companies SELECT 'c' || n.i, client_id, name, country, document_type, 'n' || n.i,
        activity, address, city, state, tax_office, resolution_number, resolution_year, tax_condition,
        status, logo, is_test, NULL, NULL FROM ${rows(COMPANIES)}, ${model}`,
      sql`INSERT INTO api_key_companies SELECT ${sql.lit(key)}, 'c' || n.i FROM ${rows(COMPANIES)}`,
      sql`INSERT INTO api_keys SELECT 'k' || n.i, client_id, 'MEMBER', '', '', ${sql.lit(ago)}, NULL
        FROM ${rows(COMPANIES)}, ${model} WHERE n.i < 100`,
      sql`INSERT INTO clients SELECT 'o' || n.i, '' FROM ${rows(COMPANIES)}`,
      sql`INSERT INTO api_keys SELECT 'f' || n.i, 'o' || n.i, 'MEMBER', '', '', ${sql.lit(ago)}, NULL
        FROM ${rows(COMPANIES)}`,
      sql`INSERT INTO api_key_companies
        SELECT 'f' || n.i, 'c' || ((n.i + d.id) % ${sql.lit(COMPANIES)} + 1)
        FROM ${rows(COMPANIES)}, (SELECT 1 AS id UNION SELECT 2 UNION SELECT 3 UNION SELECT 4) d`,
      sql`INSERT INTO certificates SELECT 'c' || n.i, 'c' || n.i, '', '', ${sql.lit(ago)},
        ${sql.lit(ago)} FROM ${rows(COMPANIES)}`,
      sql`INSERT INTO folio_ranges (id, company_id, document_code, first_folio, last_folio,
        next_folio, date_from, status, caf_xml, private_key_pem, is_heard, is_trial)
        SELECT 'r' || n.i, 'c' || n.i, 39, 1, 9999, 1, '2025-01-01', 'ACT', '', '', 1, 1 FROM ${rows(COMPANIES)}`,
      sql`INSERT INTO documents (id, company_id, document_code, invoice_type, number,
        external_reference, status, body, created_at_ms, issued_on, recipient_number, total_cents,
        till, is_trial)
        SELECT 'd' || n.i, 'c' || (n.i % ${sql.lit(COMPANIES)} + 1), 39, '39',
        n.i / ${sql.lit(COMPANIES)} + 1, 'e' || n.i, 'APR', '{}', ${sql.lit(ago)} + n.i, '2025-10-' || (10 + n.i % 20), 'b' || n.i,
        n.i, 't' || n.i % 9, 1 FROM ${rows(DOCUMENTS)}`,
      sql`INSERT INTO credits SELECT id, company_id, 33, number, 1, is_trial FROM documents
        WHERE status = 'APR'`,
      sql`INSERT INTO receipt_pages SELECT 'h' || id, id, ${sql.lit(clock.now() + DAY)}
        FROM documents WHERE status = 'APR'`,
      sql`INSERT INTO purchases SELECT 'p' || n.i, 'c' || (n.i % ${sql.lit(COMPANIES)} + 1), '', '',
        33, n.i, 1, ${sql.lit(ago)} + n.i FROM ${rows(DOCUMENTS)}`,
      sql`INSERT INTO webhooks SELECT 'w' || n.i, 'o' || n.i, 'http://127.0.0.1:1', '[]', NULL, '',
        ${sql.lit(ago)}, ${sql.lit(ago)} FROM ${rows(COMPANIES)}`,
      sql`INSERT INTO webhook_deliveries SELECT 'v' || n.i, 'w' || (n.i % ${sql.lit(COMPANIES)} + 1),
        'ISE', '{}', 'DELIVERED', 1, NULL, ${sql.lit(clock.now() - DAY)} + n.i, '200'
        FROM ${rows(DOCUMENTS)}`,
      ...shopsOf(rows(COMPANIES), rows(DOCUMENTS), ago),
      sql`INSERT INTO authority_counters SELECT 'c' || n.i, 1, 1, 1 FROM ${rows(COMPANIES)}`,
    ])
      await statement.execute(db)
  })
  const empty: string[] = []
  for (const table of GROWING) {
    const one = await sql`SELECT 1 FROM ${sql.table(table)} LIMIT 1`.execute(storage.read)
    if (one.rows.length === 0) empty.push(table)
  }
  expect(empty, 'each table that grows is filled above, or is named in SMALL').toEqual([])
  if (shared !== null) await sql`ANALYZE`.execute(storage.read)
}

/** Tills of all companies, and what they share. */
function shopsOf(companies: RawBuilder<unknown>, many: RawBuilder<unknown>, ago: number) {
  const company = sql`'c' || (n.i % ${sql.lit(COMPANIES)} + 1)`
  const at = sql.lit(ago)
  return [
    sql`INSERT INTO fleet_tills (id, company_id, number, name, installation_id, secret_hash,
        paired_at_ms, seen_at_ms, heard_since_ms)
      SELECT 't' || n.i, ${company}, n.i, '', 'i' || n.i, '', ${at}, ${at}, ${at} FROM ${many}`,
    sql`INSERT INTO fleet_codes (code_hash, company_id, expires_at_ms)
      SELECT 'h' || n.i, 'c' || n.i, ${at} + 70000000000 FROM ${companies}`,
    sql`INSERT INTO fleet_counters SELECT 'c' || n.i, 9, '', '', '' FROM ${companies}`,
    sql`INSERT INTO fleet_marks SELECT ${company}, n.i, ${at} + 35000000000 FROM ${many}`,
    sql`INSERT INTO fleet_records SELECT ${company}, 'category', 'r' || n.i, n.i, 0, '{}', '{}'
      FROM ${many}`,
    sql`INSERT INTO fleet_records SELECT ${company}, 'planned_price',
      'p' || n.i || '/2026-01-01/', n.i + 1000000, 0, '{"price_clp":1}', '{}' FROM ${many}`,
    sql`INSERT INTO fleet_words SELECT ${company}, 'category', 'name', 'w' || n.i, 'r' || n.i
      FROM ${many}`,
    sql`INSERT INTO fleet_aliases SELECT ${company}, 'category', 'a' || n.i, 'r' || n.i FROM ${many}`,
    sql`INSERT INTO fleet_edits SELECT ${company}, 'e' || n.i, 'category', 'r' || n.i, '{}', '[1]',
      ${at} + 35000000000 FROM ${many}`,
    sql`INSERT INTO fleet_overruled SELECT ${company}, 1, n.i, 'category', 'r' || n.i, 'hue', '1',
      '2', 2, ${at} + 35000000000 FROM ${many}`,
    sql`INSERT INTO fleet_moves SELECT ${company}, 'm' || n.i, 1, '', 'p' || n.i, 'sold', 1000, 1,
      ${at}, n.i FROM ${many}`,
    sql`INSERT INTO fleet_stock SELECT ${company}, '', 'p' || n.i, 1000, n.i FROM ${many}`,
    sql`INSERT INTO fleet_counted SELECT ${company}, '', 'i' || n.i, 1, n.i FROM ${many}`,
    sql`INSERT INTO fleet_parked SELECT ${company}, 'p' || n.i, '', n.i, n.i, '{}', '{}', '',
      'b' || n.i, ${at}, NULL, NULL, NULL, '' FROM ${many}`,
    sql`INSERT INTO fleet_parked_void SELECT ${company}, 'k' || n.i, ${at} + 35000000000 FROM ${many}`,
    sql`INSERT INTO fleet_hubs SELECT ${company}, n.i, 'p' || n.i, 't' || n.i, '', '[]', ${at},
      ${at}, NULL, NULL, 0 FROM ${many}`,
    sql`INSERT INTO fleet_hub_tills SELECT ${company}, n.i, 't' || n.i, ${at}, '[]', '', 1, 0, 0,
      1 FROM ${many}`,
    sql`INSERT INTO fleet_worths SELECT ${company}, 'vale', 'w' || n.i, 1, '{}', '', ${at}, 0,
      'i' || n.i, n.i, 0, 0, 0, 0 FROM ${many}`,
    sql`INSERT INTO fleet_worths SELECT ${company}, 'sale', 's' || n.i, 1, '{}', '{}', ${at}, 0,
      'i' || n.i, 0, n.i, n.i, 0, 0 FROM ${many}`,
    sql`INSERT INTO fleet_worth_names SELECT ${company}, 'vale', 'n' || n.i, 'w' || n.i
      FROM ${many}`,
    sql`INSERT INTO fleet_worth_claims SELECT ${company}, 'k' || n.i, 'vale', 'w' || n.i, 1, '{}',
      'used', ${at}, 1, 0, n.i FROM ${many}`,
    sql`INSERT INTO fleet_till_days SELECT ${company}, n.i, 'facts', 9, 1 FROM ${many}`,
    sql`INSERT INTO fleet_price_changes (company_id, till_number, record_id, kind, version, at_ms,
        was_clp)
      SELECT ${company}, n.i, 'p' || n.i, 'product', n.i, ${at} + 35000000000, 1 FROM ${many}`,
    sql`INSERT INTO fleet_facts SELECT ${company}, 't' || n.i, 'sale', 'f' || n.i, '2026-01-01',
      ${at}, '{}' FROM ${many}`,
    sql`INSERT INTO fleet_sold SELECT ${company}, '2026-01-01', 't' || n.i, 9, '', 1, 1, 0, 0, 1, 0, 0
      FROM ${many}`,
    sql`INSERT INTO fleet_sold_goods SELECT ${company}, '2026-01-01', 't' || n.i, 'p', '', 1, 1, 1, 0, 0
      FROM ${many}`,
    sql`INSERT INTO office_people SELECT 'p' || n.i, ${company}, 'p' || n.i || '@x.cl', '', 'owner',
      NULL, '', 0, 'h' || n.i, ${at}, NULL, NULL FROM ${many}`,
    sql`INSERT INTO office_sessions SELECT 's' || n.i, 'p' || n.i, '', ${at},
      ${at} + ${sql.lit(400 * DAY)} FROM ${many}`,
    sql`INSERT INTO office_log SELECT ${company}, ${at} + n.i, 'l' || n.i, '', 'left', ''
      FROM ${many}`,
    sql`INSERT INTO office_alarm_watch SELECT 'c' || n.i, '', ${at} + 70000000000 FROM ${companies}`,
    sql`INSERT INTO office_alarm_choices SELECT 'p' || n.i, ${company},
      '{"kinds":[],"language":"es"}' FROM ${many}`,
    sql`INSERT INTO office_alarms SELECT 'a' || n.i, 'c' || n.i, 'silent', '', '{}', ${at},
      ${at} + 35000000000 FROM ${companies}`,
    sql`INSERT INTO office_alarm_mails SELECT 'm' || n.i, ${company}, 'p' || n.i, '[]',
      ${at} + 35000000000 + n.i, ${at}, NULL, 'SENT', 1, '' FROM ${many}`,
    sql`INSERT INTO fleet_till_health SELECT ${company}, 't' || n.i, '{}' FROM ${many}`,
    sql`INSERT INTO fleet_paid SELECT ${company}, '2026-01-01', 't' || n.i, 'EF', '', 1, 1
      FROM ${many}`,
  ]
}

/** What people of the head office ask. */
async function useOffice(world: InProcessService): Promise<void> {
  const hand = await officeHand(world)
  await hand.ask('PUT', 'products/p1', { version: 0, price_clp: 1 })
  for (const path of ['session', 'tills', 'products?text=', 'prices', 'people', 'log', LOG_PAGE])
    expect((await hand.ask('GET', path)).status, path).toBe(200)
  for (const path of ['alarms/mine', 'alarms/limits'])
    await hand.ask('PUT', path, path === 'alarms/mine' ? NO_ALARMS : USUAL_LIMITS)
  expect((await hand.ask('GET', 'alarms')).status).toBe(200)
  expect((await hand.ask('GET', 'staff')).status).toBe(200)
  const { data } = (await hand.ask('GET', 'ranges')).body as { data: { range_id: string }[] }
  const kept = await hand.ask('PUT', `ranges/${data[0]?.range_id}`, { branch_office: 1 })
  expect(kept.status).toBe(200)
  await hand.ask('POST', 'codes', {})
  const { data: tills } = (await hand.ask('GET', 'tills')).body as {
    data: { till_id: string; retired_at_ms: number | null }[]
  }
  const retired = tills.find(({ retired_at_ms: at }) => at !== null)
  const undone = await hand.ask('POST', `tills/${retired?.till_id}/undo`, { hours: 24 })
  expect(undone.status).toBe(200)
  const made = await hand.ask('POST', 'people', { email: 'q@x.cl', name: 'Q', role: 'reader' })
  const { person_id: id } = made.body['person'] as { person_id: string }
  await hand.ask('PUT', `people/${id}`, { is_ended: true })
  await hand.enter()
  await hand.ask('DELETE', 'session')
}
const NO_ALARMS = { kinds: [], language: 'es' }
const LOG_PAGE = `log?before=1795186800000_${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`

/** What head office reads of the tills. */
async function readSold({ read }: Storage, companyId: CompanyId | undefined): Promise<void> {
  if (companyId === undefined) throw new Error('no company')
  const between = { fromDay: '2026-01-01', toDay: '2026-12-31', limit: 9 }
  for (const tillIds of [null, ['t1', 't2']])
    for (const order of ['key', 'most'] as const)
      for (const by of ['day', 'hour', 'till', 'place', 'cashier', 'product', 'tender'] as const)
        await soldBetween(read, companyId, { ...between, tillIds, order }, by)
  for (const tillId of [null, 't1'])
    for (const before of [null, { atMs: 9, factId: 'x' }])
      await factsOf(read, companyId, { kind: 'sale', tillId, before, limit: 9 })
}

/** Whatever the service does for a client, by its interface, and behind it. */
async function useAll(world: InProcessService): Promise<void> {
  const { service, keys, today, clock } = world
  const send = async (method: string, path: string, body?: object, more = {}) => {
    const headers = { 'x-api-key': keys.owner, 'content-type': 'application/json', ...more }
    const asked = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const answer = await service.handle(new Request(`http://127.0.0.1${path}`, asked))
    expect(answer.status, `${method} ${path}`).toBeLessThan(500)
    return answer
  }
  const [own] = await world.storage.read
    .selectFrom('companies')
    .select('id')
    .where('document_number', '=', '76192083-9')
    .execute()
  const company = `/api/companies/${own?.id}`
  await send('POST', `${company}/webhooks`, { url: 'http://127.0.0.1:1/', events: ['ISE', 'ENU'] })
  await send('GET', `${company}/webhooks`)
  const [since, before] = ['2020-01-01T00:00:00Z', '1700000000000.msg_x']
  await send('GET', `${company}/webhooks/deliveries?cursor=${before}`)
  await send('GET', `${company}/webhooks/deliveries?status=FAILED&since=${since}`)
  await send('POST', `${company}/webhooks/deliveries/redeliver`, { since })
  const receipt = receiptRequest('Q-1', [bread], today())
  await send('POST', '/api/invoices/validate?apiKey=%7B%7D', receipt)
  const token = newToken()
  const made = await send('POST', '/api/invoices', receipt, { [PAGE_HEADER]: token })
  expect(made.status).toBe(201)
  const { id, number } = (await made.json()) as { id: string; number: number }
  const note = { invoice_type: '39', number, invoice_date: receipt.invoice_date }
  const credit = receiptRequest('Q-2', [bread], today())
  await send('POST', '/api/invoices', { ...credit, invoice_type: '61', billing_reference: [note] })
  await send('POST', '/api/invoices', receipt)
  await send('GET', `/api/invoices/by-id/${id}`)
  await send('GET', `/api/invoices/39/${number}`)
  await send('GET', `/api/invoices/39/${number}?company_id=${own?.id}`)
  await send('GET', `/r/${token}`)
  for (const filter of [
    ...['', '&from=2025-01-01&to=2026-12-31', '&status=APR', '&status=RCH', '&document_type=39'],
    ...['&recipient=12345678-5', '&total=1990', '&till=1', '&external_reference=Q-1'],
  ]) {
    const page = await send('GET', `/api/invoices?company_id=${own?.id}&per_page=1${filter}`)
    const { next_cursor: next } = (await page.json()) as { next_cursor: string | null }
    if (next !== null)
      await send('GET', `/api/invoices.csv?company_id=${own?.id}&cursor=${next}${filter}`)
  }
  await send('GET', `/api/invoices/by-reference/Q-1?company_id=${own?.id}`)
  await send('PATCH', company, { city: 'Ñuñoa' })
  await send('PATCH', `/api/company-settings/${own?.id}`, { resolution_number: 80, is_test: false })
  const key = await send('POST', '/api/users', { label: 'x', companies: [own?.id] })
  const user = `/api/users/${keyIdOf(((await key.json()) as { key: string }).key)}`
  await send('PATCH', user, { label: 'y', companies: [own?.id] })
  await send('POST', `${user}/rotate`)
  await send('DELETE', user)
  for (const list of ['companies', 'users', 'certificates', 'purchases', 'company-settings'])
    await send('GET', `/api/${list}`)
  await send('GET', `${company}/enumeration/list`)
  await useFleet(send, own?.id ?? '')
  await readSold(world.storage, own?.id)
  await useOffice(world)
  for (const path of ['/health', '/ready', '/metrics']) await send('GET', path)
  await send('DELETE', `/api/invoices/39/${number}`)
  await send('POST', '/api/invoices', receiptRequest('Q-3', [bread], today()))
  for (const ms of [10_000, 10_000, 60_000]) {
    clock.advance(ms)
    await service.settle()
  }
  await send('DELETE', `${company}/webhooks`)
}

it('over SQLite', { timeout: 120_000 }, async () => {
  const world = await start()
  await fill(world)
  const prepared = vi.spyOn(Database.prototype, 'prepare')
  await useAll(world)
  const texts = new Set(
    prepared.mock.calls.map(([text]) => text).filter((text) => ASKED.test(text)),
  )
  const [handle] = prepared.mock.contexts as unknown as Database.Database[]
  prepared.mockRestore()
  expect(texts.size).toBeGreaterThan(40)
  // However many companies the key reaches.
  expect([...texts].filter((text) => text.split('?').length > VALUES_MAX)).toEqual([])
  const scans = [...texts].flatMap((text) => {
    const holes = text.split('?').length - 1
    const plan = handle?.prepare(`EXPLAIN QUERY PLAN ${text}`).all(Array(holes).fill(null))
    return (plan as { detail: string }[])
      .filter(({ detail }) => GROWING.some((table) => detail.startsWith(`SCAN ${table}`)))
      .map(({ detail }) => `${detail}: ${text}`)
  })
  expect(scans).toEqual([])
})

describe.skipIf(NO_POSTGRES !== null)(
  `on a server${NO_POSTGRES === null ? '' : ` (${NO_POSTGRES})`}`,
  () => {
    it('over PostgreSQL', { timeout: 240_000 }, async () => {
      const server = startPostgres()
      await server.answers()
      const world = await start(async () => must(await openPostgresStorage(server.url)))
      await fill(world)
      const asked = vi.spyOn(pg.Client.prototype, 'query')
      await useAll(world)
      const statements = new Map<string, unknown[]>()
      for (const [first, second] of asked.mock.calls as unknown as [unknown, unknown][]) {
        const { text, values } = (
          typeof first === 'string' ? { text: first, values: second } : first
        ) as { text?: string; values?: unknown[] }
        if (text !== undefined && ASKED.test(text)) statements.set(text, values ?? [])
      }
      asked.mockRestore()
      expect(statements.size).toBeGreaterThan(40)
      const client = new pg.Client({ connectionString: server.url })
      await client.connect()
      const scans: string[] = []
      for (const [text, values] of statements) {
        const plan = await client.query<Record<string, string>>(`EXPLAIN ${text}`, values)
        const lines = plan.rows.map((row) => row['QUERY PLAN'] ?? '')
        const scanned = lines.filter((line) =>
          GROWING.some((table) => new RegExp(`Seq Scan on ${table}\\b`).test(line)),
        )
        scans.push(...scanned.map((line) => `${line.trim()}: ${text.slice(0, 300)}`))
      }
      await client.end()
      for (const open of worlds.splice(0)) await open.close()
      await server.close()
      expect(scans).toEqual([])
    })
  },
)
