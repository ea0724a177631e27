import { readdir } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { assert } from '#shared/core/result.ts'
import type { PrinterTrouble } from '../till/kernel/ports.ts'
import { modelOfProduct } from './profiles.ts'
import { openPort, PORTS, type PortRules } from './printer-port.ts'
import { recoveryBytes } from './recovery.ts'
import type { SendOptions, SendOutcome, Transport } from './transport.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'

interface FileTimes {
  /** How often a full port is tried again. */
  readonly retryMs: number
  readonly stallMs: number
  readonly halfSentWaitMsMax: number
}

export const FILE_TIMES: FileTimes = { retryMs: 20, stallMs: 5_000, halfSentWaitMsMax: 15 * 60_000 }
const CHUNK_BYTES = 4096
/** Where Linux shows printer ports; serial ports are not guessed at, they may be a scale. */
const DEVICE_DIRS = ['/dev/usb', '/dev']
const PRINTER_PORT = /^lp\d{1,2}$/

/**
 * Printers behind a device file or port of the operating system. It is opened without blocking, so
 * that a printer without paper cannot tie up the threads the till needs for its own files. (Windows
 * ports know no such mode.)
 */
export function createFileTransport(
  times: FileTimes = FILE_TIMES,
  deviceDirs: readonly string[] = DEVICE_DIRS,
  rules: PortRules = PORTS,
): Transport {
  const clean = new Set<string>()
  return {
    send: async (printer, bytes, options) => {
      const path = pathOf(printer)
      const handle = await openPort(path, rules)
      if (typeof handle === 'string') return { kind: 'held', reason: handle, detail: path }
      try {
        if (!clean.has(path)) {
          const recovered = await writeAll(handle, recoveryBytes(), times, options)
          if (recovered.kind !== 'accepted')
            return { kind: 'held', reason: 'PRINTER_NOT_TAKING_DATA', detail: path }
        }
        clean.delete(path)
        const outcome = await writeAll(handle, bytes, times, options)
        if (outcome.kind !== 'unknown') clean.add(path)
        return outcome
      } finally {
        await handle.close().catch(() => undefined)
      }
    },
    troubleOf: async (printer) => {
      const handle = await openPort(pathOf(printer), rules)
      if (typeof handle === 'string') return handle
      await handle.close()
      return null
    },
    discover: async () => (await Promise.all(deviceDirs.map(portsIn))).flat().map(configOf),
    close: () => Promise.resolve(),
  }
}

async function portsIn(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch(() => [])
  return names
    .filter((name) => PRINTER_PORT.test(name))
    .sort()
    .map((name) => `${dir}/${name}`)
}

function configOf(path: string): PrinterConfig {
  return {
    id: `file-${path.replace(/[^0-9A-Za-z]+/g, '-')}`.slice(0, 80),
    name: path,
    transport: { kind: 'file', path },
    ...modelOfProduct(null),
  }
}

async function writeAll(
  handle: FileHandle,
  bytes: Uint8Array,
  times: FileTimes,
  { signal, onTrouble }: SendOptions,
): Promise<SendOutcome> {
  let bytesAccepted = 0
  let quietMs = 0
  let isTold = false
  while (bytesAccepted < bytes.length) {
    const count = await writeSome(
      handle,
      bytes.subarray(bytesAccepted, bytesAccepted + CHUNK_BYTES),
    )
    if (count instanceof Error) return ended(bytesAccepted, 'PRINTER_NOT_FOUND', count.message)
    bytesAccepted += count
    if (count > 0) {
      if (isTold) onTrouble(null)
      quietMs = 0
      isTold = false
      continue
    }
    const limitMs = bytesAccepted === 0 ? times.stallMs : times.halfSentWaitMsMax
    if (signal.aborted || quietMs >= limitMs)
      return ended(bytesAccepted, 'PRINTER_NOT_TAKING_DATA', 'no progress')
    if (quietMs >= times.stallMs && !isTold) {
      onTrouble('PRINTER_NOT_TAKING_DATA')
      isTold = true
    }
    await wait(times.retryMs)
    quietMs += times.retryMs
  }
  return { kind: 'accepted' }
}

async function writeSome(handle: FileHandle, bytes: Uint8Array): Promise<number | Error> {
  try {
    return (await handle.write(bytes)).bytesWritten
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? 0 : (error as Error)
  }
}

function ended(bytesAccepted: number, reason: PrinterTrouble, detail: string): SendOutcome {
  return bytesAccepted > 0
    ? { kind: 'unknown', detail, bytesAccepted }
    : { kind: 'held', reason, detail }
}

function pathOf({ transport }: PrinterConfig): string {
  assert(transport.kind === 'file', 'this printer is behind a file')
  return transport.path
}
