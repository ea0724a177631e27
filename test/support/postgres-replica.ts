/** A copy of a running server that is promoted later, without what came after it was made. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { postgresPrograms } from './postgres.ts'
import { waitFor } from './wait-for.ts'

export interface PostgresReplica {
  /** The folder with its socket. */
  readonly host: string
  /** Starts it and makes it the one that is written to. */
  readonly promote: () => Promise<void>
  readonly stop: () => Promise<void>
}

const WAIT = { timeout: 90_000, interval: 100 }

/** `place`: a folder that is not there yet, in one that everybody may enter. */
export function copyServer(from: string, place: string): PostgresReplica {
  mkdirSync(place)
  const { uid, gid } = statSync(from)
  chownSync(place, uid, gid)
  chmodSync(place, 0o700)
  const user = { uid, gid, cwd: place }
  const data = join(place, 'data')
  const words = ['-h', from, '-U', 'postgres', '-D', data, '-X', 'fetch', '-c', 'fast']
  const copied = spawnSync('pg_basebackup', words, { ...user, encoding: 'utf8' })
  if (copied.status !== 0) throw new Error(copied.stderr)
  let stop = () => Promise.resolve()
  return {
    host: place,
    promote: async () => {
      spawnSync('touch', [join(data, 'standby.signal')], user)
      const server = spawn(
        join(postgresPrograms() ?? '', 'postgres'),
        ['-D', data, '-k', place, '-c', 'listen_addresses='],
        { ...user, stdio: 'ignore' },
      )
      stop = async () => {
        if (server.exitCode !== null) return
        const ended = once(server, 'exit')
        server.kill('SIGTERM')
        await ended
      }
      await waitFor(async () => {
        const client = new pg.Client({ host: place, user: 'postgres', database: 'postgres' })
        try {
          await client.connect()
          await client.query('SELECT pg_promote()')
        } finally {
          await client.end()
        }
      }, WAIT)
    },
    stop: () => stop(),
  }
}
