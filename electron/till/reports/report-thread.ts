/**
 * Reports are read on a thread with a connection of its own: a year of receipts takes longer to add
 * up than a scan may wait. It starts with the first question and rests after a while without one.
 */
import { Worker, type MessagePort } from 'node:worker_threads'
import Database from 'better-sqlite3'
import type { ReportView } from '#shared/bridge/reports.ts'
import type { Clock } from '../ports.ts'
import { configure } from '../db/open-database.ts'
import { readReport, type ReportOrder } from './read-report.ts'

export interface ReportThread {
  /** Rejects where the thread fell. */
  read(order: ReportOrder): Promise<ReportView>
  end(): Promise<void>
}
export type ReportPort = (database: string) => ReportThread

/** What the thread is started with. */
export interface ReportsOrder {
  readonly reports: true
  readonly database: string
}

interface Asked {
  readonly ask: number
  readonly order: ReportOrder
}
type Told = { readonly ask: number } & ({ readonly view: ReportView } | { readonly error: string })

const MEMORY_MB_MAX = 512
/** Nobody has asked for so long: what it holds is worth more than what its start costs. */
const IDLE_MS = 60_000

export function createReportPort(workerFile: string, { after }: Pick<Clock, 'after'>): ReportPort {
  return (database) => {
    const waiting = new Map<number, PromiseWithResolvers<ReportView>>()
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
      const workerData: ReportsOrder = { reports: true, database }
      const limits = { maxOldGenerationSizeMb: MEMORY_MB_MAX }
      const started = new Worker(workerFile, { workerData, resourceLimits: limits })
      started.on('message', hear)
      started.once('error', (error) => fell(started, error))
      started.once('exit', (code) => fell(started, new Error(`reports ended with ${code}`)))
      return started
    }
    return {
      read(order) {
        stay()
        worker ??= start()
        last += 1
        const asked = Promise.withResolvers<ReportView>()
        waiting.set(last, asked)
        worker.postMessage({ ask: last, order } satisfies Asked)
        return asked.promise
      },
      end,
    }
  }
}

/** On the thread. */
export function runReports({ database }: ReportsOrder, port: MessagePort): void {
  const db = new Database(database, { fileMustExist: true })
  configure(db)
  db.pragma('query_only = ON')
  port.on('message', ({ ask, order }: Asked) => {
    try {
      port.postMessage({ ask, view: readReport(db, order) } satisfies Told)
    } catch (error) {
      port.postMessage({ ask, error: String(error) } satisfies Told)
    }
  })
}
