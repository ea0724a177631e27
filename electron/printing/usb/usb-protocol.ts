/**
 * What the till and its USB process say to each other. Both ends are this program, so shapes are
 * trusted.
 */
import type { Confirmation, HeardAnswers } from '#shared/escpos/status.ts'
import type { PrinterTrouble } from '../../till/kernel/ports.ts'
import type { SendOutcome } from '../transport.ts'

/** Bytes of one transfer: small enough to lose little, large enough to keep the line full. */
export const CHUNK_BYTES = 4096
/** No progress for this long and the printer is asked why. */
export const STALL_MS = 5_000
/** How often a stalled printer is asked again. */
export const STATUS_POLL_MS = 2_000
/** Longest a half-sent paper waits for paper, cover or switch before somebody has to look at it. */
export const HALF_SENT_WAIT_MS_MAX = 15 * 60_000
/** Longest a request on the control pipe may take. */
export const CONTROL_TIMEOUT_MS = 500
/** Longest wait for the word that a paper is finished while nothing is wrong. */
export const CONFIRM_MS = 10_000
/** Longest wait for each answer of a printer that is asked what it answers to. */
export const PROBE_ANSWER_MS = 600
/** Most bytes of one order. */
export const SEND_BYTES_MAX = 16 * 1024 * 1024

/**
 * How a USB printer is recognised: never by its device object or address, which change when it is
 * plugged again.
 */
export interface UsbTarget {
  readonly vendorId: number
  readonly productId: number
  readonly serial: string | null
  readonly portPath: string | null
}

export interface UsbFound extends UsbTarget {
  readonly manufacturer: string | null
  readonly product: string | null
  readonly trouble: PrinterTrouble | null
}

/** Times of one process, so that tests need not wait as long as people do. */
export interface UsbTimes {
  readonly stallMs: number
  readonly halfSentWaitMsMax: number
  readonly confirmMs: number
}

export interface UsbOrder {
  readonly target: UsbTarget
  readonly bytes: Uint8Array
  readonly confirmation: Confirmation | null
  readonly times: UsbTimes
}

export type ToUsbHost =
  | { readonly kind: 'send'; readonly id: number; readonly order: UsbOrder }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'list'; readonly id: number }
  | {
      readonly kind: 'probe'
      readonly id: number
      readonly target: UsbTarget
      readonly answerMs: number
    }
  | { readonly kind: 'ping'; readonly id: number }

export type FromUsbHost =
  | { readonly kind: 'sent'; readonly id: number; readonly outcome: SendOutcome }
  /**
   * Comes before the first byte is offered and after every chunk: whoever ends the process knows
   * what may be on paper.
   */
  | { readonly kind: 'progress'; readonly id: number; readonly bytesAccepted: number }
  | { readonly kind: 'trouble'; readonly id: number; readonly trouble: PrinterTrouble | null }
  | { readonly kind: 'listed'; readonly id: number; readonly printers: readonly UsbFound[] }
  /** Null: the printer could not be asked. */
  | { readonly kind: 'probed'; readonly id: number; readonly heard: HeardAnswers | null }
  | { readonly kind: 'pong'; readonly id: number }
  /**
   * The process cannot see all printers; nothing was done. It wants to be replaced and asked again.
   */
  | { readonly kind: 'stale'; readonly id: number }
  | { readonly kind: 'failed'; readonly id: number; readonly detail: string }
