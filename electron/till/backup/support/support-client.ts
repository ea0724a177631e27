import { Worker } from 'node:worker_threads'
import type { SupportProgress } from '#shared/backup/views.ts'
import type { Clock, Log } from '../../kernel/ports.ts'
import type { Errand, ErrandAnswer } from './errand.ts'
import type { TaskName, Tasks } from './tasks.ts'
import { SupportRefused } from './trouble.ts'

export interface Watch {
  readonly signal: AbortSignal
  readonly onProgress: (progress: SupportProgress) => void
}

/** Does support's work elsewhere than on the calling thread. Rejects with SupportRefused. */
export interface SupportPort {
  run<Name extends TaskName>(
    task: Name,
    order: Tasks[Name]['order'],
    watch: Watch,
  ): Promise<Tasks[Name]['answer']>
}

/** A stick that hangs holds its thread; whoever waits is let go all the same. */
const STOP_WAIT_MS = 3_000

export function createSupportClient(workerFile: string, clock: Clock, log: Log): SupportPort {
  return {
    run<Name extends TaskName>(
      task: Name,
      order: Tasks[Name]['order'],
      { signal, onProgress }: Watch,
    ) {
      const stop = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
      const workerData: Errand<Name> = { task, order, stop }
      return new Promise<Tasks[Name]['answer']>((resolve, reject) => {
        const worker = new Worker(workerFile, { workerData })
        const giveUp = () => {
          reject(new SupportRefused('SUPPORT_STOPPED'))
          worker.terminate().catch(() => {})
        }
        const stopIt = () => {
          Atomics.store(new Int32Array(stop), 0, 1)
          clock.after(STOP_WAIT_MS, giveUp)
        }
        if (signal.aborted) stopIt()
        signal.addEventListener('abort', stopIt, { once: true })
        worker.on('message', (answer: ErrandAnswer) => {
          if ('progress' in answer) return onProgress(answer.progress)
          if ('done' in answer) return resolve(answer.done as Tasks[Name]['answer'])
          const { code, params, field } = answer.refusal
          if (code === 'SUPPORT_FAILED') log('support: unexpected', { detail: answer.detail })
          reject(new SupportRefused(code, params, field))
        })
        worker.once('error', reject)
        worker.once('exit', (code) => reject(new Error(`the support worker ended with ${code}`)))
      })
    },
  }
}
