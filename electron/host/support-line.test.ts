/** Words support mistypes, or a script with a variable that is empty. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { idIn } from '#till/backup/durability/identity/identity-store.ts'
import { readWitness, stateFolder } from '#till/backup/durability/identity/witness-files.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { movingTills, started } from '../../test/support/moving-tills.ts'
import { NOON } from '../../test/support/till-fixture.ts'
import { supportHere } from './support-line.ts'

const tills = movingTills()
let folder: string
let said: string
const cwd = process.cwd()
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meson-line-'))
  process.chdir(folder)
  said = ''
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      said += String(text)
      return true
    })
})
afterEach(() => {
  process.chdir(cwd)
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

it.each([
  [['check', '--data', ''], '--data'],
  [['check', '--data='], '--data'],
  [['check', '--data', '/a', '--data', '/b'], '--data'],
  [['diagnose', '--to', ''], '--to'],
  [['backup', '--to='], '--to'],
  [['copies', '--from', ''], '--from'],
  [['export', '--out', ''], '--out'],
  [['look', 'x', '--code', ''], '--code'],
  [['take-back', '--rut='], '--rut'],
])('%j is refused, names what is wrong, and looks into no other folder', async (words, named) => {
  expect(await supportHere(words, 'caja', '1')).toBe(2)
  expect(said).toMatch(new RegExp(`^ARGUMENTS_NOT_VALID: ${named} `))
  expect(readdirSync(folder)).toEqual([])
})

it('takes a code that is empty in the environment for none', async () => {
  vi.stubEnv('MESON_CODE', '')
  expect(await supportHere(['copy', '--data', folder, '--to', folder], 'caja', '1')).toBe(1)
  expect(said).toMatch(/^TILL_NOT_FOUND/)
  said = ''
  expect(await supportHere(['take-back', '--data', folder], 'caja', '1')).toBe(1)
  expect(said).not.toMatch(/ERROR|ERR_/)
})

it.each([
  ['no name', 'restore', ''],
  ['a folder', 'restore', '..'],
  ['an end in its middle', 'look', 'no hay\u0000nada'],
  ['no end', 'restore', 'x'.repeat(5_000)],
  ['faces', 'check', '😀'.repeat(1_000)],
])('a name with %s ends with a sentence and changes nothing', async (_what, order, name) => {
  expect(await supportHere([order, name, '--data', folder], 'caja', '1')).toBe(1)
  expect(said).toMatch(/^[A-Z]+(_[A-Z]+)+: /)
  expect(said).not.toMatch(/ERR_|^E[A-Z]+:/)
})

it('leaving tells this machine, which asks whoever is put in the till’s place', async () => {
  tills.begin()
  const [dataDir, stick] = [tills.shop('shop'), tills.stick('stick')]
  await started(dataDir, NOON)
  vi.stubEnv('XDG_STATE_HOME', tills.path('state'))
  vi.stubEnv('LOCALAPPDATA', tills.path('state'))
  vi.stubEnv('HOME', tills.path('home'))
  cpSync(`${dataDir}-state`, stateFolder(), { recursive: true })
  const id = idIn(tillFolder(dataDir).folder) ?? ''
  expect(readWitness(stateFolder(), id)?.isRetired).toBe(false)
  expect(await supportHere(['leave', '--data', dataDir, '--to', stick], 'caja', '1')).toBe(0)
  expect(readWitness(stateFolder(), id)?.isRetired).toBe(true)
})
