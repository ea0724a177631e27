/** Sending one order to an open USB printer, and waiting for people to change the roll. */
import { isConfirmed, saysNoPaper, saysPaperLow } from '#shared/escpos/status.ts'
import type { Confirmation } from '#shared/escpos/status.ts'
import type { PrinterTrouble } from '../../till/kernel/ports.ts'
import type { SendOutcome } from '../transport.ts'
import type { ChunkResult, PendingChunk, UsbPrinter } from './usb-printer.ts'
import { CHUNK_BYTES, STATUS_POLL_MS } from './usb-protocol.ts'
import type { UsbTimes } from './usb-protocol.ts'

interface SendTimes extends UsbTimes {
  readonly confirmation: Confirmation | null
}

export interface SendWatcher {
  readonly signal: AbortSignal
  onProgress(bytesAccepted: number): void
  onTrouble(trouble: PrinterTrouble | null): void
}

/**
 * Sends everything, or says how far it came. Never gives up on a half-sent paper before its time.
 */
export async function sendToPrinter(
  printer: UsbPrinter,
  bytes: Uint8Array,
  times: SendTimes,
  watcher: SendWatcher,
): Promise<SendOutcome> {
  if (times.confirmation !== null) printer.listen()
  const before = await printer.portTrouble()
  if (before === 'PAPER_OUT')
    return { kind: 'held', reason: before, detail: 'the printer reports no paper' }
  let bytesAccepted = 0
  watcher.onProgress(0)
  while (bytesAccepted < bytes.length) {
    const chunk = printer.write(bytes.subarray(bytesAccepted, bytesAccepted + CHUNK_BYTES))
    const { result, trouble } = await waitForChunk(
      chunk,
      printer,
      times,
      watcher,
      bytesAccepted > 0,
    )
    bytesAccepted += result.bytesAccepted
    if (result.error !== null) return broken(bytesAccepted, result.error.message)
    if (result.cancelled) return givenUp(bytesAccepted, trouble, watcher.signal.aborted)
    watcher.onProgress(bytesAccepted)
  }
  return times.confirmation === null
    ? { kind: 'accepted' }
    : waitForWord(printer, times.confirmation, times, watcher, bytesAccepted)
}

/**
 * Every byte is with the printer; whether they are ink it says itself. While something is wrong
 * with it people get their time; a printer that has nothing to complain of and stays silent is one
 * that does not answer.
 */
async function waitForWord(
  printer: UsbPrinter,
  confirmation: Confirmation,
  times: SendTimes,
  { signal, onTrouble }: SendWatcher,
  bytesAccepted: number,
): Promise<SendOutcome> {
  let trouble: PrinterTrouble | null = null
  let quietMs = 0
  let waitedMs = 0
  const pollMs = Math.min(STATUS_POLL_MS, times.confirmMs)
  for (;;) {
    let word: 'printed' | 'low' | 'no paper' = 'printed'
    const heard = await printer.heard((answers) => {
      const isEmpty = confirmation.kind === 'status' && saysNoPaper(answers)
      word = isEmpty ? 'no paper' : saysPaperLow(answers) ? 'low' : 'printed'
      return isEmpty || isConfirmed(answers, confirmation)
    }, pollMs)
    if (heard === 'met') {
      if (trouble !== null) onTrouble(null)
      return endedWith(word, bytesAccepted)
    }
    if (heard === 'lost')
      return {
        kind: 'unknown',
        detail: 'the printer went away before it said it was finished',
        bytesAccepted,
      }
    const reported = printer.reportedTrouble() ?? (await printer.portTrouble()) ?? null
    if (reported !== trouble) onTrouble(reported)
    trouble = reported
    waitedMs += pollMs
    quietMs = trouble === null ? quietMs + pollMs : 0
    const isGivenUp = signal.aborted || waitedMs >= times.halfSentWaitMsMax
    if (trouble !== null && isGivenUp)
      return { kind: 'unknown', detail: `everything was sent, then ${trouble}`, bytesAccepted }
    if (isGivenUp || quietMs >= times.confirmMs) return { kind: 'accepted' }
  }
}

/**
 * "No paper" worked off every byte: how much of it is on the roll's last piece only a person can
 * see.
 */
function endedWith(word: 'printed' | 'low' | 'no paper', bytesAccepted: number): SendOutcome {
  if (word === 'low') return { kind: 'printed', isPaperLow: true }
  if (word === 'printed') return { kind: 'printed' }
  return {
    kind: 'unknown',
    detail: 'the printer answers that it has no paper',
    bytesAccepted,
    reason: 'PAPER_OUT',
  }
}

interface Waited {
  readonly result: ChunkResult
  readonly trouble: PrinterTrouble | null
}

/**
 * Waits for one chunk. After a stall the printer is asked why and the chunk stays on offer, so that
 * printing goes on by itself once there is paper. Only an order of which nothing was taken yet is
 * withdrawn at once.
 */
async function waitForChunk(
  chunk: PendingChunk,
  printer: UsbPrinter,
  times: UsbTimes,
  { signal, onTrouble }: SendWatcher,
  isHalfSent: boolean,
): Promise<Waited> {
  const onAbort = (): void => chunk.cancel()
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) chunk.cancel()
  let trouble: PrinterTrouble | null = null
  let waitedMs = times.stallMs
  try {
    let result = await within(chunk.done, times.stallMs)
    while (result === null) {
      const reported = (await printer.portTrouble()) ?? 'PRINTER_NOT_TAKING_DATA'
      if (reported !== trouble) onTrouble(reported)
      trouble = reported
      if (!isHalfSent || waitedMs >= times.halfSentWaitMsMax) chunk.cancel()
      const pollMs = Math.min(STATUS_POLL_MS, times.stallMs)
      waitedMs += pollMs
      result = await within(chunk.done, pollMs)
    }
    if (trouble !== null && !result.cancelled) onTrouble(null)
    return { result, trouble }
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** The result, or null once the time is over. */
async function within(done: Promise<ChunkResult>, limitMs: number): Promise<ChunkResult | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), limitMs)
  })
  try {
    return await Promise.race([done, late])
  } finally {
    clearTimeout(timer)
  }
}

function broken(bytesAccepted: number, detail: string): SendOutcome {
  if (bytesAccepted > 0) return { kind: 'unknown', detail, bytesAccepted }
  return { kind: 'held', reason: 'PRINTER_NOT_FOUND', detail }
}

function givenUp(
  bytesAccepted: number,
  trouble: PrinterTrouble | null,
  wasAborted: boolean,
): SendOutcome {
  const detail = wasAborted ? 'the order was withdrawn' : 'the printer takes no data'
  if (bytesAccepted > 0) return { kind: 'unknown', detail, bytesAccepted }
  return { kind: 'held', reason: trouble ?? 'PRINTER_NOT_TAKING_DATA', detail }
}
