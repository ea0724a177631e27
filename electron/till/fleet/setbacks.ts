/** What a till does when the service does not answer as it was asked. */
import { backoffMs } from '#shared/issuing/backoff.ts'
import type { Log, Randomness } from '../kernel/ports.ts'
import { unitRandom } from '../kernel/unit-random.ts'
import { isBarring, PUT_BACK, type FleetRefusal } from './fleet-client.ts'
import type { Memberships } from './membership.ts'

export interface SetbackParts {
  readonly randomness: Randomness
  readonly log: Log
  readonly membership: Memberships
  /** `knowsMore`: what this till has heard the shop has lost. */
  readonly hearAnew: (knowsMore: boolean) => void
  readonly onChange: () => void
}

/** A till that is barred asks again: its key may have been given back. */
const BARRED_REST_MS = 300_000
/** A till that comes back is right again within a minute. */
const REST_MS_MAX = 20_000

/** Both steps fail alike: what the service says of this till ends nothing but its sharing. */
export function createSetbacks({ randomness, log, membership, hearAnew, onChange }: SetbackParts) {
  let failed = 0
  return {
    none: () => void (failed = 0),
    of(refusal: FleetRefusal): number {
      if (isBarring(refusal)) {
        if (membership.now()?.barredCode !== refusal) {
          membership.bar(refusal)
          log('the service answers this till of the shop no more', { code: refusal })
          onChange()
        }
        return BARRED_REST_MS
      }
      if (PUT_BACK.includes(refusal)) {
        log('the service has an older state of the shop: everything is heard anew', {})
        hearAnew(refusal === 'VERSION_AHEAD')
        return 0
      }
      if (refusal !== 'AWAY' && refusal !== 'UNSENT')
        log('the shop was not heard', { code: refusal })
      failed += 1
      return Math.min(REST_MS_MAX, backoffMs(failed, unitRandom(randomness)))
    },
  }
}
