/** What becomes of a company and its keys, by its owner over HTTP and by who runs the service. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createKey, keyIdOf } from '../../electron/service/auth/keys.ts'
import { systemRandom } from '../../electron/service/core/ports.ts'
import { receiptPaperOf } from '../../electron/service/pdf/receipt-paper.ts'
import { findById } from '../../electron/service/documents/stored-document.ts'
import { COMPANY_LIFE } from '../../electron/service/tool-company-life.ts'
import type { ToolOptions } from '../../electron/service/tool-options.ts'
import { ask, companyOf, startInProcess, type InProcessService } from './service-in-process.ts'
import { receiptRequest } from './service-receipts.ts'

const RUT = '76192083-9'
const LOGO = readFileSync('resources/service/demo-logo.png')
const bread = { name: 'Pan', unitGrossClp: 1990 }

let world: InProcessService
let own: string
beforeEach(async () => {
  world = await startInProcess()
  Object.assign(world.authority, { isSimulated: false })
  const row = await companyRow()
  own = row.id
})
afterEach(() => world.close())

const companyRow = () => companyOf(world.storage)
const send = (method: string, path: string, body?: object, key?: string) =>
  ask(world, method, path, body, key)
let sold = 0
const issue = () =>
  send('POST', '/api/invoices', receiptRequest(`L-${(sold += 1)}`, [bread], world.today()))
const settings = (body: object, key?: string) =>
  send('PATCH', `/api/company-settings/${own}`, body, key)
const tool = (name: keyof typeof COMPANY_LIFE, options: Partial<ToolOptions> = {}) =>
  COMPANY_LIFE[name](world.storage, { id: '', companies: [RUT], ...options } as ToolOptions)
const settled = async () => {
  for (const ms of [10_000, 10_000]) {
    world.clock.advance(ms)
    await world.service.settle()
  }
}
async function keyOf(role: 'OWNER' | 'ADMIN' | 'MEMBER', companyIds: readonly string[] = [own]) {
  const { client_id: clientId } = await companyRow()
  return world.storage.write((db) =>
    createKey(
      { db, clock: world.clock, random: systemRandom },
      { clientId, role, label: role, companyIds: companyIds as never },
    ),
  )
}

describe('what stands on its papers', () => {
  it('is changed by an administrator, one word at a time, and by nobody below', async () => {
    const path = `/api/companies/${own}`
    const admin = await keyOf('ADMIN')
    const moved = await send('PATCH', path, { address: 'Los Aromos 12', city: 'Ñuñoa' }, admin)
    expect(moved).toMatchObject({ status: 200, body: { address: 'Los Aromos 12', city: 'Ñuñoa' } })
    expect(await companyRow()).toMatchObject({ name: 'Almacén Don Patricio SpA', city: 'Ñuñoa' })
    const member = await send('PATCH', path, { city: 'X' }, world.keys.member)
    expect(member.body['code']).toBe('ROLE_NOT_ALLOWED')
  })

  it.each([
    [{}, 'NOTHING_TO_CHANGE'],
    [{ adress: 'Los Aromos 12' }, 'FIELD_UNKNOWN'],
    [{ document_number: '76000006-K' }, 'FIELD_UNKNOWN'],
    [{ client_id: 'x', is_test: false }, 'FIELD_UNKNOWN'],
    [{ city: '' }, 'TOO_SHORT'],
    [{ name: 'x'.repeat(101) }, 'TOO_LONG'],
    [{ city: null }, 'INVALID_TYPE'],
  ])('%o changes nothing', async (body, code) => {
    const before = await companyRow()
    expect((await send('PATCH', `/api/companies/${own}`, body)).body['code']).toBe(code)
    expect(await companyRow()).toEqual(before)
  })

  it('a logo is a PNG that can be drawn, set and taken away', async () => {
    const path = `/api/companies/${own}/logo`
    const put = async (bytes: Uint8Array) =>
      (await send('PUT', path, { content: Buffer.from(bytes).toString('base64') })).body['code']
    const endless = Buffer.from(LOGO)
    endless.writeUInt32BE(60_000, 16)
    expect(await put(Buffer.from('<svg onload="alert(1)">'))).toBe('LOGO_NOT_VALID')
    expect(await put(endless)).toBe('LOGO_NOT_VALID')
    expect(await put(LOGO.subarray(0, 12))).toBe('LOGO_NOT_VALID')
    expect(await put(Buffer.concat([LOGO, Buffer.alloc(300_000)]))).toBe('TOO_LONG')
    expect((await companyRow()).logo).toBeNull()
    expect(await put(LOGO)).toBeUndefined()
    expect(Buffer.from((await companyRow()).logo ?? [])).toEqual(LOGO)
    expect((await send('DELETE', path)).status).toBe(200)
    expect((await send('GET', path)).body['code']).toBe('LOGO_NOT_FOUND')
  })
})

describe('what its documents are worth', () => {
  it('an owner suspends it and lets it go on; what the operator suspended only he does', async () => {
    expect((await settings({ status: 'SUSPENDED' })).body['suspended_by']).toBe('OWNER')
    expect((await issue()).body['code']).toBe('COMPANY_SUSPENDED')
    expect((await settings({ status: 'ACTIVE' })).status).toBe(200)
    expect((await issue()).status).toBe(201)
    await settings({ status: 'SUSPENDED' })
    expect(await tool('suspend')).toEqual([`${RUT}\tSUSPENDED\tTEST`])
    expect((await settings({ status: 'ACTIVE' })).body['code']).toBe('SUSPENDED_BY_OPERATOR')
    expect((await settings({ status: 'SUSPENDED' })).body['suspended_by']).toBe('OPERATOR')
    expect((await settings({ status: 'ACTIVE' })).body['code']).toBe('SUSPENDED_BY_OPERATOR')
    expect(await tool('resume')).toEqual([`${RUT}\tACTIVE\tTEST`])
    world.clock.advance(2_000)
    expect((await issue()).status).toBe(201)
    const admin = await keyOf('ADMIN')
    expect((await settings({ status: 'SUSPENDED' }, admin)).body['code']).toBe('ROLE_NOT_ALLOWED')
  })

  it('starts in earnest with a resolution, once its trials are over, and its trials stay trials', async () => {
    const trial = await issue()
    const start = { is_test: false, resolution_number: 80, resolution_year: 2014 }
    expect((await settings({ is_test: false })).body['code']).toBe('RESOLUTION_REQUIRED')
    expect((await settings(start)).body['code']).toBe('TEST_DOCUMENTS_WAIT')
    expect((await companyRow()).resolution_number).toBe(0)
    await settled()
    expect((await settings(start)).body).toMatchObject({ is_test: false, resolution_number: 80 })
    const inUse = await send('GET', `/api/companies/${own}/enumeration/list`)
    expect(inUse.body['total']).toBe(0)
    const reached = { reach: { has: () => Promise.resolve(true) } } as never
    const paper = async (id: unknown) => {
      const found = await findById(world.storage, reached, String(id))
      if (!found.ok) throw new Error(JSON.stringify(found.refusal))
      return receiptPaperOf(found.value, 80).isTest
    }
    expect(await paper(trial.body['id'])).toBe(true)
    const { body: real } = await issue()
    await world.storage.write((db) =>
      db
        .updateTable('documents')
        .set({ number: 2, ted_xml: null })
        .where('id', '=', real['id'] as never)
        .execute(),
    )
    expect(await paper(real['id'])).toBe(false)
    expect((await settings({ is_test: true })).body['code']).toBe('DOCUMENTS_COUNT')
    expect((await settings({ resolution_number: 0 })).body['code']).toBe('RESOLUTION_REQUIRED')
  })

  it('what slipped in while it started is a trial, and never handed over in earnest', async () => {
    const told: { id: string; isTest: boolean }[] = []
    const { submit } = world.authority
    world.authority.submit = (documents) => {
      told.push(...documents.map(({ documentId: id, isTest }) => ({ id, isTest })))
      return submit.call(world.authority, documents)
    }
    await settings({ is_test: false, resolution_number: 80 })
    const { body } = await issue()
    await world.storage.write((db) =>
      db
        .updateTable('documents')
        .set({ number: 8, is_trial: 1 })
        .where('id', '=', body['id'] as never)
        .execute(),
    )
    const { body: real } = await issue()
    await world.storage.write((db) =>
      db
        .updateTable('documents')
        .set({ number: 9 })
        .where('id', '=', real['id'] as never)
        .execute(),
    )
    await settled()
    const statusOf = async (id: unknown) =>
      (await send('GET', `/api/invoices/by-id/${String(id)}`)).body['status']
    expect([await statusOf(body['id']), await statusOf(real['id'])]).toEqual(['PEN', 'APR'])
    expect(told).toEqual([{ id: real['id'], isTest: false }])
  })

  it('never starts in earnest where the authority is a simulated one, nor sends it anything', async () => {
    await settings({ is_test: false, resolution_number: 80 })
    const { body } = await issue()
    await world.storage.write((db) => db.updateTable('documents').set({ number: 8 }).execute())
    Object.assign(world.authority, { isSimulated: true })
    await settled()
    const { body: found } = await send('GET', `/api/invoices/by-id/${String(body['id'])}`)
    expect(found['status']).toBe('PEN')
    const { id } = await companyOf(world.storage, '76000006-K')
    const start = { is_test: false, resolution_number: 80 }
    const refused = await send('PATCH', `/api/company-settings/${id}`, start)
    expect(refused.body['code']).toBe('AUTHORITY_SIMULATED')
  })

  it('asks no simulated authority what became of what counts', async () => {
    await settings({ is_test: false, resolution_number: 80 })
    const { body } = await issue()
    await world.storage.write((db) =>
      db
        .updateTable('documents')
        .set({ number: 8, status: 'EMS', track_id: 7 as never })
        .execute(),
    )
    Object.assign(world.authority, { isSimulated: true })
    await settled()
    const { body: found } = await send('GET', `/api/invoices/by-id/${String(body['id'])}`)
    expect(found['status']).toBe('EMS')
  })

  it('leaves the folios of the authority’s trial environment behind', async () => {
    await world.storage.write((db) =>
      db
        .updateTable('folio_ranges')
        .set({ caf_xml: '<DA><IDK>100</IDK></DA>' })
        .where('company_id', '=', own as never)
        .execute(),
    )
    const inUse = async () =>
      (await send('GET', `/api/companies/${own}/enumeration/list`)).body['total']
    expect(await inUse()).not.toBe(0)
    expect((await settings({ is_test: false, resolution_number: 80 })).status).toBe(200)
    expect(await inUse()).toBe(0)
  })

  it('goes back to trying out as long as nothing counts', async () => {
    await settings({ resolution_number: 80 })
    expect(await tool('production')).toEqual([`${RUT}\tACTIVE\tPRODUCTION`])
    expect(await tool('test-mode')).toEqual([`${RUT}\tACTIVE\tTEST`])
  })

  it('does not start without a certificate, nor half', async () => {
    await world.storage.write((db) => db.deleteFrom('certificates').execute())
    const wish = { is_test: false, resolution_number: 80, status: 'SUSPENDED' }
    expect((await settings(wish)).body['code']).toBe('CERTIFICATE_NOT_FOUND')
    expect(await companyRow()).toMatchObject({ status: 'ACTIVE', resolution_number: 0 })
  })
})

describe('by the tool', () => {
  const folder = mkdtempSync(join(tmpdir(), 'company-life-'))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('a file changes what it says and no more', async () => {
    const file = join(folder, 'changes.json')
    writeFileSync(file, JSON.stringify({ city: 'Ñuñoa', resolution_number: 80 }))
    expect(await tool('update-company', { file, companies: ['76.192.083-9'] })).toEqual([
      `${RUT}\tcity\tresolution_number`,
    ])
    expect(await companyRow()).toMatchObject({ city: 'Ñuñoa', state: 'CL-RM', is_test: 1 })
    expect(await companyRow()).toMatchObject({ resolution_number: 80, resolution_year: 2026 })
  })

  it('refuses what is misspelt, empty, or about nobody', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'company-life-')), 'changes.json')
    for (const [text, said] of [
      ['{"adress":"x"}', 'adress'],
      ['{}', 'NOTHING_TO_CHANGE'],
      ['{', 'JSON'],
    ] as const) {
      writeFileSync(file, text)
      await expect(tool('update-company', { file })).rejects.toThrow(said)
    }
    await expect(tool('suspend', { companies: ['11111111-1'] })).rejects.toThrow('no company')
    expect(await tool('suspend', { companies: [] })).toBeNull()
    expect(await tool('suspend', { companies: [RUT, '76000006-K'] })).toBeNull()
    expect(await tool('set-logo')).toBeNull()
    expect(await tool('set-logo', { file: 'resources/service/demo-logo.png' })).toEqual([
      `${RUT}\t${LOGO.length} bytes`,
    ])
    expect(await tool('remove-logo')).toEqual([`${RUT}\tno logo`])
  })
})

describe('its keys', () => {
  const path = (key: string) => `/api/users/${keyIdOf(key)}`
  const works = async (key: string) => (await send('GET', '/api/companies', undefined, key)).status

  it('an owner renames, moves, renews and revokes them', async () => {
    const till = await keyOf('MEMBER')
    const changed = await send('PATCH', path(till), { label: 'Caja 9', role: 'ADMIN' })
    expect(changed.status).toBe(200)
    const { body } = await send('GET', '/api/users')
    expect(body).toContainEqual(
      expect.objectContaining({ id: keyIdOf(till), name: 'Caja 9', role: 'ADMIN' }),
    )
    const renewed = String((await send('POST', `${path(till)}/rotate`)).body['key'])
    expect([await works(till), await works(renewed)]).toEqual([401, 200])
    expect((await send('DELETE', path(renewed))).body['status']).toBe('REVOKED')
    expect(await works(renewed)).toBe(401)
    expect((await send('DELETE', path(renewed))).body['code']).toBe('USER_NOT_FOUND')
  })

  it('no key changes itself, and none below an owner changes any', async () => {
    const till = await keyOf('MEMBER')
    const admin = await keyOf('ADMIN')
    for (const [method, at, body] of [
      ['PATCH', '', { label: 'x' }],
      ['POST', '/rotate', undefined],
      ['DELETE', '', undefined],
    ] as const) {
      const self = await send(method, `${path(world.keys.owner)}${at}`, body)
      expect(self.body['code']).toBe('KEY_OF_THIS_REQUEST')
      const below = await send(method, `${path(till)}${at}`, body, admin)
      expect(below.body['code']).toBe('ROLE_NOT_ALLOWED')
    }
    expect(await works(till)).toBe(200)
  })

  it('an owner of one company gets nothing of another by way of its keys', async () => {
    const { id: other } = await companyOf(world.storage, '76000006-K')
    const owner = await keyOf('OWNER')
    const wide = await keyOf('MEMBER', [own, other])
    for (const [method, at, body] of [
      ['PATCH', '', { companies: [own] }],
      ['POST', '/rotate', undefined],
      ['DELETE', '', undefined],
    ] as const) {
      const answer = await send(method, `${path(wide)}${at}`, body, owner)
      expect(answer.body['code']).toBe('COMPANY_NOT_ACCESSIBLE')
    }
    const till = await keyOf('MEMBER')
    const reaching = await send('PATCH', path(till), { companies: [own, other] }, owner)
    expect(reaching.body['code']).toBe('COMPANY_NOT_ACCESSIBLE')
    expect(await works(wide)).toBe(200)
  })

  it('keys and companies of another client are not there', async () => {
    await world.storage.write(async (db) => {
      const { id: _, ...row } = await companyRow()
      await db
        .insertInto('clients')
        .values({ id: 'foreign' as never, name: 'Ajena' })
        .execute()
      const foreign = { id: 'foreign' as never, client_id: 'foreign' as never }
      await db
        .insertInto('companies')
        .values({ ...row, ...foreign, document_number: '99999999-9' })
        .execute()
    })
    const theirs = await world.storage.write((db) =>
      createKey(
        { db, clock: world.clock, random: systemRandom },
        {
          clientId: 'foreign' as never,
          role: 'OWNER',
          label: '',
          companyIds: ['foreign' as never],
        },
      ),
    )
    expect((await send('DELETE', path(theirs))).body['code']).toBe('USER_NOT_FOUND')
    for (const [method, at] of [
      ['PATCH', '/api/companies/foreign'],
      ['PATCH', '/api/company-settings/foreign'],
      ['PUT', '/api/companies/foreign/logo'],
      ['DELETE', '/api/companies/foreign/logo'],
    ] as const)
      expect((await send(method, at, method === 'DELETE' ? undefined : {})).status).toBe(403)
    expect(await works(theirs)).toBe(200)
  })

  it('two owners who revoke each other leave one', async () => {
    const other = await keyOf('OWNER')
    const answers = await Promise.all([
      send('DELETE', path(other)),
      send('DELETE', path(world.keys.owner), undefined, other),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })
})
