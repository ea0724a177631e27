/** What a deletion that only waits changes of the documents somebody should look at: nothing. */
import { expect, it } from 'vitest'
import type { EpochMs, IsoDate } from '#shared/core/brand.ts'
import { sellOf } from '../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'
import { tillFolder } from '../kernel/till-folder.ts'
import { openDatabase } from '../tables/open-database.ts'
import { readDocuments } from './read-documents.ts'

const { api, fixture } = tillPerTest()

it('a large receipt is one until its deletion is done', () => {
  const saleId = sellOf(api, '101')
  const db = openDatabase(tillFolder(fixture.dataDir).database)
  const bounds = {
    ...{ from: '2000-01-01' as IsoDate, to: '2199-12-31' as IsoDate },
    ...{ fromMs: 0 as EpochMs, beforeMs: Number.MAX_SAFE_INTEGER as EpochMs },
  }
  const limits = [{ year: 2000, limitClp: 1 }]
  const large = () => readDocuments(db, bounds, limits).large.all.count
  db.prepare(`INSERT INTO receipt_deletion (sale_id, state, reason, asked_by, asked_at_ms)
    VALUES (?, 'asked', 'error', 'Ana', 1)`).run(saleId)
  expect(large()).toBe(1)
  db.prepare("UPDATE receipt_deletion SET state = 'done', settled_at_ms = 2").run()
  expect(large()).toBe(0)
  db.close()
})
