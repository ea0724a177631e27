import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { installKiosk } from './install-kiosk.ts'
import { isUntouched, systemdUnit, windowsStartup } from './startup-file.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'meson-home-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const unitFile = () => join(home, '.config', 'systemd', 'user', 'meson-caja.service')
const install = (argv: readonly string[], platform: NodeJS.Platform = 'linux') =>
  installKiosk(argv, {
    platform,
    env: { HOME: home, APPDATA: join(home, 'Roaming') },
    nodeFile: process.execPath,
    rootDir: '/srv/la caja 100%',
    systemRoot: home,
  })

describe('on Linux', () => {
  it('writes a hardened unit of the user and says where and what next', async () => {
    const said = await install(['--data', '/var/caja', '--shop'])
    expect(said).toContain(unitFile())
    expect(said).toContain('systemctl --user daemon-reload')
    const unit = readFileSync(unitFile(), 'utf8')
    for (const line of [
      'NoNewPrivileges=yes',
      'ProtectSystem=full',
      'UMask=0077',
      'Restart=on-failure',
      'WorkingDirectory=/srv/la caja 100%%',
      'Environment=MALLOC_ARENA_MAX=2',
      'Environment=MALLOC_MMAP_THRESHOLD_=131072',
      `ExecStart="${process.execPath}" "--max-semi-space-size=4" "--optimize-for-size" "/srv/la caja 100%%/electron/kiosk/start.js" "--kiosk" "--data" "/var/caja" "--shop"`,
    ])
      expect(unit.split('\n')).toContain(line)
    expect(statSync(unitFile()).mode & 0o077).toBe(0)
    expect(await install(['--data', '/var/caja', '--shop'])).toMatch(/^Ya estaba escrito/)
  })

  it('leaves a file somebody changed, unless told to, and replaces its own', async () => {
    await install([])
    await install(['--port', '4567'])
    expect(readFileSync(unitFile(), 'utf8')).toContain('"--port" "4567"')
    appendFileSync(unitFile(), 'Environment=TZ=America/Santiago\n')
    const changed = readFileSync(unitFile(), 'utf8')
    await expect(install([])).rejects.toMatchObject({ code: 'STARTUP_FILE_CHANGED' })
    expect(readFileSync(unitFile(), 'utf8')).toBe(changed)
    await install(['--force'])
    expect(readFileSync(unitFile(), 'utf8')).not.toContain('America/Santiago')
  })

  it('shows with --dry-run what it would write, and writes nothing', async () => {
    expect(await install(['--dry-run'])).toContain('Restart=on-failure')
    expect(existsSync(join(home, '.config'))).toBe(false)
  })

  it('refuses what npm start would refuse, and what no unit can carry', async () => {
    await expect(install(['--port', 'x'])).rejects.toMatchObject({ code: 'ARGUMENTS_NOT_VALID' })
    await expect(install(['--dato', 'x'])).rejects.toMatchObject({ code: 'ARGUMENTS_NOT_VALID' })
    await expect(install(['--data', '/a\nExecStartPre=/bin/x'])).rejects.toMatchObject({
      code: 'ARGUMENTS_NOT_VALID',
    })
    expect(existsSync(join(home, '.config'))).toBe(false)
  })

  const verify = spawnSync('systemd-analyze', ['--version'])
  it.skipIf(verify.error !== undefined)('is a unit systemd takes without a word', () => {
    const root = join(home, 'mi caja $HOME 100% "1"')
    mkdirSync(root)
    const file = join(home, 'meson-caja.service')
    writeFileSync(file, systemdUnit({ nodeFile: process.execPath, rootDir: root, args: [] }))
    const said = spawnSync('systemd-analyze', ['--user', 'verify', file], {
      encoding: 'utf8',
      env: { ...process.env, XDG_RUNTIME_DIR: home },
    })
    expect(said.stderr + said.stdout).not.toContain('meson-caja')
    expect(said.status).toBe(0)
  })
})

it('writes a command into the start-up folder of Windows', async () => {
  const said = await install(['--data', '/caja'], 'win32')
  const file = join(
    ...[home, 'Roaming', 'Microsoft', 'Windows', 'Start Menu', 'Programs', 'Startup', 'Meson.cmd'],
  )
  expect(said).toContain(file)
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('@cd /d "/srv/la caja 100%%"\r\n')
  expect(text).toContain('"--kiosk" "--data" "/caja"\r\n')
  await expect(install(['--data', '/a"b'], 'win32')).rejects.toMatchObject({
    code: 'ARGUMENTS_NOT_VALID',
  })
})

it('says on macOS how to do it by hand', async () => {
  await expect(install([], 'darwin')).rejects.toMatchObject({ code: 'STARTUP_NOT_KNOWN_HERE' })
})

it('knows its own file from one that was changed', () => {
  const facts = { nodeFile: '/n', rootDir: '/r', args: [] }
  for (const text of [systemdUnit(facts), windowsStartup(facts)]) {
    expect(isUntouched(text)).toBe(true)
    expect(isUntouched(text.replace('--kiosk', '--kiosk --shop'))).toBe(false)
    expect(isUntouched(`${text}x`)).toBe(false)
  }
  expect(isUntouched('')).toBe(false)
})

it("keeps a drive's own folder whole on Windows: a backslash would swallow the quotation mark", () => {
  const facts = { nodeFile: 'n', rootDir: 'C:\\caja', args: ['--data', 'E:\\', '--shop'] }
  expect(windowsStartup(facts)).toContain('"E:\\\\" "--shop"')
})
