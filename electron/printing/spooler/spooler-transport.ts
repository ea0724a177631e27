import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { assert } from '#shared/core/result.ts'
import { PRINTABLE_DOTS } from '#shared/paper/paper-model.ts'
import { recoveryBytes } from '../recovery.ts'
import type { SendOptions, SendOutcome, Transport } from '../transport.ts'
import {
  cancelJob,
  cancelLeftovers,
  createCupsLook,
  cupsServer,
  readJob,
  readQueue,
  submit,
} from './cups.ts'
import { followJob } from './follow-job.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'

/** What queues and shares may be called; anything else could be read as an option or a path. */
const QUEUE_NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_ .()-]{0,126}$/u
/** The only rule of a queue that never prints by itself what broke off in the middle. */
const SAFE_ERROR_POLICY = 'abort-job'

/**
 * Printers of the operating system's own queue, sent raw. CUPS takes everything at once and prints
 * when it can, so the till stays with the job: `accepted` means that the queue has given it to the
 * printer. Windows tells nothing of that; there it means that the queue has it.
 */
export function createSpoolerTransport(): Transport {
  const isWindows = process.platform === 'win32'
  const look = createCupsLook()
  /** Queues whose printer is known to be between two papers. */
  const clean = new Set<string>()
  /** Queues in which nothing of an earlier run lies any more. */
  const swept = new Set<string>()
  /** Queues that were asked about a job and did not know it any more. */
  const lost = new Set<string>()
  /** Those that forget whatever they have printed (PreserveJobHistory No), as a person has seen. */
  const forgetful = new Set<string>()
  const watch: Watch = {
    onGone: (queue) => void lost.add(queue),
    forgetsPrinted: (queue) => forgetful.has(queue),
  }
  const sweep = async (queue: string): Promise<void> => {
    const server = isWindows || swept.has(queue) ? null : await cupsServer()
    if (server === null) return
    swept.add(queue)
    await cancelLeftovers(server, queue)
  }
  return {
    send: async (printer, paper, options) => {
      const queue = queueOf(printer)
      await sweep(queue)
      const bytes = clean.has(queue) ? paper : Buffer.concat([recoveryBytes(), paper])
      const outcome = await (isWindows
        ? copyToShare(queue, bytes)
        : printWithCups(queue, bytes, options, watch))
      if (outcome.kind === 'accepted') clean.add(queue)
      else if (outcome.kind === 'unknown') clean.delete(queue)
      return outcome
    },
    troubleOf: async (printer) => {
      if (isWindows) return null
      if (!(await look.queues()).includes(queueOf(printer))) return 'PRINTER_NOT_FOUND'
      return (await look.queue(queueOf(printer)))?.isStopped === true
        ? 'PRINTER_NOT_TAKING_DATA'
        : null
    },
    believe(printer) {
      if (lost.has(queueOf(printer))) forgetful.add(queueOf(printer))
    },
    repeatsByItself: async (printer) => {
      const queue = isWindows ? null : await look.queue(queueOf(printer))
      return queue !== null && queue.errorPolicy !== SAFE_ERROR_POLICY
    },
    discover: async () =>
      isWindows ? [] : (await look.queues()).filter((name) => QUEUE_NAME.test(name)).map(configOf),
    close: () => Promise.resolve(),
  }
}

interface Watch {
  readonly onGone: (queue: string) => void
  readonly forgetsPrinted: (queue: string) => boolean
}

async function printWithCups(
  queue: string,
  bytes: Uint8Array,
  options: SendOptions,
  watch: Watch,
): Promise<SendOutcome> {
  const server = await cupsServer()
  const before = server === null ? null : await readQueue(server, queue)
  // A stopped queue would keep it for whoever starts it again, days later.
  if (before?.isStopped === true)
    return { kind: 'held', reason: 'PRINTER_NOT_TAKING_DATA', detail: 'the queue is stopped' }
  const submitted = await submit(queue, bytes)
  if (submitted.kind === 'refused')
    return { kind: 'held', reason: 'PRINTER_NOT_FOUND', detail: submitted.detail }
  if (submitted.kind === 'silent')
    return { kind: 'unknown', detail: 'the spooler did not answer', bytesAccepted: bytes.length }
  const { job } = submitted
  // A server that does not tell about queues does not tell about jobs: it has the paper, and that
  // is all there is to know.
  if (server === null || before === null || job === null) return { kind: 'accepted' }
  const look = async (): ReturnType<typeof readJob> => {
    const found = await readJob(server, job)
    if (found === 'gone') watch.onGone(queue)
    return found
  }
  const forgetsPrinted = watch.forgetsPrinted(queue)
  const followed = { look, cancel: () => cancelJob(queue, job), forgetsPrinted }
  return followJob(followed, options, bytes.length)
}

/** Windows passes a file copied onto a shared printer to it as it is. */
async function copyToShare(share: string, bytes: Uint8Array): Promise<SendOutcome> {
  const dir = await mkdtemp(path.join(tmpdir(), 'meson-print-'))
  try {
    const file = path.join(dir, 'paper.bin')
    await writeFile(file, bytes)
    await copyFile(file, `\\\\localhost\\${share}`)
    return { kind: 'accepted' }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return {
      kind: 'held',
      reason: code === 'EPERM' || code === 'EACCES' ? 'PRINTER_NO_PERMISSION' : 'PRINTER_NOT_FOUND',
      detail: message,
    }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

function configOf(queue: string): PrinterConfig {
  return {
    id: `spooler-${queue.replace(/[^0-9A-Za-z]+/g, '-')}`,
    name: queue,
    widthMm: 80,
    dots: PRINTABLE_DOTS[80],
    transport: { kind: 'spooler', queue },
    hasCutter: true,
    hasDrawer: true,
  }
}

function queueOf({ transport }: PrinterConfig): string {
  assert(
    transport.kind === 'spooler' && QUEUE_NAME.test(transport.queue),
    'this printer is a queue with a plain name',
  )
  return transport.queue
}
