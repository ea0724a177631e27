/** Parked sales and the service: what this till says of its own, and how it asks for one. */
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { PARKED_MAX } from '#shared/selling/cart/parked.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import {
  isBarring,
  isNotStored,
  isOfRequest,
  type FleetClient,
  type FleetRefusal,
} from './fleet-client.ts'
import type { TillCredentials } from '../settings/own-key.ts'
import type { Memberships } from './membership.ts'
import type { ShopParked } from './shop-parked.ts'
import { yielding } from './yielding.ts'

/** Who keeps parked sales that were said to it: the service, or the hub of the place. */
export interface ParkedKeeper {
  /** 0 the service, else the hub of that term. */
  readonly id: number
  readonly client: Pick<FleetClient, 'park' | 'claim'>
  readonly as: TillCredentials
}

/** The question that waits for its answer. Null where none does. */
export async function askAgain(
  parked: ShopParked,
  { id, client, as }: ParkedKeeper,
  signal: AbortSignal,
): Promise<Result<true, FleetRefusal> | null> {
  const claim = parked.openClaim(id)
  if (claim === null) return null
  const answer = await client.claim(claim, as, signal)
  if (!answer.ok) return answer
  parked.settle(claim, answer.value)
  return ok(true)
}

/**
 * One thing that waits: what was asked for comes before what is said. Null where nothing waits;
 * false where the service did not want it.
 */
export function createParkedSaying(parked: ShopParked) {
  const ask = yielding((keeper: ParkedKeeper, signal: AbortSignal) =>
    askAgain(parked, keeper, signal),
  )
  return async (keeper: SayingTo, signal: AbortSignal) =>
    (await ask(keeper, signal)) ?? (await sayNext(parked, keeper, signal))
}

type SayingTo = ParkedKeeper & { readonly takesNew: boolean }

async function sayNext(
  parked: ShopParked,
  keeper: SayingTo,
  signal: AbortSignal,
): Promise<Result<boolean, FleetRefusal> | null> {
  const next = parked.next(keeper.id, keeper.takesNew)
  if (next === null) return null
  const answer = await keeper.client.park([next.said], keeper.as, signal)
  if (!answer.ok) {
    if (isNotStored(answer.refusal)) parked.notSaid(next, isOfRequest(answer.refusal))
    return answer
  }
  const of = answer.value.find(({ parked_id: id }) => id === next.said.parked_id)
  if (of !== undefined) parked.answered(next, of.outcome)
  return ok(of !== undefined && of.outcome !== 'refused')
}

interface Claiming {
  readonly parked: ShopParked
  readonly membership: Pick<Memberships, 'now'>
  readonly signal: AbortSignal
  /** Null while there is nothing to speak with, and of a hub that is no more. */
  readonly keeper: (id: number) => ParkedKeeper | null
  /** Nobody can say what the hub of that term took up itself. */
  readonly isLost: (term: number) => boolean
  /** Of this till's own list. */
  readonly count: () => number
}

/** Of a hub: it was left, and others may be granted there still. */
const awayFrom = (term: number) => (term > 0 ? 'PARKED_HUB_AWAY' : 'PARKED_SHOP_AWAY')

/** Brings a parked sale into this till's hand, unless it is there or another till has it. */
export function createClaiming({ parked, membership, signal, keeper, ...rest }: Claiming) {
  return async function bring(parkedId: string, isSure = false): Promise<Result<null, Refusal>> {
    const of = parked.asks(parkedId)
    if (of === null) return ok(null)
    if (of === 'left') return refuse(refusal('PARKED_LEFT'))
    const by = parked.takenBy(parkedId)
    if (by !== null) return refuse(refusal('PARKED_TAKEN', null, { till: by }))
    const term = parked.keeperOf(parkedId)
    const to = keeper(term)
    if (to === null && isSure && of === 'own' && rest.isLost(term)) {
      parked.takeLost(parkedId)
      return ok(null)
    }
    if (to === null) return refuse(refusal(rest.isLost(term) ? 'PARKED_HUB_LOST' : awayFrom(term)))
    if (of === 'other' && rest.count() >= PARKED_MAX)
      return refuse(refusal('PARKED_FULL', null, { most: String(PARKED_MAX) }))
    const { isNew, ...claim } = parked.claim(parkedId)
    if (claim.step === 'done' || claim.step === 'used') return refuse(refusal('PARKED_NOT_FOUND'))
    const answer = await to.client.claim(claim, to.as, signal)
    if (!answer.ok) {
      // Nobody has heard of it. Else its answer is asked for again until it comes.
      if (isNew && isNotStored(answer.refusal)) parked.dropClaim(parkedId)
      return refuse(refusal(isBarring(answer.refusal) ? 'SHOP_BARRED' : 'PARKED_SHOP_AWAY'))
    }
    // What it had given back waits for all again, for this till too.
    if (claim.step === 'given_up') {
      parked.settle(claim, answer.value)
      return bring(parkedId)
    }
    if (parked.settle(claim, answer.value) === 'unreadable') {
      const isComing = membership.now()?.isHeardWhole === false
      return refuse(refusal(isComing ? 'PARKED_STILL_COMING' : 'PARKED_NOT_READABLE'))
    }
    if (answer.value.outcome === 'taken')
      return refuse(refusal('PARKED_TAKEN', null, { till: answer.value.by_name }))
    if (parked.asks(parkedId) === null) return ok(null)
    // It has not arrived there, and may yet: it is said again, and asked for then.
    return refuse(refusal(of === 'own' ? 'PARKED_ASKS_SHOP' : 'PARKED_NOT_FOUND'))
  }
}
