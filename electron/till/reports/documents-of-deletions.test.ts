/** What a deletion that only waits changes of the documents somebody should look at: nothing. */
import { expect, it } from 'vitest'
import type { IsoDate } from '#shared/core/brand.ts'
import { goOffline } from '../../../test/support/go-offline.ts'
import { must } from '../../../test/support/must.ts'
import { sellOf } from '../../../test/support/till-fixture.ts'
import { onlineTillPerTest } from '../../../test/support/till-per-test.ts'
import { setClockWrong } from '../../../test/support/wrong-clock.ts'
import { tillFolder } from '../kernel/till-folder.ts'
import { openDatabase } from '../tables/open-database.ts'
import { readDocuments } from './read-documents.ts'

const { api, fixture, till } = onlineTillPerTest()

it('a large receipt is one until its deletion is done', () => {
  const saleId = sellOf(api, '101')
  const db = openDatabase(tillFolder(fixture.dataDir).database)
  const bounds = { from: '2000-01-01' as IsoDate, to: '2199-12-31' as IsoDate }
  const limits = [{ year: 2000, limitClp: 1 }]
  const large = () => readDocuments(db, bounds, limits).large.all.count
  db.prepare(`INSERT INTO receipt_deletion (sale_id, state, reason, asked_by, asked_at_ms)
    VALUES (?, 'asked', 'error', 'Ana', 1)`).run(saleId)
  expect(large()).toBe(1)
  db.prepare("UPDATE receipt_deletion SET state = 'done', settled_on = '2026-11-20'").run()
  expect(large()).toBe(0)
  db.close()
})

it.each([-365, 365])(
  'what is deleted is none of the sums of its day, with a clock that is %i days off',
  async (days) => {
    await setClockWrong({ fixture, till }, days)
    await goOffline({ fixture, api })
    const saleId = sellOf(api)
    must(await api.deleteReceipt({ saleId, reason: 'error' }))
    const day = '2026-11-20' as IsoDate
    expect(must(await api.report({ part: 'totals', from: day, to: day }))).toMatchObject({
      sums: { netClp: 0, deletions: { count: 1 } },
      days: [{ date: day, totalClp: 0 }],
    })
  },
)
