/** What happens to the file of kept sums while a report is asked for. */
import { mkdirSync, renameSync } from 'node:fs'
import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import type { IsoDate } from '#shared/core/brand.ts'
import { must } from '../../../test/support/must.ts'
import { sellOf } from '../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'
import { tillFolder } from '../durability/till-folder.ts'
import { runReports } from './report-thread.ts'

const ALL = { from: '2000-01-01' as IsoDate, to: '2199-12-31' as IsoDate }
const { api, fixture } = tillPerTest()

/** The thread's own program, in this one. */
function reportsHere() {
  const { database, reportSums } = tillFolder(fixture.dataDir)
  const { port1, port2 } = new MessageChannel()
  runReports({ reports: true, database, sums: reportSums }, port2)
  let asked = 0
  const ask = async (order: object | null) => {
    port1.postMessage({ ask: (asked += 1), order })
    const [told] = (await once(port1, 'message')) as [{ view: unknown; error?: string }]
    return told
  }
  return {
    reportSums,
    catchUp: () => ask(null),
    totals: () => ask({ part: 'totals', ...ALL, limits: [] }),
    end: () => port1.close(),
  }
}

it('sums that break and cannot be thrown away are done without: the report and the next one are right', async () => {
  sellOf(api, '101')
  const reports = reportsHere()
  await reports.catchUp()
  const right = await api.report({ part: 'totals', ...ALL })
  const broken = new Database(reports.reportSums)
  broken.exec('DROP TABLE sum_documents; DROP TABLE sum_hours')
  broken.close()
  // Another program holds it: here, a folder in its place.
  renameSync(reports.reportSums, `${reports.reportSums}.held`)
  mkdirSync(reports.reportSums)
  expect((await reports.totals()).view).toEqual(must(right))
  expect((await reports.totals()).view).toEqual(must(right))
  expect(await reports.catchUp()).toMatchObject({ view: null })
  sellOf(api, '201')
  expect((await reports.totals()).view).toMatchObject({ sums: { sales: { count: 2 } } })
  reports.end()
})
