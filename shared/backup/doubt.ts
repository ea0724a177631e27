/** A till in doubt: why, what was seen and what is here, and what ends it. */
import { z } from 'zod'
import type { EpochMs } from '../core/brand.ts'
import type { DoubtReason } from './witness.ts'

/** `goes-on`: this is the till now. `second`: the other one goes on selling as well. */
export const DOUBT_WORDS = ['goes-on', 'second'] as const
export type DoubtWord = (typeof DOUBT_WORDS)[number]

/** `registerNumber`: of a second till, which must not be called like the first. */
export const answerDoubtInput = z.object({
  word: z.enum(DOUBT_WORDS),
  registerNumber: z.number().nullable(),
})

export interface DoubtView {
  readonly reason: DoubtReason
  /** It is this machine's own till, older than it was: there is no other beside it. */
  readonly isOwn: boolean
  readonly since: EpochMs
  /** Null while nobody has answered. */
  readonly word: DoubtWord | null
  /** The service has answered for everything that was sold before. */
  readonly hasServiceAnswered: boolean
  /** Number of the last sale or return that is here, and of the last this machine saw. */
  readonly salesHere: number
  readonly salesSeen: number | null
  readonly lastSaleSeenAt: EpochMs | null
}

export const endsDoubt = (doubt: Pick<DoubtView, 'word' | 'hasServiceAnswered'>): boolean =>
  doubt.word !== null && doubt.hasServiceAnswered
