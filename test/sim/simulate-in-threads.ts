/**
 * A long simulation on several threads. Each history depends on its seed alone, so the result is
 * the same on any number.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { HistoryReport } from './history.ts'
import { addUp, type SimulateOptions, type Totals } from './simulate.ts'

export async function simulateInThreads(
  { onHistory, ...options }: Omit<SimulateOptions, 'share'>,
  threads: number,
): Promise<Totals> {
  const reports: HistoryReport[] = []
  await Promise.all(
    Array.from({ length: threads }, async (_, worker) => {
      const thread = new Worker(new URL('sim-worker.ts', import.meta.url), {
        workerData: { ...options, share: { worker, of: threads } },
      })
      thread.on('message', ({ report, index }: { report: HistoryReport; index: number }) => {
        reports.push(report)
        onHistory?.(report, index)
      })
      // An error of the thread arrives as the rejection of this wait.
      await once(thread, 'exit')
    }),
  )
  if (reports.length !== options.histories)
    throw new Error(`${reports.length} of ${options.histories} histories were played`)
  return addUp(reports)
}
