/** A machine that only runs the programs: no tools, no Electron, `npm ci --omit=dev`. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startProgramOf, type ServiceReady, type TillReady } from '../support/programs.ts'
import { ROOT } from '../support/source-files.ts'

const NEEDED = ['package.json', 'package-lock.json', 'electron.vite.config.ts', 'tsconfig.json']
const ROOMS = ['electron', 'renderer', 'shared', 'resources', 'test/node-runtime']
const INSTALLING_TIMEOUT_MS = 240_000

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'meson-without-tools-'))
  for (const name of [...NEEDED, ...ROOMS])
    cpSync(join(ROOT, name), join(home, name), { recursive: true })
  const { status, stderr } = spawnSync(
    'npm',
    ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'],
    { cwd: home, encoding: 'utf8' },
  )
  expect(status, stderr).toBe(0)
}, INSTALLING_TIMEOUT_MS)
afterAll(() => rmSync(home, { recursive: true, force: true }))

it('installs neither Electron nor a tool of ours', () => {
  const there = ['electron', 'electron-builder', 'oxlint', 'vitest', 'playwright-core'].filter(
    (name) => existsSync(join(home, 'node_modules', name)),
  )
  expect(there).toEqual([])
})

it(
  'starts the till, whose screen it builds, and the service, and answers the support line',
  async () => {
    const till = await startProgramOf<TillReady>(
      home,
      'electron/kiosk/start.js',
      ['--kiosk', '--no-open', '--data', join(home, 'till')],
      {},
    )
    const page = await fetch(till.ready.url)
    await till.stop()
    expect(await page.text()).toContain('<script')
    const service = await startProgramOf<ServiceReady>(
      home,
      'electron/service/main.ts',
      ['--demo', '--port', '0', '--data', join(home, 'service')],
      {},
    )
    const { status } = await fetch(`${service.ready.base_url}/health`)
    await service.stop()
    expect(status).toBe(200)
    const help = spawnSync('npm', ['run', '--silent', 'till', '--', 'help'], {
      cwd: home,
      encoding: 'utf8',
    })
    expect(help.stdout).toContain('owner-pin')
    expect(help.status).toBe(0)
  },
  INSTALLING_TIMEOUT_MS,
)
