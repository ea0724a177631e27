/**
 * What a printer says about itself, decoded. Sources: USB printer class 1.1, Epson's ESC/POS
 * reference.
 */

import type { EscposCommand } from './command.ts'

export type PrinterFault = 'paper-out' | 'cover-open' | 'offline' | 'error'

/**
 * GET_PORT_STATUS of the USB printer class: bit 5 paper empty, bit 4 selected, bit 3 no error.
 * Cheap printers answer
 * 0x18, or 0, whatever happens, so only the paper bit is trusted by itself.
 */
export function readPortStatus(status: number): {
  readonly paperEmpty: boolean
  readonly selected: boolean
  readonly noError: boolean
} {
  return {
    paperEmpty: (status & 0x20) !== 0,
    selected: (status & 0x10) !== 0,
    noError: (status & 0x08) !== 0,
  }
}

/** Whether a byte can be an answer to DLE EOT: bits 1 and 4 set, bits 0 and 7 clear. */
function isRealTimeStatus(byte: number): boolean {
  return (byte & 0b1001_0011) === 0b0001_0010
}

/** Whether a byte can start an automatic status: bit 4 set, bits 0, 1 and 7 clear. */
function isAutoStatusStart(byte: number): boolean {
  return (byte & 0b1001_0011) === 0b0001_0000
}

/** Answer to DLE EOT 2: why the printer is offline. */
export function readOfflineCause(byte: number): PrinterFault | null {
  if ((byte & 0x04) !== 0) return 'cover-open'
  if ((byte & 0x20) !== 0) return 'paper-out'
  return (byte & 0x40) !== 0 ? 'error' : null
}

/** Answer to DLE EOT 4: bits 5 and 6 paper end, bits 2 and 3 near end. */
export function readPaperSensor(byte: number): {
  readonly end: boolean
  readonly nearEnd: boolean
} {
  return { end: (byte & 0x60) !== 0, nearEnd: (byte & 0x0c) !== 0 }
}

/**
 * Answer to GS r 1: bits 2 and 3 paper end, bits 0 and 1 near end (Epson ESC/POS reference, GS r).
 */
function readSheetSensor(byte: number): { readonly end: boolean; readonly nearEnd: boolean } {
  return { end: (byte & 0x0c) !== 0, nearEnd: (byte & 0x03) !== 0 }
}

/** The four bytes of an automatic status (GS a). */
export function readAutoStatus(bytes: Uint8Array): PrinterFault | null {
  const [printer = 0, error = 0, paper = 0] = bytes
  if ((printer & 0x20) !== 0) return 'cover-open'
  if ((paper & 0x0c) !== 0) return 'paper-out'
  if ((error & 0x2c) !== 0) return 'error'
  return (printer & 0x08) !== 0 ? 'offline' : null
}

/** What a printer answers to, as it did when it was asked at its test page. */
export interface HeardAnswers {
  /** DLE EOT: at once, also while it prints. */
  readonly realTime: boolean
  /** GS r: in the line of bytes, once everything before is worked off. */
  readonly sensor: boolean
  /** GS a: tells changes by itself. */
  readonly automatic: boolean
  /** GS ( H: the word that everything before it is on paper. */
  readonly printed: boolean
}

export const HEARD_NOTHING: HeardAnswers = {
  realTime: false,
  sensor: false,
  automatic: false,
  printed: false,
}

/**
 * Questions that put nothing on paper, whatever the printer makes of them; GS ( H is asked behind
 * the test page alone.
 */
export const PROBE_QUESTIONS: readonly {
  readonly name: Exclude<keyof HeardAnswers, 'printed'>
  readonly kind: PrinterAnswer['kind']
  readonly ask: EscposCommand
  /** Sent afterwards: nobody listens between two papers. */
  readonly undo: EscposCommand | null
}[] = [
  { name: 'realTime', kind: 'real-time', ask: { kind: 'ask-real-time', what: 2 }, undo: null },
  { name: 'sensor', kind: 'sensor', ask: { kind: 'ask-status', what: 1 }, undo: null },
  {
    name: 'automatic',
    kind: 'automatic',
    ask: { kind: 'auto-status', mask: 0x0e },
    undo: { kind: 'auto-status', mask: 0 },
  },
]

/**
 * One thing a printer said. `sensor` answers GS r, `real-time` answers DLE EOT, `automatic` comes
 * by itself (GS a).
 */
export type PrinterAnswer =
  /** Answers GS ( H: everything before it is on paper. */
  | { readonly kind: 'printed'; readonly token: string }
  | { readonly kind: 'automatic'; readonly fault: PrinterFault | null; readonly nearEnd: boolean }
  | { readonly kind: 'real-time'; readonly byte: number }
  | { readonly kind: 'sensor'; readonly byte: number }

const AUTO_STATUS_BYTES = 4
/** Header, four characters and NUL. */
const PRINTED_BYTES = 7

/**
 * Takes a stream of answers apart. An automatic status that has not fully arrived is left out, so
 * the caller keeps its bytes and asks again. Bytes that are no status are skipped: printers send
 * stray ones.
 */
export function readAnswers(bytes: Uint8Array): PrinterAnswer[] {
  const answers: PrinterAnswer[] = []
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (isPrintedStart(bytes, at)) {
      if (at + PRINTED_BYTES > bytes.length) break
      answers.push({
        kind: 'printed',
        token: String.fromCharCode(...bytes.subarray(at + 2, at + 6)),
      })
      at += PRINTED_BYTES - 1
    } else if (isAutoStatusStart(byte)) {
      if (at + AUTO_STATUS_BYTES > bytes.length) break
      const [, , paper = 0] = bytes.subarray(at, at + AUTO_STATUS_BYTES)
      const fault = readAutoStatus(bytes.subarray(at, at + AUTO_STATUS_BYTES))
      answers.push({ kind: 'automatic', fault, nearEnd: (paper & 0x03) !== 0 })
      at += AUTO_STATUS_BYTES - 1
    } else if (isRealTimeStatus(byte)) {
      answers.push({ kind: 'real-time', byte })
    } else if ((byte & 0b1001_0000) === 0) {
      answers.push({ kind: 'sensor', byte })
    }
  }
  return answers
}

/**
 * 37 22 begins the answer to GS ( H. Its characters could be taken for a status, so it goes before
 * all others.
 */
function isPrintedStart(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] !== 0x37) return false
  const second = bytes[at + 1]
  return second === 0x22 || second === undefined
}

/** How a printer says that a paper is finished, by its model. */
export type Confirmation =
  | { readonly kind: 'process-id'; readonly token: string }
  | { readonly kind: 'status' }

/**
 * Whether the answers so far hold the one that was asked for. "No paper" is an answer, and not this
 * one.
 */
export function isConfirmed(bytes: Uint8Array, asked: Confirmation): boolean {
  return readAnswers(bytes).some((answer) =>
    asked.kind === 'status'
      ? answer.kind === 'sensor' && !readSheetSensor(answer.byte).end
      : answer.kind === 'printed' && answer.token === asked.token,
  )
}

/**
 * The last answer to GS r says that there is no paper: it worked off the bytes, and they are
 * nowhere.
 */
export function saysNoPaper(bytes: Uint8Array): boolean {
  const last = readAnswers(bytes).findLast((answer) => answer.kind === 'sensor')
  return last?.kind === 'sensor' && readSheetSensor(last.byte).end
}

/** The roll is near its end, by the last answer that tells; false where none does. */
export function saysPaperLow(bytes: Uint8Array): boolean {
  const last = readAnswers(bytes).findLast(
    (answer) => answer.kind === 'sensor' || answer.kind === 'automatic',
  )
  if (last?.kind === 'sensor') return readSheetSensor(last.byte).nearEnd
  return last?.kind === 'automatic' && last.nearEnd
}

/**
 * The last fault told in a stream of answers to DLE EOT 2 and automatic ones; undefined when they
 * tell nothing.
 */
export function lastFault(bytes: Uint8Array): PrinterFault | null | undefined {
  let fault: PrinterFault | null | undefined
  for (const answer of readAnswers(bytes)) {
    if (answer.kind === 'automatic') fault = answer.fault
    else if (answer.kind === 'real-time') fault = readOfflineCause(answer.byte)
  }
  return fault
}
