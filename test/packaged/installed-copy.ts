/**
 * The packaged program as it lies on a machine where it can be replaced: every file is a link into
 * the package but the archive's `package.json`, which is what an installer of these tests brings.
 * Beside it a `dpkg` that puts it in place, and the `pkexec` a user without rights is asked by.
 */
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Packaged } from './package-once.ts'

const PACKAGE_FILE = 'package.json'

export interface InstalledCopy {
  readonly executable: string
  /** What the program is started with, so that it finds this copy's own installer. */
  readonly env: NodeJS.ProcessEnv
  /** What an installer of this version brings. */
  readonly installerOf: (version: string) => Buffer
  readonly version: () => string
  /** What dpkg was asked for, call by call. */
  readonly calls: () => string[]
  readonly remove: () => void
}

export function installCopy({ executable, resourcesDir }: Packaged): InstalledCopy {
  const root = mkdtempSync(join(tmpdir(), 'meson-installed-'))
  const [folder, bin, calls] = [join(root, 'opt'), join(root, 'bin'), join(root, 'calls')]
  const app = join(folder, 'resources', 'app.asar')
  linkAll(dirname(executable), folder, ['resources', basename(executable)])
  linkAll(resourcesDir, dirname(app), ['app.asar'])
  linkAll(join(resourcesDir, 'app.asar'), app, [PACKAGE_FILE])
  copyFileSync(executable, join(folder, basename(executable)))
  const packed = readFileSync(join(resourcesDir, 'app.asar', PACKAGE_FILE), 'utf8')
  const target = join(app, PACKAGE_FILE)
  writeFileSync(target, packed)
  mkdirSync(bin)
  writeProgram(bin, 'dpkg', `echo "$@" >> "${calls}"; [ "$1" = -i ] && cp "$2" "${target}"`)
  writeProgram(bin, 'pkexec', 'shift; exec "$@"')
  return {
    executable: join(folder, basename(executable)),
    env: { PATH: `${bin}:${process.env['PATH']}` },
    installerOf: (version) =>
      Buffer.from(JSON.stringify({ ...(JSON.parse(packed) as object), version })),
    version: () => (JSON.parse(readFileSync(target, 'utf8')) as { version: string }).version,
    calls: () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

function linkAll(from: string, to: string, but: readonly string[]): void {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from))
    if (!but.includes(name)) symlinkSync(join(from, name), join(to, name))
}

function writeProgram(folder: string, name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, name), 0o755)
}
