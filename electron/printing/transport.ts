import type { Confirmation, HeardAnswers } from '#shared/escpos/status.ts'
import type { PaperHeld, PaperUnknown, PrinterTrouble } from '../till/kernel/ports.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'

/**
 * What became of the bytes. `held` = the device took none of them, so sending again later is safe;
 * `unknown` = it took some and then the link broke or the wait ended.
 */
export type SendOutcome =
  /** The device took every byte and said itself that the paper is finished. */
  | { readonly kind: 'printed'; readonly isPaperLow?: true }
  | { readonly kind: 'accepted'; readonly isPaperLow?: true }
  | PaperHeld
  /** `isAllTaken`: it took every byte; only its word is missing. */
  | (PaperUnknown & { readonly isAllTaken?: true })

export interface SendOptions {
  readonly signal: AbortSignal
  /** The answer the bytes ask the printer for, null for printers that give none. */
  readonly confirmation?: Confirmation | null
  /**
   * Tells why the device takes nothing at the moment, null once it goes on. The job keeps waiting
   * meanwhile.
   */
  readonly onTrouble: (trouble: PrinterTrouble | null) => void
  /**
   * A drawer that opens a minute late is a danger: at the end of `signal` it is taken back where
   * that can be done.
   */
  readonly isWorthlessLate?: boolean
}

export interface SearchScope {
  /** Also asks every address of the shop's network, which others on it may notice. */
  readonly network: boolean
}

/**
 * One way to reach printers. Every method answers within its own limits and never throws for a
 * broken device.
 */
export interface Transport {
  send(printer: PrinterConfig, bytes: Uint8Array, options: SendOptions): Promise<SendOutcome>
  /** Null when the printer is there and takes data. */
  troubleOf(printer: PrinterConfig): Promise<PrinterTrouble | null>
  /**
   * Asks what it answers to, without a mark on the paper. Null where nothing was learnt: it is not
   * there, or is busy.
   */
  probe?(printer: PrinterConfig): Promise<HeardAnswers | null>
  /**
   * A person has seen a paper of it: its silence is its way, and no reason to hold the next one
   * back.
   */
  believe?(printer: PrinterConfig): void
  /** Whether what is behind it prints by itself a paper again that broke off in the middle. */
  repeatsByItself?(printer: PrinterConfig): Promise<boolean>
  /** Printers found without being configured. */
  discover(where: SearchScope): Promise<readonly PrinterConfig[]>
  close(): Promise<void>
}
