/** The thread of one list, as the core sees it. */
import { Worker } from 'node:worker_threads'
import { refusal } from '#shared/languages/refusals.ts'
import type { ImportAsk, ImportOrder, ImportTold } from './import-session.ts'

export interface ImportThread {
  ask(ask: ImportAsk): void
  /** Resolves once nothing of it holds the database any more. */
  end(): Promise<void>
}
/** Starts one; `onTold` hears everything it says, also that it fell. */
export type ImportPort = (
  order: Omit<ImportOrder, 'list'>,
  onTold: (told: ImportTold) => void,
) => ImportThread

/** A list that needs more was not written by hand: the thread falls, and the till goes on. */
const MEMORY_MB_MAX = 1_024

export function createImportPort(workerFile: string): ImportPort {
  return (order, onTold) => {
    const worker = new Worker(workerFile, {
      workerData: { list: true, ...order } satisfies ImportOrder,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB_MAX },
    })
    let isEnded = false
    const fell = (detail: string) => {
      if (!isEnded) onTold({ kind: 'failed', refusal: refusal('IMPORT_FAILED'), detail })
      isEnded = true
    }
    worker.on('message', (told: ImportTold) => {
      if (!isEnded) onTold(told)
    })
    worker.once('error', (error) => fell(String(error)))
    worker.once('exit', (code) => fell(`the thread of the list ended with ${code}`))
    return {
      ask: (ask) => worker.postMessage(ask),
      async end() {
        isEnded = true
        await worker.terminate()
      },
    }
  }
}
