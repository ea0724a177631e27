/** What the suites need from the system, and how it comes onto a Debian machine. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { findChromium } from './chromium.ts'
import { findNginx } from './nginx.ts'
import { fakeTimeLibrary } from './other-clock.ts'
import { postgresPrograms } from './postgres.ts'

export interface SystemProgram {
  readonly program: string
  /** Debian packages that bring it; of a list in the list the first that Debian has here. */
  readonly packages: readonly (string | readonly string[])[]
  readonly neededBy: string
  /** For what is not found by its name in the path. */
  readonly isThere?: () => boolean
}

/** Without a window system it is half the size; Debian has it since 12. */
const CHROMIUM_PACKAGES = ['chromium-headless-shell', 'chromium']

/** A suite without one of these is skipped, and named. */
const SYSTEM_PROGRAMS: readonly SystemProgram[] = [
  {
    program: 'chromium',
    packages: [CHROMIUM_PACKAGES],
    neededBy: 'browser stories',
    isThere: () => findChromium() !== null,
  },
  {
    program: 'cc',
    packages: ['gcc', 'libc6-dev'],
    neededBy: 'the crash sweep (a shim that fails disk operations)',
  },
  { program: 'pdftoppm', packages: ['poppler-utils'], neededBy: 'a second opinion on PDFs' },
  { program: 'openssl', packages: ['openssl'], neededBy: 'a second opinion on the stamps' },
  {
    program: 'postgres',
    packages: ['postgresql'],
    neededBy: 'the service over PostgreSQL',
    isThere: () => postgresPrograms() !== null,
  },
  {
    program: 'nginx',
    packages: ['nginx-light'],
    neededBy: 'the service behind its proxy',
    isThere: () => findNginx() !== null,
  },
  { program: 'socat', packages: ['socat'], neededBy: 'the scale and the printer on a wire' },
  {
    program: 'libfaketime',
    packages: ['libfaketime'],
    neededBy: 'the suites on another day',
    isThere: () => fakeTimeLibrary() !== null,
  },
]

export function missingPrograms(): readonly SystemProgram[] {
  return SYSTEM_PROGRAMS.filter(({ program, isThere }) => !(isThere?.() ?? isOnPath(program)))
}

/** The one line that brings them. */
export function installLine(missing: readonly SystemProgram[]): string {
  return `apt-get install -y --no-install-recommends ${packagesOf(missing).join(' ')}`
}

/** Whether this process may install: root, on Debian. */
export function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** False when it did not work; what apt says about it stands on stderr. */
export function install(missing: readonly SystemProgram[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
  const { status } = spawnSync(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', ...packagesOf(missing)],
    { stdio: ['ignore', 'ignore', 'inherit'], env },
  )
  return status === 0
}

function packagesOf(missing: readonly SystemProgram[]): readonly string[] {
  return missing.flatMap(({ packages }) =>
    packages.map((name) =>
      typeof name === 'string' ? name : (name.find(isKnownPackage) ?? name.at(-1) ?? ''),
    ),
  )
}

function isKnownPackage(name: string): boolean {
  return spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0
}

function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(':').some((folder) => {
    try {
      return readdirSync(folder).includes(program)
    } catch {
      return false
    }
  })
}
