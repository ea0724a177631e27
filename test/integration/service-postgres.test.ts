/**
 * The same service over PostgreSQL, not a query changed. Skipped by name where no server is
 * installed.
 */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { waitFor } from '../support/wait-for.ts'
import { PAGE_HEADER } from '#shared/issuing/receipt-page.ts'
import { prunePages } from '../../electron/service/documents/page-store.ts'
import { newToken } from './receipt-page-world.ts'
import { keyIdOf } from '../../electron/service/auth/keys.ts'
import { SharedRateLimiter } from '../../electron/service/auth/shared-rate-limiter.ts'
import { ISSUE, PLANS } from '../../electron/service/storage/postgres-issue.ts'
import { SILENT } from '../../electron/service/core/log.ts'
import { PdfStore, type DrawnKey } from '../../electron/service/parts/pdf-store.ts'
import type { DocumentId } from '../../electron/service/core/ports.ts'
import { drawnTable } from '../../electron/service/storage/drawn-file.ts'
import { openPostgresStorage } from '../../electron/service/storage/postgres-storage.ts'
import { NO_POSTGRES, startPostgres, type OwnPostgres } from '../support/postgres.ts'
import { companyOf, startInProcess, type InProcessService } from './service-in-process.ts'
import { receiptRequest } from './service-receipts.ts'

const WAIT = { timeout: 30_000, interval: 20 }
const bread = { name: 'Pan', unitGrossClp: 1990 }
describe.skipIf(NO_POSTGRES !== null)(
  `the service over PostgreSQL${NO_POSTGRES === null ? '' : ` (${NO_POSTGRES})`}`,
  () => {
    let server: OwnPostgres
    let world: InProcessService

    beforeAll(async () => {
      server = startPostgres()
      await server.answers()
      const pages = { publicAddress: 'https://x.cl', days: 1 }
      world = await startInProcess({ allowLocalWebhooks: true, pages }, async () => {
        const opened = await openPostgresStorage(server.url)
        if (!opened.ok) throw new Error(opened.refusal.params['detail'])
        return opened.value
      })
    })

    afterAll(async () => {
      await world?.close()
      await server.close()
    })

    const create = async (reference: string) => {
      const answer = await world.post(
        '/api/invoices',
        JSON.stringify(receiptRequest(reference, [bread], world.today())),
      )
      return {
        status: answer.status,
        body: (await answer.json()) as {
          id: string
          number: number
          document_id: string
          status: string
        },
      }
    }
    const read = async (path: string): Promise<unknown> =>
      (
        await world.service.handle(
          new Request(`http://127.0.0.1${path}`, { headers: { 'x-api-key': world.keys.owner } }),
        )
      ).json()

    it('hands out contiguous folios to many at once, and none to a reference that is taken', async () => {
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) => create(`P-${index % 30}`)),
      )
      const folios = answers
        .filter(({ status }) => status === 201)
        .map(({ body }) => body.number)
        .sort((a, b) => a - b)
      expect(folios).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(10)
      const first = answers.find(({ status }) => status === 201)
      expect(await read(`/api/invoices/39/${first?.body.number}`)).toEqual(
        await read(`/api/invoices/by-id/${first?.body.id}`),
      )
    })

    it('stores one of many batches that expect the same folio, and none of the others in part', async () => {
      const { read: db } = world.storage
      const range = await db
        .selectFrom('folio_ranges')
        .selectAll()
        .where('document_code', '=', 39)
        .where('first_folio', '=', 1)
        .executeTakeFirstOrThrow()
      const model = await db.selectFrom('documents').selectAll().executeTakeFirstOrThrow()
      const batch = (name: string) => ({
        rangeId: range.id,
        firstFolio: range.next_folio,
        today: world.today(),
        branch: null,
        isContended: true,
        pages: [0, 1].map((index) => ({
          token_hash: index === 0 ? 'the same' : `hash of ${name}`,
          document_id: `${name}-${index}` as typeof model.id,
          expires_at_ms: model.created_at_ms,
        })),
        rows: [0, 1, 2].map((index) => ({
          ...model,
          id: `${name}-${index}` as typeof model.id,
          number: range.next_folio + index,
          external_reference: `${name}-${index}`,
          status: 'DELETED' as const,
          authority_due_at_ms: null,
        })),
      })
      const names = Array.from({ length: 8 }, (_, index) => `same-${index}`)
      const asked = vi.spyOn(pg.Client.prototype, 'query')
      const outcomes = await Promise.all(names.map((name) => world.storage.issue(batch(name))))
      expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual([
        ...names.slice(1).map(() => 'FOLIOS_MOVED'),
        'STORED',
      ])
      const stored = outcomes.findIndex(({ kind }) => kind === 'STORED')
      expect(await world.storage.issue(batch(`same-${stored}`))).toEqual({
        kind: 'REFERENCES_TAKEN',
        references: new Set([0, 1, 2].map((index) => `same-${stored}-${index}`)),
      })
      for (const outcome of outcomes) if (outcome.kind === 'STORED') await outcome.onDisk
      // Over another connection a server would answer that broke down in between and lost it.
      const askedOn = (part: string) =>
        asked.mock.calls.flatMap((call, at) =>
          JSON.stringify(call).includes(part) ? [asked.mock.contexts[at]] : [],
        )
      expect(askedOn('"name":"flush"')).toHaveLength(1)
      expect(askedOn('"name":"flush"')[0]).toBe(askedOn(`same-${stored}-0`)[0])
      asked.mockRestore()
      const rows = await db
        .selectFrom('documents')
        .select('number')
        .where('external_reference', 'like', 'same-%')
        .orderBy('number')
        .execute()
      expect(rows.map(({ number }) => number)).toEqual([31, 32, 33])
      const pages = await db.selectFrom('receipt_pages').select('document_id').execute()
      expect(pages.map((page) => page.document_id).toSorted()).toEqual([
        `same-${stored}-0`,
        `same-${stored}-1`,
      ])
    })

    it('issues by a plan that holds for empty tables and full ones: by index, one by one', async () => {
      const client = new pg.Client({ connectionString: server.url })
      await client.connect()
      await client.query(`BEGIN; TRUNCATE documents CASCADE; ${PLANS}; PREPARE issue AS ${ISSUE}`)
      const { rows } = await client.query<Record<string, string>>(
        `EXPLAIN EXECUTE issue ('[]', '', '{}', '', 1, 1, '', '[]', 'on', 1)`,
      )
      await client.end()
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toMatch(/Index Cond: \(\(company_id = \$2\) AND \(external_reference = asked/)
      expect(plan).toMatch(/Index Cond: \(id = \$4\)/)
      expect(plan).not.toContain('Seq Scan')
    })

    it('goes on with the next range while many ask, and gives no folio when all are used', async () => {
      await world.storage.write((db) =>
        db
          .updateTable('folio_ranges')
          .set((eb) => ({ last_folio: eb('first_folio', '+', 34) }))
          .where('document_code', '=', 39)
          .where('first_folio', '=', 1)
          .execute(),
      )
      await world.storage.write((db) =>
        db
          .updateTable('folio_ranges')
          .set({ last_folio: 50_004 })
          .where('first_folio', '=', 50_001)
          .execute(),
      )
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) => create(`R-${index}`)),
      )
      const folios = answers.map(({ body }) => body.number).sort((a, b) => a - b)
      expect(folios).toEqual([
        ...Array.from({ length: 6 }, () => null),
        34,
        35,
        50_001,
        50_002,
        50_003,
        50_004,
      ])
    })

    it('lets notes that come at once take no more than their document has', async () => {
      const note = (index: number) => ({
        ...receiptRequest(`C-${index}`, [{ ...bread, unitGrossClp: 900 }], world.today()),
        invoice_type: '61',
        reason_code: '3',
        billing_reference: [{ invoice_type: '39', number: 9, invoice_date: world.today() }],
      })
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          world.post('/api/invoices', JSON.stringify(note(index))),
        ),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([
        201,
        201,
        ...Array.from({ length: 8 }, () => 422),
      ])
    })

    it('shows the page of a document until it is over', async () => {
      const token = newToken()
      const body = JSON.stringify(receiptRequest('W-1', [bread], world.today()))
      expect((await world.post('/api/invoices', body, { [PAGE_HEADER]: token })).status).toBe(201)
      expect((await world.post('/api/invoices', body, { [PAGE_HEADER]: token })).status).toBe(409)
      const visit = () => world.service.handle(new Request(`http://127.0.0.1/r/${token}`))
      expect(await (await visit()).text()).toContain('$1.990')
      await world.storage.write((db) =>
        db.updateTable('receipt_pages').set({ expires_at_ms: world.clock.now() }).execute(),
      )
      expect((await visit()).status).toBe(404)
      await prunePages({ storage: world.storage, clock: world.clock })
      expect(await world.storage.read.selectFrom('receipt_pages').selectAll().execute()).toEqual([])
      await world.storage.write((db) =>
        db.deleteFrom('documents').where('external_reference', '=', 'W-1').execute(),
      )
    })

    const table = () => {
      const { shared } = world.storage
      if (shared === null) throw new Error('PostgreSQL is shared')
      return drawnTable(shared)
    }

    /** On a busy machine half a second is soon over: then nothing is kept, and nothing is wrong. */
    const keeps = (store: PdfStore, key: DrawnKey, pdf: Uint8Array) =>
      waitFor(async () => {
        store.keep(key, pdf)
        await store.settled()
        expect(await store.find(key)).toEqual(pdf)
      }, WAIT)

    it('keeps drawn PDFs for all processes, and drops the oldest of too many', async () => {
      const open = () => new PdfStore(table(), { bytesMax: 50, clock: world.clock, log: SILENT })
      const keyOf = (id: string, drawing = 'as now') =>
        ({ documentId: id as DocumentId, widthMm: 80, drawing }) as const
      const [one, other] = [open(), open()]
      const pdf = new Uint8Array(20).map((_, at) => at * 13)
      await keeps(one, keyOf('first'), pdf)
      await waitFor(async () => expect(await other.find(keyOf('first'))).toEqual(pdf), WAIT)
      expect(await other.find(keyOf('first', 'otherwise'))).toBeNull()
      for (const id of ['second', 'third']) {
        world.clock.advance(1)
        await keeps(other, keyOf(id), pdf)
      }
      await waitFor(async () => {
        const kept = ['first', 'second', 'third'].map((id) => one.find(keyOf(id)))
        expect(await Promise.all(kept)).toEqual([null, pdf, pdf])
      }, WAIT)
    })

    it('issues and draws while somebody has the table of drawn PDFs to himself', async () => {
      const store = new PdfStore(table(), { bytesMax: 1_000, clock: world.clock, log: SILENT })
      const keyOf = (at: number) =>
        ({ documentId: `held-${at}` as DocumentId, widthMm: 80, drawing: 'as now' }) as const
      const holder = new pg.Client({ connectionString: server.url })
      await holder.connect()
      try {
        await holder.query('BEGIN; LOCK TABLE drawn_pdfs IN ACCESS EXCLUSIVE MODE')
        // More than all connections of a process: what is issued needs one of them.
        const found = Array.from({ length: 40 }, (_, at) => store.find(keyOf(at)))
        store.keep(keyOf(0), new Uint8Array(20))
        expect((await create('H-1')).status).toBe(201)
        expect(new Set(await Promise.all(found))).toEqual(new Set([null]))
        await store.settled()
      } finally {
        await holder.end()
      }
      await keeps(store, keyOf(1), new Uint8Array(20))
    })

    it('moves documents on, deletes, lists and tells', async () => {
      const webhook = await world.post(
        `/api/companies/${await companyId()}/webhooks`,
        JSON.stringify({ url: 'http://127.0.0.1:1/nobody', events: ['ISE'] }),
      )
      expect(webhook.status).toBe(201)
      world.clock.advance(10_000)
      await world.service.settle()
      world.clock.advance(10_000)
      await world.service.settle()
      const states = await world.storage.read
        .selectFrom('documents')
        .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
        .groupBy('status')
        .execute()
      expect(states).toEqual(expect.arrayContaining([{ status: 'APR', count: 38 }]))
      const told = await world.storage.read
        .selectFrom('webhook_deliveries')
        .select('payload')
        .execute()
      expect(
        told.map(({ payload }) => (JSON.parse(payload) as { status: string }).status),
      ).toContain('APR')
      expect(
        await read(`/api/companies/${await companyId()}/enumeration/list?document_type=41`),
      ).toMatchObject({ total: 1, data: [{ next_number_to_use: 1 }] })
    })

    it('lets a key send no more in a minute than it may, over all processes', async () => {
      const keyId = keyIdOf(world.keys.owner) ?? ''
      const limiter = () => new SharedRateLimiter(world.storage, world.clock, 100)
      const [one, two] = [limiter(), limiter()]
      const waits = await Promise.all(
        Array.from({ length: 150 }, (_, index) =>
          (index % 2 === 0 ? one : two).secondsToWait(keyId),
        ),
      )
      const passed = waits.filter((wait) => wait === 0).length
      expect(passed).toBeGreaterThanOrEqual(75)
      expect(passed).toBeLessThanOrEqual(100)
      world.clock.advance(60_000)
      expect(await one.secondsToWait(keyId)).toBe(0)
    })

    it('lives on when the database ends a connection that is held and asks nothing', async () => {
      const uncaught = vi.fn()
      process.on('uncaughtException', uncaught)
      const client = new pg.Client({ connectionString: server.url })
      await client.connect()
      const cut = async (what: string) => {
        const { rowCount } = await client.query(
          `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE query LIKE $1 AND pid <> pg_backend_pid()`,
          [`%${what}%`],
        )
        return rowCount
      }
      try {
        const look = sql`SELECT 'looked'`.compile(world.storage.read)
        const held = await world.storage.shared?.holdTurn('held', look)
        expect(await cut(`SELECT 'looked'`)).toBe(1)
        held?.giveBack()
        const between = world.storage.write(async (db) => {
          await sql`SELECT 'between'`.execute(db)
          expect(await cut(`SELECT 'between'`)).toBe(1)
          await sql`SELECT 1`.execute(db)
        })
        await expect(between).rejects.toThrow()
        expect((await create('L-1')).status).toBe(201)
        expect(uncaught).not.toHaveBeenCalled()
      } finally {
        process.off('uncaughtException', uncaught)
        await client.end()
      }
    })

    it('says 503 while the database is away, and goes on by itself when it is back', async () => {
      const sent = ['W-1', 'W-2', 'W-3']
      await server.restart(async () => {
        for (const answer of await Promise.all(sent.map(create)))
          expect(answer).toMatchObject({ status: 503, body: { code: 'DATABASE_UNAVAILABLE' } })
      })
      await server.answers()
      const answers = await Promise.all(sent.map(create))
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    })

    const companyId = async () => (await companyOf(world.storage)).id
  },
)
