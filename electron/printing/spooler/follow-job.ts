/**
 * Stays with a job in the system's queue until it is over. A queue prints again by itself what
 * broke off in the middle: a second receipt without the word COPIA. Seen in time, the job is taken
 * out, and a person decides.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { PrinterTrouble } from '../../till/kernel/ports.ts'
import type { SendOptions, SendOutcome } from '../transport.ts'
import type { CupsJob } from './cups.ts'

interface FollowTimes {
  readonly lookEveryMs: number
  /** A job that stands still for so long is worth a word to the cashier. */
  readonly quietMs: number
  /** Longest a job may take: after it, nobody expects the paper any more. */
  readonly giveUpMs: number
}

const FOLLOW_TIMES: FollowTimes = { lookEveryMs: 100, quietMs: 3_000, giveUpMs: 15 * 60_000 }

/** The queue as this job needs it, so that its rules can be tried without one. */
interface FollowedJob {
  /** `gone` = the server does not know it any more; null = nobody answers at the moment. */
  readonly look: () => Promise<CupsJob | 'gone' | null>
  readonly cancel: () => Promise<void>
  /** The queue keeps nothing of what it has printed, as a person has seen of it. */
  readonly forgetsPrinted: boolean
}

const ACCEPTED: SendOutcome = { kind: 'accepted' }
const PRINTED = 'printed'
const BEGINS_AGAIN = 'the queue broke off in the middle and was about to print it again'

export async function followJob(
  { look, cancel, forgetsPrinted }: FollowedJob,
  { signal, onTrouble, isWorthlessLate = false }: SendOptions,
  bytesCount: number,
  times: FollowTimes = FOLLOW_TIMES,
): Promise<SendOutcome> {
  const startedAtMs = performance.now()
  const unknown = (detail: string): SendOutcome => ({
    kind: 'unknown',
    detail,
    bytesAccepted: bytesCount,
  })
  // Printed and forgotten looks like thrown out in the middle.
  const endOfGone = (begunAt: number | null) =>
    begunAt !== null && forgetsPrinted ? ACCEPTED : unknown('the queue does not know it any more')
  const letGo = async (job: CupsJob | null): Promise<SendOutcome> => {
    if (!signal.aborted || isWorthlessLate) await cancel()
    // Queues wait for printers to hang up; a pulse that met no trouble has long had its effect.
    if (isWorthlessLate && troubleOf(job) === null) return ACCEPTED
    return unknown(
      signal.aborted ? 'the till did not wait for the queue' : 'the queue did not finish it',
    )
  }
  const trouble = troubleTeller(onTrouble)
  let begunAt: number | null = null
  for (;;) {
    const job = await look()
    if (job === 'gone') return endOfGone(begunAt)
    if (job !== null) {
      const end = endOf(job, begunAt)
      begunAt ??= job.begunAt
      if (end === BEGINS_AGAIN) await cancel()
      if (end !== null) return end === PRINTED ? ACCEPTED : unknown(end)
    }
    const isOver = signal.aborted || performance.now() - startedAtMs > times.giveUpMs
    if (isOver) return begunAt === null ? takeBack({ look, cancel }, bytesCount) : letGo(job)
    if (performance.now() - startedAtMs > times.quietMs) trouble(troubleOf(job))
    await wait(times.lookEveryMs, undefined, { signal }).catch(() => undefined)
  }
}

/**
 * Null while it goes on; else that it was printed, is about to be printed again, or why nobody
 * knows. `begunAt`: as it was seen first.
 */
function endOf(job: CupsJob, begunAt: number | null): string | null {
  const isAgain = begunAt !== null && (job.state === 'waiting' || job.begunAt !== begunAt)
  if (job.state === 'completed')
    return isAgain ? 'the queue has printed it more than once' : PRINTED
  if (job.state === 'canceled' || job.state === 'aborted') return `the queue has ${job.state} it`
  // Once it was begun, waiting means: to be printed again from its first byte.
  return isAgain || (job.state === 'waiting' && job.begunAt !== null) ? BEGINS_AGAIN : null
}

/**
 * A job nobody has begun is taken out again, so that it may be sent elsewhere; unless it was begun
 * that very moment.
 */
async function takeBack(
  { look, cancel }: Pick<FollowedJob, 'look' | 'cancel'>,
  bytesCount: number,
): Promise<SendOutcome> {
  await cancel()
  const job = await look()
  if (job !== null && job !== 'gone' && job.state === 'canceled' && job.begunAt === null) {
    return { kind: 'held', reason: 'PRINTER_NOT_TAKING_DATA', detail: 'the queue had not begun it' }
  }
  return { kind: 'unknown', detail: 'the queue may have begun it', bytesAccepted: bytesCount }
}

function troubleTeller(onTrouble: SendOptions['onTrouble']): SendOptions['onTrouble'] {
  let published: PrinterTrouble | null = null
  return (trouble) => {
    if (trouble !== published) onTrouble(trouble)
    published = trouble
  }
}

/** What keeps a job so long. A working printer has no reasons: a long paper takes its time. */
function troubleOf(job: CupsJob | null): PrinterTrouble | null {
  if (job === null) return 'PRINTER_NOT_TAKING_DATA'
  if (job.state === 'waiting') return 'PRINTER_BUSY'
  const says = (...words: readonly string[]): boolean =>
    job.reasons.some((reason) => words.some((word) => reason.startsWith(word)))
  if (says('media-empty', 'media-needed')) return 'PAPER_OUT'
  if (says('cover-open', 'door-open')) return 'COVER_OPEN'
  if (says('connecting-to-device', 'offline', 'timed-out')) return 'PRINTER_NOT_FOUND'
  return says('paused', 'stopp', 'media-jam') ? 'PRINTER_NOT_TAKING_DATA' : null
}
