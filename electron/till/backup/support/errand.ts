/** An errand of support on its thread: what it is told, and what it says back. */
import type { MessagePort } from 'node:worker_threads'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { SupportProgress } from '#shared/backup/views.ts'
import { refusalOf } from './trouble.ts'
import { TASKS, type TaskName, type Tasks } from './tasks.ts'
import { workOf, type Work } from './work.ts'

export interface Errand<Name extends TaskName = TaskName> {
  readonly task: Name
  readonly order: Tasks[Name]['order']
  /** Anything but 0 in its first place: nobody wants it any more. */
  readonly stop: SharedArrayBuffer
}

export type ErrandAnswer =
  | { readonly progress: SupportProgress }
  | { readonly done: unknown }
  | { readonly refusal: Refusal; readonly detail: string }

/** No more often: a stick takes chunks faster than a screen shows numbers. */
const PIECES_TOLD = 200

export async function runErrand({ task, order, stop }: Errand, port: MessagePort): Promise<void> {
  const flag = new Int32Array(stop)
  const say = (answer: ErrandAnswer) => port.postMessage(answer)
  let told = ''
  const work = workOf(
    (progress) => {
      const piece = `${progress.phase} ${Math.floor((progress.done * PIECES_TOLD) / progress.total)}`
      if (piece === told) return
      told = piece
      say({ progress })
    },
    () => Atomics.load(flag, 0) !== 0,
  )
  try {
    // The compiler knows each task with its own order; here they are one kind.
    const run = TASKS[task] as (order: unknown, work: Work) => unknown
    say({ done: await run(order, work) })
  } catch (error) {
    say({ refusal: refusalOf(error), detail: error instanceof Error ? (error.stack ?? '') : '' })
  }
}
