/**
 * Entry of the USB process. libusb is native code on a cable people trip over: whatever it does, it
 * does here, where it can be ended and started again while the till goes on selling.
 */
import type { HeardAnswers } from '#shared/escpos/status.ts'
import { recoveryBytes } from '../recovery.ts'
import type { SendOutcome } from '../transport.ts'
import { addressOf, createUsbDirectory } from './usb-discovery.ts'
import type { UsbDirectory } from './usb-discovery.ts'
import { loadUsbLibraries } from './usb-library.ts'
import type { UsbLibraries } from './usb-library.ts'
import { openUsbPrinter, troubleOfError } from './usb-printer.ts'
import type { UsbPrinter } from './usb-printer.ts'
import { probeUsbPrinter } from './usb-probe.ts'
import type { FromUsbHost, ToUsbHost, UsbOrder, UsbTarget, UsbTimes } from './usb-protocol.ts'
import { sendToPrinter } from './usb-send.ts'
import type { SendWatcher } from './usb-send.ts'

const ACCEPTED: SendOutcome = { kind: 'accepted' }

/** The other end when this file runs as an Electron utility process instead of a child process. */
interface ParentPort {
  on(event: 'message', listener: (event: { readonly data: ToUsbHost }) => void): void
  postMessage(message: FromUsbHost): void
}

const libraries: UsbLibraries = loadUsbLibraries()
const directory: UsbDirectory = createUsbDirectory(libraries)
const running = new Map<number, AbortController>()
/**
 * Printers (bus and address) known to be between two papers. All others may wait for the rest of an
 * image.
 */
const clean = new Set<string>()

listen()

async function obey(message: ToUsbHost): Promise<void> {
  switch (message.kind) {
    case 'ping':
      return say({ kind: 'pong', id: message.id })
    case 'cancel':
      return running.get(message.id)?.abort()
    case 'list':
      if (isBlind()) return say({ kind: 'stale', id: message.id })
      return say({ kind: 'listed', id: message.id, printers: await directory.list() })
    case 'probe':
      if (isBlind()) return say({ kind: 'stale', id: message.id })
      return say({
        kind: 'probed',
        id: message.id,
        heard: await probe(message.target, message.answerMs),
      })
    case 'send': {
      if (isBlind()) return say({ kind: 'stale', id: message.id })
      const abort = new AbortController()
      running.set(message.id, abort)
      const outcome = await send(message.id, message.order, abort.signal).finally(() =>
        running.delete(message.id),
      )
      return say({ kind: 'sent', id: message.id, outcome })
    }
  }
}

/** Never while a paper is going out: being replaced would cut it short. */
function isBlind(): boolean {
  return running.size === 0 && directory.isStale()
}

async function send(
  id: number,
  { target, bytes, times, confirmation }: UsbOrder,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const device = await directory.find(target)
  if (device === null)
    return { kind: 'held', reason: 'PRINTER_NOT_FOUND', detail: 'no such printer is plugged in' }
  const key = addressOf(device)
  let printer: UsbPrinter
  try {
    printer = await openUsbPrinter(libraries, device)
  } catch (error) {
    return { kind: 'held', reason: troubleOfError(libraries, error), detail: messageOf(error) }
  }
  const watcher: SendWatcher = {
    signal,
    onProgress: (bytesAccepted) => say({ kind: 'progress', id, bytesAccepted }),
    onTrouble: (trouble) => say({ kind: 'trouble', id, trouble }),
  }
  try {
    const recovered = clean.has(key) ? ACCEPTED : await recover(printer, times, watcher)
    if (recovered.kind !== 'accepted') return recovered
    clean.delete(key)
    const outcome = await sendToPrinter(printer, bytes, { ...times, confirmation }, watcher)
    // Of a held order the printer took nothing, so it is still between two papers.
    if (outcome.kind !== 'unknown') clean.add(key)
    return outcome
  } finally {
    await printer.close()
  }
}

async function probe(target: UsbTarget, answerMs: number): Promise<HeardAnswers | null> {
  const device = await directory.find(target)
  if (device === null) return null
  const printer = await openUsbPrinter(libraries, device)
  try {
    return await probeUsbPrinter(printer, answerMs)
  } finally {
    await printer.close()
  }
}

/** Nothing of the order itself has gone out here, so whatever happens it may be sent again. */
async function recover(
  printer: UsbPrinter,
  times: UsbTimes,
  watcher: SendWatcher,
): Promise<SendOutcome> {
  await printer.softReset()
  const silent = { ...watcher, onProgress: () => undefined }
  const outcome = await sendToPrinter(
    printer,
    recoveryBytes(),
    { ...times, confirmation: null },
    silent,
  )
  if (outcome.kind !== 'unknown') return outcome
  return { kind: 'held', reason: 'PRINTER_NOT_TAKING_DATA', detail: outcome.detail }
}

function listen(): void {
  const hear = (message: ToUsbHost): void => {
    obey(message).catch((error: unknown) =>
      say({ kind: 'failed', id: message.id, detail: messageOf(error) }),
    )
  }
  parentPort()?.on('message', ({ data }) => hear(data))
  process.on('message', hear)
  // Without its till this process has no reason to be.
  process.on('disconnect', () => process.exit(0))
}

function say(message: FromUsbHost): void {
  const port = parentPort()
  if (port !== undefined) port.postMessage(message)
  else process.send?.(message)
}

function parentPort(): ParentPort | undefined {
  return (process as unknown as { readonly parentPort?: ParentPort }).parentPort
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
