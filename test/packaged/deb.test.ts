/** The Debian package as it is laid out: its name, its program, the rule for printers. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { ROOT } from '../support/source-files.ts'
import { IS_LONG } from '../support/thoroughness.ts'
import { packageOnce } from './package-once.ts'
import { IS_REAL, WHY_NOT } from './where.ts'

const WHEN = IS_LONG ? '' : ' (in the long run: npm run test:long)'

describe.skipIf(WHY_NOT !== null || IS_REAL || !IS_LONG)(`the deb${WHEN}`, () => {
  let folder: string
  let deb: string
  beforeAll(async () => {
    const { executable } = await packageOnce()
    folder = mkdtempSync(join(tmpdir(), 'meson-deb-'))
    const fpm = join(folder, 'fpm')
    const standIn = join(import.meta.dirname, 'stand-in', 'fpm.ts')
    writeFileSync(fpm, `#!/bin/sh\nexec "${process.execPath}" "${standIn}" "$@"\n`)
    chmodSync(fpm, 0o755)
    execFileSync(
      process.execPath,
      [
        join(ROOT, 'node_modules', 'electron-builder', 'cli.js'),
        ...['--linux', 'deb', '--publish', 'never'],
        ...['--prepackaged', dirname(executable)],
        `-c.directories.output=${folder}`,
      ],
      {
        cwd: ROOT,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, CUSTOM_FPM_PATH: fpm },
      },
    )
    deb = join(folder, `meson-caja_${packageJson.version}_amd64.deb`)
  })
  afterAll(() => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  })

  it('is called meson-caja and says whose it is', () => {
    const told = execFileSync('dpkg-deb', ['-f', deb], { encoding: 'utf8' })
    expect(told).toMatch(/^Package: meson-caja$/m)
    expect(told).toMatch(/^Maintainer: .+ <.+@.+>$/m)
    expect(told).toMatch(/^Homepage: https:/m)
  })

  it('brings the program, its entry in the menu and the rule for printers', () => {
    const inside = execFileSync('dpkg-deb', ['-c', deb], {
      encoding: 'utf8',
      maxBuffer: 64_000_000,
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    })
    for (const path of [
      './opt/Mesón/meson-caja',
      './opt/Mesón/resources/resources/fonts/OFL.txt',
      './usr/share/applications/meson-caja.desktop',
      './usr/share/icons/hicolor/512x512/apps/meson-caja.png',
      './usr/lib/udev/rules.d/70-meson-caja.rules',
    ])
      expect(inside.split('\n').filter((line) => line.endsWith(` ${path}`))).toHaveLength(1)
    const scripts = execFileSync('dpkg-deb', ['-I', deb, 'postinst'], { encoding: 'utf8' })
    expect(scripts).toContain("'/usr/bin/meson-caja'")
    // Its names are filled in, and a shell can read it.
    expect(scripts).not.toMatch(/\$\{(executable|sanitizedProductName)\}/)
    expect(scripts).toContain('udevadm trigger --action=change --subsystem-match=usb')
    execFileSync('bash', ['-n'], { input: scripts })
  })
})
