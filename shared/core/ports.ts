/** Ports that every room means alike. The machine's own ones are given by the hosts. */
import type { EpochMs } from './brand.ts'

export interface WallClock {
  /** Wall clock, for dates people read. */
  now(): EpochMs
}

export interface Clock extends WallClock {
  /** Milliseconds that never jump, for waits and durations. */
  monotonicMs(): number
  /** Milliseconds the computer has been on, sleep included, whatever is done to its clock. */
  uptimeMs(): number
  /** Calls back once after `delayMs`; the returned function cancels. */
  after(delayMs: number, callback: () => void): () => void
}

export interface Randomness {
  /** Cryptographically strong bytes. */
  bytes(count: number): Uint8Array
}

/** One event: a sentence for whoever reads the log, and what it was about. */
export type Log = (message: string, detail: Readonly<Record<string, unknown>>) => void
