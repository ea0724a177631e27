/**
 * A Mercado Pago Point terminal, over the internet: the order is made with the attempt's own key,
 * and the service says how it ended. Nothing is believed that it has not said.
 */
import { NOT_TAKEN, READY_MS, SALE_MS } from '#shared/card/attempt.ts'
import {
  findingOf,
  isNotMade,
  ORDER_MS,
  orderOf,
  ORDERS_PATH,
  readOrder,
  readTerminals,
  SETUP_PATH,
  setupOf,
  TERMINALS_A_PAGE,
  TERMINALS_MAX,
  terminalsPath,
  type PointTerminal,
} from '#shared/card/point.ts'
import type { CardOrder } from '#shared/card/proof.ts'
import type { Log } from '#shared/core/ports.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { Clock, HttpPort } from '../kernel/ports.ts'
import { ANSWER_MS, createAsk, type Ask } from './point-ask.ts'
import { createRefund } from './point-refund.ts'
import type { CardEars, CardHealth, CardTerminal, Charged, LookUp } from './card-terminal.ts'

interface PointParts {
  readonly clock: Pick<Clock, 'after' | 'monotonicMs'>
  /** To the service, with the account's own token. */
  readonly http: HttpPort
  readonly terminalId: string
  readonly ears: CardEars
  readonly log: Log
}

const AGAIN_MS = 1_500
/** A terminal that is on has taken it by then. */
const TAKEN_MS = 4_000
/** What is over and unsaid is asked for more and more seldom, for some days. */
const SELDOM_MS = 60_000
const LOOKS_MAX = 5_000
/** One that is made later has its own time before it, and outlives what is asked of it. */
const PLACE_MS = READY_MS + SALE_MS - ORDER_MS - ANSWER_MS
/** Without a word of the service for so long nobody at the counter waits for it any more. */
const SILENT_MS = 20_000
/** After its own time an order may still say for so long how it ended. */
const LATE_MS = 15_000

type Placed =
  | { readonly kind: 'order'; readonly orderId: string }
  /** No order is made by this request. */
  | { readonly kind: 'unsent' }
  | { readonly kind: 'unknown' }

export function createPoint(parts: PointParts): CardTerminal {
  const { clock } = parts
  const over = new AbortController()
  const ask = createAsk(parts, over.signal)
  const pause = (ms = AGAIN_MS) =>
    new Promise<void>((resolve) => {
      clock.after(ms, resolve)
    })
  const place = async (order: CardOrder): Promise<Placed> => {
    const key = { 'X-Idempotency-Key': order.attemptId }
    const outcome = await ask('POST', ORDERS_PATH, orderOf(order, parts.terminalId), key)
    if (outcome.kind !== 'answered')
      return { kind: outcome.kind === 'unsent' ? 'unsent' : 'unknown' }
    const made = outcome.status < 300 ? readOrder(outcome.bodyText) : null
    if (made === null)
      return { kind: isNotMade(outcome.status, outcome.bodyText) ? 'unsent' : 'unknown' }
    const isKept = made.external_reference === order.attemptId && note(parts, order, made.id)
    return isKept ? { kind: 'order', orderId: made.id } : { kind: 'unknown' }
  }
  const look = createLook(parts, ask)
  const follow: Follow = async (order, orderId, untilMs, silentMs) => {
    const sinceMs = clock.monotonicMs()
    let heardMs = sinceMs
    for (;;) {
      const found = await look(order, orderId)
      const now = clock.monotonicMs()
      if (found !== 'silent') heardMs = now
      if (found === 'waiting' && now - sinceMs >= TAKEN_MS) parts.ears.step(NOT_TAKEN)
      const isEnd = found === 'ended' || found === 'person'
      if (isEnd || over.signal.aborted || now >= untilMs || now - heardMs >= silentMs) return found
      await pause()
    }
  }
  return {
    async charge(order): Promise<Charged> {
      const untilMs = clock.monotonicMs() + ORDER_MS + LATE_MS
      const placed = await place(order)
      if (placed.kind !== 'order') return placed.kind
      const found = await follow(order, placed.orderId, untilMs, SILENT_MS)
      return found === 'ended' ? 'ended' : 'unknown'
    },
    lookUp: createLookUp({ clock, place, follow, ask, pause, isOver: () => over.signal.aborted }),
    async cancel(attemptId, orderId) {
      const key = { 'X-Idempotency-Key': `${attemptId}-stop` }
      const outcome = await ask('POST', `${ORDERS_PATH}/${orderId}/cancel`, null, key)
      if (outcome.kind !== 'answered' || outcome.status >= 500) return 'unheard'
      return outcome.status < 300 ? 'asked' : 'refused'
    },
    refund: createRefund(ask),
    // The account keeps them, of all its terminals together.
    totals: async () => null,
    endBatch: async () => 'unsent',
    health: () => pointHealth(ask, parts.terminalId),
    async close() {
      over.abort()
    },
  }
}

/** `waiting`: no terminal has taken it. `silent`: the service has said nothing of it. */
type Looked = 'ended' | 'waiting' | 'running' | 'silent' | 'person'

/** Asks until its end is on disk, until then, or until it was silent for so long. */
type Follow = (
  order: CardOrder,
  orderId: string,
  untilMs: number,
  silentMs: number,
) => Promise<Looked>

/** False while nothing can be stored. */
function note({ ears, log }: PointParts, { attemptId }: CardOrder, orderId: string): boolean {
  try {
    ears.placed(attemptId, orderId)
    return true
  } catch (error) {
    log('a card attempt could not be written', { error: String(error) })
    return false
  }
}

/** One look at the order; how it ended is stored before anything else happens. */
function createLook({ ears, log }: PointParts, ask: Ask) {
  return async (order: CardOrder, orderId: string): Promise<Looked> => {
    const outcome = await ask('GET', `${ORDERS_PATH}/${orderId}`)
    const said =
      outcome.kind === 'answered' && outcome.status === 200 ? readOrder(outcome.bodyText) : null
    if (said === null) return 'silent'
    const found = said.id === orderId ? findingOf(order, said) : { kind: 'person' as const }
    if (found.kind === 'running') {
      if (found.step === null) return 'waiting'
      ears.step(found.step)
      return 'running'
    }
    if (found.kind === 'person') return 'person'
    try {
      return ears.ended(found.code, found.facts) ? 'ended' : 'person'
    } catch (error) {
      // It is said again with the next look.
      log('a card attempt could not be written', { error: String(error) })
      return 'running'
    }
  }
}

interface LookUpParts {
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly place: (order: CardOrder) => Promise<Placed>
  readonly follow: Follow
  readonly ask: Ask
  readonly pause: (ms?: number) => Promise<void>
  readonly isOver: () => boolean
}

/**
 * The order is asked for again by its own number. Where that was never heard it is made again under
 * the attempt's key, which gives the one that is there, and only while its customer may still be
 * waiting: later nothing may appear on the terminal any more, and a person looks.
 */
function createLookUp({ clock, place, follow, ask, pause, isOver }: LookUpParts) {
  return async ({
    order,
    orderId,
    mayRunForMs,
    askedAgoMs,
    isStillOpen,
  }: LookUp): Promise<'ended' | 'not-charged' | 'person'> => {
    const runsUntilMs = clock.monotonicMs() + mayRunForMs
    const isRunning = () => clock.monotonicMs() < runsUntilMs
    let known = orderId
    // By both clocks: where one was set back or stood still, its customer has left long ago.
    const mayPlace = () =>
      runsUntilMs - clock.monotonicMs() > ORDER_MS + ANSWER_MS &&
      askedAgoMs() >= 0 &&
      askedAgoMs() < PLACE_MS
    while (known === null && isRunning() && isStillOpen()) {
      const placed = mayPlace() ? await place(order) : null
      if (placed?.kind === 'order') known = placed.orderId
      else await pause()
    }
    if (known === null) return 'person'
    // Also once a person has answered, until the service has: what the card does is heard.
    for (let looks = 0; !isOver() && looks < LOOKS_MAX; looks += 1) {
      const found = await follow(order, known, runsUntilMs, Infinity)
      if (found === 'ended' || found === 'person') return found
      // Its time is over: what no card has been held to yet shall find none later.
      if (looks === 0) await ask('POST', `${ORDERS_PATH}/${known}/cancel`, null, cancelling(order))
      await pause(Math.min(AGAIN_MS * 2 ** looks, SELDOM_MS))
    }
    return 'ended'
  }
}

/** Also where the terminal shows it already, as far as its software can. */
const cancelling = ({ attemptId }: CardOrder) => ({
  'X-Idempotency-Key': `${attemptId}-cancel`,
  'x-allow-cancelable-status': 'at_terminal',
})

/** The terminals of the account whose token this is. */
export async function listTerminals(
  ask: Ask,
): Promise<Result<readonly PointTerminal[], 'refused' | 'away'>> {
  const found: PointTerminal[] = []
  while (found.length < TERMINALS_MAX) {
    const page = await pageOf(ask, found.length)
    if (!page.ok) return page
    found.push(...page.value)
    if (page.value.length < TERMINALS_A_PAGE) break
  }
  return ok(found)
}

async function pageOf(ask: Ask, offset: number): ReturnType<typeof listTerminals> {
  const outcome = await ask('GET', terminalsPath(offset))
  if (outcome.kind !== 'answered')
    return refuse(outcome.detail === 'API_KEY_MISSING' ? 'refused' : 'away')
  if (outcome.status === 401 || outcome.status === 403) return refuse('refused')
  const listed = outcome.status === 200 ? readTerminals(outcome.bodyText) : null
  return listed === null ? refuse('away') : ok(listed)
}

/** Whether that token may ask for the order of an attempt. */
export async function knowsOrder(ask: Ask, attemptId: string, orderId: string): Promise<boolean> {
  const outcome = await ask('GET', `${ORDERS_PATH}/${orderId}`)
  const said = outcome.kind === 'answered' && outcome.status === 200 ? outcome.bodyText : ''
  return readOrder(said)?.external_reference === attemptId
}

export const askOnce = (http: HttpPort): Ask => createAsk({ http }, new AbortController().signal)

/** One that takes no orders yet is asked to: it does once it was switched off and on. */
async function pointHealth(ask: Ask, terminalId: string): Promise<CardHealth> {
  const listed = await listTerminals(ask)
  if (!listed.ok) return listed.refusal === 'refused' ? 'no-permission' : 'offline'
  const found = listed.value.find(({ id }) => id === terminalId)
  if (found === undefined) return 'absent'
  if (found.takesOrders) return 'ready'
  const set = await ask('PATCH', SETUP_PATH, setupOf(terminalId))
  return set.kind === 'answered' && set.status < 300 ? 'restart' : 'away'
}
