/**
 * Reports are read on a thread with a connection of its own: a year of receipts takes longer to add
 * up than a scan may wait. It starts with the first question and rests after a while without one.
 */
import { Worker, type MessagePort } from 'node:worker_threads'
import Database from 'better-sqlite3'
import type { ReportView } from '#shared/reports/views.ts'
import { ordered } from '#shared/reports/day-range.ts'
import { systemClock } from '../adapters/system.ts'
import type { Clock } from '../kernel/ports.ts'
import { configure, type TillDatabase } from '../kernel/database.ts'
import type { TillFolder } from '../kernel/till-folder.ts'
import { readReport, type ReportOrder } from './read-report.ts'
import { openSealedSums } from './sums/sealed-sums.ts'
import type { SeenSums } from './sums/sums-seal.ts'

export interface ReportThread {
  /** Rejects where the thread fell. */
  read(order: ReportOrder): Promise<ReportView>
  /** Adds what was sold since to the sums that are kept; resolves when all of it is in them. */
  catchUp(): Promise<void>
  end(): Promise<void>
}
/** `sealKey`: what the till seals with; null where it has no secret. */
export type ReportPort = (folder: TillFolder, sealKey: Uint8Array | null) => ReportThread

/** What the thread is started with. */
export interface ReportsOrder {
  readonly reports: true
  readonly database: string
  readonly sums: string
  readonly sealKey: Uint8Array | null
  /** Of the sums, by an earlier thread. */
  readonly seen: SeenSums | null
  /** So many are read from their rows. */
  readonly fewSales: number
}

interface Asked {
  readonly ask: number
  /** Null: nothing is asked but that the sums catch up. */
  readonly order: ReportOrder | null
}
type Told = { readonly ask: number } & (
  | { readonly view: ReportView | null; readonly seen: SeenSums | null }
  | { readonly error: string }
)

const MEMORY_MB_MAX = 512
/** Nobody has asked for so long: what it holds is worth more than what its start costs. */
const IDLE_MS = 60_000
/** Some ten milliseconds of rows; as many are left unkept between two catchings up. */
const FEW_SALES = 2_000
/** First before somebody asks for a year, then so often: a month of sales at once is slow. */
const [FIRST_CATCH_UP_MS, NEXT_CATCH_UP_MS] = [20_000, 6 * 3_600_000] as const

export function createReportPort(workerFile: string, { after }: Pick<Clock, 'after'>): ReportPort {
  return ({ database, reportSums }, sealKey) => {
    const of = { database, sums: reportSums, sealKey, fewSales: FEW_SALES }
    const thread = createThread(workerFile, of, after)
    let later = after(FIRST_CATCH_UP_MS, catchUpAgain)
    function catchUpAgain() {
      later = after(NEXT_CATCH_UP_MS, catchUpAgain)
      // What it could not add is read from the rows: the next report is slower and as right.
      thread.ask(null).catch(() => {})
    }
    return {
      async read(order) {
        const view = await thread.ask(order)
        if (view === null) throw new Error('a question has an answer')
        return view
      },
      async catchUp() {
        await thread.ask(null)
      },
      async end() {
        later()
        await thread.end()
      },
    }
  }
}

/** Starts with a question, and ends when nobody has asked for a while. */
function createThread(
  workerFile: string,
  of: Omit<ReportsOrder, 'reports' | 'seen'>,
  after: Clock['after'],
) {
  const waiting = new Map<number, PromiseWithResolvers<ReportView | null>>()
  /** Somebody looks at reports, and may ask for the next. */
  let isAsked = false
  let worker: Worker | null = null
  let seen: SeenSums | null = null
  let last = 0
  let stay = () => {}
  const fell = (of: Worker, error: unknown) => {
    if (worker !== of) return
    worker = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const end = async () => {
    stay()
    const ended = worker
    isAsked = false
    if (ended === null) return
    fell(ended, new Error('the till closes'))
    await ended.terminate()
  }
  const hear = (told: Told) => {
    const asked = waiting.get(told.ask)
    waiting.delete(told.ask)
    if ('view' in told) {
      seen = told.seen
      asked?.resolve(told.view)
    } else asked?.reject(new Error(told.error))
    if (waiting.size > 0) return
    if (isAsked) stay = after(IDLE_MS, () => void end().catch(() => undefined))
    else void end().catch(() => undefined)
  }
  const start = () => {
    const workerData: ReportsOrder = { reports: true, ...of, seen }
    const limits = { maxOldGenerationSizeMb: MEMORY_MB_MAX }
    const started = new Worker(workerFile, { workerData, resourceLimits: limits })
    started.on('message', hear)
    started.once('error', (error) => fell(started, error))
    started.once('exit', (code) => fell(started, new Error(`reports ended with ${code}`)))
    return started
  }
  return {
    end,
    ask(order: ReportOrder | null): Promise<ReportView | null> {
      stay()
      isAsked ||= order !== null
      worker ??= start()
      last += 1
      const asked = Promise.withResolvers<ReportView | null>()
      waiting.set(last, asked)
      worker.postMessage({ ask: last, order } satisfies Asked)
      return asked.promise
    },
  }
}

/** On the thread. */
export function runReports(order: ReportsOrder, port: MessagePort): void {
  const db = new Database(order.database, { fileMustExist: true })
  configure(db)
  db.pragma('query_only = ON')
  const { sums: file, sealKey: key, seen, fewSales } = order
  const sums = openSealedSums(db, { file, key, seen, now: systemClock.now })
  const isOfFew = fewIn(db, fewSales)
  const read = (asked: ReportOrder) =>
    (isOfFew(asked) ? null : sums.use((kept) => readReport(db, asked, kept))) ??
    readReport(db, asked)
  const answer = async ({ ask, order: asked }: Asked): Promise<Told> => {
    try {
      if (asked !== null) return { ask, view: read(asked), seen: sums.seen() }
      await sums.catchUp(1)
      return { ask, view: null, seen: sums.seen() }
    } catch (error) {
      return { ask, error: String(error) }
    }
  }
  port.on('message', (asked: Asked) => {
    answer(asked)
      .then((told) => {
        port.postMessage(told)
        return asked.order === null ? undefined : sums.catchUp(fewSales)
      })
      // What was not added up is read from its rows.
      .catch(() => {})
  })
}

/** Of documents nothing is kept, and a few sales are added up sooner than a file is opened. */
function fewIn(db: TillDatabase, fewSales: number): (order: ReportOrder) => boolean {
  const count = db
    .prepare<[string, string], number>(
      `SELECT count(*) FROM (SELECT 1 FROM sale WHERE date BETWEEN ? AND ? LIMIT ${fewSales + 1})`,
    )
    .pluck()
  return ({ part, ...days }) => {
    const { from, to } = ordered(days)
    return part === 'documents' || (count.get(from, to) ?? 0) <= fewSales
  }
}
