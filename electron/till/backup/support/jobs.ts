/**
 * One piece of support's work at a time, beside the counter. Outlives a database that is opened
 * again.
 */
import type { SupportDone, SupportJob, SupportTask } from '#shared/backup/views.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { Log } from '#shared/core/ports.ts'
import { refusalOf } from './trouble.ts'
import type { Watch } from './support-client.ts'

export interface Jobs {
  view(): SupportJob | null
  isRunning(): boolean
  /** Begins it, unless another is under way. Never rejects: how it ended stands in the view. */
  start(task: SupportTask, work: (watch: Watch) => Promise<SupportDone>): Result<null, Refusal>
  /** Nobody wants it any more. */
  stop(): void
  /** The till ends: stops it, and waits until it has ended. */
  end(): Promise<void>
}

export function createJobs(log: Log): Jobs {
  let job: SupportJob | null = null
  let controller = new AbortController()
  let underWay: Promise<void> = Promise.resolve()
  const run = async (task: SupportTask, work: (watch: Watch) => Promise<SupportDone>) => {
    const end = (part: Partial<SupportJob>) => {
      job = { task, isRunning: false, progress: null, done: null, refusal: null, ...part }
    }
    try {
      const { signal } = controller
      const done = await work({
        signal,
        onProgress: (progress) => {
          if (job?.isRunning === true) job = { ...job, progress }
        },
      })
      end({ done })
    } catch (error) {
      log('support: not done', { task, error: String(error) })
      end({ refusal: refusalOf(error) })
    }
  }
  return {
    view: () => job,
    isRunning: () => job?.isRunning === true,
    start(task, work) {
      if (job?.isRunning === true) return refuse(refusal('SUPPORT_BUSY'))
      controller = new AbortController()
      job = { task, isRunning: true, progress: null, done: null, refusal: null }
      underWay = run(task, work)
      return ok(null)
    },
    stop: () => controller.abort(),
    end() {
      controller.abort()
      return underWay
    },
  }
}
