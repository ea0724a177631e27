/**
 * Batches of documents on PostgreSQL in bad company: with a document that no database takes, a
 * revoked key, clients that hang up, references sent again and again, deletions and notes about
 * what is just being issued, a range that somebody holds. Two services on one database.
 */
import { connect } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitFor } from '../support/wait-for.ts'
import { listen, type ListeningServer } from '../../electron/service/server.ts'
import { openPostgresStorage } from '../../electron/service/storage/postgres-storage.ts'
import { must } from '../support/must.ts'
import { NO_POSTGRES, startPostgres, type OwnPostgres } from '../support/postgres.ts'
import { startInProcess, type InProcessService } from './service-in-process.ts'
import { receiptRequest } from './service-receipts.ts'

const WAIT = { timeout: 60_000, interval: 20 }
const POISON = 'poison'

describe.skipIf(NO_POSTGRES !== null)(
  `a batch${NO_POSTGRES === null ? '' : ` (${NO_POSTGRES})`}`,
  () => {
    let server: OwnPostgres
    let worlds: readonly InProcessService[]
    let http: ListeningServer
    let key: string

    beforeAll(async () => {
      server = startPostgres()
      await server.answers()
      const start = () =>
        startInProcess({}, async () => must(await openPostgresStorage(server.url)))
      const one = await start()
      worlds = [one, await start()]
      // The second made the demo's keys anew.
      key = worlds[1]?.keys.owner ?? ''
      http = must(await listen((request, env) => one.service.handle(request, env), 0))
    })
    afterAll(async () => {
      await http?.close()
      for (const world of worlds ?? []) await world.close()
      await server.close()
    })

    const world = (at = 0) => worlds[at % worlds.length] as InProcessService
    const bodyOf = (reference: string, name = 'Pan') =>
      JSON.stringify(receiptRequest(reference, [{ name, unitGrossClp: 1990 }], world().today()))
    const post = async (body: string, at = 0, withKey = key) => {
      const answer = await world(at).post('/api/invoices', body, { 'x-api-key': withKey })
      const said = (await answer.json()) as { id?: string; document_id?: string; number?: number }
      return { status: answer.status, id: said.id ?? said.document_id, number: said.number }
    }
    const many = <Value>(count: number, each: (index: number) => Promise<Value>) =>
      Promise.all(Array.from({ length: count }, (_, index) => each(index)))
    /** Every folio of receipts, from the first on. */
    const expectNoGap = async () => {
      const rows = await world()
        .storage.read.selectFrom('documents')
        .select('number')
        .where('document_code', '=', 39)
        .orderBy('number')
        .execute()
      expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
      return rows.length
    }
    const ask = async (...statements: readonly string[]) => {
      const client = new pg.Client({ connectionString: server.url })
      await client.connect()
      for (const statement of statements) await client.query(statement)
      return client
    }

    it('with a document no database takes stores the others, and that one alone fails', async () => {
      const wrong = await ask(
        `ALTER TABLE documents ADD CONSTRAINT no_poison CHECK (external_reference <> '${POISON}')`,
      )
      const answers = await many(20, (index) =>
        post(bodyOf(index === 7 ? POISON : `poisoned-${index}`)),
      )
      await wrong.query('ALTER TABLE documents DROP CONSTRAINT no_poison')
      await wrong.end()
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(19)
      expect(answers[7]?.status).toBeGreaterThanOrEqual(400)
      expect(await expectNoGap()).toBe(19)
    })

    it('takes nothing of a key that was revoked', async () => {
      const made = await world().post('/api/users', JSON.stringify({ label: 'Gone' }), {
        'x-api-key': key,
      })
      const gone = String(((await made.json()) as { key?: string }).key)
      await world().storage.write((db) =>
        db
          .updateTable('api_keys')
          .set({ revoked_at_ms: world().clock.now() })
          .where('label', '=', 'Gone')
          .execute(),
      )
      const before = await expectNoGap()
      const answers = await many(20, (index) =>
        post(bodyOf(`revoked-${index}`), index, index % 2 === 0 ? key : gone),
      )
      expect(answers.map(({ status }) => status)).toEqual(
        answers.map((_, index) => (index % 2 === 0 ? 201 : 401)),
      )
      expect(await expectNoGap()).toBe(before + 10)
    })

    it('of a client that hangs up is issued once or not at all, and its next try says which', async () => {
      const before = await expectNoGap()
      const { port } = new URL(http.baseUrl)
      const hangUp = (index: number) =>
        new Promise<void>((resolve) => {
          const body = bodyOf(`hung-${index}`)
          const head = `POST /api/invoices HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n`
          const socket = connect(Number(port), '127.0.0.1', () => {
            socket.write(
              `${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
              () => socket.destroy(),
            )
          })
          socket.on('close', () => resolve()).on('error', () => {})
        })
      await Promise.all([
        many(10, hangUp),
        many(10, async (index) => expect((await post(bodyOf(`held-${index}`))).status).toBe(201)),
      ])
      const again = await many(10, (index) => post(bodyOf(`hung-${index}`), index))
      for (const { status } of again) expect([201, 409]).toContain(status)
      expect(new Set(again.map(({ id }) => id)).size).toBe(10)
      expect(await expectNoGap()).toBe(before + 20)
    })

    it('with the same reference many times, here and in another process, issues it once', async () => {
      const before = await expectNoGap()
      const answers = await many(40, (index) => post(bodyOf(`same-${index % 10}`), index >> 1))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(30)
      answers.forEach(({ id }, index) => expect(id).toBe(answers[index % 10]?.id))
      expect(await expectNoGap()).toBe(before + 10)
    })

    it('beside deletions and notes about what was just issued: nobody waits for nobody', async () => {
      const before = await expectNoGap()
      const first = await many(10, (index) => post(bodyOf(`victim-${index}`)))
      const { today } = world()
      const note = (folio: number) => ({
        ...receiptRequest(`note-${folio}`, [{ name: 'Pan', unitGrossClp: 900 }], today()),
        ...{ invoice_type: '61', reason_code: '3' },
        billing_reference: [{ invoice_type: '39', number: folio, invoice_date: today() }],
      })
      const remove = (folio: number, at: number) =>
        world(at).service.handle(
          new Request(`http://127.0.0.1/api/invoices/39/${folio}`, {
            ...{ method: 'DELETE', headers: { 'x-api-key': key } },
          }),
        )
      const [issued, noted, removed] = await Promise.all([
        many(20, (index) => post(bodyOf(`beside-${index}`), index)),
        many(10, (index) => post(JSON.stringify(note(first[index]?.number ?? 0)), index)),
        many(10, (index) => remove(first[index]?.number ?? 0, index + 1)),
      ])
      expect(issued.map(({ status }) => status)).toEqual(issued.map(() => 201))
      // Either the note came first, and the document stays; or it is gone, and the note is refused.
      noted.forEach(({ status }, index) =>
        expect([status, removed[index]?.status]).toEqual(
          status === 201 ? [201, 409] : [expect.toBeOneOf([400, 404, 422]), 200],
        ),
      )
      expect(await expectNoGap()).toBe(before + 30)
    })

    it('whose range somebody holds is told to ask again, all of it at once, and then is issued', async () => {
      const before = await expectNoGap()
      const holder = await ask('BEGIN', 'SELECT 1 FROM folio_ranges FOR UPDATE')
      const watcher = await ask()
      const answered = many(12, (index) => post(bodyOf(`kept-${index}`)))
      // What the server does when a statement takes too long, without the wait.
      const cancelled = waitFor(async () => {
        const { rowCount } = await watcher.query(
          `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
            WHERE wait_event_type = 'Lock' AND application_name = 'meson-service'`,
        )
        expect(rowCount).toBe(1)
      }, WAIT)
      await cancelled
      expect((await answered).map(({ status }) => status)).toEqual(
        Array.from({ length: 12 }, () => 503),
      )
      await holder.query('ROLLBACK')
      await Promise.all([holder.end(), watcher.end()])
      const again = await many(12, (index) => post(bodyOf(`kept-${index}`), index))
      expect(again.map(({ status }) => status)).toEqual(again.map(() => 201))
      expect(await expectNoGap()).toBe(before + 12)
    })
  },
)
