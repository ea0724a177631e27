/**
 * What a till in a shop does beside the counter: it asks what is new, held by the service until
 * there is something, writes it in slices, and says what was changed here.
 */
import type { Clock } from '../kernel/ports.ts'
import {
  EDITS_BYTES_MAX,
  EDITS_MAX,
  MOVES_MAX,
  WAIT_MS_MAX,
  type AnsweredEdits,
  type Changes,
  type Edit,
} from '#shared/fleet/contract.ts'
import { SHARED_KINDS } from '#shared/fleet/shared-records.ts'
import { SHOP_SETTINGS } from '../settings/shop-settings.ts'
import { unattended } from '../kernel/background.ts'
import { pause } from '../kernel/pause.ts'
import type { SteadyTime } from '../kernel/steady-time.ts'
import type { Today } from '../kernel/today.ts'
import { createEasing } from './easing.ts'
import type { Edits } from './edits.ts'
import { tellingFacts, tellingHealth, type FactParts } from './fact-telling.ts'
import { isOfRequest, speakerOf, type FleetClient } from './fleet-client.ts'
import type { TillCredentials } from '../settings/own-key.ts'
import type { Heard } from './heard.ts'
import type { Hub } from './hub/open-hub.ts'
import type { Looks } from './looks.ts'
import type { Membership } from './membership.ts'
import { createParkedSaying } from './parked-asking.ts'
import { sharingPins, type PinStepParts } from './pin-sharing.ts'
import { LOOK_EVERY_MS, NONE_REST_MS, SLICE_REST_MS, UNTIL_WOKEN_MS, type Step } from './step.ts'
import { createSetbacks, type SetbackParts } from './setbacks.ts'
import type { ShopParked } from './shop-parked.ts'
import type { ShopStock } from './shop-stock.ts'
import type { ShopWorths } from './shop-worths.ts'
import type { SaidOfKey } from './take-own-key.ts'
import { createWorthTelling } from './worth-asking.ts'
import type { WorthClient } from './worth-client.ts'

interface FleetWorker {
  start(): void
  /** The till has joined, or left. */
  wake(): void
  /** Says what waits of records and stock, as far as the service takes it now. */
  sayAll(): Promise<void>
  /** Whether the service answered last. */
  isUp(): boolean
  stop(): Promise<void>
}

interface FleetWorkerParts
  extends Omit<FactParts, 'setbacks' | 'isOfRequest' | 'fitting'>,
    SetbackParts {
  readonly clock: Clock
  readonly looks: Looks
  readonly today: Today
  readonly client: FleetClient
  readonly edits: Edits
  readonly steady: SteadyTime
  readonly heard: Heard
  readonly stock: ShopStock
  readonly parked: ShopParked
  readonly hub: Pick<Hub, 'isUp' | 'isNone' | 'steps' | 'serviceIsUp'>
  readonly worths: ShopWorths
  readonly worthClient: WorthClient
  /** Null while there is nothing to speak with: alone, at another address, without its key. */
  readonly credentials: (membership: Membership) => TillCredentials | null
  readonly pins: PinStepParts
  /** The service and this till know these together: other ones than so far. */
  readonly learn: (kinds: string) => void
  /** What the service has said of the till's key. */
  readonly takeOwnKey: (said: SaidOfKey) => Promise<void>
  /** Prices whose day has come hold. False once all of them do. */
  readonly followPrices: () => boolean
}

/** A service that holds no question is not asked without end. */
const EARLY_MS = 500
const FAILED_REST_MS = 5_000
/** Somebody waits who wants to leave; what is not said by then waits until the till is back. */
const SAY_ALL_MS_MAX = 30_000

export function createFleetWorker(parts: FleetWorkerParts): FleetWorker {
  const { clock, looks } = parts
  const life = new AbortController()
  let waking = new AbortController()
  let wakes = 0
  let running: Promise<unknown> = Promise.resolve()
  const easing = createEasing(clock)
  const link: Link = { isUp: false, onMoved: easing.stir }
  /** Ends with the worker, and with the next change of what this till belongs to. */
  const turn = () => AbortSignal.any([life.signal, waking.signal])
  type Rest = (restMs: number, signal: AbortSignal) => Promise<void>
  const asSaid: Rest = (restMs, signal) => pause(clock, restMs, signal)
  const forever = async (step: Step, rest: Rest = asSaid) => {
    while (!life.signal.aborted) await rest(await surely(step), turn())
  }
  /** A turn that fails, as on a full disk, is taken again; it has stored nothing. */
  const surely = async (step: Step): Promise<number> => {
    try {
      return await step(turn())
    } catch (error) {
      parts.log('work for the shop failed', { error: String(error) })
      return FAILED_REST_MS
    }
  }
  return {
    start() {
      const steps = [
        ...[timing(parts), hearing(parts, link)],
        looks(saying(parts, link), () => `${wakes} ${link.isUp} ${parts.hub.isUp()}`),
        ...[looks(tellingFacts(factPartsOf(parts)), () => `${wakes}`), tellingHealth(parts)],
      ]
      const [visiting, hearingHub, lending] = parts.hub.steps()
      // Where there is a hub its end is waited for.
      const hubRest = (eased = easing.rests()): Rest => {
        return (...asked) => (parts.hub.isNone() ? eased : asSaid)(...asked)
      }
      running = Promise.all([
        ...steps.map((step) => forever(step)),
        forever(sharingPins(parts.pins, createSetbacks(parts)), easing.rests()),
        ...[forever(visiting, hubRest()), forever(hearingHub), forever(lending, hubRest())],
      ])
      unattended(clock, running)
    },
    wake() {
      wakes += 1
      waking.abort()
      waking = new AbortController()
    },
    async sayAll() {
      const say = saying(parts, { isUp: false, onMoved: () => {} })
      const endsAtMs = clock.monotonicMs() + SAY_ALL_MS_MAX
      const isLate = () => clock.monotonicMs() >= endsAtMs
      while (parts.edits.waiting() + parts.stock.waiting() > 0 && !isLate())
        if ((await say(life.signal)) !== SLICE_REST_MS) return
      const tell = tellingFacts(factPartsOf(parts))
      while (parts.facts.waiting() > 0 && !isLate())
        if ((await tell(life.signal)) !== SLICE_REST_MS) return
    },
    isUp: () => link.isUp,
    async stop() {
      life.abort()
      await running.catch(() => undefined)
      // What was changed just now is as old as it is, however long the till is shut.
      await surely(timing(parts))
    },
  }
}

/** Whether the service answered last: what is said while it does not may arrive unheard. */
interface Link {
  isUp: boolean
  readonly onMoved: () => void
}

/** A change has its time from when it was made, not from when there was a wire for it. */
function timing({ membership, edits, facts, ...parts }: FleetWorkerParts): Step {
  const look: Step = async (signal) => {
    if (membership.now() === null) return UNTIL_WOKEN_MS
    edits.time()
    facts.time()
    while (!signal.aborted && parts.followPrices()) await pause(parts.clock, SLICE_REST_MS, signal)
    return LOOK_EVERY_MS
  }
  const looked = parts.looks(look, parts.today)
  return (signal) => {
    parts.steady.keep()
    return looked(signal)
  }
}

function hearing(parts: FleetWorkerParts, link: Link): Step {
  const { client, clock, membership, heard, onChange } = parts
  const setbacks = createSetbacks(parts)
  /** Asked without waiting first: what is there already is there at once. */
  let isWaiting = false
  return async (signal) => {
    const speaker = speakerOf(parts)
    if (speaker === null) return UNTIL_WOKEN_MS
    const { now, as } = speaker
    await writeHeard(parts, signal)
    const askedMs = clock.monotonicMs()
    const answer = await client.changes(now, isWaiting ? WAIT_MS_MAX : 0, as, signal)
    if (signal.aborted) return 0
    link.isUp = answer.ok
    if (!answer.ok) {
      parts.hub.serviceIsUp(false)
      isWaiting = false
      return setbacks.of(answer.refusal)
    }
    const { version, has_more: hasMore } = answer.value
    if (!isFrom(now.version, answer.value)) return setbacks.of('AWAY')
    setbacks.none()
    await parts.takeOwnKey({ issues: answer.value.key_issues, isProven: false })
    // Somebody may have joined another shop while this one was asked.
    if (membership.now()?.shopId !== now.shopId) return 0
    if (learnsOthers(parts, now, answer.value)) return 0
    heard.keep(answer.value)
    if (version > now.version) link.onMoved()
    parts.hub.serviceIsUp(true)
    isWaiting = !hasMore
    const isEarly = isWaiting && clock.monotonicMs() - askedMs < EARLY_MS
    if (now.heardAt === null || answer.value.overruled.length > 0) onChange()
    await writeHeard(parts, signal)
    return isEarly ? EARLY_MS : 0
  }
}

/** What is of before, or says more of nothing, no service of this contract says. */
const isFrom = (heard: number, { version, has_more: hasMore }: Changes) =>
  hasMore ? version > heard : version >= heard

/** True where the service knows other kinds: what was heard before was not heard of all of them. */
function learnsOthers({ learn }: FleetWorkerParts, now: Membership, { kinds: theirs }: Changes) {
  const kinds = knownTogether(theirs)
  if (kinds !== now.kinds) learn(kinds)
  return kinds !== now.kinds && now.version > 0
}

/** What stands here of what the service knows, in this order. */
const knownTogether = (theirs: readonly string[]) =>
  SHARED_KINDS.filter((kind) => theirs.includes(kind))
    .flatMap((kind) => (kind === 'setting' ? [kind, ...SHOP_SETTINGS] : [kind]))
    .join(' ')

/** Stock last: it is of products that may have come just now. */
export async function writeHeard(
  parts: Pick<FleetWorkerParts, 'heard' | 'edits' | 'stock' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const { heard, edits, stock, clock } = parts
  for (const slice of [heard.apply, edits.settle, stock.settle])
    while (!signal.aborted && slice()) await pause(clock, SLICE_REST_MS, signal)
}

function saying(parts: FleetWorkerParts, link: Link): Step {
  const { client, clock, edits, heard, onChange } = parts
  const setbacks = createSetbacks(parts)
  const movesSaid = sayingMoves(parts, setbacks, link)
  let most = EDITS_MAX
  return async (signal) => {
    const speaker = speakerOf(parts)
    if (speaker === null) return UNTIL_WOKEN_MS
    const { now, as } = speaker
    // First what the shop has: what is the same there is no change.
    if (!now.isHeardWhole || heard.waiting() > 0) return LOOK_EVERY_MS
    while (!signal.aborted && edits.collect()) await pause(clock, SLICE_REST_MS, signal)
    const sent = fitting(edits.toSend(most))
    if (signal.aborted) return 0
    if (sent.length === 0) return movesSaid(as, signal)
    const answer = await client.edits(sent, as, signal)
    if (signal.aborted) return 0
    if (!answer.ok) {
      if (!isOfRequest(answer.refusal)) return setbacks.of(answer.refusal)
      // What the service takes in no form holds up nothing behind it.
      if (sent.length === 1) edits.answered(refusedAlone(sent, now.version))
      most = Math.ceil(sent.length / 2)
      return SLICE_REST_MS
    }
    setbacks.none()
    most = EDITS_MAX
    edits.answered(answer.value)
    await writeHeard(parts, signal)
    const { results } = answer.value
    if (results.some(({ lost, outcome }) => lost.length > 0 || outcome === 'refused')) onChange()
    return SLICE_REST_MS
  }
}

const factPartsOf = (parts: FleetWorkerParts): FactParts => ({
  ...{ ...parts, setbacks: createSetbacks(parts), isOfRequest, fitting },
})

const refusedAlone = (edits: readonly Edit[], version: number): AnsweredEdits => ({
  version,
  results: edits.map(({ edit_id }) => ({
    ...{ edit_id, outcome: 'refused' as const, refusal: 'FIELD_WRONG' as const, lost: [] },
  })),
})

/** After every change of a record: its product is the shop's by then. */
function sayingMoves(
  parts: FleetWorkerParts,
  setbacks: ReturnType<typeof createSetbacks>,
  link: Link,
) {
  const parkedSaid = sayingParked(parts, setbacks, link)
  let most = MOVES_MAX
  return async (as: TillCredentials, signal: AbortSignal): Promise<number> => {
    const moves = parts.stock.toSend(most)
    if (moves.length === 0) return parkedSaid(as, signal)
    const answer = await parts.client.moves(moves, as, signal)
    if (signal.aborted) return 0
    if (answer.ok) {
      setbacks.none()
      most = MOVES_MAX
      parts.stock.answered(answer.value)
      await writeHeard(parts, signal)
      return SLICE_REST_MS
    }
    if (!isOfRequest(answer.refusal)) return setbacks.of(answer.refusal)
    const [only, other] = moves
    if (only !== undefined && other === undefined) {
      parts.log('the shop takes no such move of stock', { code: answer.refusal })
      parts.stock.answered([{ move_id: only.move_id, version: 0 }])
    }
    most = Math.ceil(moves.length / 2)
    return SLICE_REST_MS
  }
}

/** After the moves: products of a sale are the shop's by then. */
function sayingParked(
  parts: FleetWorkerParts,
  setbacks: ReturnType<typeof createSetbacks>,
  link: Link,
) {
  const worthsTold = tellingWorths(parts, setbacks, link)
  const say = createParkedSaying(parts.parked)
  return async (as: TillCredentials, signal: AbortSignal): Promise<number> => {
    if (!link.isUp) return LOOK_EVERY_MS
    parts.parked.giveBack()
    // A hub that is there keeps what is new, so that it is there without internet too.
    const takesNew = !parts.hub.isUp()
    const service = { id: 0, client: parts.client, as, takesNew }
    const said = await say(service, signal)
    if (said?.ok === true) setbacks.none()
    // What the service does not want holds up nothing behind it.
    if (said === null || (said.ok && !said.value)) return worthsTold(as, signal)
    if (said.ok) return SLICE_REST_MS
    link.isUp = false
    return setbacks.of(said.refusal)
  }
}

/** Last: nobody waits for it, and what is not told is in this till's hand. */
function tellingWorths(
  { clock, worths, worthClient: client }: FleetWorkerParts,
  setbacks: ReturnType<typeof createSetbacks>,
  link: Link,
) {
  let restsUntilMs = 0
  const tell = createWorthTelling({ client, worths })
  return async (as: TillCredentials, signal: AbortSignal): Promise<number> => {
    if (clock.monotonicMs() < restsUntilMs) return LOOK_EVERY_MS
    const told = await tell({ as, signal })
    if (told === null) return LOOK_EVERY_MS
    if (told.ok) {
      setbacks.none()
      return SLICE_REST_MS
    }
    if (told.refusal === 'NONE') {
      restsUntilMs = clock.monotonicMs() + NONE_REST_MS
      return LOOK_EVERY_MS
    }
    link.isUp = false
    return setbacks.of(told.refusal)
  }
}

/** As many as one request may carry; one at least. */
function fitting<Item>(items: readonly Item[]): readonly Item[] {
  let bytes = 0
  const over = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1
    return bytes > EDITS_BYTES_MAX - 1_000
  })
  return over < 0 ? items : items.slice(0, Math.max(1, over))
}
