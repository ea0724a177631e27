/**
 * No write that no command asked for may throw out of its worker. Which writes those are, the till
 * says itself: a day behind the counter is run once and every statement it writes with is noted,
 * then the same day again for each of them, with a disk that refuses it.
 */
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MAIL_ACCOUNT } from '../../test/support/fake-mail.ts'
import { must } from '../../test/support/must.ts'
import {
  sellOf,
  tillFixture,
  UNREACHABLE,
  type TillFixture,
} from '../../test/support/till-fixture.ts'
import { backgroundClock } from './background.ts'
import type { HttpRequest } from './ports.ts'
import type { Till } from './till.ts'
import { manualClock } from '../../test/support/manual-clock.ts'

const MINUTES_MS = 3 * 60_000
/** After the disk is well again: as long as the slowest wait of anything here. */
const LATER_MS = 3 * 3_600_000

/** A disk that takes what it is allowed to, and whoever hears what it is asked to write. */
interface Disk {
  readonly written: Set<string>
  refuses: ((statement: string) => boolean) | null
}

function watchWrites(): Disk {
  const disk: Disk = { written: new Set(), refuses: null }
  const prepare = Database.prototype.prepare
  vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (
    this: Database.Database,
    source: string,
  ) {
    const statement = prepare.call(this, source)
    if (statement.readonly) return statement
    const text = source.replace(/\s+/g, ' ').trim()
    for (const name of ['run', 'get', 'all'] as const) {
      const real = statement[name].bind(statement) as (...values: unknown[]) => unknown
      Object.assign(statement, {
        [name]: (...values: unknown[]) => {
          disk.written.add(text)
          if (disk.refuses?.(text) !== true) return real(...values)
          // As SQLite does it: the whole transaction is undone.
          if (this.inTransaction) this.exec('ROLLBACK')
          throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
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
const onStray = (error: unknown) => void stray.push(error)
beforeEach(() => {
  disk = watchWrites()
  stray = []
  process.on('unhandledRejection', onStray)
})
afterEach(() => {
  process.off('unhandledRejection', onStray)
  vi.restoreAllMocks()
})

/** Sold while the service is away and the printer has no paper; then both are well again. */
async function dayBehindTheCounter(
  spoil: (till: Till) => Promise<void>,
): Promise<{ readonly till: Till; readonly logged: readonly string[] }> {
  fixture = tillFixture()
  const logged: string[] = []
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
  const till = await fixture.open({
    log: (message, detail) => void logged.push(`${message} ${JSON.stringify(detail)}`),
  })
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
  must(await till.api.deleteReceipt({ saleId: one, reason: 'equivocada', approvalId: null }))
  await clock.advance(40_000)
  service.answer = honest
  printer.answer = sent
  await spoil(till)
  return { till, logged }
}

async function judge(till: Till): Promise<void> {
  disk.refuses = null
  const { printer, service } = fixture
  const isSettled = () => {
    const { pendingCount, printQueueCount, diskIsFull, connection } = till.api.status()
    return pendingCount + printQueueCount === 0 && diskIsFull !== true && connection === 'online'
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
    receipts: new Set(
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
    issued: 6,
    isFull: false,
    receipts: 6,
  })
}

/** What the background of such a day writes, by the day itself. */
async function writesOfADay(): Promise<readonly string[]> {
  const { till } = await dayBehindTheCounter(async () => {
    disk.written.clear()
    await fixture.clock.advance(MINUTES_MS)
  })
  await judge(till)
  const behind = [...disk.written].toSorted()
  await fixture.close()
  // Every worker of this day is among them: receipts, papers, e-mails, deletions, the connection.
  for (const table of ['receipt', 'print_job', 'mail_job', 'receipt_deletion', 'setting'])
    expect(behind.find((text) => text.includes(` ${table} `))).toBeDefined()
  return behind
}

/** The same day with a disk that refuses this statement, once or for minutes. */
async function refuseInADay(isMeant: (text: string) => boolean, isOnce: boolean): Promise<void> {
  let isOver = false
  let wasSaidFull = false
  const day = await dayBehindTheCounter(async (till) => {
    disk.refuses = (text) => {
      if (isOver || !isMeant(text)) return false
      isOver = isOnce
      return true
    }
    await fixture.clock.advance(MINUTES_MS)
    wasSaidFull = till.api.status().diskIsFull === true
  })
  await judge(day.till).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${day.logged.slice(-20).join('\n')}`)
  })
  await fixture.close()
  if (isMeant('')) expect(wasSaidFull).toBe(true)
}

describe('a write that no command asked for never throws out of its worker', () => {
  it.each([
    ['once', true],
    ['for minutes', false],
  ])('when it fails %s', async (_, isOnce) => {
    for (const statement of await writesOfADay())
      await refuseInADay((text) => text === statement, isOnce).catch((error: unknown) => {
        throw new Error(`${statement}\n${String(error)}`)
      })
  })

  it('when all of them fail for minutes, which the screen says meanwhile', () =>
    refuseInADay(() => true, false))
})

describe('the clock of the background', () => {
  it('ends what throws, says so, and gives the turn again until it is taken', async () => {
    const clock = manualClock()
    const [logged, failed]: [string[], unknown[]] = [[], []]
    const behind = backgroundClock(
      clock,
      (message) => void logged.push(message),
      (error) => void failed.push(error),
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
})
