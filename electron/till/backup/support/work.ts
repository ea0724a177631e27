/** What a long piece of support's work tells whoever waits, and how it is stopped. */
import { SupportRefused } from './trouble.ts'

export type WorkPhase = 'copying' | 'sending' | 'reading' | 'checking' | 'installing'

export interface Work {
  /** Tells how far it is; throws SUPPORT_STOPPED when nobody wants it any more. */
  step(phase: WorkPhase, done: number, total: number): void
}

export interface Progress {
  readonly phase: WorkPhase
  /** Of `total`, both in bytes or pieces of the phase's own. */
  readonly done: number
  readonly total: number
}

/** Nobody waits, nobody stops it. */
export const QUIET: Work = { step: () => {} }

export function workOf(tell: (progress: Progress) => void, isStopped: () => boolean): Work {
  return {
    step(phase, done, total) {
      if (isStopped()) throw new SupportRefused('SUPPORT_STOPPED')
      tell({ phase, done, total })
    },
  }
}
