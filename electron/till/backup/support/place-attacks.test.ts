/** A stick somebody has prepared, and a place that fails at the wrong moment. */
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { supportPerTest } from '../../../../test/support/support-per-test.ts'
import { tillFolder } from '../../kernel/till-folder.ts'
import { copyByHand, lookByHand } from './by-hand.ts'
import { refusalOf } from './trouble.ts'

const { fixture, api, plugged, stickAt } = supportPerTest()

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
      symlinkSync(plugged('round'), plugged('round'))
      return plugged('round')
    },
  ],
  ['a zero byte', () => `${plugged()}\0/x`],
])('%s is refused with a sentence', (_, folder) => {
  expect(choose(folder())).toMatchObject({ refusal: { code: 'FOLDER_NOT_VALID', field: 'folder' } })
})

it('a link into the till’s own folder is the till’s own folder', () => {
  symlinkSync(fixture.dataDir, plugged('link'))
  expect(codeOf(plugged('link'))).toBe('COPY_PLACE_IS_TILL')
  const stick = stickAt('stick')
  symlinkSync(join(fixture.dataDir, 'till'), join(stick, 'Meson-respaldo'))
  expect(choose(stick)).toMatchObject({ ok: false })
  expect(existsSync(join(fixture.dataDir, 'till', 'LEAME.txt'))).toBe(false)
})

it('a link in place of a file writes over nothing', () => {
  const [stick, victim] = [stickAt('stick'), plugged('victim')]
  writeFileSync(victim, 'sales')
  mkdirSync(join(stick, 'Meson-respaldo'))
  symlinkSync(victim, join(stick, 'Meson-respaldo', 'LEAME.txt.sin-terminar'))
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

it('a copy by hand that fails leaves no place whose code nobody was told', async () => {
  const [stick, { dataDir }] = [stickAt('stick'), fixture]
  const order = { dataDir, to: stick, code: null, at: fixture.clock.now() }
  // The till's own disk cannot take the snapshot.
  writeFileSync(tillFolder(dataDir).copying, 'a file where the folder should be')
  await expect(copyByHand(order)).rejects.toThrow()
  rmSync(tillFolder(dataDir).copying)
  const said = await copyByHand(order).catch((error: unknown) => [refusalOf(error).code])
  expect(said[0]).toMatch(/(\w{5}-){4}\w{5}$/)
})

it.runIf(process.platform === 'linux')(
  'a pipe in place of a file keeps nobody waiting',
  async () => {
    const stick = stickAt('stick')
    const code = codeOf(stick) ?? ''
    await copied()
    const [file = ''] = readdirSync(join(stick, 'Meson-respaldo')).filter((n) => n.endsWith('.age'))
    rmSync(join(stick, 'Meson-respaldo', file))
    execFileSync('mkfifo', [join(stick, 'Meson-respaldo', file)])
    const name = file.split('.')[0] ?? ''
    const order = { dataDir: fixture.dataDir, from: stick, code, at: fixture.clock.now() }
    await expect(lookByHand({ ...order, name })).rejects.toThrow('COPY_DAMAGED')
  },
)
