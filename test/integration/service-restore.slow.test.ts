/**
 * A database that was put back, and a replica that was promoted, never give a folio that was given
 * before: by the very commands of the service's README. Skipped by name where no server is
 * installed.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../support/wait-for.ts'
import { startCountingAuthority, type CountingAuthority } from '../support/counting-authority.ts'
import { copyServer, type PostgresReplica } from '../support/postgres-replica.ts'
import { NO_POSTGRES, startPostgres, type OwnPostgres } from '../support/postgres.ts'
import { startService, type ServiceProcess } from './service-process.ts'
import { receiptOfToday } from './service-receipts.ts'

const bread = { name: 'Pan', unitGrossClp: 1990 }
/** A receipt that waits for a folio is looked at again later and later. */
const WAIT = { timeout: 90_000, interval: 100 }

describe.skipIf(NO_POSTGRES !== null)(
  `folios after${NO_POSTGRES === null ? '' : ` (${NO_POSTGRES})`}`,
  () => {
    let server: OwnPostgres
    let folder: string
    let authority: CountingAuthority
    let service: ServiceProcess | null = null
    let replica: PostgresReplica | null = null
    beforeEach(async () => {
      authority = await startCountingAuthority()
    })
    afterEach(async () => {
      await service?.stop()
      await authority.close()
    })
    beforeAll(async () => {
      server = startPostgres()
      folder = mkdtempSync(join(tmpdir(), 'restore-'))
      await server.answers()
      await ask(server.host, 'postgres', 'CREATE ROLE meson LOGIN')
    })
    afterAll(async () => {
      await replica?.stop()
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    })

    const urlOf = (host: string, database: string) =>
      `postgres://meson@localhost/${database}?host=${encodeURIComponent(host)}`
    const run = (program: string, host: string, ...args: string[]) => {
      // Debian keeps the clients in the path.
      const done = spawnSync(program, ['-h', host, '-U', 'postgres', ...args], { encoding: 'utf8' })
      expect(done.stderr, program).toBe('')
    }
    const start = async (url: string) => {
      const words = ['--database', url, '--authority', authority.url]
      const soon = ['--authority-delay-ms', '0', '--verdict-delay-ms', '0']
      service = await startService(join(folder, 'data'), [...words, ...soon])
      return service
    }
    const issue = async (reference: string): Promise<number | null> => {
      const answer = await service?.send(
        'POST',
        '/api/invoices',
        receiptOfToday(reference, [bread]),
      )
      expect(answer?.status).toBe(201)
      return answer?.body.number ?? null
    }
    const tool = (url: string, ...args: string[]) =>
      spawnSync(process.execPath, ['electron/service/tool.ts', '--database', url, ...args], {
        encoding: 'utf8',
      })
    const heldReceipts = (url: string) => {
      const lines = tool(url, 'ranges').stdout.split('\n')
      return lines.filter((line) => line.startsWith('76192083-9\t39\t1-') && line.includes('HELD'))
    }

    it('a restore: nothing is issued until its owner says where each range goes on', async () => {
      const dump = join(folder, 'meson.dump')
      run('createdb', server.host, '--owner', 'meson', 'meson')
      await start(urlOf(server.host, 'meson'))
      expect(await issue('R-1')).toBe(1)
      run('pg_dump', server.host, '--format', 'custom', '--file', dump, 'meson')
      expect([await issue('R-2'), await issue('R-3')]).toEqual([2, 3])
      await waitFor(() => expect(authority.folios.get(39)?.length).toBe(3), WAIT)
      await service?.stop()

      run('createdb', server.host, '--owner', 'meson', 'meson2')
      run('pg_restore', server.host, '--dbname', 'meson2', '--exit-on-error', dump)
      const url = urlOf(server.host, 'meson2')
      await start(url)
      expect(await issue('R-4')).toBeNull()
      expect(heldReceipts(url)).toEqual([expect.stringMatching(/\t2\tHELD\t.*authority has 3$/)])
      const [id = ''] = heldReceipts(url).map((line) => line.split('\t')[5])
      expect(tool(url, 'ranges', id, '--next', '3').stderr).toContain('3 was issued, go on with 4')
      expect(tool(url, 'ranges', '--next', '+0').stdout).toContain(`${id}\tgoes on with 4`)
      // What waited for a folio has the first, and nobody has one of before.
      await waitFor(() => expect(authority.folios.get(39)).toEqual([1, 2, 3, 4]), WAIT)
      expect(await issue('R-5')).toBe(5)
    }, 120_000)

    it('a replica that was promoted without the last receipts', async () => {
      run('createdb', server.host, '--owner', 'meson', 'meson3')
      await start(urlOf(server.host, 'meson3'))
      expect(await issue('P-1')).toBe(1)
      chmodSync(folder, 0o755)
      replica = copyServer(server.host, join(folder, 'replica'))
      expect(await issue('P-2')).toBe(2)
      await service?.stop()

      await replica.promote()
      const url = urlOf(replica.host, 'meson3')
      await start(url)
      expect(await issue('P-3')).toBeNull()
      expect(heldReceipts(url)).toHaveLength(1)
      expect(tool(url, 'ranges', '--next', '+10').status).toBe(0)
      expect(await issue('P-4')).toBeGreaterThan(2)
    }, 120_000)
  },
)

async function ask(host: string, database: string, text: string): Promise<void> {
  const client = new pg.Client({ host, user: 'postgres', database })
  try {
    await client.connect()
    await client.query(text)
  } finally {
    await client.end()
  }
}
