import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeUlid, ULID_RANDOM_BYTES } from '#shared/core/ulid.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { DEFAULT_RETENTION, PERIODS, type Retention } from '#shared/customers/retention.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import { must } from '../../../../test/support/must.ts'
import {
  INTO_CUSTOMER,
  ROSA,
  rowsOf,
  sellTo,
  untilIssued,
} from '../../../../test/support/people-story.ts'
import { pick } from '../../../../test/support/thoroughness.ts'
import { manualClock, NOON } from '../../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../../test/support/till-per-test.ts'
import { openDatabase } from '../../tables/open-database.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import { backupName } from '../../kernel/backup-names.ts'
import { makeBackup } from '../../backup/durability/make-backup.ts'
import { createJournal } from '../../kernel/journal.ts'
import { createTillDay } from '../../kernel/today.ts'
import { systemRandomness } from '../../adapters/system.ts'
import { openPeopleParts, peopleFiles, type PeopleParts } from './people-parts.ts'
import { runRetention } from './retention-run.ts'

const RUNS = pick(25, 400)

interface Sold {
  readonly days: number
  readonly isIssued: boolean
  readonly isPrinted: boolean
}

const sold = fc.record({
  days: fc.integer({ min: 0, max: 4_000 }),
  isIssued: fc.boolean(),
  isPrinted: fc.boolean(),
})
const retention = fc.record(
  Object.fromEntries(
    Object.entries(PERIODS).map(([kind, { minDays, maxDays }]) => [
      kind,
      fc.integer({ min: minDays, max: maxDays }),
    ]),
  ),
) as unknown as fc.Arbitrary<Retention>

function partsIn(dataDir: string): PeopleParts {
  const { folder, paperFolder, pdfFolder } = peopleFiles(dataDir)
  for (const each of [folder.folder, paperFolder, pdfFolder, folder.backups])
    mkdirSync(each, { recursive: true })
  const db = openDatabase(folder.database)
  const clock = manualClock()
  const { today } = createTillDay(clock)
  const store = { db, today, journal: createJournal({ db, clock }), peopleKey: null }
  return openPeopleParts({ dataDir, clock }, { ...store, staff: {} as never }, () => null)
}

/** One sale with its receipt, an exchange, a paper with its picture, its PDF, and its customer. */
function live(parts: PeopleParts, { days, isIssued, isPrinted }: Sold, seq: number): string {
  const atMs = (NOON - days * DAY_MS) as EpochMs
  const id = makeUlid(atMs, systemRandomness.bytes(ULID_RANDOM_BYTES))
  const run = (sql: string, ...values: readonly unknown[]) => parts.db.prepare(sql).run(...values)
  run(
    `INSERT INTO sale (seq, id, external_reference, document_type, date, sold_at_ms, register_name,
      cashier_name, recipient_rut, recipient_name, neto_clp, exento_clp, iva_clp, total_clp, sold_offline)
      VALUES (?, ?, ?, '39', '2026-11-20', ?, '1', 'A', ?, 'B', 1, 0, 0, 1, 0)`,
    ...[seq, id, id, atMs, `${seq}-0`],
  )
  run(
    `INSERT INTO receipt (sale_id, seq, external_reference, document_type, body, body_sha256,
      issue_state, folio, remote_id, service_id) VALUES (?, ?, ?, '39', CAST('{}' AS BLOB), 'x', ?, ?, ?, 's')`,
    ...[id, seq, id, isIssued ? 'numbered' : 'queued', isIssued ? seq : null, isIssued ? id : null],
  )
  run(
    `INSERT INTO attempt (sale_id, at_ms, duration_ms, request, outcome) VALUES (?, ?, 1, 'POST', 'x')`,
    ...[id, atMs],
  )
  run(
    `INSERT INTO print_job (id, sale_id, kind, printer_id, width_mm, opens_drawer, state, created_at_ms)
      VALUES (?, ?, 'receipt', 'p', 80, 0, ?, ?)`,
    ...[id, id, isPrinted ? 'sent' : 'held', atMs],
  )
  run("INSERT INTO receipt_pdf VALUES (?, 80, ?, 'x', 1)", id, `${id}-80.pdf`)
  run(`${INTO_CUSTOMER} VALUES (?, 'B', 'b', '', '', ?)`, `${seq}-0`, atMs)
  writeFileSync(join(parts.paperFolder, `${id}.png`), 'picture')
  writeFileSync(join(parts.pdfFolder, `${id}-80.pdf`), 'pdf')
  return id
}

const count = (db: TillDatabase, sql: string) => db.prepare<[], number>(sql).pluck().get() ?? 0
const named = (folder: string) => readdirSync(folder).map((name) => name.slice(0, 26))

describe('a run through what is old', () => {
  it('over random histories takes just what is past its period and finished, and no document', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sold, { maxLength: 20 }), retention, async (history, periods) => {
        const dataDir = mkdtempSync(join(tmpdir(), 'meson-retention-'))
        const parts = partsIn(dataDir)
        const { db } = parts
        try {
          const lived = history.map((each, seq) => ({ ...each, id: live(parts, each, seq + 1) }))
          const bodies = () => db.prepare('SELECT * FROM receipt ORDER BY seq').all()
          const before = bodies()
          const counts = await runRetention({
            parts,
            retention: periods,
            now: NOON,
            turn: async () => true,
          })
          const stays = (kind: keyof Retention, isFinished: (each: Sold) => boolean) =>
            lived
              .filter((each) => each.days <= periods[kind] || !isFinished(each))
              .map(({ id }) => id)
          const issued = (each: Sold) => each.isIssued
          const printed = (each: Sold) => each.isPrinted
          const done = (each: Sold) => each.isIssued && each.isPrinted
          const exchanges = db.prepare('SELECT sale_id FROM attempt').pluck().all()
          expect(exchanges.sort()).toEqual(stays('attempts', issued).sort())
          expect(named(parts.paperFolder).sort()).toEqual(stays('pictures', printed).sort())
          expect(named(parts.pdfFolder).sort()).toEqual(stays('pdfs', done).sort())
          expect(count(db, 'SELECT count(*) FROM receipt_pdf')).toBe(stays('pdfs', done).length)
          const customers = stays('customers', () => true).length
          expect(count(db, 'SELECT count(*) FROM customer')).toBe(customers)
          expect(counts.customers).toBe(lived.length - customers)
          expect(bodies()).toEqual(before)
          expect(count(db, 'SELECT count(*) FROM sale')).toBe(lived.length)
          // No PDF of the six years of the law, whatever the owner has chosen.
          const legal = lived.filter(({ days }) => days < 6 * 365).map(({ id }) => id)
          expect(named(parts.pdfFolder)).toEqual(expect.arrayContaining(legal))
        } finally {
          db.close()
          rmSync(dataDir, { recursive: true, force: true })
        }
      }),
      { numRuns: RUNS },
    )
  })
})

const story = fixturePerTest()
const { fixture, api } = story
const files = () => peopleFiles(fixture.dataDir)
const HOUR_MS = 3_600_000
const lastRun = () => must(api.peopleData()).lastRun
let skewMs = 0
/** The clock on the wall goes faster than the till's timers, which would fire all day. */
const open = () => {
  skewMs = 0
  return fixture.open({
    clock: { ...fixture.clock, now: () => (fixture.clock.now() + skewMs) as EpochMs },
  })
}
async function liveDays(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    skewMs += 23 * HOUR_MS
    await fixture.clock.advance(HOUR_MS)
  }
}

describe('the daily run', () => {
  it('lets customers go who have not come for their period, in the log, and never their documents', async () => {
    await open()
    await untilIssued(story, sellTo(story, ROSA))
    must(api.saveRetention({ ...DEFAULT_RETENTION, customers: 30, pictures: 7 }))
    await liveDays(36)
    expect(rowsOf(fixture.dataDir, 'SELECT * FROM customer')).toEqual([])
    expect(rowsOf(fixture.dataDir, 'SELECT recipient_name AS name FROM sale')).toEqual([
      { name: ROSA.legalName },
    ])
    const rows = must(api.audit({ cursor: null, limit: 50 })).rows
    expect(rows.filter(({ action }) => action === 'data-expired')).toMatchObject([
      { staffName: 'Mesón', detail: { customers: 1, attempts: 0, backups: 0 } },
    ])
    expect(rows.filter(({ action }) => action === 'settings-changed')).toMatchObject([
      { detail: { what: 'retention.pictures', from: '180', to: '7' } },
      { detail: { what: 'retention.customers', from: '730', to: '30' } },
    ])
    expect(lastRun()).toMatchObject({ mayDelete: true })
  })

  it('deletes nothing for as long as the service says that the clock is wrong', async () => {
    const { honest } = story
    await open()
    await untilIssued(story, sellTo(story, ROSA))
    await liveDays(5)
    fixture.service.answer = async (request) => {
      const answer = await honest(request)
      const date = new Date(fixture.clock.now()).toUTCString()
      return answer.kind === 'answered'
        ? { ...answer, headers: { ...answer.headers, date } }
        : answer
    }
    skewMs += 20 * 365 * DAY_MS
    await liveDays(12)
    expect(lastRun()).toMatchObject({ mayDelete: false })
    expect(rowsOf(fixture.dataDir, 'SELECT rut FROM customer')).toEqual([{ rut: ROSA.rut }])
  })

  it('deletes nothing on the day the clock jumps years ahead, nor when it is put back', async () => {
    await open()
    sellTo(story, ROSA)
    await liveDays(5)
    expect(lastRun()).toMatchObject({ mayDelete: true })
    const [right, wrong] = [skewMs, 20 * 365 * DAY_MS]
    skewMs += wrong
    await liveDays(2)
    expect(lastRun()).toMatchObject({ mayDelete: false })
    skewMs = right
    await liveDays(2)
    expect(lastRun()).toMatchObject({ mayDelete: false })
    expect(rowsOf(fixture.dataDir, 'SELECT rut FROM customer')).toEqual([{ rut: ROSA.rut }])
  })

  it('lets old logs and backups go, but none while the newest backup is not whole', async () => {
    await open()
    await fixture.clock.advance(1_000)
    const { folder, logFolder } = files()
    mkdirSync(logFolder, { recursive: true })
    const log = join(logFolder, 'caja.log.4')
    writeFileSync(log, 'old\n')
    utimesSync(log, new Date(NOON - 100 * DAY_MS), new Date(NOON - 100 * DAY_MS))
    const newest = makeBackup({
      databaseFile: folder.database,
      backupDir: folder.backups,
      at: NOON,
      reason: 'asked',
    })
    const old = [400, 300, 200, 150, 100].map((days) =>
      backupName((NOON - days * DAY_MS) as EpochMs, 'timer'),
    )
    for (const name of old) writeFileSync(join(folder.backups, name), 'a copy')
    const sha256 = `${newest.file}.sha256`
    rmSync(sha256)
    await liveDays(5)
    expect(existsSync(log)).toBe(false)
    expect(old.filter((name) => existsSync(join(folder.backups, name)))).toEqual(old)
    writeFileSync(sha256, `${newest.sha256}  newest\n`)
    await liveDays(2)
    expect(old.filter((name) => existsSync(join(folder.backups, name)))).toEqual(old.slice(2))
    expect(existsSync(newest.file)).toBe(true)
  })

  it('takes many in small pieces, with the turn of the counter after each', async () => {
    const dataDir = fixture.dataDir
    const parts = partsIn(dataDir)
    const insert = parts.db.prepare(`${INTO_CUSTOMER} VALUES (?, 'B', 'b', '', '', 0)`)
    for (let each = 0; each < 1_000; each += 1) insert.run(`${each}-0`)
    let turns = 0
    const left: number[] = []
    await runRetention({
      parts,
      retention: DEFAULT_RETENTION,
      now: NOON,
      async turn() {
        turns += 1
        left.push(count(parts.db, 'SELECT count(*) FROM customer'))
        return turns < 3
      },
    })
    // The till is closing at the third: what is left goes tomorrow.
    expect(left).toEqual([800, 600, 400])
    parts.db.close()
  })

  it('leaves who was written down lately and never bought, until that is long ago as well', async () => {
    const parts = partsIn(fixture.dataDir)
    const insert = parts.db.prepare(`${INTO_CUSTOMER} VALUES (?, 'B', 'b', '', '', 0)`)
    for (const rut of ['1-0', '2-0']) insert.run(rut)
    const keptAt = NOON - (DEFAULT_RETENTION.customers - 1) * DAY_MS
    parts.db.prepare("UPDATE customer SET kept_at_ms = ? WHERE rut = '1-0'").run(keptAt)
    const runAt = (now: number) =>
      runRetention({
        parts,
        retention: DEFAULT_RETENTION,
        now: now as EpochMs,
        turn: async () => true,
      })
    const left = () => parts.db.prepare('SELECT rut FROM customer').pluck().all()
    await runAt(NOON)
    expect(left()).toEqual(['1-0'])
    await runAt(NOON + 2 * DAY_MS)
    expect(left()).toEqual([])
    parts.db.close()
  })
})
