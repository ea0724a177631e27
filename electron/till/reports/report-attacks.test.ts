/** What happens to the file of kept sums while a report is asked for. */
import {
  copyFileSync,
  existsSync,
  symlinkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import type { IsoDate } from '#shared/core/brand.ts'
import { must } from '../../../test/support/must.ts'
import { sellOf } from '../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'
import { tillFolder } from '../kernel/till-folder.ts'
import { runReports } from './report-thread.ts'
import type { SeenSums } from './sums/sums-seal.ts'

const ALL = { from: '2000-01-01' as IsoDate, to: '2199-12-31' as IsoDate }
const { api, fixture } = tillPerTest()

/** The thread's own program, in this one. */
function reportsHere(
  sealKey: Uint8Array | null = null,
  fewSales = 0,
  seen: SeenSums | null = null,
) {
  const { database, reportSums } = tillFolder(fixture.dataDir)
  const { port1, port2 } = new MessageChannel()
  runReports({ reports: true, database, sums: reportSums, sealKey, seen, fewSales }, port2)
  let asked = 0
  const ask = async (order: object | null) => {
    port1.postMessage({ ask: (asked += 1), order })
    const [told] = (await once(port1, 'message')) as [{ view: unknown; seen: SeenSums | null }]
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

const KEY = new Uint8Array(32).fill(7)
/** Of the file itself, as somebody with the right tool writes it. */
function tamper(reportSums: string, sql: string): void {
  const hand = new Database(reportSums)
  hand.exec(sql)
  hand.close()
}

it.each([
  ['raised', 'UPDATE sum_documents SET totalClp = totalClp + 100000, ivaClp = ivaClp + 15966'],
  ['left out', 'DELETE FROM sum_documents; DELETE FROM sum_payments'],
  ['moved to another cashier', "UPDATE sum_documents SET cashierName = 'Otra'"],
] as const)(
  'a sum that was %s by hand changes no report, while the till runs or between two starts',
  async (_, sql) => {
    sellOf(api, '101')
    sellOf(api, '201')
    const right = must(await api.report({ part: 'totals', ...ALL }))
    const running = reportsHere(KEY)
    await running.catchUp()
    expect((await running.totals()).view).toEqual(right)
    tamper(running.reportSums, sql)
    expect((await running.totals()).view).toEqual(right)
    await running.catchUp()
    running.end()
    tamper(running.reportSums, sql)
    const next = reportsHere(KEY)
    expect((await next.totals()).view).toEqual(right)
    // Made again, they are this till's and are used again.
    await next.catchUp()
    expect((await next.totals()).view).toEqual(right)
    next.end()
  },
)

it('sums of another till, or of one without this secret, are not believed', async () => {
  sellOf(api, '101')
  const right = must(await api.report({ part: 'totals', ...ALL }))
  const other = reportsHere(new Uint8Array(32).fill(8))
  await other.catchUp()
  other.end()
  tamper(other.reportSums, 'UPDATE sum_documents SET totalClp = 1')
  const forged = reportsHere(new Uint8Array(32).fill(8))
  await forged.catchUp()
  forged.end()
  const ours = reportsHere(KEY)
  expect((await ours.totals()).view).toEqual(right)
  ours.end()
})

it('sums that were kept are read again at the next start, and not made again', async () => {
  sellOf(api, '101')
  const first = reportsHere(KEY)
  await first.catchUp()
  first.end()
  const { ino } = statSync(first.reportSums)
  const next = reportsHere(KEY)
  await next.totals()
  expect(statSync(next.reportSums).ino).toBe(ino)
  next.end()
})

const RAISED = 'UPDATE sum_documents SET totalClp = totalClp + 1'

/** What a look alone has to see: nothing of it goes through SQLite, and no log is left. */
const BETWEEN = {
  'another file was put in its place'(file: string) {
    copyFileSync(file, `${file}.forged`)
    tamper(`${file}.forged`, RAISED)
    renameSync(`${file}.forged`, file)
  },
  'it was written over, its length and its times put back'(file: string) {
    const { size, mtimeNs } = statSync(file, { bigint: true })
    copyFileSync(file, `${file}.forged`)
    execFileSync('touch', ['-r', file, `${file}.time`])
    tamper(`${file}.forged`, RAISED)
    writeFileSync(file, readFileSync(`${file}.forged`))
    execFileSync('touch', ['-r', `${file}.time`, file])
    expect(statSync(file, { bigint: true })).toMatchObject({ size, mtimeNs })
  },
  'a log was laid beside it'(file: string) {
    const hand = new Database(`${file}`)
    hand.pragma('wal_autocheckpoint = 0')
    hand.exec(RAISED)
    const log = readFileSync(`${file}-wal`)
    hand.close()
    writeFileSync(`${file}-wal`, log)
  },
} as const

it.each(Object.entries(BETWEEN))(
  '%s between two reports, of which the second looks only whether it is the same: it is right',
  async (_, attack) => {
    sellOf(api, '101')
    const right = must(await api.report({ part: 'totals', ...ALL }))
    const rested = reportsHere(KEY)
    const { seen } = await rested.catchUp()
    expect(seen).not.toBeNull()
    rested.end()
    attack(rested.reportSums)
    const next = reportsHere(KEY, 0, seen)
    expect((await next.totals()).view).toEqual(right)
    next.end()
  },
)

it('sums put back as they were yesterday, seal and all, say the same with what came since', async () => {
  sellOf(api, '101')
  const reports = reportsHere(KEY)
  await reports.catchUp()
  const files = ['', '.seal'].map((end) => `${reports.reportSums}${end}`)
  for (const file of files) copyFileSync(file, `${file}.old`)
  sellOf(api, '201')
  await reports.catchUp()
  const right = must(await api.report({ part: 'totals', ...ALL }))
  expect((await reports.totals()).view).toEqual(right)
  for (const file of files) renameSync(`${file}.old`, file)
  expect((await reports.totals()).view).toEqual(right)
  reports.end()
})

it('what was written between two slices of a catching up is not sealed with it', async () => {
  sellOf(api, '101')
  const right = must(await api.report({ part: 'totals', ...ALL }))
  const reports = reportsHere(KEY)
  const adding = reports.catchUp()
  await expect.poll(() => throughOf(reports.reportSums), { interval: 0 }).toBe(1)
  tamper(reports.reportSums, RAISED)
  await adding
  expect((await reports.totals()).view).toEqual(right)
  reports.end()
})

function throughOf(file: string): unknown {
  if (!existsSync(file)) return null
  const hand = new Database(file, { readonly: true })
  try {
    return hand.prepare('SELECT through FROM added').pluck().get()
  } catch {
    return null
  } finally {
    hand.close()
  }
}

it('all bytes are read once, not at each report, and a few sales open no file of sums', async () => {
  sellOf(api, '101')
  const reports = reportsHere(KEY)
  await reports.catchUp()
  const right = (await reports.totals()).view
  // Nobody could say of the bytes that they are right: they are not read again.
  rmSync(`${reports.reportSums}.seal`)
  const { ino } = statSync(reports.reportSums)
  expect((await reports.totals()).view).toEqual(right)
  expect(statSync(reports.reportSums).ino).toBe(ino)
  reports.end()
  rmSync(reports.reportSums)
  const few = reportsHere(KEY, 2)
  expect((await few.totals()).view).toEqual(right)
  expect(existsSync(few.reportSums)).toBe(false)
  few.end()
})

it.each(['', '-wal'])(
  'a name of the sums that leads round in a circle (%s) keeps no report from being made',
  async (end) => {
    sellOf(api, '101')
    const right = must(await api.report({ part: 'totals', ...ALL }))
    const reports = reportsHere(KEY)
    await reports.catchUp()
    rmSync(`${reports.reportSums}${end}`, { force: true })
    symlinkSync(`${reports.reportSums}${end}`, `${reports.reportSums}${end}`)
    expect((await reports.totals()).view).toEqual(right)
    await reports.catchUp()
    expect((await reports.totals()).view).toEqual(right)
    reports.end()
    const next = reportsHere(KEY)
    expect((await next.totals()).view).toEqual(right)
    next.end()
  },
)
