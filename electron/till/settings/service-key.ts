/**
 * The service's key: the environment's, else the stored one, and either only at the address it was
 * given for.
 */
import type { KeyPlace } from '#shared/settings/key-place.ts'
import { fingerprintOf, originOf } from './key-origin.ts'
import type { KeptSettings } from './kept-settings.ts'
import type { OwnKey, OwnCredentials } from './own-key.ts'

export interface ServiceKey {
  /** Where receipts go: the address of the start, else the stored one. */
  address(): string | null
  /** The one to send there; null for none. */
  toUse(): string | null
  /** Of a till in a shop what it asks with; null where that is a key somebody gave it. */
  asTill(): OwnCredentials | null
  /**
   * Null also for a key whose settings were lost on the way to the disk: nobody knows what address
   * it is for.
   */
  own(): string | null
  /** As it was stored, whatever is known of it. */
  stored(): string | null
  /** Where it was given for; null where nobody knows. */
  origin(): string | null
  /** Of the key of the environment: where it was first used; null before, and without one. */
  startOrigin(): string | null
  /** Where it lies, or would. */
  place(): KeyPlace
  save(key: string | null): Promise<void>
}

export interface KeyPorts {
  readonly secrets: {
    load(): Promise<string | null>
    save(secret: string | null): Promise<void>
    place?(): Promise<KeyPlace>
  }
  /** From the environment; wins over the stored one and is never stored. */
  readonly apiKeyFromHost: string | null
  /** The address of the command line, which wins over the stored one. */
  readonly addressFromHost: string | null
  /** Wins over both. */
  readonly ownKey: OwnKey
}

export async function loadServiceKey(
  { secrets, apiKeyFromHost, addressFromHost, ownKey }: KeyPorts,
  { read: settings, store }: KeptSettings,
): Promise<ServiceKey> {
  let stored = await secrets.load()
  const look = async () => (await secrets.place?.()) ?? 'file'
  let place = await look()
  const startPrint = fingerprintOf(apiKeyFromHost)
  const startOrigin = () =>
    startPrint !== null && settings().startKeyPrint === startPrint
      ? settings().startKeyOrigin
      : null
  const address = () => addressFromHost ?? settings().serviceUrl
  const origin = () => settings().keyOrigin ?? originOf(settings().serviceUrl)
  const own = () => {
    const { keyPrint } = settings()
    return keyPrint === null || keyPrint === fingerprintOf(stored) ? stored : null
  }
  // Whoever starts the till with both says where the key belongs; else where it is used first.
  const first = originOf(addressFromHost) ?? startOrigin() ?? originOf(settings().serviceUrl)
  if (startPrint !== null && first !== null && first !== startOrigin())
    store(
      { ...settings(), startKeyOrigin: first, startKeyPrint: startPrint },
      ['startKey'],
      () => undefined,
    )
  const belongs = (home: string | null) => home === null || home === originOf(address())
  const given = () => {
    if (apiKeyFromHost !== null) return belongs(startOrigin()) ? apiKeyFromHost : null
    // Without an origin nothing is known about it, and there was only one address it could be
    // for.
    return belongs(origin()) ? own() : null
  }
  const asTill = () => {
    const as = ownKey.at(originOf(address()))
    return as !== null && ownKey.isBarred() && given() !== null ? null : as
  }
  return {
    address,
    asTill,
    startOrigin,
    own,
    origin,
    stored: () => stored,
    toUse: () => asTill()?.key ?? given(),
    async save(key) {
      await secrets.save(key)
      stored = key
      place = await look()
    },
    place: () => (asTill() !== null ? 'till' : apiKeyFromHost === null ? place : 'start'),
  }
}
