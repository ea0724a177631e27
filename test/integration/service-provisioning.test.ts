/** From nothing to a stamped receipt: a company, its folios and its key, entered by the owner. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { DAY_MS } from '#shared/time/calendar.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyIdOf } from '../../electron/service/auth/keys.ts'
import { createLog } from '../../electron/service/core/log.ts'
import { systemClock } from '../../electron/service/core/ports.ts'
import { verifyTed } from '../../electron/service/folios/ted.ts'
import { openPostgresStorage } from '../../electron/service/storage/postgres-storage.ts'
import { openSqliteStorage } from '../../electron/service/storage/sqlite-storage.ts'
import { cafFileText } from '../support/caf-files.ts'
import { must } from '../support/must.ts'
import { NO_POSTGRES, startPostgres } from '../support/postgres.ts'
import { ask, startInProcess, type InProcessService } from './service-in-process.ts'
import { receiptRequest } from './service-receipts.ts'

const CERTIFICATE = 'test/support/tls/localhost.crt'
const RUT = '77000000-9'
const bread = { name: 'Pan', unitGrossClp: 1990 }
const company = {
  name: 'Panadería San Juan SpA',
  country: 'CHL',
  document_number: RUT,
  activity: 'Panadería',
  address: 'Los Aromos 12',
  city: 'Ñuñoa',
  state: 'CL-RM',
  resolution_year: 2014,
  resolution_number: 80,
  certificate: { subject: 'CN=Ana', serial_number: '0a1b', expires_on: '2028-01-01' },
}
const caf = { issuerRut: RUT, documentCode: 39, firstFolio: 501, lastFolio: 600 }

describe('over HTTP', () => {
  let world: InProcessService
  beforeAll(async () => {
    world = await startInProcess()
  })
  afterAll(() => world.close())
  const post = async (path: string, body: object, key = world.keys.owner) => {
    const answer = await world.post(path, JSON.stringify(body), { 'x-api-key': key })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }

  it('an owner enters a company, loads its folios, makes a key, and the key issues', async () => {
    const entered = await post('/api/companies', company)
    expect(entered.status).toBe(201)
    const id = String(entered.body['id'])
    const ranges = `/api/companies/${id}/enumeration`
    expect((await post(ranges, { caf_xml: cafFileText(caf) })).status).toBe(201)
    const made = await post('/api/users', { label: 'Caja 1', companies: [id] })
    const receipt = receiptRequest('A-1', [bread], world.today())
    const issued = await post(
      '/api/invoices',
      { ...receipt, issuer: { ...receipt.issuer, document_number: RUT } },
      String(made.body['key']),
    )
    expect(issued).toMatchObject({ status: 201, body: { number: 501 } })
    const row = await world.storage.read
      .selectFrom('documents')
      .select('ted_xml')
      .where('id', '=', issued.body['id'] as never)
      .executeTakeFirstOrThrow()
    expect(verifyTed(row.ted_xml ?? '')).toMatchObject({
      ...{ isSignatureValid: true, isInAuthorizedRange: true, issuerRut: RUT, folio: 501 },
    })
    const overlapping = cafFileText({ ...caf, firstFolio: 600, lastFolio: 700 })
    const others = cafFileText({ ...caf, issuerRut: '76192083-9' })
    const codeOf = async (text: string) =>
      (await post(ranges, { caf_xml: text })).body['code'] as string
    expect([await codeOf(overlapping), await codeOf(others), await codeOf('<CAF>')]).toEqual([
      'RANGE_EXISTS',
      'CAF_OF_ANOTHER',
      'CAF_NOT_VALID',
    ])
    expect((await post('/api/companies', company)).body['code']).toBe('COMPANY_EXISTS')
  })

  it('a company whose certificate ended issues again with the one that comes next', async () => {
    const certificate = { ...company.certificate, expires_on: '2026-11-19' }
    const ended = { ...company, document_number: '78000000-7', certificate }
    const { body } = await post('/api/companies', ended)
    const receipt = receiptRequest('C-1', [bread], world.today())
    const issuer = { ...receipt.issuer, document_number: '78000000-7' }
    const issue = () => post('/api/invoices', { ...receipt, issuer })
    expect((await issue()).body['code']).toBe('CERTIFICATE_NOT_FOUND')
    const place = `/api/companies/${String(body['id'])}/certificates`
    const pem = { certificate_pem: readFileSync(CERTIFICATE, 'utf8') }
    const spoilt = { certificate_pem: pem.certificate_pem.slice(100) }
    expect((await post(place, spoilt)).body['code']).toBe('CERTIFICATE_NOT_VALID')
    expect((await post(place, pem, world.keys.member)).status).toBe(403)
    expect((await post(place, pem)).body['code']).toBe('CERTIFICATE_NOT_YET')
    world.clock.advance(2 * DAY_MS)
    expect((await post(place, pem)).status).toBe(201)
    expect((await post(place, pem)).body['code']).toBe('CERTIFICATE_EXISTS')
    expect((await issue()).status).toBe(201)
    const entered = await world.storage.read
      .selectFrom('certificates')
      .selectAll()
      .where('company_id', '=', body['id'] as never)
      .where('subject', '=', 'CN=Meson test service')
      .execute()
    expect(entered).toMatchObject([{ expires_at_ms: Date.parse('2126-10-28T14:51:25Z') }])
  })

  it('each is a line of the log, with the key that asked', async () => {
    const lines: string[] = []
    const log = createLog({ write: (line) => lines.push(line) }, 'info', systemClock)
    const logged = await startInProcess({}, undefined, undefined, log)
    const keyId = keyIdOf(logged.keys.owner)
    const enter = async (path: string, body: object, method = 'POST') =>
      String((await ask(logged, method, path, body)).body['id'])
    const id = await enter('/api/companies', company)
    const range = await enter(`/api/companies/${id}/enumeration`, { caf_xml: cafFileText(caf) })
    const { body } = await ask(logged, 'POST', '/api/users', { label: 'Caja 1', companies: [id] })
    await enter(`/api/companies/${id}`, { city: 'Ñuñoa' }, 'PATCH')
    await enter(`/api/company-settings/${id}`, { status: 'SUSPENDED' }, 'PATCH')
    await enter(`/api/companies/${id}/logo`, {}, 'DELETE')
    await logged.close()
    const said = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    for (const [msg, facts] of [
      ['company entered', { company: id }],
      ['range loaded', { company: id, range }],
      ['key made', { changed: keyIdOf(String(body['key'])) }],
      ['company changed', { company: id, what: ['city'] }],
      ['company changed', { what: ['status', '{"status":"SUSPENDED"}'] }],
      ['company changed', { what: ['logo'] }],
    ] as const)
      expect(said, msg).toContainEqual(
        expect.objectContaining({ msg, keyId, requestId: expect.any(String) as string, ...facts }),
      )
    expect(lines.join('')).not.toContain(String(body['key']))
  })

  it.each(['/api/companies', '/api/users'])('%s is for owners only', async (path) => {
    expect((await post(path, company, world.keys.member)).body['code']).toBe('ROLE_NOT_ALLOWED')
  })
})

describe.skipIf(NO_POSTGRES !== null)(
  `by the tool${NO_POSTGRES === null ? '' : ` (${NO_POSTGRES})`}`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'provisioning-'))
    afterAll(() => rmSync(folder, { recursive: true, force: true }))
    const tool = (place: readonly string[], ...args: string[]) =>
      spawnSync(process.execPath, ['electron/service/tool.ts', ...place, ...args], {
        encoding: 'utf8',
      })

    /** With what is typed for the passphrase. */
    const withStore = (data: readonly string[], input: string) =>
      spawnSync(
        process.execPath,
        [
          ...['electron/service/tool.ts', ...data, 'add-certificate', '--companies', RUT],
          ...['--file', CERTIFICATE.replace('.crt', '.p12')],
        ],
        { encoding: 'utf8', input },
      )

    it('a file that sold moves to PostgreSQL, counted and summed, once', async () => {
      const [data, server] = [['--data', folder], startPostgres()]
      const opened = await openSqliteStorage(join(folder, 'service.db'))
      if (!opened.ok) throw new Error(opened.refusal.code)
      await opened.value.close()
      writeFileSync(join(folder, 'company.json'), JSON.stringify(company))
      writeFileSync(join(folder, 'caf.xml'), cafFileText(caf), 'latin1')
      expect(tool(data, 'create-company', '--file', join(folder, 'company.json')).stdout).toContain(
        RUT,
      )
      expect(tool(data, 'add-certificate', '--companies', RUT, '--file', CERTIFICATE).stdout).toBe(
        `${RUT}\tCN=Meson test service\t2126-10-28T14:51:25.000Z\n`,
      )
      expect(withStore(data, 'Avestruz 7\n')).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(
          /^test.*p12: \n.*p12: CERTIFICATE_PASSPHRASE: La clave no abre[^\n]*\n$/,
        ) as string,
      })
      // The same certificate: it was read, and only its being there already stands in the way.
      expect(withStore(data, 'Ñandú 7\n').stderr).toContain('CERTIFICATE_EXISTS')
      expect(tool(data, 'load-caf', '--file', join(folder, 'caf.xml')).stdout).toBe(
        `${RUT}\t39\t501-600\n`,
      )
      expect(tool(data, 'create-key', '--companies', RUT).stdout).toMatch(/^msn_/)
      await server.answers()
      await refuseWhatHasLimits(server.url)
      const copied = tool(data, 'copy', '--to', server.url)
      expect(copied.stderr).toBe('')
      expect(copied.stdout).toMatch(/^folio_ranges\t1 rows .*next_folio=501/m)
      const there = ['--database', server.url]
      expect(tool(there, 'ranges').stdout).toContain(`${RUT}\t39\t501-600\t501\tACT\t`)
      expect(tool(there, 'keys').stdout).toContain(RUT)
      expect(tool(data, 'copy', '--to', server.url).stderr).toContain('is not empty')
      const storage = await openPostgresStorage(server.url)
      if (!storage.ok) throw new Error(storage.refusal.code)
      await storage.value.close()
      await server.close()
    })
  },
)

/** To copy millions of rows and add them up takes longer than a request may. */
async function refuseWhatHasLimits(url: string): Promise<void> {
  const storage = must(await openPostgresStorage(url))
  const statements = [
    sql`CREATE FUNCTION limited() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF current_setting('statement_timeout') <> '0'
        OR current_setting('idle_in_transaction_session_timeout') <> '0'
      THEN RAISE EXCEPTION 'copied under a limit of time'; END IF;
      RETURN NEW; END $$`,
    sql`CREATE TRIGGER limited BEFORE INSERT ON companies
      FOR EACH ROW EXECUTE FUNCTION limited()`,
  ]
  for (const statement of statements) await statement.execute(storage.read)
  await storage.close()
}
