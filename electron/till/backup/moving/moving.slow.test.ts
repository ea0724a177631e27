/** A till taken to another computer: nothing lost, nothing issued twice, one till that sells. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { RestorePreview, SupportJob } from '#shared/backup/views.ts'
import { CODE_BYTES, makeCode } from '#shared/text/recovery-code.ts'
import { BACKUP_WORKER } from '../../../../test/support/backup-worker.ts'
import { must } from '../../../../test/support/must.ts'
import {
  FIXTURE_SERVICE,
  keptOf,
  NOON,
  cartOf,
  receiptOf,
  sellOf,
  tillFixture,
  UNREACHABLE,
} from '../../../../test/support/till-fixture.ts'
import type { TillFixture } from '../../../../test/support/till-fixture.ts'
import { createFileSecretStore, systemClock } from '../../adapters/system.ts'
import { createWitnessFiles } from '../durability/identity/witness-files.ts'
import { checkTill } from '../durability/support-desk.ts'
import { listBackups } from '../../kernel/backup-files.ts'
import { makeBackup } from '../durability/make-backup.ts'
import { tillFolder } from '../../kernel/till-folder.ts'
import { copiesByHand, restoreByHand } from '../support/by-hand.ts'
import { createSupportClient } from '../support/support-client.ts'
import type { Till } from '../../till.ts'

const PIN = '3690'
const WRONG_CODE = makeCode(new Uint8Array(CODE_BYTES).fill(9))

let old: TillFixture
let other: TillFixture
let stick: string
let honest: TillFixture['service']['answer']
beforeEach(() => {
  old = tillFixture()
  other = tillFixture()
  stick = mkdtempSync(join(tmpdir(), 'meson-stick-'))
  honest = old.service.answer
})
afterEach(async () => {
  await Promise.all([old.close(), other.close()])
  rmSync(stick, { recursive: true, force: true })
})

/** On its own files, and both before the same service. */
function open(fixture: TillFixture): Promise<Till> {
  const folder = tillFolder(fixture.dataDir)
  return fixture.open({
    pinCost: 4,
    http: old.service,
    apiKeyFromHost: null,
    serviceKey: createFileSecretStore(join(folder.folder, 'service-key')),
    ownSecret: createFileSecretStore(folder.ownSecret),
    pinPepper: createFileSecretStore(folder.pinPepper),
    support: createSupportClient(BACKUP_WORKER, systemClock, () => {}),
    // Each on a computer of its own.
    witness: createWitnessFiles(join(fixture.dataDir, 'state'), async () => ({
      system: fixture.dataDir,
      parts: [],
    })),
  })
}
/** Threads work in real time; a till that is opened again asks for a PIN. */
async function ended(api: TillApi, begun: ReturnType<TillApi['startMove']>): Promise<SupportJob> {
  must(begun)
  await vi.waitUntil(
    async () => {
      try {
        const now = api.support()
        if (now.ok) return now.value.job?.isRunning === false
        await signIn(api)
        return false
      } catch {
        return false
      }
    },
    { timeout: 20_000, interval: 5 },
  )
  return must(api.support()).job!
}
const signIn = (api: TillApi) => api.signIn({ staffId: api.staff().members[0]?.id ?? '', pin: PIN })
const hire = async ({ api }: Till, name = 'Paula') =>
  must(await api.saveStaff({ staffId: null, name, role: 'owner', pin: PIN }))
async function shopWithKey(fixture: TillFixture): Promise<Till> {
  const till = await open(fixture)
  must(await till.api.saveSettings({ apiKey: FIXTURE_SERVICE.key }))
  must(await till.api.testService())
  return till
}
async function leaveWith({ api }: Till): Promise<{ readonly code: string; job: SupportJob }> {
  const { code } = must(api.newMoveCode())
  return { code, job: await ended(api, api.startMove({ folder: stick, code })) }
}
/** Looked at as any copy is. */
async function looked({ api }: Till, code: string): Promise<SupportJob> {
  const copies = must(await api.copies({ folder: stick, code }))
  const { name } = copies.find((copy) => copy.name.endsWith('-moved')) ?? { name: '' }
  return ended(api, api.startLook({ kind: 'copy', name, folder: stick, code }))
}
async function look(till: Till, code: string): Promise<RestorePreview> {
  const job = await looked(till, code)
  if (job.done?.task !== 'look') throw new Error(job.refusal?.code)
  return job.done.preview
}
async function bring(till: Till, code: string): Promise<SupportJob> {
  const { name } = await look(till, code)
  return ended(till.api, till.api.startRestore({ name, otherRut: null }))
}
const place = (...parts: string[]) => join(stick, 'Meson-respaldo', ...parts)
const doubtOf = ({ api }: Till) => api.status().doubt ?? null
const onStick = () => readdirSync(place()).filter((name) => name.startsWith('till-'))
const issued = () => old.service.created().map(({ reference }) => reference)
const log = ({ api }: Till) =>
  must(api.audit({ cursor: null, limit: 5 })).rows.map(({ action }) => action)
const cutOff = () => {
  old.service.answer = () => UNREACHABLE
}
const connect = () => {
  old.service.answer = honest
}

describe('a till taken to another computer', () => {
  it('sells there with its folios, its unsent sales, its people, its key and its seal', async () => {
    const till = await shopWithKey(old)
    await hire(till)
    const sent = sellOf(till.api)
    await old.until(() => receiptOf(till.api, sent).folio === 1)
    cutOff()
    const unsent = [sellOf(till.api, '201'), sellOf(till.api)]
    const { code, job } = await leaveWith(till)
    expect(job).toMatchObject({ done: { task: 'move', sales: 3, unissued: 2 }, refusal: null })
    expect(onStick()).toEqual([expect.stringMatching(/-moved\.[0-9a-f]{16}\.[0-9a-f]{8}\.age$/)])
    const bytes = readFileSync(place(onStick()[0] ?? ''))
    for (const text of ['Pan (kg)', 'Paula', '76192083', FIXTURE_SERVICE.key, 'SQLite format'])
      expect([text, bytes.includes(text)]).toEqual([text, false])

    const there = await open(other)
    expect(await look(there, code)).toMatchObject({
      shopName: 'Almacén',
      sales: 3,
      unissued: 2,
      lastFolio: 1,
      salesSince: 0,
      moved: 'first',
      isOtherShop: false,
    })
    expect(await bring(there, code)).toMatchObject({
      done: { task: 'restore', sales: 3, requeued: 2 },
    })
    expect(log(there)).toEqual(expect.arrayContaining(['till-arrived', 'till-left']))
    connect()
    await other.until(() => unsent.every((id) => receiptOf(there.api, id).folio !== null))
    const since = sellOf(there.api)
    await other.until(() => receiptOf(there.api, since).folio !== null)
    expect(new Set(issued()).size).toBe(4)
    expect(issued()).toHaveLength(4)
    expect(await there.api.checkSeal({ isAnew: true })).toMatchObject({ value: { state: 'whole' } })
    expect(checkTill(other.dataDir)).toMatchObject({ isWhole: true })
  })

  it('rests here from then on: sells, prints and sends nothing, also after a restart', async () => {
    const till = await shopWithKey(old)
    cutOff()
    const unsent = sellOf(till.api)
    await leaveWith(till)
    connect()
    const refused = { ok: false, refusal: { code: 'TILL_AT_REST' } }
    const expectRest = async ({ api }: Till) => {
      const before = old.service.requests.length
      expect(api.status().rest).toMatchObject({ state: 'left' })
      expect(api.openSale()).toMatchObject(refused)
      expect(api.saveDraft(keptOf(cartOf(api, '101')))).toMatchObject(refused)
      expect(api.reprint(unsent)).toMatchObject(refused)
      expect(api.retryNow(unsent)).toMatchObject(refused)
      expect(await api.saveSettings({ registerNumber: 2 })).toMatchObject(refused)
      await old.clock.advance(3_600_000)
      expect(old.service.requests.slice(before)).toEqual([])
    }
    await expectRest(till)
    await till.stop()
    const again = await open(old)
    await expectRest(again)
    expect(issued()).toEqual([])
    const { code } = must(again.api.newMoveCode())
    expect(again.api.startMove({ folder: stick, code })).toMatchObject({
      refusal: { code: 'MOVE_ALREADY_LEFT' },
    })
    expect(again.api.cancelMove()).toMatchObject({ refusal: { code: 'MOVE_ALREADY_LEFT' } })
  })

  it('wakes by its code and nothing else, in doubt until the service has answered', async () => {
    const till = await shopWithKey(old)
    cutOff()
    const unsent = sellOf(till.api)
    const { code } = await leaveWith(till)
    const back = (typed: string) => till.api.startTakeBack({ code: typed })
    expect(back(WRONG_CODE)).toMatchObject({ refusal: { code: 'COPY_CODE_WRONG', field: 'code' } })
    expect(await ended(till.api, back(code))).toMatchObject({ done: { task: 'take-back' } })
    expect(log(till).slice(0, 2).sort()).toEqual(['till-in-doubt', 'till-taken-back'])
    // The unopened copy was there, and wakes nobody else any more: no person has to say so.
    expect(doubtOf(till)).toMatchObject({ reason: 'taken-back', isOwn: false, word: 'goes-on' })
    connect()
    must(await till.api.testService())
    await old.until(() => receiptOf(till.api, unsent).folio === 1 && doubtOf(till) === null)
    sellOf(till.api)
    const there = await open(other)
    expect(await look(there, code)).toMatchObject({ moved: 'again' })
  })

  it('woken while its copy is away asks whether the other one sells', async () => {
    const till = await shopWithKey(old)
    sellOf(till.api)
    const { code } = await leaveWith(till)
    const there = await open(other)
    await bring(there, code)
    await ended(till.api, till.api.startTakeBack({ code }))
    expect([doubtOf(till), doubtOf(there)]).toMatchObject([
      { reason: 'taken-back', word: null },
      { reason: 'arrived', word: 'goes-on' },
    ])
    must(await till.api.answerDoubt({ word: 'second', registerNumber: 2 }))
    await old.until(() => doubtOf(till) === null)
    expect(till.api.settings().registerNumber).toBe(2)
  })

  it('asks nobody where it is opened first: on a third computer, and on the old one, it does', async () => {
    const till = await shopWithKey(old)
    sellOf(till.api)
    const { code } = await leaveWith(till)
    const there = await open(other)
    await bring(there, code)
    expect(doubtOf(there)).toMatchObject({ reason: 'arrived', word: 'goes-on' })
    must(await there.api.testService())
    await other.until(() => doubtOf(there) === null)
    const third = tillFixture()
    const elsewhere = await open(third)
    expect(await look(elsewhere, code)).toMatchObject({ moved: 'again' })
    await bring(elsewhere, code)
    expect(doubtOf(elsewhere)).toMatchObject({ reason: 'moved', isOwn: false, word: null })
    expect(till.api.openSale()).toMatchObject({ refusal: { code: 'TILL_AT_REST' } })
    await third.close()

    // The old computer is mended: the till goes home, over what rests there.
    const home = await leaveWith(there)
    expect(await bring(till, home.code)).toMatchObject({ done: { task: 'restore', sales: 1 } })
    // What arrives in order is asked on neither computer.
    expect(till.api.status()).toMatchObject({ rest: null })
    await old.until(() => doubtOf(till) === null)
    expect(there.api.status()).toMatchObject({ rest: { state: 'left' }, doubt: null })
    sellOf(till.api)
  })

  it('in doubt, its papers are copies; opened twice it issues nothing twice', async () => {
    const till = await shopWithKey(old)
    cutOff()
    const unsent = sellOf(till.api)
    const { code } = await leaveWith(till)
    const there = await open(other)
    await bring(there, code)
    const third = tillFixture()
    const elsewhere = await open(third)
    await bring(elsewhere, code)
    sellOf(elsewhere.api)
    await third.until(() => third.printer.printed.length > 0)
    expect(third.printer.printed.map(({ banner }) => banner)).toContain('COPIA')
    expect(third.printer.printed.map(({ banner }) => banner)).not.toContain(null)
    connect()
    await other.until(() => receiptOf(there.api, unsent).folio === 1)
    await third.until(() => receiptOf(elsewhere.api, unsent).folio === 1)
    const [here, away] = [sellOf(there.api), sellOf(elsewhere.api)]
    await other.until(() => receiptOf(there.api, here).folio !== null)
    await third.until(() => receiptOf(elsewhere.api, away).folio !== null)
    expect(issued()).toHaveLength(4)
    expect(new Set(issued()).size).toBe(4)
    await third.close()
  })

  it('sets aside a till that is there, with its sales and its secrets', async () => {
    const till = await shopWithKey(old)
    const { code } = await leaveWith(till)
    const there = await shopWithKey(other)
    sellOf(there.api)
    const secret = readFileSync(tillFolder(other.dataDir).ownSecret, 'utf8')
    expect(await look(there, code)).toMatchObject({ salesSince: 1, keepsSalesSince: false })
    const job = await bring(there, code)
    const quarantine = job.done?.task === 'restore' ? (job.done.quarantine ?? '') : ''
    expect(readdirSync(quarantine).sort()).toEqual(
      expect.arrayContaining(['own-secret', 'pin-pepper', 'till.db']),
    )
    expect(readFileSync(join(quarantine, 'own-secret'), 'utf8')).toBe(secret)
    sellOf(there.api)
    expect(must(there.api.support()).job).toMatchObject({ done: { task: 'restore', sales: 0 } })
  })
})

describe('by hand', () => {
  it('arrives at a closed till, with its people and its seal', async () => {
    const till = await shopWithKey(old)
    await hire(till)
    cutOff()
    const unsent = sellOf(till.api)
    const { code } = await leaveWith(till)
    const order = { dataDir: other.dataDir, from: stick, rut: null, at: NOON }
    expect(() => copiesByHand({ ...order, code: WRONG_CODE })).toThrow('COPY_CODE_WRONG')
    const [line = ''] = copiesByHand({ ...order, code })
    const said = await restoreByHand({ ...order, code, name: line.split(' ')[0] ?? '' })
    expect(said).toContain('Boletas que se enviarán o consultarán otra vez, sin duplicarse: 1.')
    connect()
    const there = await open(other)
    expect(await signIn(there.api)).toMatchObject({ ok: true })
    await other.until(() => receiptOf(there.api, unsent).folio === 1)
    expect(log(there)).toContain('till-arrived')
    await other.until(() => doubtOf(there) === null)
    expect(checkTill(other.dataDir)).toMatchObject({ isWhole: true })
  })

  it('no backup of before wakes a till that left', async () => {
    const till = await shopWithKey(old)
    const { database, backups } = tillFolder(old.dataDir)
    makeBackup({ databaseFile: database, backupDir: backups, at: NOON, reason: 'asked' })
    await leaveWith(till)
    await till.stop()
    const [{ name } = { name: '' }] = listBackups(backups)
    const order = { dataDir: old.dataDir, name, from: null, code: null, rut: null, at: NOON }
    await expect(restoreByHand(order)).rejects.toThrow('TILL_AT_REST')
    const again = await open(old)
    expect(again.api.startLook({ kind: 'backup', name })).toMatchObject({
      refusal: { code: 'TILL_AT_REST' },
    })
  })
})

describe('what goes wrong on the way', () => {
  it('a stick that is away leaves the till at rest without a copy, and it goes on here', async () => {
    const till = await shopWithKey(old)
    const { code } = must(till.api.newMoveCode())
    const folder = join(stick, 'gone')
    expect(till.api.startMove({ folder, code })).toMatchObject({
      refusal: { code: 'COPY_PLACE_AWAY' },
    })
    expect(till.api.status().rest).toBeNull()
    expect(till.api.startMove({ folder: stick, code: WRONG_CODE })).toMatchObject({
      refusal: { code: 'RECOVERY_CODE_NOT_VALID' },
    })
    must(till.api.startMove({ folder: stick, code }))
    rmSync(stick, { recursive: true })
    expect(await ended(till.api, { ok: true, value: null })).toMatchObject({
      refusal: { code: 'COPY_PLACE_PULLED' },
    })
    expect(till.api.status().rest).toMatchObject({ state: 'packing' })
    expect(await ended(till.api, till.api.cancelMove())).toMatchObject({
      done: { task: 'take-back' },
    })
    sellOf(till.api)
  })

  it.each([
    ['a changed byte', (bytes: Buffer) => void (bytes[2_000] = (bytes[2_000] ?? 0) ^ 1)],
    ['the end cut off', (bytes: Buffer) => bytes.subarray(0, -700)],
    ['bytes behind it', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('more')])],
  ])('a copy with %s is not opened', async (_, spoil) => {
    const till = await shopWithKey(old)
    const { code } = await leaveWith(till)
    const file = place(onStick()[0] ?? '')
    const bytes = readFileSync(file)
    writeFileSync(file, spoil(bytes) ?? bytes)
    const there = await open(other)
    expect(await looked(there, code)).toMatchObject({ refusal: { code: 'COPY_DAMAGED' } })
    expect(existsSync(tillFolder(other.dataDir).restored)).toBe(false)
  })

  it('a keyring that does not open lets nothing leave', async () => {
    const till = await old.open({
      http: old.service,
      support: createSupportClient(BACKUP_WORKER, systemClock, () => {}),
      pinPepper: { load: async () => null, save: async () => {}, isClosed: async () => true },
    })
    const { code } = must(till.api.newMoveCode())
    expect(await ended(till.api, till.api.startMove({ folder: stick, code }))).toMatchObject({
      refusal: { code: 'MOVE_SECRET_CLOSED' },
    })
    expect(till.api.status().rest).toBeNull()
    sellOf(till.api)
  })
})
