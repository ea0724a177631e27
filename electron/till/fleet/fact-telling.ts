/** What happened here and how this till is, as the service is told of it. */
import type { EpochMs } from '#shared/core/brand.ts'
import {
  factsAnswer,
  FACTS_MAX,
  type AnsweredFacts,
  type Fact,
  type FactName,
} from '#shared/fleet/facts-contract.ts'
import {
  HEALTH_AGAIN_MS,
  HEALTH_EVERY_MS,
  healthAnswer,
  type Health,
} from '#shared/fleet/health-contract.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import type { Clock, HttpPort, Log } from '../kernel/ports.ts'
import type { Edits } from './edits.ts'
import { createAsking, speakerOf, type Answer, type FleetRefusal } from './fleet-client.ts'
import { asTill, type TillCredentials } from '../settings/own-key.ts'
import type { Membership, Memberships } from './membership.ts'
import type { ShopFacts } from './shop-facts.ts'
import { LOOK_EVERY_MS, NONE_REST_MS, SLICE_REST_MS, UNTIL_WOKEN_MS } from './step.ts'

interface As {
  readonly as: TillCredentials
  readonly signal: AbortSignal
}

type FactClient = ReturnType<typeof createFactClient>

export function createFactClient(http: HttpPort) {
  const ask = createAsking(http)
  const asked = (path: string, body: unknown, { as, signal }: As) => ({
    ...{ method: 'POST' as const, path: `/api/fleet/${path}`, body, signal, ...asTill(as) },
  })
  return {
    tell: (facts: readonly Fact[], before: FactName | null, as: As): Answer<AnsweredFacts> =>
      ask(
        factsAnswer.refine(({ kept }) => kept === facts.length),
        asked('facts', { told_before: before, facts }, as),
      ),
    health: (health: Health, as: As) => ask(healthAnswer, asked('health', health, as)),
  }
}

/** How this till is at this moment. */
export interface HealthNow {
  readonly version: string
  readonly pending: number
  readonly oldestPendingAt: EpochMs | null
  readonly folios: Health['folios']
  readonly certificateEndsAt: EpochMs | null
  readonly printerTrouble: string | null
  /** Who has opened the shift; null while none is open. */
  readonly shiftOf: string | null
}

export interface FactParts {
  readonly clock: Clock
  readonly log: Log
  readonly membership: Memberships
  readonly edits: Edits
  readonly facts: ShopFacts
  readonly factClient: FactClient
  readonly health: () => HealthNow
  readonly credentials: (membership: Membership) => TillCredentials | null
  readonly setbacks: { none(): void; of(refusal: FleetRefusal): number }
  readonly isOfRequest: (refusal: FleetRefusal) => boolean
  readonly fitting: <Item>(items: readonly Item[]) => readonly Item[]
}

const HEALTH_LOOK_MS = 5_000

/** Milliseconds until the next look. Beside all that is said: nobody at a counter waits for it. */
export function tellingFacts(parts: FactParts) {
  const { edits, facts, factClient, setbacks } = parts
  let most = FACTS_MAX
  return async (signal: AbortSignal): Promise<number> => {
    const speaker = speakerOf(parts)
    if (speaker === null) return UNTIL_WOKEN_MS
    const { as } = speaker
    const sent = parts.fitting(facts.toSend(most))
    // First which products are the shop's: what was sold of them is added up under its id.
    if (sent.length === 0 || edits.waiting() > 0) return LOOK_EVERY_MS
    const told = sent.map(({ fact }) => fact)
    const rows = sent.map(({ row }) => row)
    const answer = await factClient.tell(told, facts.lastTold(), { as, signal })
    if (signal.aborted) return 0
    if (answer.ok) {
      setbacks.none()
      most = FACTS_MAX
      facts.answered(rows, answer.value)
      return SLICE_REST_MS
    }
    if (answer.refusal === 'NONE') return NONE_REST_MS
    if (!parts.isOfRequest(answer.refusal)) return setbacks.of(answer.refusal)
    // What the service takes in no form holds up nothing behind it.
    if (sent.length === 1) {
      parts.log('the shop does not take what happened', { code: answer.refusal })
      facts.refused(rows)
    }
    most = Math.ceil(sent.length / 2)
    return SLICE_REST_MS
  }
}

/** Changes of a minute are told together. */
export function tellingHealth(parts: Omit<FactParts, 'setbacks' | 'isOfRequest' | 'fitting'>) {
  const { health, factClient, clock } = parts
  let told: { readonly words: string; readonly atMs: number } | null = null
  let printer: { readonly code: string; readonly atMs: number } | null = null
  return async (signal: AbortSignal): Promise<number> => {
    const speaker = speakerOf(parts)
    if (speaker === null) return UNTIL_WOKEN_MS
    const { now, as } = speaker
    const atMs = clock.monotonicMs()
    const { oldestPendingAt, certificateEndsAt, printerTrouble, shiftOf, ...rest } = health()
    if (printerTrouble !== (printer?.code ?? null))
      printer = printerTrouble === null ? null : { code: printerTrouble, atMs }
    const days = (endsAt: EpochMs) => Math.floor((endsAt - clock.now()) / DAY_MS)
    const same = {
      ...{ ...rest, shift: shiftOf === null ? null : { who: shiftOf } },
      certificate_days: certificateEndsAt === null ? null : days(certificateEndsAt),
    }
    const words = JSON.stringify([same, printerTrouble, now.tillId])
    if (words === told?.words && atMs - told.atMs < HEALTH_AGAIN_MS) return HEALTH_LOOK_MS
    const ageOf = (at: EpochMs) => Math.max(0, clock.now() - at)
    const said = {
      ...{ ...same, oldest_age_ms: oldestPendingAt === null ? null : ageOf(oldestPendingAt) },
      printer: printer && { code: printer.code, age_ms: Math.round(atMs - printer.atMs) },
    }
    const answer = await factClient.health(said, { as, signal })
    if (!answer.ok) return answer.refusal === 'NONE' ? HEALTH_AGAIN_MS : HEALTH_EVERY_MS
    told = { words, atMs }
    return HEALTH_EVERY_MS
  }
}
