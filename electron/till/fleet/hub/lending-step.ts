/** How this till asks its hub for vales and credit notes, and as the hub is lent them. */
import type { HttpPort } from '../../kernel/ports.ts'
import type { TillCredentials } from '../../settings/own-key.ts'
import type { Membership, Memberships } from '../membership.ts'
import type { Looks } from '../looks.ts'
import { LOOK_EVERY_MS, SLICE_REST_MS, UNTIL_WOKEN_MS, type Step } from '../step.ts'
import type { AskedHub, WorthHub } from '../worth-asking.ts'
import type { WorthClient } from '../worth-client.ts'
import { createHubSharing, type HubLending } from './hub-lending.ts'
import type { HubRows } from './hub-rows.ts'

/** Asked no more often, however much is new in the shop. */
const LENDING_REST_MS = 2_000

interface LendingParts {
  readonly rows: HubRows
  readonly lending: HubLending
  readonly link: {
    readonly isUp: boolean
    readonly isServiceUp: boolean
    /** Counts answers of the service. */
    readonly newsHeard: number
  }
  readonly client: WorthClient
  /** Term of the hub that can be asked; null for none. */
  readonly heard: () => number | null
}

interface ServiceParts {
  readonly looks: Looks
  readonly membership: Memberships
  /** To the service. */
  readonly http: HttpPort
  readonly credentials: (membership: Membership) => TillCredentials | null
}

export function createHubWorths(parts: ServiceParts, { client, heard, ...lent }: LendingParts) {
  const { rows, lending, link } = lent
  const share = sharing(parts, lending)
  const isOwn = () => rows.now()?.isOwn === true
  const asked = (): AskedHub | null => {
    const term = heard()
    return term === null || isOwn() ? null : { term, client }
  }
  const worths: WorthHub = {
    asked: () => (link.isUp ? asked() : null),
    isOwn,
    serviceIsUp: () => link.isServiceUp,
    async giveBack(kind, worthId, signal) {
      // It may be here by the next word alone.
      if (!lending.want(kind, worthId)) await share(signal)
      lending.want(kind, worthId)
      return lending.isWaiting() && (await share(signal)) !== 'away'
    },
  }
  return {
    worths,
    asked,
    step: parts.looks(
      stepOf(parts, { ...lent, share }),
      () => `${link.isServiceUp} ${link.newsHeard}`,
    ),
    async giveAllBack(signal: AbortSignal) {
      while (lending.isWaiting() && (await share(signal)) === 'more');
    },
  }
}

/** `more`: there is more to be said or heard. */
type Shared = 'more' | 'all' | 'away'

/**
 * One word to the service about what it lent this hub, as far as it answers; one at a time: an
 * answer that comes late would bring again what was given back meanwhile.
 */
function sharing({ http, membership, credentials }: ServiceParts, lending: HubLending) {
  const ask = createHubSharing(http)
  return oneAtATime(async (signal: AbortSignal): Promise<Shared> => {
    const now = membership.now()
    const as = now && credentials(now)
    const asked = as && lending.toShare()
    if (as === null || asked === null) return 'all'
    const answer = await ask(asked, as, signal)
    // A service without this part lends nothing.
    if (!answer.ok) return answer.refusal === 'NONE' ? 'all' : 'away'
    lending.shared(asked, answer.value)
    return answer.value.worths.length > 0 || lending.isWaiting() ? 'more' : 'all'
  })
}

function oneAtATime<Asked, Answer>(
  ask: (asked: Asked) => Promise<Answer>,
): (asked: Asked) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve()
  return (asked) => {
    const next = last.then(() => ask(asked))
    last = next.catch(() => undefined)
    return next
  }
}

interface StepParts extends Pick<LendingParts, 'rows' | 'link' | 'lending'> {
  readonly share: (signal: AbortSignal) => Promise<Shared>
}

/** With each news of the shop: somebody may wait for what this hub has. */
function stepOf(
  { membership }: Pick<ServiceParts, 'membership'>,
  { rows, link, lending, share }: StepParts,
): Step {
  let heardAt = 0
  return async (signal) => {
    if (membership.now() === null) return UNTIL_WOKEN_MS
    const isHub = rows.now()?.isOwn === true
    const isDue = lending.isWaiting() || (isHub && heardAt !== link.newsHeard)
    if (!link.isServiceUp || !isDue) return LOOK_EVERY_MS
    heardAt = link.newsHeard
    return (await share(signal)) === 'more' ? SLICE_REST_MS : LENDING_REST_MS
  }
}
