/**
 * Reports are read on a thread with a connection of its own: a year of receipts takes longer to add
 * up than a scan may wait. It starts with the first question and rests after a while without one.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { Worker, type MessagePort } from 'node:worker_threads'
import Database from 'better-sqlite3'
import type { ReportView } from '#shared/bridge/reports.ts'
import type { Clock } from '../ports.ts'
import { configure, type TillDatabase } from '../db/open-database.ts'
import type { TillFolder } from '../durability/till-folder.ts'
import { readReport, type ReportOrder } from './read-report.ts'
import { openKeptSums, removeKeptSums, type KeptSums } from './sums/kept-sums.ts'

export interface ReportThread {
  /** Rejects where the thread fell. */
  read(order: ReportOrder): Promise<ReportView>
  /** Adds what was sold since to the sums that are kept; resolves when all of it is in them. */
  catchUp(): Promise<void>
  end(): Promise<void>
}
export type ReportPort = (folder: TillFolder) => ReportThread

/** What the thread is started with. */
export interface ReportsOrder {
  readonly reports: true
  readonly database: string
  readonly sums: string
}

interface Asked {
  readonly ask: number
  /** Null: nothing is asked but that the sums catch up. */
  readonly order: ReportOrder | null
}
type Told = { readonly ask: number } & (
  | { readonly view: ReportView | null }
  | { readonly error: string }
)

const MEMORY_MB_MAX = 512
/** Nobody has asked for so long: what it holds is worth more than what its start costs. */
const IDLE_MS = 60_000
/** First when the counter is at work, then so often: a month of sales at once is slow. */
const [FIRST_CATCH_UP_MS, NEXT_CATCH_UP_MS] = [120_000, 6 * 3_600_000] as const

export function createReportPort(workerFile: string, { after }: Pick<Clock, 'after'>): ReportPort {
  return ({ database, reportSums }) => {
    const workerData: ReportsOrder = { reports: true, database, sums: reportSums }
    const thread = createThread(workerFile, workerData, after)
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
function createThread(workerFile: string, workerData: ReportsOrder, after: Clock['after']) {
  const waiting = new Map<number, PromiseWithResolvers<ReportView | null>>()
  let worker: Worker | null = null
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
    if (ended === null) return
    fell(ended, new Error('the till closes'))
    await ended.terminate()
  }
  const hear = (told: Told) => {
    const asked = waiting.get(told.ask)
    waiting.delete(told.ask)
    if ('view' in told) asked?.resolve(told.view)
    else asked?.reject(new Error(told.error))
    if (waiting.size === 0) stay = after(IDLE_MS, () => void end())
  }
  const start = () => {
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
      worker ??= start()
      last += 1
      const asked = Promise.withResolvers<ReportView | null>()
      waiting.set(last, asked)
      worker.postMessage({ ask: last, order } satisfies Asked)
      return asked.promise
    },
  }
}

/** Rest between two slices, in which a question is answered. */
const REST_MS = 5

/** On the thread. */
export function runReports({ database, sums }: ReportsOrder, port: MessagePort): void {
  const db = new Database(database, { fileMustExist: true })
  configure(db)
  db.pragma('query_only = ON')
  let kept = keptOf(db, sums)
  /** A full disk, or a file that broke: from here on everything is read from the rows. */
  const doWithout = () => {
    kept?.close()
    kept = null
    try {
      removeKeptSums(sums)
    } catch {
      // Another program holds it, or the disk is only to be read: it is tried again next time.
    }
  }
  const catchUp = async () => {
    try {
      while (kept?.addMore() === true) await pause(REST_MS)
    } catch {
      doWithout()
    }
  }
  const read = (order: ReportOrder) => {
    if (kept === null) return readReport(db, order)
    try {
      return readReport(db, order, kept)
    } catch {
      doWithout()
      return readReport(db, order)
    }
  }
  const answer = async ({ ask, order }: Asked): Promise<Told> => {
    try {
      if (order !== null) return { ask, view: read(order) }
      await catchUp()
      return { ask, view: null }
    } catch (error) {
      return { ask, error: String(error) }
    }
  }
  port.on('message', (asked: Asked) => {
    void answer(asked).then((told) => {
      port.postMessage(told)
      if (asked.order !== null) void catchUp()
    })
  })
}

/** Without them a report takes longer and says the same. */
function keptOf(db: TillDatabase, file: string): KeptSums | null {
  try {
    return openKeptSums(file, db)
  } catch {
    return null
  }
}
