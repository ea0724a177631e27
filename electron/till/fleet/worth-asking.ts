/** What is spent once over all tills, and the service: what it is told, and asked. */
import { ok, refuse, type Result } from '#shared/core/result.ts'
import {
  PESOS,
  type AnsweredWorthClaim,
  type SaidWorth,
  type WorthKind,
} from '#shared/fleet/worth-contract.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { isNotStored, isOfRequest, type FleetRefusal } from './fleet-client.ts'
import type { TillCredentials } from '../settings/own-key.ts'
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

async function tellClaim(
  { client, worths }: Asking,
  claim: TillClaim,
  as: Telling,
): Promise<Result<null, FleetRefusal>> {
  const told = await endOrUse(client, claim, as)
  if (told.ok) worths.claimSaid(claim)
  return told
}

/** Spent, or ended. */
async function endOrUse(
  client: WorthClient,
  { key, kind, worthId: worth_id, takes, state }: TillClaim,
  as: Telling,
): Promise<Result<null, FleetRefusal>> {
  const of = { key, kind, worth_id }
  const told =
    state === 'used'
      ? await client.claim({ ...of, takes, is_done: true, worth: null }, as)
      : await client.release({ ...of, is_undone: kind === 'sale' }, as)
  return told.ok ? ok(null) : told
}

/** One thing that the hub of the place is told: what became of claims, then what was given. */
export async function tellHub(
  worths: ShopWorths,
  { term, client }: AskedHub,
  { takesNew, signal }: { readonly takesNew: boolean; readonly signal: AbortSignal },
): Promise<Result<null, FleetRefusal> | null> {
  const as = { as: NO_KEY, signal }
  worths.endStale()
  const claim = worths.unsaidClaimAtHub(term)
  if (claim !== null) {
    const told = await endOrUse(client, claim, as)
    if (told.ok || isOfRequest(told.refusal)) worths.claimHubSaid(claim)
    return told.ok || isOfRequest(told.refusal) ? ok(null) : told
  }
  const next = takesNew ? worths.nextForHub(term) : null
  if (next === null) return null
  const told = await client.tell(next.worths, as)
  if (told.ok || isOfRequest(told.refusal)) worths.toldHub(next, term)
  else if (isNotStored(told.refusal)) worths.untoldHub(next, term)
  return told.ok || isOfRequest(told.refusal) ? ok(null) : told
}

export interface AskedHub {
  readonly term: number
  readonly client: WorthClient
}

/** The hub of this till's place, as it is asked of vales and credit notes. */
export interface WorthHub {
  /** Null where it is not heard, or is this till itself. */
  asked(): AskedHub | null
  isOwn(): boolean
  /** The service answered last. */
  serviceIsUp(): boolean
  /** Of the hub itself. False where it has none of it, or the service was not told. */
  giveBack(kind: WorthKind, worthId: string, signal: AbortSignal): Promise<boolean>
}

/** The hub goes by the key of a connection, and never sees the one to the service. */
export const NO_KEY: TillCredentials = { key: '', installation: '' }

export interface ClaimingWorths extends Asking {
  readonly hub: WorthHub
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

interface Claiming {
  readonly deed: string
  readonly wanted: Wanted
}

async function claimOne(
  parts: ClaimingWorths,
  { deed, wanted }: Claiming,
  as: Telling,
): Promise<Result<null, Refusal>> {
  const { worths, hub } = parts
  if ((await tellRestored(parts, as))?.ok === false) return refuse(refusal('WORTH_SHOP_AWAY'))
  const asked = worths.ask(deed, wanted)
  if (asked === null) return ok(null)
  const near = await askHub(parts, asked.key, wanted)
  if (near !== null && near.ok && isTheHubs(near.value))
    return settle(parts, { ...asked, wanted, along: null, isByHub: true }, near.value)
  // Asked before without an answer, it may be granted there.
  const mayBeThere = near?.ok !== true && worths.mayBeAtHub(asked.key)
  const drop = () => {
    if (!mayBeThere) worths.dropAsked(asked.key)
  }
  if (near?.ok === true && !hub.serviceIsUp() && asked.isNew) {
    drop()
    return refuse(refusal('WORTH_NOT_AT_HUB'))
  }
  const { answer, along } = await askService(parts, asked.key, wanted, as)
  if (!answer.ok) {
    if (asked.isNew && isNotStored(answer.refusal)) drop()
    if (answer.refusal === 'RATE_LIMITED') return refuse(refusal('WORTH_TILL_LIMIT'))
    return refuse(refusal(hub.isOwn() ? 'WORTH_AT_OWN_HUB' : 'WORTH_SHOP_AWAY'))
  }
  if (answer.value.outcome === 'lent') {
    drop()
    return refuse(refusal('WORTH_AT_HUB', 'method', { till: answer.value.hub }))
  }
  if (answer.value.outcome === 'unknown' && mayBeThere) return refuse(refusal('WORTH_SHOP_AWAY'))
  return settle(parts, { ...asked, wanted, along, isByHub: false }, answer.value)
}

/** What it has is its alone to grant; of all else the service is asked. */
const isTheHubs = ({ outcome }: AnsweredWorthClaim) => outcome !== 'unknown' && outcome !== 'lent'

type Answered = Result<AnsweredWorthClaim, FleetRefusal>

/** Null where there is none to be asked. */
async function askHub(
  { worths, hub, signal }: ClaimingWorths,
  key: string,
  wanted: Wanted,
): Promise<Answered | null> {
  const at = hub.asked()
  if (at === null) return null
  const { term, client } = at
  const as = { as: NO_KEY, signal }
  const { kind, worthId: worth_id, takes } = wanted
  for (const over of worths.unsaidOfAtHub(term, wanted)) {
    const told = await endOrUse(client, over, as)
    if (!told.ok) return told
    worths.claimHubSaid(over)
  }
  if (hub.asked()?.term !== term) return null
  worths.askHub(key, term)
  return client.claim({ kind, worth_id, key, takes, is_done: false, worth: null }, as)
}

async function askService(
  { client, worths, hub }: ClaimingWorths,
  key: string,
  wanted: Wanted,
  as: Telling,
): Promise<{ readonly answer: Answered; readonly along: SaidWorth | null }> {
  const { kind, worthId: worth_id, takes } = wanted
  const along = worths.toTellAlong(wanted)
  // What was given up of it, or spent and less than was granted, is there again first.
  for (const over of worths.unsaidOf(kind, worth_id)) {
    const told = await tellClaim({ client, worths }, over, as)
    // Nothing of the question itself was said.
    if (!told.ok)
      return { answer: refuse(isNotStored(told.refusal) ? told.refusal : 'UNSENT'), along }
  }
  const worth = along && worths.withTaken(along)
  const claim = { kind, worth_id, key, takes, is_done: false, worth }
  const answer = await client.claim(claim, as)
  // At the hub itself it is given back first: a hub grants itself nothing.
  const isHere = answer.ok && answer.value.outcome === 'lent' && hub.isOwn()
  if (!isHere || !(await hub.giveBack(kind, worth_id, as.signal))) return { answer, along }
  return { answer: await client.claim(claim, as), along }
}

interface Settling {
  readonly key: string
  readonly wanted: Wanted
  readonly along: SaidWorth | null
  readonly isByHub: boolean
}

function settle(
  { worths }: Asking,
  { key, wanted, along, isByHub }: Settling,
  said: AnsweredWorthClaim,
): Result<null, Refusal> {
  if (said.outcome === 'granted')
    return worths.grant(key, wanted, { ...said, said: along, isByHub })
      ? ok(null)
      : refuse(refusal('WORTH_ASKS_SHOP'))
  worths.dropAsked(key)
  if (said.outcome === 'ended') return refuse(refusal('WORTH_ASKS_SHOP'))
  // Its own one it has told: a service that was put back is told again.
  if (said.outcome !== 'short')
    return refuse(refusal(wanted.ownId === null ? 'WORTH_UNKNOWN' : 'WORTH_SHOP_AWAY'))
  const left = clp(said.left[PESOS] ?? 0)
  return left === 0
    ? refuse(refusal((said.held[PESOS] ?? 0) > 0 ? 'WORTH_IN_HAND' : 'WORTH_SPENT', 'method'))
    : refuse(refusal('WORTH_SHORT', 'method', { left: formatClp(left) }))
}
