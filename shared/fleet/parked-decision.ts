/**
 * Who takes a parked sale: decided once, wherever it is kept, by the service or by a hub. Pure; the
 * rule stands in `parked-contract.ts`.
 */
import type { AnsweredClaim, AnsweredParked, Claim } from './parked-contract.ts'

export interface KeptParked {
  readonly place: string
  readonly byNumber: number
  readonly parker: string
  readonly takenBy: number | null
  readonly takenKey: string | null
  readonly hasContent: boolean
  /** Null facts: it was only said to be taken, and there is nothing to hand over. */
  readonly hasFacts: boolean
}

interface ParkedAsker {
  readonly place: string
  readonly number: number
  readonly installationId: string
}

interface DecidedClaim {
  readonly outcome: AnsweredClaim['outcome']
  /** `made`: a row that stands for what is nowhere here, and is that till's. */
  readonly row: 'take' | 'free' | 'made' | null
  /** By its key nothing is to be had any more. */
  readonly voids: boolean
}

/** Whether that till parked it, whatever number and place it had then. */
const isParkedBy = (
  { byNumber, parker }: Pick<KeptParked, 'byNumber' | 'parker'>,
  { number, installationId }: ParkedAsker,
): boolean => byNumber === number || parker === installationId

export function decideParkedClaim(
  row: KeptParked | null,
  till: ParkedAsker,
  claim: Claim,
  isVoidKey: boolean,
): DecidedClaim {
  const { outcome, row: change } =
    row === null ? decideUnknown(claim, isVoidKey) : decideKept(row, till, claim, isVoidKey)
  const isNothing = outcome === 'unknown' || outcome === 'taken'
  const voids = (isNothing && claim.step !== 'done') || claim.step === 'used'
  return { outcome, row: change, voids }
}

type Decided = Omit<DecidedClaim, 'voids'>
const NOTHING: Decided = { outcome: 'unknown', row: null }

/** It may arrive yet, or again in a database that was put back: it is not to be had then. */
function decideUnknown({ step, is_own: isOwn }: Claim, isVoidKey: boolean): Decided {
  if (isTakenUp(step)) return { outcome: 'unknown', row: 'made' }
  return step === 'asked' && isOwn && !isVoidKey ? { outcome: 'own', row: 'made' } : NOTHING
}

const isTakenUp = (step: Claim['step']) => step === 'done' || step === 'used'

function decideKept(
  row: KeptParked,
  till: ParkedAsker,
  { key, step }: Claim,
  isVoidKey: boolean,
): Decided {
  const isVoid = isVoidKey && !isTakenUp(step)
  if (row.place !== till.place && !isParkedBy(row, till)) return NOTHING
  // The key alone says so: its till may have left and joined again, with another number.
  const isHeld = row.takenKey === key
  // What has no content any more is nothing to wait for.
  if (step === 'given_up') return isHeld && row.hasContent ? { ...NOTHING, row: 'free' } : NOTHING
  // It was taken up: whoever asks has forgotten it.
  if (isHeld && isVoid) return { outcome: 'taken', row: null }
  const outcome = row.hasFacts ? 'granted' : 'own'
  if (isHeld) return { outcome, row: row.takenBy === till.number ? null : 'take' }
  if (row.takenBy !== null) return { outcome: 'taken', row: null }
  return isVoid ? NOTHING : { outcome, row: 'take' }
}

/** Nothing of another till is told or changed by its id, nor of another place. */
export function becameOfParked(
  row: KeptParked,
  till: ParkedAsker,
): AnsweredParked[number]['outcome'] {
  const isOwn = isParkedBy(row, till)
  if (!isOwn && row.place !== till.place) return 'refused'
  if (row.takenBy !== null) return row.takenBy === till.number ? 'kept' : 'over'
  return isOwn ? 'kept' : 'refused'
}
