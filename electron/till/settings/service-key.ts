/**
 * The service's key: the environment's, else the stored one, and that only at the address it was
 * given for.
 */
import { fingerprintOf, originOf } from './key-origin.ts'
import type { KeptSettings } from './kept-settings.ts'

export interface ServiceKey {
  /** Where receipts go: the address of the start, else the stored one. */
  address(): string | null
  /** The one to send there; null for none. */
  toUse(): string | null
  /**
   * Null also for a key whose settings were lost on the way to the disk: nobody knows what address
   * it is for.
   */
  own(): string | null
  /** As it was stored, whatever is known of it. */
  stored(): string | null
  /** Where it was given for; null where nobody knows. */
  origin(): string | null
  save(key: string | null): Promise<void>
}

export interface KeyPorts {
  readonly secrets: { load(): Promise<string | null>; save(secret: string | null): Promise<void> }
  /** From the environment; wins over the stored one and is never stored. */
  readonly apiKeyFromHost: string | null
  /** The address of the command line, which wins over the stored one. */
  readonly addressFromHost: string | null
}

export async function loadServiceKey(
  { secrets, apiKeyFromHost, addressFromHost }: KeyPorts,
  settings: KeptSettings['read'],
): Promise<ServiceKey> {
  let stored = await secrets.load()
  const address = () => addressFromHost ?? settings().serviceUrl
  const origin = () => settings().keyOrigin ?? originOf(settings().serviceUrl)
  const own = () => {
    const { keyPrint } = settings()
    return keyPrint === null || keyPrint === fingerprintOf(stored) ? stored : null
  }
  return {
    address,
    own,
    origin,
    stored: () => stored,
    toUse() {
      if (apiKeyFromHost !== null) return apiKeyFromHost
      // Without an origin nothing is known about it, and there was only one address it could be
      // for.
      return origin() === null || origin() === originOf(address()) ? own() : null
    },
    async save(key) {
      await secrets.save(key)
      stored = key
    },
  }
}
