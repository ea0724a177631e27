/**
 * Nothing that no command asked for may throw out of its worker. What that asks of the disk, the
 * till says itself: a day behind the counter is run once and every statement of it is noted, then
 * the same day again for each of them, with a disk that refuses it.
 */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MAIL_ACCOUNT } from '../../../test/support/fake-mail.ts'
import { must } from '../../../test/support/must.ts'
import {
  LOST,
  sellOf,
  tillFixture,
  UNREACHABLE,
  type TillFixture,
} from '../../../test/support/till-fixture.ts'
import { backgroundClock } from './background.ts'
import { createWitnessFiles } from '../backup/durability/identity/witness-files.ts'
import type { HttpRequest } from './ports.ts'
import type { Till } from '../till.ts'
import { manualClock } from '../../../test/support/manual-clock.ts'

const MINUTES_MS = 3 * 60_000
/** After the disk is well again: as long as the slowest wait of anything here. */
const LATER_MS = 3 * 3_600_000

/** A disk that takes what it is allowed to, and whoever hears what it is asked. */
interface Disk {
  readonly written: Set<string>
  readonly read: Set<string>
  refuses: ((statement: string) => boolean) | null
}

function watchWrites(): Disk {
  const disk: Disk = { written: new Set(), read: new Set(), refuses: null }
  const prepare = Database.prototype.prepare
  vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (
    this: Database.Database,
    source: string,
  ) {
    const statement = prepare.call(this, source)
    const text = source.replace(/\s+/g, ' ').trim()
    const asked = statement.readonly ? disk.read : disk.written
    for (const name of ['run', 'get', 'all'] as const) {
      const real = statement[name].bind(statement) as (...values: unknown[]) => unknown
      Object.assign(statement, {
        [name]: (...values: unknown[]) => {
          asked.add(text)
          if (disk.refuses?.(text) !== true) return real(...values)
          // As SQLite does it: the whole transaction is undone.
          if (this.inTransaction) this.exec('ROLLBACK')
          throw statement.readonly
            ? new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_READ')
            : new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
        },
      })
    }
    return statement
  })
  return disk
}

let disk: Disk
let fixture: TillFixture
let stray: unknown[]
let logged: string[]
const log = (message: string, detail: object) =>
  void logged.push(`${message} ${JSON.stringify(detail)}`)
const onStray = (error: unknown) => void stray.push(error)
beforeEach(() => {
  disk = watchWrites()
  stray = []
  logged = []
  process.on('unhandledRejection', onStray)
})
afterEach(() => {
  process.off('unhandledRejection', onStray)
  vi.restoreAllMocks()
})

const witnessOf = (machine: string) =>
  createWitnessFiles(join(fixture.dataDir, machine), async () => ({ system: machine, parts: [] }))

type Spoil = (till: Till) => Promise<void>
interface Day {
  readonly live: (spoil: Spoil) => Promise<Till>
  /** Everything here is issued in the end, and these have their first paper without a mark. */
  readonly issued: number
  readonly originals: number
  /** Every worker of this day writes into one of them. */
  readonly tables: readonly string[]
}

/** Sold while the service is away and the printer has no paper; then both are well again. */
async function dayBehindTheCounter(spoil: Spoil): Promise<Till> {
  fixture = tillFixture()
  const { clock, service, printer } = fixture
  const answer = service.answer
  // Nothing is final yet, so that what is sold can be deleted.
  const honest = async (request: HttpRequest) => {
    const outcome = await answer(request)
    return outcome.kind === 'answered'
      ? { ...outcome, bodyText: outcome.bodyText.replace('"APR"', '"PEN"') }
      : outcome
  }
  service.answer = honest
  const sent = printer.answer
  const till = await fixture.open({ log })
  await fixture.until(() => till.api.status().connection === 'online')
  must(await till.api.saveMailAccount({ account: MAIL_ACCOUNT, password: 'secreta' }))
  const [one] = [sellOf(till.api), sellOf(till.api, '201'), sellOf(till.api)]
  await fixture.until(() => till.api.status().pendingCount === 0)
  service.answer = () => UNREACHABLE
  await fixture.until(() => till.api.status().connection === 'offline')
  printer.answer = () => ({ kind: 'held', reason: 'PAPER_OUT', detail: '' })
  const [late] = ['101', '201', '101'].map((code) => sellOf(till.api, code))
  must(till.api.reprint(one))
  must(till.api.mailReceipt({ saleId: late ?? one, address: 'cliente@correo.cl' }))
  // The order goes out once more before the service is away, and its answer is lost.
  service.answer = (request) => (request.method === 'DELETE' ? LOST : honest(request))
  must(await till.api.deleteReceipt({ saleId: one, reason: 'equivocada', approvalId: null }))
  service.answer = () => UNREACHABLE
  await clock.advance(40_000)
  service.answer = honest
  printer.answer = sent
  await spoil(till)
  return till
}

/** Sold on, and moved by hand to another machine while the service was away; then it is back. */
async function dayInDoubt(spoil: Spoil): Promise<Till> {
  fixture = tillFixture()
  const { service } = fixture
  const answer = service.answer
  service.answer = () => UNREACHABLE
  const before = await fixture.open({ witness: witnessOf('before') })
  sellOf(before.api)
  await before.stop()
  const till = await fixture.open({ log, witness: witnessOf('now') })
  must(await till.api.answerDoubt({ word: 'goes-on', registerNumber: null }))
  expect(till.api.status().doubt).toMatchObject({ word: 'goes-on', hasServiceAnswered: false })
  service.answer = answer
  await spoil(till)
  return till
}

const WHOLE_DAY: Day = {
  live: dayBehindTheCounter,
  issued: 6,
  originals: 6,
  tables: ['receipt', 'print_job', 'mail_job', 'receipt_deletion', 'setting'],
}
const IN_DOUBT: Day = {
  live: dayInDoubt,
  issued: 1,
  originals: 0,
  tables: ['receipt', 'print_job', 'setting', 'audit'],
}

async function judge(till: Till, { issued, originals }: Day): Promise<void> {
  const { printer, service } = fixture
  const isSettled = () => {
    const { pendingCount, printQueueCount, diskIsFull, connection, doubt } = till.api.status()
    const isWell = diskIsFull !== true && connection === 'online' && doubt === null
    return pendingCount + printQueueCount === 0 && isWell
  }
  const { clock } = fixture
  const endsMs = clock.monotonicMs() + LATER_MS
  while (!isSettled() && clock.monotonicMs() < endsMs) await clock.advance(60_000)
  const status = till.api.status()
  expect({
    stray: stray.map(String),
    connection: status.connection,
    pending: status.pendingCount,
    attention: status.attentionCount,
    queue: status.printQueueCount,
    issued: service.created().length,
    isFull: status.diskIsFull,
    doubt: status.doubt,
    originals: new Set(
      printer.printed
        .filter(({ stampOf, banner }) => stampOf && banner === null)
        .map(({ jobId }) => jobId),
    ).size,
  }).toEqual({
    stray: [],
    connection: 'online',
    pending: 0,
    attention: 0,
    queue: 0,
    issued,
    isFull: false,
    doubt: null,
    originals,
  })
}

/** What the background of such a day asks of the disk, by the day itself. */
async function askedInA(day: Day): Promise<Pick<Disk, 'written' | 'read'>> {
  const till = await day.live(async () => {
    for (const asked of [disk.written, disk.read]) asked.clear()
    await fixture.clock.advance(MINUTES_MS)
  })
  const [written, read] = [new Set(disk.written), new Set(disk.read)]
  await judge(till, day)
  await fixture.close()
  for (const table of day.tables)
    expect([...written].find((text) => text.includes(` ${table} `))).toBeDefined()
  return { written, read }
}

/** The same day with a disk that refuses this statement, once or for minutes. */
async function refuseIn(day: Day, isMeant: (text: string) => boolean, isOnce = false) {
  let isOver = false
  let wasSaidFull = false
  logged = []
  const till = await day.live(async (spoiled) => {
    disk.refuses = (text) => {
      if (isOver || !isMeant(text)) return false
      isOver = isOnce
      return true
    }
    await fixture.clock.advance(MINUTES_MS)
    disk.refuses = null
    wasSaidFull = spoiled.api.status().diskIsFull === true
  })
  await judge(till, day).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${logged.slice(-20).join('\n')}`)
  })
  await fixture.close()
  return wasSaidFull
}

async function refuseEach(day: Day, statements: Iterable<string>, isOnce: boolean) {
  for (const statement of statements)
    await refuseIn(day, (text) => text === statement, isOnce).catch((error: unknown) => {
      throw new Error(`${statement}\n${String(error)}`)
    })
}

describe.each([
  ['a day with everything', WHOLE_DAY],
  ['a till in doubt', IN_DOUBT],
])('what no command asked for never throws out of its worker: %s', (_, day) => {
  it.each([
    ['once', true],
    ['for minutes', false],
  ])('when a write fails %s', async (_how, isOnce) => {
    await refuseEach(day, (await askedInA(day)).written, isOnce)
  })

  it('when a reading fails', async () => refuseEach(day, (await askedInA(day)).read, true))

  it('when all writes fail for minutes, which the screen says meanwhile', async () => {
    const { written } = await askedInA(day)
    expect(await refuseIn(day, (text) => written.has(text))).toBe(true)
  })
})

describe('the clock of the background', () => {
  it('ends what throws, says so, and gives the turn again until it is taken', async () => {
    const clock = manualClock()
    const [logged, failed]: [string[], unknown[]] = [[], []]
    const behind = backgroundClock(
      clock,
      (message) => void logged.push(message),
      (error) => void failed.push(error),
      () => false,
    )
    let tries = 0
    behind.after(10, () => {
      tries += 1
      if (tries < 3) throw new Error('no')
    })
    const cancel = behind.after(10, () => {
      throw new Error('for ever')
    })
    await clock.advance(10)
    cancel()
    await clock.advance(60_000)
    expect([tries, failed.length, logged[0]]).toEqual([3, 3, 'work in the background failed'])
  })

  it('of a till that ended right after a sale gives no turn again, and says nothing of it', async () => {
    fixture = tillFixture()
    const logged: string[] = []
    const till = await fixture.open({ log: (message) => void logged.push(message) })
    sellOf(till.api)
    await till.stop()
    await fixture.clock.advance(60_000)
    expect(logged.filter((message) => message === 'work in the background failed')).toEqual([])
  })
})
