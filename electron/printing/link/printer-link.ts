import { encodeCommand } from '#shared/escpos/command.ts'
import { readOfflineCause } from '#shared/escpos/status.ts'
import type { PrinterFault } from '#shared/escpos/status.ts'
import { ASK_STAR_STATUS, readStarStatus } from '#shared/star/star.ts'
import type { Answers } from './answers.ts'
import type { PrinterLanguage } from '#shared/escpos/printer-language.ts'

/**
 * One open connection to a printer that takes bytes in a row and may answer: a network port or a
 * serial one.
 */
export interface PrinterLink {
  readonly answers: Answers
  readonly error: Error | null
  readonly isClosed: boolean
  /** Bytes this machine has not passed on yet. */
  readonly waitingBytes: number
  write(bytes: Uint8Array): void
  /**
   * Nothing more will be written, and the printer answers nothing: waits until it has everything as
   * well as this connection can tell. `over` = bytes still wait here; `unsaid` = none do, and more
   * cannot be told. May be called again.
   */
  finish(limitMs: number): Promise<LineEnd>
  destroy(): void
}

export type LineEnd = 'taken' | 'lost' | 'over' | 'unsaid'

/** Asks a real-time question: the printer's status byte, or null when it stays silent. */
async function askStatus(
  link: PrinterLink,
  what: 1 | 2 | 3 | 4,
  limitMs: number,
  signal?: AbortSignal,
): Promise<number | null> {
  link.answers.forget()
  link.write(encodeCommand({ kind: 'ask-real-time', what }))
  await link.answers.until(() => link.answers.has('real-time') || signal?.aborted === true, limitMs)
  const answer = link.answers.read().findLast(({ kind }) => kind === 'real-time')
  return answer?.kind === 'real-time' ? answer.byte : null
}

/** What a printer says is wrong with it: null for nothing, undefined when it stays silent. */
export async function askFault(
  link: PrinterLink,
  language: PrinterLanguage,
  limitMs: number,
  signal?: AbortSignal,
): Promise<PrinterFault | null | undefined> {
  if (language === 'escpos') {
    const status = await askStatus(link, 2, limitMs, signal)
    return status === null ? undefined : readOfflineCause(status)
  }
  link.answers.forget()
  link.write(ASK_STAR_STATUS)
  await link.answers.until(() => readStarStatus(link.answers.bytes) !== undefined, limitMs)
  return readStarStatus(link.answers.bytes)
}
