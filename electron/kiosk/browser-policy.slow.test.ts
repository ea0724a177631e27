import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CHROMIUM } from '../../test/support/chromium.ts'
import { hasPolicy, POLICY_TEXT, policyFiles, writePolicy } from './browser-policy.ts'

let systemRoot: string
beforeEach(() => {
  systemRoot = mkdtempSync(join(tmpdir(), 'meson-policy-'))
})
afterEach(() => rmSync(systemRoot, { recursive: true, force: true }))
const linux = () => ({ platform: 'linux', systemRoot }) as const

describe('the browser of the machine', () => {
  it('is told once, for each browser, readable by all and writable by nobody else', () => {
    expect(hasPolicy(linux(), '/usr/bin/chromium')).toBe(false)
    expect(writePolicy(linux())).toContain('developer tools closed')
    for (const browser of ['chromium', 'chromium-browser', 'google-chrome', 'microsoft-edge'])
      expect(hasPolicy(linux(), `/usr/bin/${browser}`)).toBe(true)
    for (const file of policyFiles(linux())) {
      expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
        DeveloperToolsAvailability: 2,
        RemoteDebuggingAllowed: false,
      })
      expect(statSync(file).mode & 0o777).toBe(0o644)
    }
  })

  it('is not told by a file of something else, nor by half of one', () => {
    const [file = ''] = policyFiles(linux())
    mkdirSync(dirname(file), { recursive: true })
    for (const text of ['{"DeveloperToolsAvailability":1}', '{', '[]']) {
      writeFileSync(file, text)
      expect(hasPolicy(linux(), '/usr/bin/chromium')).toBe(false)
    }
  })

  it('is left to an administrator where the folder is not ours, with the words to type', () => {
    writeFileSync(join(systemRoot, 'etc'), 'no folder')
    expect(writePolicy(linux())).toContain('sudo npm run kiosk:install -- --policy')
    expect(writePolicy({ platform: 'win32' })).toContain(
      'reg add "HKLM\\SOFTWARE\\Policies\\Google\\Chrome" /v DeveloperToolsAvailability',
    )
  })
})

/** A folder of the system that only this test sees: others open browsers at the same time. */
function startedUnder(policy: string | null): string {
  const folder = mkdtempSync(join(systemRoot, 'told-'))
  mkdirSync(join(folder, 'policies', 'managed'), { recursive: true })
  if (policy !== null) writeFileSync(join(folder, 'policies', 'managed', 'x.json'), policy)
  const words = `--headless=new --no-sandbox --user-data-dir=${folder}/p --remote-debugging-port=0`
  const script = `mount --bind ${folder} /etc/chromium && timeout 8 ${CHROMIUM} ${words} about:blank`
  const { stderr } = spawnSync('unshare', ['-m', 'bash', '-c', script], { encoding: 'utf8' })
  return stderr
}
const canHide =
  CHROMIUM?.endsWith('/chromium') === true &&
  spawnSync('unshare', ['-m', 'test', '-d', '/etc/chromium']).status === 0

it.skipIf(!canHide)(
  'real Chromium obeys it: nobody steers it from outside',
  () => {
    expect(startedUnder(POLICY_TEXT)).toContain('remote debugging is disallowed')
    expect(startedUnder(null)).toContain('DevTools listening')
  },
  60_000,
)
