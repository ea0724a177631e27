/** A folio is looked for among the companies of the key alone, however many others have it. */
import { CompiledQuery, type Kysely } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must } from '../../../test/support/must.ts'
import { reachedBy, type Reach } from '../auth/keys.ts'
import { principalOf, type AskingTill } from '../fleet/till-keys.ts'
import { openSqliteStorage } from '../storage/sqlite-storage.ts'
import type { Storage } from '../storage/storage.ts'
import type { Tables } from '../storage/tables.ts'
import { byFolio } from './stored-document.ts'

const OF_KEY = { among: (db: Kysely<Tables>) => reachedBy(db, 'k') }
const { reach: OF_TILL } = principalOf({ id: 't' } as AskingTill)

describe('a document by its folio', () => {
  const folder = mkdtempSync(join(tmpdir(), 'by-folio-'))
  let storage: Storage
  beforeAll(async () => {
    storage = must(await openSqliteStorage(join(folder, 'service.db')))
  })
  afterAll(async () => {
    await storage.close()
    rmSync(folder, { recursive: true })
  })
  const planOf = async (companyId: string | null, reach: Pick<Reach, 'among'>) => {
    const query = byFolio(storage.read, reach, { codes: [39, 41], folio: 1, companyId })
    const { sql, parameters } = query.compile()
    const plan = CompiledQuery.raw(`EXPLAIN QUERY PLAN ${sql}`, [...parameters])
    const { rows } = await storage.read.executeQuery(plan)
    return (rows as { readonly detail: string }[]).map(({ detail }) => detail)
  }

  it.each([
    [null, OF_KEY],
    ['c', OF_KEY],
    [null, OF_TILL],
  ])('asks the index for the company as well (of %s)', async (companyId, reach) => {
    const plan = await planOf(companyId, reach)
    expect(plan).toContainEqual(
      expect.stringMatching(
        /^SEARCH documents USING INDEX documents_folio \(document_code=\? AND number=\? AND company_id=\?( AND is_trial=\?)?\)/,
      ),
    )
    expect(plan.filter((step) => step.startsWith('SCAN'))).toEqual([])
  })
})
