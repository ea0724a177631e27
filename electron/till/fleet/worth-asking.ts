/** What is spent once over all tills, and the service: what it is told, and asked. */
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { PESOS } from '#shared/fleet/worth-contract.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import {
  isNotStored,
  isOfRequest,
  type FleetRefusal,
  type TillCredentials,
} from './fleet-client.ts'
import type { ShopWorths, Wanted } from './shop-worths.ts'
import type { WorthClient } from './worth-client.ts'
import type { TillClaim } from './worth-rows.ts'
import { yielding } from './yielding.ts'

interface Asking {
  readonly client: WorthClient
  readonly worths: ShopWorths
}
interface Telling {
  readonly as: TillCredentials
  readonly signal: AbortSignal
}

/**
 * One thing that waits: what became of claims comes before what is told. Null: nothing waits. A
 * service without this part has nothing to count, and says `NONE`.
 */
export function createWorthTelling(asking: Asking) {
  const tellNextClaim = yielding((as: Telling) => tellOpenClaim(asking, as))
  return async (as: Telling): Promise<Result<null, FleetRefusal> | null> => {
    asking.worths.endStale()
    return (
      (await tellRestored(asking, as)) ?? (await tellNextClaim(as)) ?? (await tellNext(asking, as))
    )
  }
}

async function tellOpenClaim(
  { client, worths }: Asking,
  as: Telling,
): Promise<Result<null, FleetRefusal> | null> {
  const claim = worths.unsaidClaim()
  if (claim === null) return null
  const told = await tellClaim({ client, worths }, claim, as)
  if (told.ok || !isOfRequest(told.refusal)) return told
  worths.claimNotTaken(claim.key)
  return ok(null)
}

async function tellNext(
  { client, worths }: Asking,
  as: Telling,
): Promise<Result<null, FleetRefusal> | null> {
  const next = worths.next()
  if (next === null) return null
  const answer = await client.tell(next.worths, as)
  if (answer.ok) worths.told(next)
  else if (isNotStored(answer.refusal)) worths.untold(next)
  if (answer.ok) return ok(null)
  if (!isOfRequest(answer.refusal)) return answer
  worths.notTaken(next)
  return ok(null)
}

/** Before anything else is asked: what is granted from then on it knows of. Null: nothing is. */
async function tellRestored(
  { client, worths }: Asking,
  as: Telling,
): Promise<Result<null, FleetRefusal> | null> {
  const restored = worths.restored()
  if (restored === null) return null
  const told = await client.restored(restored, as)
  if (!told.ok && told.refusal !== 'NONE') return told
  worths.restoredTold()
  return ok(null)
}

/** Of a till that leaves its shop nothing comes of what it has asked for and not spent. */
export async function endWorths({ client, worths }: Asking, as: Telling): Promise<void> {
  worths.endOpen()
  for (let claim = worths.unsaidClaim(); claim !== null; claim = worths.unsaidClaim()) {
    const told = await tellClaim({ client, worths }, claim, as)
    if (!told.ok && !isOfRequest(told.refusal)) return
    if (!told.ok) worths.claimNotTaken(claim.key)
  }
}

/** Spent, or ended. */
async function tellClaim(
  { client, worths }: Asking,
  { key, kind, worthId: worth_id, takes, state }: TillClaim,
  as: Telling,
): Promise<Result<null, FleetRefusal>> {
  const of = { key, kind, worth_id }
  const told =
    state === 'used'
      ? await client.claim({ ...of, takes, is_done: true, worth: null }, as)
      : await client.release({ ...of, is_undone: kind === 'sale' }, as)
  if (!told.ok) return told
  worths.claimSaid(key)
  return ok(null)
}

export interface ClaimingWorths extends Asking {
  readonly signal: AbortSignal
  /** Null while there is nothing to speak with. */
  readonly as: () => TillCredentials | null
}

/** Brings so much of each into this till's hand, for one deed; where it is already nobody asks. */
export function createWorthClaiming(parts: ClaimingWorths) {
  const { worths, as: credentials, signal } = parts
  return async (deed: string, wanted: readonly Wanted[]): Promise<Result<null, Refusal>> => {
    // What the sale before this one gave up is there for it at once.
    worths.endStale()
    for (const each of wanted) {
      if (!worths.asks(each)) continue
      const as = credentials()
      if (as === null)
        return refuse(refusal(worths.isOfShop() ? 'WORTH_SHOP_AWAY' : 'WORTH_LEFT_SHOP'))
      const claimed = await claimOne(parts, { deed, wanted: each }, { as, signal })
      if (!claimed.ok) return claimed
    }
    return ok(null)
  }
}

async function claimOne(
  { client, worths }: Asking,
  { deed, wanted }: { readonly deed: string; readonly wanted: Wanted },
  as: Telling,
): Promise<Result<null, Refusal>> {
  const { kind, worthId: worth_id, takes } = wanted
  if ((await tellRestored({ client, worths }, as))?.ok === false)
    return refuse(refusal('WORTH_SHOP_AWAY'))
  const asked = worths.ask(deed, wanted)
  if (asked === null) return ok(null)
  const { key, isNew } = asked
  const away = () => {
    if (isNew) worths.dropAsked(key)
    return refuse(refusal('WORTH_SHOP_AWAY'))
  }
  // What was given up for it is there again first.
  for (const over of worths.unsaidEnds(kind, worth_id)) {
    const told = await tellClaim({ client, worths }, over, as)
    if (!told.ok) return away()
  }
  const along = worths.toTellAlong(wanted)
  const worth = along && worths.withTaken(along)
  const claim = { kind, worth_id, key, takes, is_done: false, worth }
  const answer = await client.claim(claim, as)
  if (!answer.ok) return isNotStored(answer.refusal) ? away() : refuse(refusal('WORTH_SHOP_AWAY'))
  const said = answer.value
  if (said.outcome === 'granted')
    return worths.grant(key, wanted, { ...said, said: along })
      ? ok(null)
      : refuse(refusal('WORTH_ASKS_SHOP'))
  worths.dropAsked(key)
  if (said.outcome === 'ended') return refuse(refusal('WORTH_ASKS_SHOP'))
  // Its own one it has told: a service that was put back is told again.
  if (said.outcome === 'unknown')
    return refuse(refusal(wanted.ownId === null ? 'WORTH_UNKNOWN' : 'WORTH_SHOP_AWAY'))
  const left = clp(said.left[PESOS] ?? 0)
  return left === 0
    ? refuse(refusal((said.held[PESOS] ?? 0) > 0 ? 'WORTH_IN_HAND' : 'WORTH_SPENT', 'method'))
    : refuse(refusal('WORTH_SHORT', 'method', { left: formatClp(left) }))
}
