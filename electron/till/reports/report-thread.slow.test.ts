/** The thread of the reports, as the installed till has it. */
import { mkdirSync, rmSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import type { IsoDate } from '#shared/core/brand.ts'
import { BACKUP_WORKER } from '../../../test/support/backup-worker.ts'
import { must } from '../../../test/support/must.ts'
import { sellOf } from '../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'
import { tillFolder } from '../kernel/till-folder.ts'
import { createReportPort, type ReportPort, type ReportThread } from './report-thread.ts'

const DAY = { from: '2000-01-01' as IsoDate, to: '2199-12-31' as IsoDate }
const { fixture, till } = fixturePerTest()

it('answers with what the core would say itself, rests when nobody asks, and starts again', async () => {
  const timers: (() => void)[] = []
  const after = (_: number, rest: () => void) => {
    timers.push(rest)
    return () => {}
  }
  await fixture.open({ reporting: createReportPort(BACKUP_WORKER, { after }) })
  sellOf(till.api, '101')
  const read = async () => must(await till.api.report({ part: 'totals', ...DAY }))
  const first = await read()
  expect(first).toMatchObject({ sums: { sales: { count: 1 } } })
  timers.at(-1)?.()
  sellOf(till.api, '101')
  expect(await read()).toMatchObject({ sums: { sales: { count: 2 } } })
  await till.stop()
  const here = await fixture.open({})
  expect(must(await here.api.report({ part: 'totals', ...DAY }))).toEqual(
    expect.objectContaining({
      sums: expect.objectContaining({ sales: { count: 2, totalClp: expect.any(Number) } }),
    }),
  )
})

it('adds up what was sold behind the counter, and says the same from there', async () => {
  const start = createReportPort(BACKUP_WORKER, { after: () => () => {} })
  let thread: ReportThread | null = null
  await fixture.open({ reporting: (...of) => (thread = start(...of)) })
  for (const code of ['101', '201', '101']) sellOf(till.api, code)
  const read = async () => must(await till.api.report({ part: 'products', ...DAY }))
  const before = await read()
  await (thread as ReportThread | null)?.catchUp()
  const { reportSums } = tillFolder(fixture.dataDir)
  expect(statSync(reportSums).mode & 0o777).toBe(0o600)
  expect(await read()).toEqual(before)
  await till.stop()
  const sums = new Database(reportSums, { readonly: true })
  expect(sums.prepare('SELECT through, sales FROM added').get()).toEqual({ through: 3, sales: 3 })
  sums.close()
  // Nothing of it is needed: where it is no file at all, the rows say it.
  rmSync(reportSums)
  mkdirSync(reportSums)
  await fixture.open({ reporting: start })
  expect(await read()).toEqual(before)
})

it('adds up with nobody looking, and holds no memory for who might', async () => {
  const rests: number[] = []
  const after = (delayMs: number) => {
    rests.push(delayMs)
    return () => {}
  }
  const start = createReportPort(BACKUP_WORKER, { after })
  let thread: ReportThread | null = null
  await fixture.open({ reporting: (...of) => (thread = start(...of)) })
  sellOf(till.api, '101')
  const begun = rests.length
  await (thread as ReportThread | null)?.catchUp()
  expect(rests).toHaveLength(begun)
  must(await till.api.report({ part: 'totals', ...DAY }))
  expect(rests.slice(begun)).toEqual([60_000])
})

it('says so when its thread falls, and the counter goes on selling', async () => {
  const falls: ReportPort = () => ({
    read: () => Promise.reject(new Error('out of memory')),
    catchUp: async () => {},
    end: async () => {},
  })
  await fixture.open({ reporting: falls })
  expect(await till.api.report({ part: 'products', ...DAY })).toMatchObject({
    refusal: { code: 'REPORT_FAILED' },
  })
  expect(sellOf(till.api, '101')).toHaveLength(26)
})
