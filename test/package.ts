/**
 * `npm run package`: builds the program and packs it for a system, in `dist/`. What goes into a
 * package is Electron's runtime: without it nothing is begun.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { askedOrEnd } from '#shared/core/command-line.ts'
import { findElectron } from '../electron/kiosk/electron-runtime.ts'
import { ROOT } from './support/source-files.ts'

const NO_RUNTIME =
  'ELECTRON_MISSING: falta el programa de Electron y no se pudo bajar: revise internet y repita. / ' +
  "Electron's runtime is not there and could not be fetched: check the network and try again.\n"

const { values } = askedOrEnd(
  parseArgs,
  {
    usage: 'npm run package -- [--linux] [--win] [--mac] [--dir]',
    options: {
      linux: { kind: 'flag' },
      win: { kind: 'flag' },
      mac: { kind: 'flag' },
      dir: { kind: 'flag' },
    },
  },
  process,
)
const electron = await findElectron(ROOT, (line) => process.stderr.write(`${line}\n`))
if (electron === null) process.stderr.write(NO_RUNTIME)
process.exitCode = electron === null ? 1 : build()

function build(): number {
  const flags = (['linux', 'win', 'mac', 'dir'] as const).filter((name) => values[name])
  const built = run('electron-vite/bin/electron-vite.js', 'build')
  return built === 0 ? run('electron-builder/cli.js', ...flags.map((name) => `--${name}`)) : built
}

function run(program: string, ...words: readonly string[]): number {
  const file = join(ROOT, 'node_modules', program)
  return spawnSync(process.execPath, [file, ...words], { cwd: ROOT, stdio: 'inherit' }).status ?? 1
}
