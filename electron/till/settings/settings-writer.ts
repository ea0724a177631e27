/** Saving settings: checked, refused where they have no place, the key first, then the row. */
import type { IsoDate } from '#shared/core/brand.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { changedFields, changedSecret, type ChangedField } from '#shared/settings/changed-fields.ts'
import { checkSettings, type CheckedSettings, type SettingsChange } from './check-settings.ts'
import { followEmission } from './emission-change.ts'
import { fingerprintOf, originOf } from './key-origin.ts'
import type { KeptSettings } from './kept-settings.ts'
import type { Purpose } from './purpose.ts'
import type { KeyPorts, ServiceKey } from './service-key.ts'
import { asAddress } from './service-url.ts'
import { storedSettings, type StoredSettings } from './stored-settings.ts'

/** The fingerprint of no key there is. */
const NO_KEY_YET = ''

export interface WriterPorts
  extends Pick<KeyPorts, 'addressFromHost' | 'apiKeyFromHost' | 'ownKey'> {
  readonly printers: () => readonly PrinterConfig[]
  readonly today: () => IsoDate
  /** A till to practise with has no address, key or shop of its own. */
  readonly purpose: Purpose
}

/**
 * One after the other: a key that is still on its way to the disk belongs to the address it was
 * given for.
 */
export function createSettingsWriter(ports: WriterPorts, kept: KeptSettings, key: ServiceKey) {
  return inTurn(
    async (
      input: SettingsChange,
      note: (changes: readonly ChangedField[]) => void,
    ): Promise<Result<null, Refusal>> => {
      const current = kept.read()
      const asked = checkSettings(input, ports.printers())
      const checked = asked.ok ? followEmission(asked.value, input, current, ports.today()) : asked
      if (!checked.ok) return checked
      const misplaced = refuseMisplaced(checked.value, {
        ...ports,
        current,
        address: key.address(),
        storedKey: key.own(),
        keyOrigin: key.origin(),
        startOrigin: key.startOrigin(),
      })
      if (misplaced !== null) return refuse(misplaced)
      const { apiKey, ...rest } = checked.value
      // What was sent there is known by the address as it is written here.
      if (rest.serviceUrl != null && rest.serviceUrl === asAddress(current.serviceUrl))
        rest.serviceUrl = current.serviceUrl
      const before = withoutNobodys(current, ports.printers())
      const changes = changesOf(before, checked.value, key.own())
      if (apiKey !== undefined) await saveKey(kept, key, apiKey)
      const typed = rest.serviceUrl === undefined ? current.serviceUrl : rest.serviceUrl
      const origin =
        apiKey === undefined
          ? {}
          : { keyOrigin: originOf(ports.addressFromHost ?? typed), keyPrint: fingerprintOf(apiKey) }
      const firstOfStart =
        ports.apiKeyFromHost === null || key.startOrigin() !== null || typed === null
          ? {}
          : { startKeyOrigin: originOf(typed), startKeyPrint: fingerprintOf(ports.apiKeyFromHost) }
      kept.store(
        // The row as it is after the wait for the key.
        storedSettings.parse({ ...kept.read(), ...rest, ...origin, ...firstOfStart }),
        Object.keys(checked.value).filter((field) => field !== 'apiKey'),
        () => note(changes),
      )
      return ok(null)
    },
  )
}

/**
 * Killed behind the key and before the row that says what it is for, the next start knows that it
 * does not know: the first key of all would else count as one for whatever address stands there.
 */
async function saveKey(kept: KeptSettings, key: ServiceKey, apiKey: string | null): Promise<void> {
  const before = kept.read()
  if (before.keyPrint !== null) return key.save(apiKey)
  const keyPrint = fingerprintOf(key.stored()) ?? NO_KEY_YET
  kept.store({ ...before, keyPrint }, [], () => undefined)
  try {
    await key.save(apiKey)
  } catch (error) {
    kept.store({ ...kept.read(), keyPrint: null }, [], () => undefined)
    throw error
  }
}

/** The row begins with the printer of a till to practise with: a shop that has none had none. */
function withoutNobodys(
  current: StoredSettings,
  printers: readonly PrinterConfig[],
): Partial<StoredSettings> {
  if (current.printer !== null || printers.some(({ id }) => id === current.printerId))
    return current
  const { printerId: _, ...rest } = current
  return rest
}

/** Of a printer its id says enough, and of a key that it is another one. */
function changesOf(
  before: Partial<StoredSettings>,
  { apiKey, printer: _, fallbackPrinter: __, ...rest }: CheckedSettings,
  storedKey: string | null,
): readonly ChangedField[] {
  const fields = changedFields(before, rest)
  if (apiKey === undefined || apiKey === storedKey) return fields
  return [...fields, changedSecret('apiKey', apiKey !== null, storedKey !== null)]
}

interface Placed extends Omit<WriterPorts, 'printers'> {
  readonly current: StoredSettings
  readonly address: string | null
  readonly storedKey: string | null
  readonly keyOrigin: string | null
  readonly startOrigin: string | null
}

/**
 * A shop's address, key and name have no place in a till to practise with; nor has one service's
 * key at another's address.
 */
function refuseMisplaced(change: CheckedSettings, placed: Placed): Refusal | null {
  const { purpose, addressFromHost, apiKeyFromHost } = placed
  const real = (
    ['serviceUrl', 'companyId', 'pathCodes', 'apiKey', 'shop', 'branchOffice'] as const
  ).find((field) => change[field] !== undefined)
  if (purpose === 'practice') return real === undefined ? null : refusal('PRACTICE_ONLY', real)
  if (addressFromHost !== null && change.serviceUrl !== undefined)
    return refusal('ADDRESS_FROM_START', 'serviceUrl')
  // It would be kept and never used: the one of the environment wins.
  if (apiKeyFromHost !== null && change.apiKey != null) return refusal('KEY_FROM_START', 'apiKey')
  if (change.apiKey != null && isTillsOwn(change, placed)) return refusal('KEY_IS_TILLS', 'apiKey')
  if (change.serviceUrl == null || change.serviceUrl === placed.current.serviceUrl) return null
  return keyElsewhere(originOf(change.serviceUrl), change.apiKey, placed)
}

/** At that address this till works with its own. */
const isTillsOwn = ({ serviceUrl }: CheckedSettings, { ownKey, address }: Placed): boolean =>
  ownKey.at(originOf(serviceUrl ?? address)) !== null && !ownKey.isBarred()

function keyElsewhere(
  origin: string | null,
  newKey: CheckedSettings['apiKey'],
  { storedKey, keyOrigin, startOrigin, ownKey, address }: Placed,
): Refusal | null {
  // Without it nothing is sold there: this till's own is good where it joined.
  const home = originOf(address)
  if (origin !== home && newKey == null && ownKey.at(home) !== null)
    return refusal('KEY_OF_OTHER_ADDRESS', 'apiKey', { origin: home ?? '' })
  if (startOrigin !== null && origin !== startOrigin)
    return refusal('KEY_OF_START_ELSEWHERE', 'serviceUrl', { origin: startOrigin })
  return origin !== keyOrigin && newKey === undefined && storedKey !== null
    ? refusal('KEY_OF_OTHER_ADDRESS', 'apiKey', { origin: keyOrigin ?? '' })
    : null
}

function inTurn<Asked extends unknown[], Answer>(
  work: (...asked: Asked) => Promise<Answer>,
): (...asked: Asked) => Promise<Answer> {
  let before: Promise<unknown> = Promise.resolve()
  return (...asked) => {
    const mine = before.then(() => work(...asked))
    before = mine.catch(() => undefined)
    return mine
  }
}
