/**
 * A vale: what a return is worth, on paper, for whoever brings it. Forward only, and nothing of it
 * is stored but facts that never change: what it was given for, what sales took off it, when it
 * ends, and that it was voided. State and balance follow.
 */
import type { IsoDate } from '../core/brand.ts'
import { refusal, type Refusal } from '../languages/refusals.ts'
import { assert } from '../core/result.ts'
import { clp, formatClp, ZERO_CLP, type Clp } from '../money/clp.ts'
import { addMonths, printDate } from '../time/calendar.ts'

export type ValeState = 'issued' | 'partly-used' | 'used' | 'expired' | 'voided'
type ValeMove = 'use-part' | 'use-rest' | 'expire' | 'void'

/** What is not here does not happen. */
export const VALE_MOVES: Readonly<
  Record<ValeState, Readonly<Partial<Record<ValeMove, ValeState>>>>
> = {
  issued: { 'use-part': 'partly-used', 'use-rest': 'used', expire: 'expired', void: 'voided' },
  'partly-used': {
    'use-part': 'partly-used',
    'use-rest': 'used',
    expire: 'expired',
    void: 'voided',
  },
  used: {},
  expired: {},
  voided: {},
}

/** As its rows say it. */
export interface ValeFacts {
  readonly number: number
  /** Number of the till of the shop that gave it; absent: this one. */
  readonly till?: number
  /** What it was given for. */
  readonly amountClp: Clp
  /** Taken off it by sales. */
  readonly usedClp: Clp
  /** The last day it pays; null where it never ends. */
  readonly expiresOn: IsoDate | null
  /** A sale of a later day is on disk: it stays ended, also for a clock that was set back. */
  readonly hasEnded: boolean
  /** By the owner, or because the return that gave it was undone. */
  readonly isVoided: boolean
  /**
   * The till's data were put back from a backup since: what it paid between the backup and then is
   * on no disk. The owner looks at the paper and accepts it, or does not.
   */
  readonly isDoubtful: boolean
}

/** `amountClp` = `usedClp` + `balanceClp` + `expiredClp` + `voidedClp`, to the peso. */
interface ValeNow {
  readonly state: ValeState
  readonly balanceClp: Clp
  readonly expiredClp: Clp
  readonly voidedClp: Clp
}

export function valeNow(facts: ValeFacts, today: IsoDate): ValeNow {
  const { amountClp, usedClp, expiresOn, hasEnded, isVoided } = facts
  assert(usedClp >= 0 && usedClp <= amountClp, `no more is taken off vale ${facts.number}`)
  const leftClp = clp(amountClp - usedClp)
  const moves: readonly (ValeMove | null)[] = [
    usedClp === 0 ? null : leftClp === 0 ? 'use-rest' : 'use-part',
    isVoided ? 'void' : null,
    hasEnded || (expiresOn !== null && today > expiresOn) ? 'expire' : null,
  ]
  const state = moves.reduce<ValeState>(
    (before, move) => (move === null ? before : (VALE_MOVES[before][move] ?? before)),
    'issued',
  )
  const isOpen = state === 'issued' || state === 'partly-used'
  return {
    state,
    balanceClp: isOpen ? leftClp : ZERO_CLP,
    expiredClp: state === 'expired' ? leftClp : ZERO_CLP,
    voidedClp: state === 'voided' ? leftClp : ZERO_CLP,
  }
}

/** Why it does not pay so much today, or null. */
export function useProblem(facts: ValeFacts, amountClp: number, today: IsoDate): Refusal | null {
  const { state, balanceClp } = valeNow(facts, today)
  const name = valeName(facts.number, facts.till)
  const over = overProblem({ state, name, expiresOn: facts.expiresOn })
  if (over !== null) return over
  if (facts.isDoubtful) return refusal('VALE_DOUBTFUL', 'method', { name })
  return amountClp > balanceClp
    ? refusal('VALE_TOO_SMALL', 'method', { name, left: formatClp(balanceClp) })
    : null
}

/** Why it pays nothing any more, or null. */
export function overProblem({
  state,
  name,
  expiresOn,
}: {
  readonly state: ValeState
  readonly name: string
  readonly expiresOn: IsoDate | null
}): Refusal | null {
  if (state === 'used') return refusal('VALE_USED', 'method', { name })
  if (state === 'voided') return refusal('VALE_VOIDED', 'method', { name })
  if (state === 'expired')
    return refusal('VALE_EXPIRED', 'method', { name, date: printDate(expiresOn ?? '') })
  return null
}

/**
 * How payments and papers name it: `V12`, or `V12 caja 2` where another till of the shop gave it.
 * No secret: it pays nothing without its code.
 */
export function valeName(number: number, till?: number): string {
  return till === undefined ? `V${number}` : `V${number} caja ${till}`
}

/** 0 months: it never ends. */
export function valeEnd(givenOn: IsoDate, months: number): IsoDate | null {
  return months === 0 ? null : addMonths(givenOn, months)
}
