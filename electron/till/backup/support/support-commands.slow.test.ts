/** Support from the window: everything on its thread, the owner's, and in the log. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SupportJob } from '#shared/backup/views.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import { BACKUP_WORKER } from '../../../../test/support/backup-worker.ts'
import { INTO_CUSTOMER } from '../../../../test/support/people-story.ts'
import { receiptOf, sellOf, UNREACHABLE } from '../../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../../test/support/till-per-test.ts'
import { systemClock } from '../../adapters/system.ts'
import { createBackupClient } from '../durability/backup-client.ts'
import { tillFolder } from '../../kernel/till-folder.ts'
import { createSupportClient } from './support-client.ts'

const DAY_MS = 86_400_000
const options = {
  support: createSupportClient(BACKUP_WORKER, systemClock, () => {}),
  makeBackup: createBackupClient(BACKUP_WORKER),
}
const { fixture, api, till } = tillPerTest(options)
let stick: string
beforeEach(() => {
  stick = mkdtempSync(join(tmpdir(), 'meson-stick-'))
})
afterEach(() => rmSync(stick, { recursive: true, force: true }))

function must<Value>(answer: Result<Value, Refusal>): Value {
  if (!answer.ok) throw new Error(answer.refusal.code)
  return answer.value
}
/** Threads work in real time. */
async function ended(begun: Result<null, Refusal>): Promise<SupportJob> {
  must(begun)
  const view = () => api.support()
  await vi.waitUntil(
    () => {
      try {
        const now = view()
        return now.ok ? now.value.job?.isRunning === false : now.refusal.code === 'PIN_REQUIRED'
      } catch {
        return false
      }
    },
    { timeout: 20_000, interval: 5 },
  )
  return must(view()).job!
}
const secondCopy = () => must(api.support()).secondCopy
/** As if so many days had passed. */
function agePlan(days: number): void {
  const db = new Database(tillFolder(fixture.dataDir).database)
  db.prepare(
    `UPDATE setting SET value_json = json_set(value_json, '$.lastAt', json_extract(value_json, '$.lastAt') - ?)
    WHERE key = 'second-copy'`,
  ).run(days * DAY_MS)
  db.close()
}
const log = () => must(api.audit({ cursor: null, limit: 5 })).rows.map(({ action }) => action)

describe('the second copy', () => {
  it('is chosen once with a code, made, and asked for again when it is too old', async () => {
    const { code } = must(api.choosePlace({ folder: stick, code: null }))
    expect(code).toMatch(/^(\w{5}-){4}\w{5}$/)
    expect(log()[0]).toBe('settings-changed')
    sellOf(api)
    expect(await ended(api.startCopy())).toMatchObject({ done: { task: 'copy', sales: 1 } })
    expect(secondCopy()).toMatchObject({ folder: stick, lastSales: 1, isDue: false, trouble: null })
    expect(api.status().secondCopyDays).toBeNull()
    rmSync(join(stick, 'Meson-respaldo'), { recursive: true })
    agePlan(7)
    expect(api.status().secondCopyDays).toBe(7)
    expect(await ended(api.startCopy())).toMatchObject({ refusal: { code: 'COPY_PLACE_AWAY' } })
    expect(secondCopy()).toMatchObject({ isDue: true, trouble: { code: 'COPY_PLACE_AWAY' } })
    must(api.remindAfter({ remindAfterDays: 0 }))
    expect(api.status().secondCopyDays).toBeNull()
    must(api.forgetPlace())
    expect(secondCopy()).toBeNull()
  })

  it('is made by itself once a day while the stick is there, after the owner’s first', async () => {
    const { code } = must(api.choosePlace({ folder: stick, code: null }))
    await fixture.clock.advance(3_600_000)
    expect(must(api.support()).job).toBeNull()
    await ended(api.startCopy())
    // As if it had been long ago.
    must(api.forgetPlace())
    must(api.choosePlace({ folder: stick, code }))
    sellOf(api)
    await fixture.clock.advance(3_600_000)
    await vi.waitUntil(() => secondCopy()?.lastSales === 1, { timeout: 20_000, interval: 5 })
    await fixture.clock.advance(3_600_000)
    expect(must(api.support()).job?.isRunning).toBe(false)
    expect(
      readdirSync(join(stick, 'Meson-respaldo')).filter((n) => n.endsWith('.age')),
    ).toHaveLength(2)
  })

  it('neither in the till’s own folder, nor in none, nor over another till’s copies', async () => {
    const refused = (folder: string, code: string | null = null) =>
      api.choosePlace({ folder, code })
    expect(refused(join(fixture.dataDir, 'till'))).toMatchObject({
      refusal: { code: 'COPY_PLACE_IS_TILL', field: 'folder' },
    })
    expect(refused('pendrive')).toMatchObject({ refusal: { code: 'FOLDER_NOT_VALID' } })
    expect(refused(join(stick, 'none'))).toMatchObject({ refusal: { code: 'COPY_PLACE_AWAY' } })
    const { code } = must(refused(stick))
    await ended(api.startCopy())
    must(api.forgetPlace())
    expect(refused(stick)).toMatchObject({ refusal: { code: 'COPY_PLACE_OF_ANOTHER' } })
    expect(refused(stick, 'AAAAA')).toMatchObject({ refusal: { code: 'RECOVERY_CODE_NOT_VALID' } })
    expect(refused(stick, code)).toEqual({ ok: true, value: { code: null } })
    must(await api.saveSettings({ registerNumber: 2 }))
    expect(refused(stick, code)).toMatchObject({ refusal: { code: 'COPY_PLACE_OF_ANOTHER' } })
  })
})

describe('a restore from the window', () => {
  it('shows what it would do, keeps what was sold since, sets the old aside and sells on', async () => {
    const first = sellOf(api)
    await fixture.until(() => receiptOf(api, first).folio === 1)
    await ended(api.startBackup())
    fixture.service.answer = () => UNREACHABLE
    const since = sellOf(api, '201')
    const [{ name } = { name: '' }] = must(api.backups())
    expect(await ended(api.startLook({ kind: 'backup', name }))).toMatchObject({
      done: {
        preview: {
          name,
          shopName: 'Almacén',
          sales: 1,
          lastFolio: 1,
          salesSince: 1,
          salesSinceClp: 1600,
          keepsSalesSince: true,
          isOtherShop: false,
        },
      },
    })
    expect(
      api.startRestore({ name: 'till-20200101T000000000Z-asked.db', otherRut: null }),
    ).toMatchObject({ refusal: { code: 'COPY_NOT_FOUND' } })
    expect(await ended(api.startRestore({ name, otherRut: null }))).toMatchObject({
      done: { task: 'restore', sales: 2, carriedOver: 1, unreadable: 0 },
    })
    expect(log()[0]).toBe('till-restored')
    expect(readdirSync(tillFolder(fixture.dataDir).quarantine)).toHaveLength(1)
    expect(receiptOf(api, since).totalClp).toBe(1600)
    sellOf(api)
    expect(api.startRestore({ name, otherRut: null })).toMatchObject({ ok: true })
  })

  it('from a stick, by its code, on a till that never had it', async () => {
    const { code } = must(api.choosePlace({ folder: stick, code: null }))
    const sold = sellOf(api)
    await ended(api.startCopy())
    must(api.forgetPlace())
    expect(await api.copies({ folder: stick, code: null })).toMatchObject({
      refusal: { code: 'COPY_PLACE_OF_ANOTHER', field: 'code' },
    })
    const [copy] = must(await api.copies({ folder: stick, code }))
    const input = { kind: 'copy', name: copy?.name ?? '', folder: stick, code } as const
    expect(await ended(api.startLook(input))).toMatchObject({ done: { preview: { sales: 1 } } })
    await ended(api.startRestore({ name: input.name, otherRut: null }))
    expect(receiptOf(api, sold).totalClp).toBe(1890)
  })

  it('of another shop only by that shop’s RUT, and nothing sold here gets into its books', async () => {
    await ended(api.startBackup())
    const [{ name } = { name: '' }] = must(api.backups())
    const here = sellOf(api)
    await fixture.until(() => receiptOf(api, here).folio === 1)
    const { shop } = api.bootstrap()
    must(await api.saveSettings({ shop: { ...shop, rut: '77777777-7', tradeName: 'Otra' } }))
    expect(await ended(api.startLook({ kind: 'backup', name }))).toMatchObject({
      done: { preview: { isOtherShop: true, keepsSalesSince: false, salesSince: 1 } },
    })
    for (const otherRut of [null, '77.777.777-7', 'sí'])
      expect(api.startRestore({ name, otherRut })).toMatchObject({
        refusal: { code: 'BACKUP_OF_OTHER_SHOP', params: { rut: '76192083-9' } },
      })
    expect(await ended(api.startRestore({ name, otherRut: '76.192.083-9' }))).toMatchObject({
      done: { carriedOver: 0, sales: 0 },
    })
    expect(api.receipt(here).ok).toBe(false)
    expect(api.bootstrap().shop.rut).toBe('76192083-9')
  })
})

describe('what else support does', () => {
  it('checks, backs up and exports, one at a time', async () => {
    sellOf(api)
    expect(await ended(api.startCheck())).toMatchObject({ done: { faults: [], sales: 1 } })
    expect(await ended(api.startBackup())).toMatchObject({ done: { task: 'backup' } })
    const exported = await ended(api.startExport({ folder: stick }))
    const file = exported.done?.task === 'export' ? exported.done.file : ''
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(1)
    expect(log()[0]).toBe('sales-exported')
    must(api.startCheck())
    expect(api.startBackup()).toMatchObject({ refusal: { code: 'SUPPORT_BUSY' } })
    await till.stop()
  })

  it('writes a diagnosis that names nobody and opens nothing', async () => {
    const key = 'msn_live_secret-key-0001'
    mkdirSync(join(fixture.dataDir, 'logs'))
    must(await api.saveStaff({ staffId: null, name: 'Rosa Soto', role: 'owner', pin: '3690' }))
    sellOf(api)
    const planted = plant(fixture.dataDir, key)
    const job = await ended(api.startDiagnostics({ folder: stick }))
    const file = job.done?.task === 'diagnostics' ? job.done.file : ''
    const text = gunzipSync(readFileSync(file)).toString('latin1')
    expect(planted.filter((secret) => text.includes(secret))).toEqual([])
    for (const told of [
      'receipts-by-state.json',
      '"version"',
      'backup failed',
      'ENOSPC',
      '"sales": 1',
    ])
      expect([told, text.includes(told)]).toEqual([told, true])
  })
})

/** Secrets, people and numbers in every place a diagnosis reads from; answers them all. */
function plant(dataDir: string, key: string): string[] {
  const secrets = [
    key,
    '3690',
    'Rosa Soto',
    'rosa@tienda.cl',
    '12.345.678-5',
    '12345678',
    'Almacén',
  ]
  const lines = [
    {
      at: '2026-11-20T15:00:00.000Z',
      message: 'backup failed',
      error: `ENOSPC ${secrets.join(' ')}`,
    },
    { message: `Rosa Soto ${key}`, rut: 12_345_678, pin: '3690', code: 'SERVICE_ERROR' },
    { message: 'backup made', 'Rosa Soto': 1, [key]: true, rosa: ['rosa@tienda.cl'] },
  ]
  writeFileSync(
    join(dataDir, 'logs', 'caja.log'),
    [...lines.map((line) => JSON.stringify(line)), `panic: ${secrets.join(' ')}`].join('\n'),
  )
  const db = new Database(tillFolder(dataDir).database)
  const text = secrets.join(' ')
  const put = db.prepare('INSERT OR REPLACE INTO setting (key, value_json) VALUES (?, ?)')
  put.run('elsewhere', JSON.stringify({ apiKey: key, cashierName: text, theme2: text }))
  put.run('note', JSON.stringify(text))
  db.prepare(
    "INSERT INTO printer_setup (printer_id, config_json, options_json) VALUES (?, ?, '{}')",
  ).run(text, JSON.stringify({ name: text, widthMm: 80, transport: { kind: 'tcp', host: text } }))
  db.prepare(`${INTO_CUSTOMER} VALUES (?, ?, ?, ?, ?, 1)`).run(
    '12345678-5',
    text,
    text,
    text,
    'rosa@tienda.cl',
  )
  db.prepare('UPDATE receipt SET last_error_code = ?, authority_status = ?').run(text, text)
  db.prepare("INSERT INTO journal (at_ms, kind, data_json) VALUES (1, 'note', ?)").run(
    JSON.stringify({ text }),
  )
  db.close()
  return secrets
}
