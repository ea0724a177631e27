/**
 * A PostgreSQL of a test's own: a fresh cluster in a folder that goes with it, reached by a socket
 * there and by no port.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Debian keeps the server's programs out of the path, a folder for each version. */
const DEBIAN_VERSIONS = '/usr/lib/postgresql'
const START_TIMEOUT_MS = 60_000
const LOOK_AGAIN_MS = 100

export interface OwnPostgres {
  /** The folder with the socket: what a client gives as host. */
  readonly host: string
  /** The same as an address. */
  readonly url: string
  /** Resolves when it takes connections. */
  readonly answers: () => Promise<void>
  /** Stops it at once, as `pg_ctl restart -m fast` does, and starts it again. */
  readonly restart: (whileItIsDown?: () => Promise<void>) => Promise<void>
  readonly close: () => Promise<void>
}

interface User {
  readonly uid?: number
  readonly gid?: number
}

/**
 * The folder with `initdb` and `postgres`; null when there is none. `MESON_POSTGRES` names another
 * one than the path's, by its number as Debian has it or by its folder.
 */
export function postgresPrograms(
  path = process.env['PATH'] ?? '',
  versions = DEBIAN_VERSIONS,
  asked = process.env['MESON_POSTGRES'] ?? null,
): string | null {
  if (asked !== null) {
    const found = firstWithServer([asked.includes('/') ? asked : join(versions, asked, 'bin')])
    // Suites that are skipped would look as if they had been played on it.
    if (found === null) throw new Error(`MESON_POSTGRES=${asked}: no initdb and postgres there`)
    return found
  }
  const installed = existsSync(versions) ? readdirSync(versions) : []
  const newestFirst = installed
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(versions, version, 'bin'))
  return firstWithServer([...path.split(':').filter((folder) => folder !== ''), ...newestFirst])
}

function firstWithServer(folders: readonly string[]): string | null {
  const isThere = (folder: string) =>
    ['initdb', 'postgres'].every((program) => existsSync(join(folder, program)))
  return folders.find(isThere) ?? null
}

/**
 * PostgreSQL refuses to run as root; its package brings a user for it. Null when there is nobody to
 * run it as.
 */
function serverUser(): User | null {
  return process.getuid?.() === 0 ? (userNamed('postgres') ?? userNamed('nobody')) : {}
}

/** Why there is no PostgreSQL here, in words for a skipped suite; null when there is one. */
export const NO_POSTGRES: string | null = whyNoPostgres()

function whyNoPostgres(): string | null {
  if (postgresPrograms() === null) return 'PostgreSQL is not installed'
  if (serverUser() === null) return 'PostgreSQL refuses root and there is no other user'
  // Under a library that turns its clock no time limit of a statement ever comes, and a service
  // whose clock differs from its database's does not start.
  return process.env['FAKETIME'] === undefined ? null : 'PostgreSQL keeps the true day'
}

/** `flushes` as in earnest: a COMMIT is on the disk. Tests are faster without. */
export function startPostgres({ flushes = false } = {}): OwnPostgres {
  const [programs, user] = [postgresPrograms(), serverUser()]
  if (programs === null || user === null) throw new Error(NO_POSTGRES ?? '')
  const dir = mkdtempSync(join(tmpdir(), 'pg-'))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(dir, user.uid, user.gid)
  chmodSync(dir, 0o700)
  const data = join(dir, 'data')
  layCluster(programs, user, data)
  const start = () =>
    spawn(
      join(programs, 'postgres'),
      ['-D', data, '-k', dir, '-c', 'listen_addresses=', '-c', `fsync=${flushes ? 'on' : 'off'}`],
      { ...user, cwd: dir, stdio: 'ignore' },
    )
  const stop = async (signal: NodeJS.Signals) => {
    const ended = server.exitCode === null ? once(server, 'exit') : null
    server.kill(signal)
    await ended
  }
  let server = start()
  return {
    host: dir,
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(dir)}`,
    answers: () => untilItAnswers(dir),
    restart: async (whileItIsDown) => {
      await stop('SIGINT')
      await whileItIsDown?.()
      server = start()
    },
    close: async () => {
      // Waits until the last connection has said goodbye.
      await stop('SIGTERM')
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/**
 * Made once a run of the suites, a second of processor, and copied from then on, as root with its
 * owner.
 */
function layCluster(programs: string, user: User, data: string): void {
  const run = process.env['MESON_TEST_DISK']
  const template = run === undefined ? null : join(run, 'postgres')
  if (template !== null && existsSync(template)) return copyCluster(template, data)
  const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N']
  const made = spawnSync(join(programs, 'initdb'), ['-D', data, ...options], {
    ...user,
    cwd: dirname(data),
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(made.stderr)
  if (template === null) return
  const copied = mkdtempSync(`${template}-`)
  copyCluster(data, join(copied, 'data'))
  try {
    renameSync(join(copied, 'data'), template)
  } catch {
    // Another worker was first; its own is as good.
  }
  rmSync(copied, { recursive: true, force: true })
}

function copyCluster(from: string, to: string): void {
  const copied = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  if (copied.status !== 0) throw new Error(copied.stderr)
}

async function untilItAnswers(host: string): Promise<void> {
  const endsAt = performance.now() + START_TIMEOUT_MS
  for (;;) {
    const client = new pg.Client({ host, user: 'postgres', database: 'postgres' })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (performance.now() > endsAt) throw error
      await sleep(LOOK_AGAIN_MS)
    }
  }
}

function userNamed(name: string): User | null {
  const id = (flag: string) => spawnSync('id', [flag, name], { encoding: 'utf8' })
  const [uid, gid] = [id('-u'), id('-g')]
  return uid.status === 0 && gid.status === 0
    ? { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    : null
}
