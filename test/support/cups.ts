/**
 * A print server of one's own: Debian's CUPS with its configuration in a temporary folder and a
 * socket instead of a port, so that it needs no service manager and touches nothing of the
 * machine's.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const PACKAGES = ['cups-daemon', 'cups-client']
/**
 * The package with the backends brings twenty others along; the one file needed of it is taken out
 * of it.
 */
const BACKENDS_PACKAGE = 'cups'
const INSTALL_LINE = `apt-get install -y --no-install-recommends ${PACKAGES.join(' ')} ${BACKENDS_PACKAGE}`
const BACKEND_PLACES = ['/usr/lib/cups/backend', '/usr/lib/cups/backend-available']
const START_TIMEOUT_MS = 60_000

/** What a queue does with a job whose printer broke off in the middle. */
export type CupsErrorPolicy = 'abort-job' | 'retry-job' | 'stop-printer'

export interface Cups {
  /** What programs need in their environment to find it. */
  readonly server: string
  addRawQueue(name: string, uri: string, errorPolicy?: CupsErrorPolicy): Promise<void>
  /** Starts a stopped queue again, as an administrator does. */
  enable(name: string): Promise<void>
  isStopped(name: string): Promise<boolean>
  /** Hands bytes over as the till does, and leaves them alone. */
  submit(name: string, bytes: Uint8Array): Promise<void>
  /** Jobs that may still come out. */
  waitingJobs(): Promise<string[]>
  log(): string
  stop(): Promise<void>
}

export async function openCups(): Promise<Cups | { readonly missing: string }> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return { missing: 'a print server of its own needs Linux and root' }
  const folder = mkdtempSync(join(tmpdir(), 'meson-cups-'))
  chmodSync(folder, 0o755)
  try {
    if (!existsSync('/usr/sbin/cupsd') || !existsSync('/usr/bin/lp')) await install(PACKAGES)
    await prepareBackends(folder)
    return await start(folder)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    return {
      missing: `CUPS could not be started (${error instanceof Error ? error.message : String(error)}). Install: ${INSTALL_LINE}`,
    }
  }
}

async function install(packages: readonly string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { env })
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env })
}

async function prepareBackends(folder: string): Promise<void> {
  const own = join(folder, 'bin')
  mkdirSync(join(own, 'backend'), { recursive: true })
  for (const name of readdirSync('/usr/lib/cups'))
    if (name !== 'backend') symlinkSync(join('/usr/lib/cups', name), join(own, name))
  let place = BACKEND_PLACES.map((dir) => join(dir, 'socket')).find((file) => existsSync(file))
  if (place === undefined) {
    const unpacked = join(folder, 'unpacked')
    mkdirSync(unpacked)
    await run('apt-get', ['download', '-qq', BACKENDS_PACKAGE], { cwd: unpacked })
    const file = readdirSync(unpacked).find((name) => name.endsWith('.deb'))
    if (file === undefined) throw new Error('the package with the backends did not arrive')
    await run('dpkg', ['-x', join(unpacked, file), unpacked])
    place = BACKEND_PLACES.map((dir) => join(unpacked, dir, 'socket')).find((candidate) =>
      existsSync(candidate),
    )
  }
  if (place === undefined) throw new Error('the package has no socket backend')
  cpSync(place, join(own, 'backend', 'socket'))
  chmodSync(join(own, 'backend', 'socket'), 0o755)
  const marks = join(folder, 'marks')
  mkdirSync(marks)
  // Backends run as another user.
  chmodSync(marks, 0o777)
  writeFileSync(join(own, 'backend', 'breaks'), breakingBackend(marks), { mode: 0o755 })
}

/**
 * `breaks://HOST:PORT`: fails in the middle of the first job of a queue, as the backend for USB
 * does when a cable is pulled, and passes on every later one. The socket backend will not do: it
 * hands a receipt to the network and calls that done.
 */
const breakingBackend = (marks: string): string => `#!/bin/bash
[ $# -eq 0 ] && exit 0
place=\${DEVICE_URI#breaks://}
exec 3>"/dev/tcp/\${place%:*}/\${place##*:}" || exit 1
broke="${marks}/$PRINTER"
if [ ! -e "$broke" ]; then
  touch "$broke"
  head -c 8000 "\${6:--}" >&3
  exit 1
fi
cat "\${6:--}" >&3
`

async function start(folder: string): Promise<Cups> {
  const server = join(folder, 'cups.sock')
  for (const dir of ['etc', 'spool', 'cache', 'run', 'tmp', 'log']) mkdirSync(join(folder, dir))
  writeFileSync(
    join(folder, 'etc', 'cups-files.conf'),
    `SystemGroup root
ServerRoot ${folder}/etc
RequestRoot ${folder}/spool
CacheDir ${folder}/cache
StateDir ${folder}/run
TempDir ${folder}/tmp
ServerBin ${folder}/bin
ErrorLog ${folder}/log/error
AccessLog ${folder}/log/access
PageLog ${folder}/log/page
`,
  )
  writeFileSync(
    join(folder, 'etc', 'cupsd.conf'),
    `LogLevel info
Listen ${server}
Browsing Off
DefaultAuthType None
WebInterface No
JobRetryInterval 30
<Location />
  Order allow,deny
  Allow all
</Location>
<Policy default>
  <Limit All>
    Order allow,deny
    Allow all
  </Limit>
</Policy>
`,
  )
  const config = [
    '-c',
    join(folder, 'etc', 'cupsd.conf'),
    '-s',
    join(folder, 'etc', 'cups-files.conf'),
  ]
  const daemon: ChildProcess = spawn('/usr/sbin/cupsd', ['-f', ...config], { stdio: 'ignore' })
  const log = () =>
    existsSync(join(folder, 'log', 'error'))
      ? readFileSync(join(folder, 'log', 'error'), 'utf8')
      : ''
  const env = { ...process.env, CUPS_SERVER: server }
  const stop = async () => {
    const ended = new Promise((resolve) => daemon.once('exit', resolve))
    if (daemon.exitCode === null && daemon.kill('SIGTERM')) await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const givenUpAt = performance.now() + START_TIMEOUT_MS
  while (
    !(await run('lpstat', ['-r'], { env }).then(
      ({ stdout }) => /is running/.test(stdout),
      () => false,
    ))
  ) {
    if (daemon.exitCode !== null || performance.now() > givenUpAt) {
      const why = log()
      await stop()
      throw new Error(`cupsd did not start: ${why.slice(-400)}`)
    }
    await wait(50)
  }
  return {
    server,
    log,
    stop,
    addRawQueue: async (name, uri, errorPolicy = 'abort-job') => {
      await run(
        'lpadmin',
        ['-p', name, '-E', '-v', uri, '-m', 'raw', '-o', `printer-error-policy=${errorPolicy}`],
        { env },
      )
    },
    enable: async (name) => {
      await run('cupsenable', [name], { env })
    },
    isStopped: async (name) =>
      (await run('lpstat', ['-p', name], { env: { ...env, LC_ALL: 'C' } })).stdout.includes(
        'disabled',
      ),
    submit: async (name, bytes) => {
      const file = join(folder, 'tmp', 'job')
      writeFileSync(file, bytes)
      await run('lp', ['-d', name, '-t', 'meson-caja', '-o', 'raw', file], { env })
    },
    waitingJobs: async () =>
      (await run('lpstat', ['-W', 'not-completed', '-o'], { env })).stdout
        .split('\n')
        .filter((line) => line !== ''),
  }
}
