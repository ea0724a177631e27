/**
 * What this machine knows of another till with the same data is forgotten by no restore, no folder
 * put back and no machine that keeps nothing.
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MachinePrint } from '#shared/backup/witness.ts'
import { createFileSecretStore } from '../../../adapters/system.ts'
import type { Till } from '../../../till.ts'
import { leaveByHand, takeBackByHand } from '../../moving/by-hand.ts'
import { must } from '../../../../../test/support/must.ts'
import {
  receiptOf,
  sellOf,
  tillFixture,
  UNREACHABLE,
} from '../../../../../test/support/till-fixture.ts'
import type { TillFixture } from '../../../../../test/support/till-fixture.ts'
import { restoreByHand } from '../../support/by-hand.ts'
import { listCopies } from '../../support/look.ts'
import { makeBackup } from '../make-backup.ts'
import { restoreTill } from '../support-desk.ts'
import { tillFolder } from '../../../kernel/till-folder.ts'
import { createWitnessFiles } from './witness-files.ts'

const HERE: MachinePrint = { system: 'here', parts: ['card'] }
const THERE: MachinePrint = { system: 'there', parts: ['other card'] }

let fixture: TillFixture
let outside: string
beforeEach(() => {
  fixture = tillFixture()
  outside = mkdtempSync(join(tmpdir(), 'meson-state-'))
})
afterEach(async () => {
  await fixture.close()
  rmSync(outside, { recursive: true, force: true })
})

const at = (name: string) => join(outside, name)
const witnessIn = (state: string, machine: MachinePrint) =>
  createWitnessFiles(at(state), async () => machine)
const open = ({ dataDir = fixture.dataDir, machine = HERE, state = 'state' } = {}) =>
  fixture.open({
    dataDir,
    ownSecret: createFileSecretStore(tillFolder(dataDir).ownSecret),
    pinPepper: createFileSecretStore(tillFolder(dataDir).pinPepper),
    witness: witnessIn(state, machine),
  })
const doubtOf = ({ api }: Till) => api.status().doubt ?? null
const backUp = () => {
  const { database, backups } = tillFolder(fixture.dataDir)
  const now = fixture.clock.now()
  return makeBackup({ databaseFile: database, backupDir: backups, at: now, reason: 'asked' }).file
}
const restore = (file: string) => restoreTill(fixture.dataDir, file, fixture.clock.now())
function copyTo(name: string): string {
  const filter = (file: string) => !/lock\.db|in-use-by/.test(file)
  cpSync(fixture.dataDir, at(name), { recursive: true, filter })
  return at(name)
}
function putBack(copy: string): void {
  rmSync(fixture.dataDir, { recursive: true })
  cpSync(copy, fixture.dataDir, { recursive: true })
}

/** It sold, and has been put to rest since. */
async function left(): Promise<{ readonly before: string; readonly file: string; code: string }> {
  const till = await open()
  sellOf(till.api, '201')
  await till.stop()
  const [file, before] = [backUp(), copyTo('before')]
  return { before, file, ...(await leftTo(outside)) }
}
async function leftTo(to: string): Promise<{ readonly code: string }> {
  let code = ''
  await leaveByHand({
    dataDir: fixture.dataDir,
    to,
    at: fixture.clock.now(),
    onCode: (told) => (code = told),
    retire: witnessIn('state', HERE).retire,
  })
  return { code }
}

it('a till that left, ruined and restored from its own backup, asks whether another one sells', async () => {
  const { file } = await left()
  const { database } = tillFolder(fixture.dataDir)
  writeFileSync(database, 'ruined')
  restore(file)
  expect(doubtOf(await open())).toMatchObject({ reason: 'restored', isOwn: false, word: null })
})

it('a folder of before it left, put back, asks as well', async () => {
  const { before } = await left()
  putBack(before)
  expect(doubtOf(await open())).toMatchObject({ reason: 'retired', isOwn: false, word: null })
})

it('a till that left opens at rest as often as it likes, and is woken into one doubt', async () => {
  const { code } = await left()
  for (let start = 0; start < 2; start += 1) {
    const resting = await open()
    expect(doubtOf(resting)).toBeNull()
    await resting.stop()
  }
  const now = fixture.clock.now()
  await takeBackByHand({ dataDir: fixture.dataDir, at: now, code, lostRut: null })
  const woken = await open()
  expect(doubtOf(woken)).toMatchObject({ reason: 'taken-back', word: 'goes-on' })
  must(await woken.api.testService())
  await fixture.until(() => doubtOf(woken) === null)
  await woken.stop()
  expect(doubtOf(await open())).toBeNull()
})

it('a till in doubt about another is in that doubt after its own backup is restored', async () => {
  fixture.service.answer = () => UNREACHABLE
  const first = await open()
  sellOf(first.api, '201')
  await first.stop()
  const there = { machine: THERE, state: 'there' }
  const copy = await open(there)
  expect(doubtOf(copy)).toMatchObject({ reason: 'other-machine', word: null })
  const file = backUp()
  await copy.stop()
  restore(file)
  const back = await open(there)
  expect(doubtOf(back)).toMatchObject({ isOwn: false, word: null })
})

it('nor does the backup of before a doubt end it', async () => {
  const first = await open()
  sellOf(first.api, '201')
  const file = backUp()
  await first.stop()
  const { api, stop } = await open({ dataDir: copyTo('copy') })
  must(await api.answerDoubt({ word: 'goes-on', registerNumber: null }))
  await stop()
  const retired = await open()
  expect(doubtOf(retired)).toMatchObject({ reason: 'retired', word: null })
  await retired.stop()
  restore(file)
  expect(doubtOf(await open())).toMatchObject({ isOwn: false, word: null })
})

it('what a machine that keeps nothing sold is in doubt elsewhere, as a folder and restored', async () => {
  writeFileSync(at('full'), 'a file where the folder should be')
  const till = await open({ state: 'full' })
  sellOf(till.api, '201')
  const file = backUp()
  await till.stop()
  const dataDir = copyTo('copy')
  const copy = await open({ dataDir, machine: THERE, state: 'there' })
  expect(doubtOf(copy)).toMatchObject({ reason: 'other-machine', isOwn: false })
  await copy.stop()
  const restored = at('restored')
  restoreTill(restored, file, fixture.clock.now())
  const third = await open({ dataDir: restored, machine: THERE, state: 'third' })
  expect(doubtOf(third)).toMatchObject({ reason: 'restored', isOwn: false, word: null })
})

it('a word that is on disk is done, also where the machine takes no note of it', async () => {
  const first = await open()
  sellOf(first.api, '201')
  await first.stop()
  let isFull = true
  const real = witnessIn('state', HERE)
  const witness: typeof real = {
    ...real,
    retire(tillId) {
      if (isFull) throw Object.assign(new Error('no room'), { code: 'ENOSPC' })
      real.retire(tillId)
    },
  }
  const dataDir = copyTo('copy')
  const { api } = await fixture.open({
    dataDir,
    ownSecret: createFileSecretStore(tillFolder(dataDir).ownSecret),
    pinPepper: createFileSecretStore(tillFolder(dataDir).pinPepper),
    witness,
  })
  must(await api.answerDoubt({ word: 'goes-on', registerNumber: null }))
  isFull = false
  await fixture.clock.advance(5_000)
  expect(doubtOf(await open())).toMatchObject({ reason: 'retired' })
})

/** As whoever tidies with another program does it. */
function tidied(dataDir: string, ...keys: string[]): string {
  const db = new Database(tillFolder(dataDir).database)
  for (const key of keys) db.prepare('DELETE FROM setting WHERE key = ?').run(key)
  db.close()
  return dataDir
}
const sold = async () => {
  const till = await open()
  sellOf(till.api, '201')
  await till.stop()
}

it.each([
  ['its id', ['identity'], false],
  ['its id and the file beside it', ['identity'], true],
  ['all the till says of itself', ['identity', 'identity-restored', 'doubt', 'doubted-to'], true],
])('without %s, data that sold are in doubt here and elsewhere', async (_, keys, isFileGone) => {
  await sold()
  const copy = copyTo('copy')
  for (const dataDir of [fixture.dataDir, copy]) {
    tidied(dataDir, ...keys)
    if (isFileGone) rmSync(join(tillFolder(dataDir).folder, 'till-id'))
  }
  expect(doubtOf(await open())).toMatchObject({ word: null })
  const there = { dataDir: copy, machine: THERE, state: 'there' }
  expect(doubtOf(await open(there))).toMatchObject({ isOwn: false, word: null })
})

it('a doubt whose row is taken away is there again, and what was doubted stays a copy', async () => {
  fixture.service.answer = () => UNREACHABLE
  await sold()
  const there = { dataDir: copyTo('copy'), machine: THERE, state: 'there' }
  const begun = await open(there)
  expect(doubtOf(begun)).toMatchObject({ reason: 'other-machine', word: null })
  await begun.stop()
  tidied(there.dataDir, 'doubt', 'doubted-to')
  const again = await open(there)
  expect(doubtOf(again)).toMatchObject({ reason: 'other-machine', isOwn: false, word: null })
})

it('what was doubted once is a copy for good, whatever became of the row that says so', async () => {
  await sold()
  const there = { dataDir: copyTo('copy'), machine: THERE, state: 'there' }
  const first = await open(there)
  must(await first.api.answerDoubt({ word: 'goes-on', registerNumber: null }))
  must(await first.api.testService())
  await fixture.until(() => doubtOf(first) === null)
  await first.stop()
  tidied(there.dataDir, 'doubted-to')
  const again = await open(there)
  expect(doubtOf(again)).toBeNull()
  await again.stop()
  const db = new Database(tillFolder(there.dataDir).database, { readonly: true })
  const marked = db.prepare("SELECT value_json FROM setting WHERE key = 'doubted-to'").pluck()
  expect(marked.get()).toBe('1')
  db.close()
})

it('a row of the log that is ruined keeps nobody from opening, and ends no doubt', async () => {
  await sold()
  const there = { dataDir: copyTo('copy'), machine: THERE, state: 'there' }
  await (await open(there)).stop()
  const db = new Database(tillFolder(there.dataDir).database)
  db.exec('DROP TRIGGER audit_fixed')
  db.prepare("UPDATE audit SET detail_json = '{' WHERE action = 'till-in-doubt'").run()
  db.close()
  tidied(there.dataDir, 'doubt')
  expect(doubtOf(await open(there))).toMatchObject({ reason: 'unwitnessed', word: null })
})

it('a till that left wakes into a doubt where the row that says so is gone', async () => {
  await left()
  tidied(fixture.dataDir, 'rest')
  expect(doubtOf(await open())).toMatchObject({ reason: 'retired', isOwn: false, word: null })
})

it('what waited for paper when a till left is a copy, on whichever of two sticks it arrives', async () => {
  const { service, printer } = fixture
  const [honest, prints] = [service.answer, printer.answer]
  printer.answer = () => ({ kind: 'held', reason: 'PAPER_OUT', detail: '' })
  const till = await open()
  const waited = sellOf(till.api)
  await fixture.until(() => receiptOf(till.api, waited).papers[0]?.state === 'held')
  service.answer = () => UNREACHABLE
  const unsent = sellOf(till.api, '201')
  await till.stop()
  const { code } = await leftTo(outside)
  const [stick, second] = [at('Meson-respaldo'), at('second')]
  cpSync(stick, join(second, 'Meson-respaldo'), { recursive: true })
  ;[service.answer, printer.answer] = [honest, prints]
  for (const [system, from] of [
    ['one', outside],
    ['two', second],
  ] as const) {
    const [now, dataDir] = [fixture.clock.now(), at(`till-${system}`)]
    const [{ name } = { name: '' }] = listCopies(from, code, null)
    await restoreByHand({ dataDir, name, from, code, rut: null, at: now })
    const { api } = await open({ dataDir, machine: { system, parts: [] }, state: system })
    expect(api.status().doubt).toMatchObject({ reason: 'arrived', isOwn: false, word: 'goes-on' })
    await fixture.until(() => receiptOf(api, unsent).folio === 1 && api.status().doubt === null)
    printer.printed.length = 0
    for (const saleId of [waited, unsent]) must(api.reprint(saleId))
    await fixture.until(() => printer.printed.length >= 2)
    expect(new Set(printer.printed.map(({ banner }) => banner))).toEqual(new Set(['COPIA']))
    sellOf(api)
    await fixture.until(() => printer.printed.at(-1)?.banner === null)
  }
})
