/**
 * What the authority's loop does to many documents in one statement is what it would do to each
 * alone, on both engines: whoever moved on in between stays as he is and is not told of.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { markJudged, markSent } from '../../electron/service/storage/hot-queries.ts'
import type { ClientId, CompanyId, DocumentId } from '../../electron/service/core/ports.ts'
import { idsOf, insertRows } from '../../electron/service/storage/many-rows.ts'
import { openPlace } from '../../electron/service/storage/open-place.ts'
import type { Storage } from '../../electron/service/storage/storage.ts'
import type { DocumentRow, DocumentStatus } from '../../electron/service/storage/tables.ts'
import { must } from '../support/must.ts'
import { NO_POSTGRES, startPostgres } from '../support/postgres.ts'

const COMPANY = 'c' as CompanyId
const RUNS = 25
const statuses = fc.array(fc.constantFrom<DocumentStatus>('PEN', 'EMS', 'APR', 'RCH', 'DELETED'), {
  minLength: 1,
  maxLength: 12,
})

const engines = [
  { engine: 'SQLite', skipped: null },
  { engine: 'PostgreSQL', skipped: NO_POSTGRES },
] as const

describe.each(engines)('many documents at once on $engine', ({ engine, skipped }) => {
  const folder = mkdtempSync(join(tmpdir(), 'many-rows-'))
  const server = engine === 'PostgreSQL' && skipped === null ? startPostgres() : null
  let opened: Promise<Storage> | null = null
  const storage = () => (opened ??= open(server, folder))
  afterAll(async () => {
    await (await opened)?.close()
    await server?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it.skipIf(skipped !== null)(
    `are sent and judged as one by one${skipped === null ? '' : ` (${skipped})`}`,
    async () => {
      const place = await storage()
      await fc.assert(
        fc.asyncProperty(statuses, fc.array(fc.nat(11)), async (before, chosen) => {
          const rows = before.map((status, at) => documentOf(`d${at}`, status))
          const named = [...new Set(chosen)].filter((at) => at < rows.length)
          const ids = idsOf(named.map((at) => ({ id: `d${at}` })))
          const [sent, judged] = await place.write(async (db) => {
            await db.deleteFrom('documents').execute()
            await insertRows(db, 'documents', rows)
            const dueAtMs = 7 as EpochMs
            return [
              await markSent.run(db, { ids, trackId: 5, dueAtMs }),
              await markJudged.run(db, { ids, status: 'APR' }),
            ]
          })
          const were = (...of: DocumentStatus[]) =>
            named.filter((at) => of.includes(before[at] as DocumentStatus)).map((at) => `d${at}`)
          const said = (answer: readonly { id: string }[]) => answer.map(({ id }) => id).toSorted()
          expect(said(sent)).toEqual(were('PEN').toSorted())
          expect(said(judged)).toEqual(were('PEN', 'EMS').toSorted())
          const after = await place.read.selectFrom('documents').selectAll().execute()
          const expected = rows.map((row, at) => moved(row, named.includes(at)))
          expect(after.toSorted(byId)).toEqual(expected.toSorted(byId))
        }),
        { numRuns: RUNS },
      )
    },
  )
})

/** What has to come of one document that is named in both statements, or in none. */
function moved(row: DocumentRow, isNamed: boolean): DocumentRow {
  if (!isNamed || !['PEN', 'EMS'].includes(row.status)) return row
  const judged: DocumentRow = { ...row, status: 'APR', authority_due_at_ms: null }
  if (row.status === 'EMS') return judged
  const free = { authority_attempts: 0, authority_claim: null, authority_is_unsure: 0 }
  return { ...judged, ...free, track_id: 5 }
}

const byId = (one: DocumentRow, other: DocumentRow) => (one.id < other.id ? -1 : 1)

/** With letters and quotes that have a meaning in JSON and SQL. */
function documentOf(id: string, status: DocumentStatus): DocumentRow {
  return {
    ...{ id: id as DocumentId, company_id: COMPANY, document_code: 39, invoice_type: '39' },
    ...{ serie: null, number: Number(id.slice(1)) + 1, external_reference: `R'"\\${id} ñ`, status },
    ...{ body: '{"nombre":"Ñandú \\u00e9 \\"1/2\\""}', ted_xml: null, cae: null },
    ...{ cae_expires_on: null, track_id: null, created_at_ms: 1 as EpochMs, deleted_at_ms: null },
    ...{ authority_due_at_ms: 3 as EpochMs, authority_attempts: 2, authority_claim: 'me' },
    authority_is_unsure: 1,
    ...{ issued_on: '2026-11-20', recipient_number: null, total_cents: 1, till: null },
    is_trial: 0,
  }
}

async function open(
  server: ReturnType<typeof startPostgres> | null,
  folder: string,
): Promise<Storage> {
  await server?.answers()
  const storage = must(await openPlace(server?.url ?? folder))
  const client = { id: 'x' as ClientId, name: 'Ana' }
  await storage.write(async (db) => {
    await insertRows(db, 'clients', [client])
    await insertRows(db, 'companies', [
      {
        ...{ id: COMPANY, client_id: client.id, name: 'Ana', country: 'CHL' },
        ...{ document_type: 'RUT', document_number: '1-9', activity: '', address: '', city: '' },
        ...{ state: '', tax_office: '', resolution_number: 0, resolution_year: 2014 },
        ...{ tax_condition: '', status: 'ACTIVE', logo: null, is_test: 0 },
      },
    ])
  })
  return storage
}
