/** A stick somebody has prepared, and a place that fails at the wrong moment. */
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tillPerTest } from '../../../test/support/till-per-test.ts'
import { systemClock } from '../adapters/system.ts'
import { tillFolder } from '../durability/till-folder.ts'
import { copyByHand } from './by-hand.ts'
import { createSupportClient } from './support-client.ts'
import { refusalOf } from './trouble.ts'

const WORKER = fileURLToPath(new URL('../durability/backup-worker.ts', import.meta.url))
const { fixture, api } = tillPerTest({
  support: createSupportClient(WORKER, systemClock, () => {}),
})
let sticks: string
const stickAt = (name: string) => {
  mkdirSync(join(sticks, name))
  return join(sticks, name)
}
beforeEach(() => {
  sticks = mkdtempSync(join(tmpdir(), 'meson-sticks-'))
})
afterEach(() => rmSync(sticks, { recursive: true, force: true }))

const choose = (folder: string) => api.choosePlace({ folder, code: null })
const codeOf = (folder: string) => {
  const chosen = choose(folder)
  return chosen.ok ? chosen.value.code : chosen.refusal.code
}
async function copied() {
  expect(api.startCopy()).toMatchObject({ ok: true })
  const job = () => {
    const seen = api.support()
    return seen.ok ? seen.value.job : null
  }
  await vi.waitUntil(() => job()?.isRunning === false, { timeout: 20_000, interval: 5 })
  return job()
}

it('a new place that cannot be begun leaves the present one its key', async () => {
  const good = stickAt('good')
  expect(codeOf(good)).toMatch(/^(\w{5}-){4}\w{5}$/)
  const bad = stickAt('bad')
  writeFileSync(join(bad, 'Meson-respaldo'), 'a file where the folder should be')
  expect(choose(bad)).toMatchObject({ refusal: { code: 'FOLDER_NOT_VALID', field: 'folder' } })
  expect(await copied()).toMatchObject({ done: { task: 'copy' } })
})

it.each([
  ['a name that is too long', () => `/${'x'.repeat(300)}`],
  [
    'a link to itself',
    () => {
      symlinkSync(join(sticks, 'round'), join(sticks, 'round'))
      return join(sticks, 'round')
    },
  ],
  ['a zero byte', () => `${sticks}\0/x`],
])('%s is refused with a sentence', (_, folder) => {
  expect(choose(folder())).toMatchObject({ refusal: { code: 'FOLDER_NOT_VALID', field: 'folder' } })
})

it('a link into the till’s own folder is the till’s own folder', () => {
  symlinkSync(fixture.dataDir, join(sticks, 'link'))
  expect(codeOf(join(sticks, 'link'))).toBe('COPY_PLACE_IS_TILL')
  const stick = stickAt('stick')
  symlinkSync(join(fixture.dataDir, 'till'), join(stick, 'Meson-respaldo'))
  expect(choose(stick)).toMatchObject({ ok: false })
  expect(existsSync(join(fixture.dataDir, 'till', 'boveda.json'))).toBe(false)
})

it.each(['LEAME.txt', 'boveda.json'])('a link in place of %s writes over nothing', (name) => {
  const [stick, victim] = [stickAt('stick'), join(sticks, 'victim')]
  writeFileSync(victim, 'sales')
  mkdirSync(join(stick, 'Meson-respaldo'))
  symlinkSync(victim, join(stick, 'Meson-respaldo', `${name}.sin-terminar`))
  choose(stick)
  expect(readFileSync(victim, 'utf8')).toBe('sales')
})

it('a code nobody has seen is no code: before the first copy another one is made', async () => {
  const stick = stickAt('stick')
  const first = codeOf(stick)
  // The answer was lost: the screen was reloaded before anybody wrote it down.
  api.forgetPlace()
  const second = codeOf(stick)
  expect(second).toMatch(/^(\w{5}-){4}\w{5}$/)
  expect(second).not.toBe(first)
  expect(await copied()).toMatchObject({ done: { task: 'copy' } })
  expect(codeOf(stick)).toBeNull()
  api.forgetPlace()
  expect(codeOf(stick)).toBe('COPY_PLACE_OF_ANOTHER')
})

it('a copy by hand that fails leaves no vault whose code nobody was told', async () => {
  const [stick, { dataDir }] = [stickAt('stick'), fixture]
  const order = { dataDir, to: stick, code: null, at: fixture.clock.now() }
  // The till's own disk cannot take the snapshot.
  writeFileSync(tillFolder(dataDir).copying, 'a file where the folder should be')
  await expect(copyByHand(order)).rejects.toThrow()
  rmSync(tillFolder(dataDir).copying)
  const said = await copyByHand(order).catch((error: unknown) => [refusalOf(error).code])
  expect(said[0]).toMatch(/(\w{5}-){4}\w{5}$/)
})

it.runIf(process.platform === 'linux')('a pipe in place of a file keeps nobody waiting', () => {
  const stick = stickAt('stick')
  mkdirSync(join(stick, 'Meson-respaldo'))
  execFileSync('mkfifo', [join(stick, 'Meson-respaldo', 'boveda.json')])
  expect(codeOf(stick)).toBe('COPY_DAMAGED')
})
