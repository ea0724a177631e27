/**
 * What CUPS knows of a queue and of a job, and the few things a till may tell it without being its
 * administrator.
 */
import { spawn } from 'node:child_process'
import { childEnvironment } from '#shared/core/child-environment.ts'
import { askIpp, OPERATION, STATUS_NOT_FOUND } from './ipp.ts'
import type { IppAttributes } from './ipp.ts'

/** Longest the spooler may take to take a job over. */
const SPOOL_TIMEOUT_MS = 20_000
/** Somebody looks at a list that is being made; a job can wait. */
const LIST_TIMEOUT_MS = 3_000
const SILENT_MS = 20_000
const TOOL_TIMEOUT_MS = 20_000
/** Programs speak the language of the machine's user unless told otherwise. */
const PLAIN_ENGLISH = { LC_ALL: 'C', LANG: 'C', LANGUAGE: '' }
/** The numbers of RFC 8011 for the state of a printer and of a job. */
const PRINTER_STOPPED = 5
const JOB_STATES = new Map<unknown, JobState>([
  [3, 'waiting'],
  [4, 'waiting'],
  [5, 'processing'],
  [6, 'waiting'],
  [7, 'canceled'],
  [8, 'aborted'],
  [9, 'completed'],
])

/** Names the till's own jobs among those of the machine's user. */
const JOB_TITLE = 'meson-caja'

type JobState = 'waiting' | 'processing' | 'canceled' | 'aborted' | 'completed'

interface CupsQueue {
  readonly isStopped: boolean
  /**
   * What it does with a job whose backend failed in the middle: `abort-job` is the only one that
   * never repeats it.
   */
  readonly errorPolicy: string
}

export interface CupsJob {
  readonly state: JobState
  /** Given to the queue by a till. */
  readonly isTills: boolean
  /** When it was last given to the printer, seconds; null = not yet. */
  readonly begunAt: number | null
  /** What the way to the printer says, e.g. `media-empty` or `connecting-to-device`. */
  readonly reasons: readonly string[]
}

type Submitted =
  | { readonly kind: 'queued' /** Null where `lp` did not say it. */; readonly job: number | null }
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'silent' }

/** `lp` hands the whole job over or none of it. */
export function submit(queue: string, bytes: Uint8Array): Promise<Submitted> {
  return new Promise((resolve) => {
    const child = spawn('lp', ['-d', queue, '-t', JOB_TITLE, '-o', 'raw'], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...childEnvironment(process.env), ...PLAIN_ENGLISH },
    })
    const said = { out: '', err: '' }
    const limit = setTimeout(() => child.kill('SIGKILL'), SPOOL_TIMEOUT_MS)
    child.stdout.on('data', (text: Buffer) => (said.out = (said.out + text.toString()).slice(-500)))
    child.stderr.on('data', (text: Buffer) => (said.err = (said.err + text.toString()).slice(-500)))
    child.on('error', (error) => {
      clearTimeout(limit)
      resolve({ kind: 'refused', detail: error.message })
    })
    child.on('close', (code, signal) => {
      clearTimeout(limit)
      // Ended by us, it may have handed the job over the moment before.
      if (signal !== null) return resolve({ kind: 'silent' })
      if (code !== 0)
        return resolve({ kind: 'refused', detail: said.err.trim() || `lp ended with ${code}` })
      const job = /^request id is .+-(\d+) \(/m.exec(said.out)?.[1]
      resolve({ kind: 'queued', job: job === undefined ? null : Number(job) })
    })
    child.stdin.on('error', () => undefined)
    child.stdin.end(bytes)
  })
}

/** Where the print server listens; null where there is none. */
export async function cupsServer(): Promise<string | null> {
  return serverIn(await tool('lpstat', ['-H']))
}

const serverIn = (text: string | null) => (text === null || text.trim() === '' ? null : text.trim())

/** What somebody who looks at a list of printers wants to know of CUPS. */
interface CupsLook {
  /** Names of all queues. */
  queues(): Promise<readonly string[]>
  /** Null where there is no server, or it does not answer. */
  queue(name: string): Promise<CupsQueue | null>
}

/**
 * Asked once for all who look at a time. CUPS that is installed and does not run keeps its tools
 * waiting: after one that did not answer the others are not asked for a while. Silence says
 * nothing: what was answered last stands until something else is.
 */
export function createCupsLook(): CupsLook {
  let silentUntilMs = 0
  const under = new Map<string, Promise<string | null>>()
  const known = new Map<string, string | null>()
  const askNow = async (option: string): Promise<string | null> => {
    let isLate = false
    const answer = await tool('lpstat', [option], LIST_TIMEOUT_MS, () => {
      isLate = true
      silentUntilMs = performance.now() + SILENT_MS
    })
    if (!isLate) known.set(option, answer)
    return known.get(option) ?? null
  }
  const ask = async (option: string): Promise<string | null> => {
    if (performance.now() < silentUntilMs) return known.get(option) ?? null
    const asked = under.get(option) ?? askNow(option).finally(() => under.delete(option))
    under.set(option, asked)
    return asked
  }
  return {
    async queues() {
      const lines = ((await ask('-e')) ?? '').split('\n').map((line) => line.trim())
      return lines.filter((line) => line !== '')
    },
    async queue(name) {
      const server = serverIn(await ask('-H'))
      return server === null ? null : readQueue(server, name)
    },
  }
}

/** Null where it cannot be known. */
export async function readQueue(server: string, queue: string): Promise<CupsQueue | null> {
  const answer = await askIpp(server, {
    operation: OPERATION.getPrinterAttributes,
    target: ['printer-uri', `ipp://localhost/printers/${encodeURIComponent(queue)}`],
    wanted: ['printer-state', 'printer-error-policy'],
  })
  const errorPolicy = answer?.attributes.get('printer-error-policy')?.[0]
  if (answer === null || typeof errorPolicy !== 'string') return null
  return { isStopped: answer.attributes.get('printer-state')?.[0] === PRINTER_STOPPED, errorPolicy }
}

/** `gone` = the server does not know it any more; null = nobody answers. */
export async function readJob(server: string, job: number): Promise<CupsJob | 'gone' | null> {
  const answer = await askIpp(server, {
    operation: OPERATION.getJobAttributes,
    target: ['job-uri', `ipp://localhost/jobs/${job}`],
    wanted: ['job-state', 'job-name', 'time-at-processing', 'job-printer-state-reasons'],
  })
  if (answer?.status === STATUS_NOT_FOUND) return 'gone'
  return answer === null ? null : jobOf(answer.attributes)
}

function jobOf(attributes: IppAttributes): CupsJob | null {
  const state = JOB_STATES.get(attributes.get('job-state')?.[0])
  if (state === undefined) return null
  const begunAt = attributes.get('time-at-processing')?.[0]
  const reasons = attributes.get('job-printer-state-reasons') ?? []
  return {
    state,
    isTills: attributes.get('job-name')?.[0] === JOB_TITLE,
    begunAt: typeof begunAt === 'number' ? begunAt : null,
    reasons: reasons.map(String),
  }
}

/**
 * Takes out what an earlier run of the till left behind half printed: the till of that time asks a
 * person about it, and the queue would print it again, when it likes or when somebody starts it
 * again.
 */
export async function cancelLeftovers(server: string, queue: string): Promise<void> {
  const text = await tool('lpstat', ['-W', 'not-completed', '-o', queue])
  for (const line of (text ?? '').split('\n')) {
    const number = line.startsWith(`${queue}-`)
      ? /^\d+(?=\s)/.exec(line.slice(queue.length + 1))
      : null
    const job = number === null ? null : await readJob(server, Number(number[0]))
    if (number === null || job === null || job === 'gone') continue
    if (job.isTills && job.state === 'waiting' && job.begunAt !== null)
      await cancelJob(queue, Number(number[0]))
  }
}

/** Everybody may cancel his own jobs. */
export async function cancelJob(queue: string, job: number): Promise<void> {
  await tool('cancel', [`${queue}-${job}`])
}

/** Null where there is no CUPS, it does not run or answer in time, or has nothing left to do. */
function tool(
  name: string,
  options: readonly string[],
  timeoutMs = TOOL_TIMEOUT_MS,
  onLate: () => void = () => undefined,
): Promise<string | null> {
  return new Promise((resolve) => {
    // With a group of its own: what it has started keeps its output open, and ends with it.
    const child = spawn(name, [...options], {
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
      env: { ...childEnvironment(process.env), ...PLAIN_ENGLISH },
    })
    let said = ''
    const end = (answer: string | null) => {
      clearTimeout(limit)
      resolve(answer)
    }
    const limit = setTimeout(() => {
      killGroup(child.pid)
      child.stdout.destroy()
      onLate()
      resolve(null)
    }, timeoutMs)
    child.stdout.on('data', (text: Buffer) => (said += text.toString()))
    child.stdout.on('error', () => undefined)
    child.on('error', () => end(null))
    child.on('close', (code) => end(code === 0 ? said : null))
  })
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}
