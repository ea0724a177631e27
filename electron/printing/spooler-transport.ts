import { execFile, spawn } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { assert } from '#shared/core/result.ts'
import type { PrinterConfig } from '#shared/bridge/views.ts'
import { PRINTABLE_DOTS } from '#shared/paper/paper-model.ts'
import type { SendOutcome, Transport } from './transport.ts'

/** Longest the spooler may take to take a job over. */
const SPOOL_TIMEOUT_MS = 20_000
const LIST_TIMEOUT_MS = 3_000
/** What queues and shares may be called; anything else could be read as an option or a path. */
const QUEUE_NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_ .()-]{0,126}$/u

/**
 * Printers of the operating system's own queue, sent raw. The queue takes everything at once and prints when it can:
 * `accepted` means it has the job, and nothing is known of the paper.
 */
export function createSpoolerTransport(): Transport {
  const isWindows = process.platform === 'win32'
  return {
    send: (printer, bytes) => (isWindows ? copyToShare(queueOf(printer), bytes) : submitToCups(queueOf(printer), bytes)),
    troubleOf: async (printer) => {
      if (isWindows) return null
      return (await cupsQueues()).includes(queueOf(printer)) ? null : 'PRINTER_NOT_FOUND'
    },
    discover: async () => (isWindows ? [] : (await cupsQueues()).map(configOf)),
    close: () => Promise.resolve(),
  }
}

/** `lp` hands the whole job over or none of it. */
function submitToCups(queue: string, bytes: Uint8Array): Promise<SendOutcome> {
  return new Promise((resolve) => {
    const child = spawn('lp', ['-d', queue, '-o', 'raw', '-s'], { stdio: ['pipe', 'ignore', 'pipe'] })
    let complaint = ''
    const limit = setTimeout(() => child.kill('SIGKILL'), SPOOL_TIMEOUT_MS)
    child.stderr.on('data', (text: Buffer) => {
      complaint = (complaint + text.toString()).slice(-500)
    })
    const fail = (detail: string): void => resolve({ kind: 'held', reason: 'PRINTER_NOT_FOUND', detail })
    child.on('error', (error) => {
      clearTimeout(limit)
      fail(error.message)
    })
    child.on('close', (code, signal) => {
      clearTimeout(limit)
      // Ended by us, it may have handed the job over the moment before.
      if (signal !== null) resolve({ kind: 'unknown', detail: 'the spooler did not answer', bytesAccepted: bytes.length })
      else if (code === 0) resolve({ kind: 'accepted' })
      else fail(complaint.trim() || `lp ended with ${code}`)
    })
    child.stdin.on('error', () => undefined)
    child.stdin.end(bytes)
  })
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
    return { kind: 'held', reason: code === 'EPERM' || code === 'EACCES' ? 'PRINTER_NO_PERMISSION' : 'PRINTER_NOT_FOUND', detail: message }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

async function cupsQueues(): Promise<string[]> {
  try {
    const { stdout } = await promisify(execFile)('lpstat', ['-e'], { timeout: LIST_TIMEOUT_MS })
    return stdout.split('\n').map((line) => line.trim()).filter((name) => QUEUE_NAME.test(name))
  } catch {
    // No CUPS here, or it does not run.
    return []
  }
}

function configOf(queue: string): PrinterConfig {
  return {
    id: `spooler-${queue.replace(/[^0-9A-Za-z]+/g, '-')}`, name: queue, widthMm: 80, dots: PRINTABLE_DOTS[80],
    transport: { kind: 'spooler', queue }, hasCutter: true, hasDrawer: true,
  }
}

function queueOf({ transport }: PrinterConfig): string {
  assert(transport.kind === 'spooler' && QUEUE_NAME.test(transport.queue), 'this printer is a queue with a plain name')
  return transport.queue
}
