/**
 * What this machine knows of another till with the same data is forgotten by no restore, no folder
 * put back and no machine that keeps nothing.
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MachinePrint } from '#shared/backup/witness.ts'
import { createFileSecretStore } from '../../adapters/system.ts'
import type { Till } from '../../till.ts'
import { leaveByHand, takeBackByHand } from '../../moving/by-hand.ts'
import { must } from '../../../../test/support/must.ts'
import { sellOf, tillFixture, UNREACHABLE } from '../../../../test/support/till-fixture.ts'
import type { TillFixture } from '../../../../test/support/till-fixture.ts'
import { makeBackup } from '../make-backup.ts'
import { restoreTill } from '../support-desk.ts'
import { tillFolder } from '../till-folder.ts'
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
  let code = ''
  await leaveByHand({
    dataDir: fixture.dataDir,
    to: outside,
    at: fixture.clock.now(),
    onCode: (told) => (code = told),
    retire: witnessIn('state', HERE).retire,
  })
  return { before, file, code }
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
