/** From when on a till in a shop works with its own key alone; what somebody typed is let go. */
import type { Log } from '#shared/core/ports.ts'
import type { Settings } from '../settings/settings.ts'
import type { OwnKey } from '../settings/own-key.ts'
import type { Staff } from '../staff/staff-ports.ts'
import type { Membership, Memberships } from './membership.ts'
import type { TillKey } from './till-key.ts'

interface KeyParts {
  readonly key: TillKey
  readonly membership: Pick<Memberships, 'now'>
  /** Of this folder on this machine; null where it has no identity. */
  readonly installation: string | null
}

export function createOwnKey({ key, membership, installation }: KeyParts): OwnKey {
  const of = (origin: string | null): Membership | null => {
    // Most tills are alone: of those nothing is read.
    const current = key.isThere() ? membership.now() : null
    return current?.origin === origin ? current : null
  }
  return {
    at(origin) {
      const current = of(origin)
      const own = current === null || !key.issues(current.tillId) ? null : key.of(current.tillId)
      return own === null || current === null
        ? null
        : {
            ...{ key: own, installation: installation ?? current.installation },
            deletes: key.deletes(),
          }
    },
    isBarred: () => membership.now()?.barredCode != null,
    isJoined(origin) {
      const current = membership.now()
      // Data of before it joined were put back: where it did is not known.
      return current === null ? key.isThere() : current.origin === origin
    },
  }
}

interface TakingParts {
  readonly key: TillKey
  readonly settings: Settings
  readonly staff: Pick<Staff, 'audit'>
  readonly log: Log
  /** What asks the service asks with another key from here on. */
  readonly onKey: () => void
}

const BY_ITSELF = { id: null, name: 'Mesón' }

export interface SaidOfKey {
  /** The till's key opens all it asks for. */
  readonly issues: boolean
  /** The service has said just now that the key is of this company. */
  readonly isProven: boolean
}

/**
 * Taken once the service says that the till's key issues; the same whether it has just joined or
 * did so before there were such. Killed at any point of it the rest is done with the next word of
 * the service. One that does not say so, as where it is the one of before again, is asked with a
 * key that somebody types.
 */
export function createTakingOwnKey({ key, settings, staff, log, onKey }: TakingParts) {
  return async ({ issues, isProven }: SaidOfKey): Promise<void> => {
    const isOwn = settings.asTill() !== null
    if (isOwn === issues && !(issues && settings.hasTyped())) return
    const url = settings.address()
    const wasTested = isProven || settings.isTested(url)
    try {
      if (url === null) return
      if (!(await key.keepIssuing(issues))) return isOwn ? onKey() : undefined
      if (wasTested && !settings.isTested(url))
        settings.rememberTest(url, () =>
          staff.audit.write({
            ...{ action: 'service-tested', staff: BY_ITSELF, approverName: null },
            detail: { what: 'clave propia de la caja' },
          }),
        )
      if (settings.hasTyped())
        await settings.save({ apiKey: null }, (changes) => {
          for (const detail of changes)
            staff.audit.write({ action: 'settings-changed', staff: BY_ITSELF, detail })
        })
    } catch (error) {
      // It goes on as before, with what is there, and is tried with the next word.
      log('the key of this till was not taken for all it asks', { error: String(error) })
    }
    onKey()
  }
}
