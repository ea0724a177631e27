/** The service's databases in wrong hands: of others, with other letters, asked for twice. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { awayAs } from '../../electron/service/storage/postgres-errors.ts'
import { openPostgresStorage } from '../../electron/service/storage/postgres-storage.ts'
import { openSqliteStorage } from '../../electron/service/storage/sqlite-storage.ts'
import { NO_POSTGRES, startPostgres, type OwnPostgres } from '../support/postgres.ts'
import { must } from '../support/must.ts'

describe.skipIf(NO_POSTGRES !== null)(
  `a database${NO_POSTGRES === null ? '' : ` (${NO_POSTGRES})`}`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'service-attacks-'))
    let server: OwnPostgres
    beforeAll(async () => {
      server = startPostgres()
      await server.answers()
    })
    afterAll(async () => {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    })
    const addressOf = (name: string) => server.url.replace('/postgres?', `/${name}?`)
    const ask = async (database: string, ...statements: readonly string[]) => {
      const client = new pg.Client({ host: server.host, user: 'postgres', database })
      await client.connect()
      let rows: unknown[] = []
      for (const statement of statements) ({ rows } = await client.query(statement))
      await client.end()
      return rows
    }
    const make = (name: string, how = '') => ask('postgres', `CREATE DATABASE ${name} ${how}`)

    it.each(['customers', 'companies'])(
      'of another program, with its %s, is left as it is',
      async (table) => {
        await make(`foreign_${table}`)
        await ask(`foreign_${table}`, `CREATE TABLE ${table} (id int)`)
        expect(await openPostgresStorage(addressOf(`foreign_${table}`))).toMatchObject({
          refusal: { code: 'DATABASE_FOREIGN' },
        })
        const tables =
          "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relname !~ '^(pg|sql)_'"
        expect(await ask(`foreign_${table}`, tables)).toEqual([{ name: table }])
      },
    )

    it('that cannot hold every letter is refused before a document with one comes', async () => {
      await make('latin', "TEMPLATE template0 ENCODING 'LATIN1'")
      expect(await openPostgresStorage(addressOf('latin'))).toMatchObject({
        refusal: { code: 'DATABASE_NOT_UTF8' },
      })
    })

    it('whose address, certificate or name is wrong is said in a sentence without the password', async () => {
      for (const address of [
        'postgres://meson:my/secret@localhost/x',
        `${addressOf('nowhere').replace('postgres@', 'postgres:secret@')}`,
        `${addressOf('postgres')}&sslmode=verify-full&password=secret`,
      ]) {
        const opened = await openPostgresStorage(address)
        expect(opened).toMatchObject({ refusal: { code: 'DATABASE_UNREACHABLE' } })
        expect(JSON.stringify(opened)).not.toContain('secret')
      }
    })

    it('that takes no connections any more is away, and no fault of the program', async () => {
      await make('closed')
      const storage = must(await openPostgresStorage(addressOf('closed')))
      await ask(
        'postgres',
        'ALTER DATABASE closed ALLOW_CONNECTIONS false',
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'closed'",
      )
      const said: unknown[] = []
      for (let tries = 0; tries < 4; tries += 1)
        await storage
          .write((db) => db.selectFrom('settings').selectAll().execute())
          .catch((error: unknown) => said.push(awayAs(error)))
      expect(said).toEqual(Array(4).fill('DATABASE_UNAVAILABLE'))
      await ask('postgres', 'ALTER DATABASE closed ALLOW_CONNECTIONS true')
      await storage.close()
    })

    it('that is only read, as a replica is, is a sentence of the tool and no fault of it', async () => {
      await make('replica')
      await must(await openPostgresStorage(addressOf('replica'))).close()
      await ask('postgres', 'ALTER DATABASE replica SET default_transaction_read_only = on')
      const args = ['electron/service/tool.ts', '--database', addressOf('replica')]
      const child = spawn(process.execPath, [...args, 'ranges', 'x', '--next', '1'])
      const [said] = await Promise.all([text(child.stderr), once(child, 'exit')])
      expect([child.exitCode, said.split('\n').length]).toEqual([2, 2])
      expect(said).toContain('DATABASE_UNREACHABLE')
    })

    it('that two copies are made into at once takes one, and tells the other', async () => {
      const source = join(folder, 'source')
      const storage = must(await openSqliteStorage(join(source, 'service.db')))
      await storage.write((db) =>
        db
          .insertInto('clients')
          .values({ id: 'c1' as never, name: 'Ana' })
          .execute(),
      )
      await storage.close()
      await make('target')
      const copies = await Promise.all(
        [1, 2].map(async () => {
          const args = ['electron/service/tool.ts', '--data', source, 'copy', '--to']
          const child = spawn(process.execPath, [...args, addressOf('target')])
          const [said] = await Promise.all([text(child.stderr), once(child, 'exit')])
          return [child.exitCode, said]
        }),
      )
      expect(copies.toSorted()).toEqual([
        [0, ''],
        [2, expect.stringMatching(/is not empty there|DATABASE_BUSY/)],
      ])
    })
  },
)
