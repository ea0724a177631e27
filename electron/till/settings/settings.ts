import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { assert, ok, refuse } from '#shared/core/result.ts'
import { type SettingsView } from '#shared/bridge/views.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import { DEFAULT_BUYER_LIMITS } from '#shared/sale/buyer-limit.ts'
import { formatPathCodes } from '#shared/settings/service-codes.ts'
import type { TillDatabase } from '../db/open-database.ts'
import type { Journal } from '../journal.ts'
import { checkSettings, type CheckedSettings, type SettingsChange } from './check-settings.ts'
import { asAddress } from './service-url.ts'
import { storedSettings, type StoredSettings } from './stored-settings.ts'
import { changedFields, changedSecret, type ChangedField } from '#shared/settings/changed-fields.ts'
import { fingerprintOf, originOf } from './key-origin.ts'
import type { Purpose } from './purpose.ts'
import type { PrinterConfig } from '#shared/bridge/printers.ts'

/** Keeps the API key of a remote service. Only the privileged process ever sees it. */
export interface SecretStore {
  load(): Promise<string | null>
  save(secret: string | null): Promise<void>
}

export interface Settings {
  read(): StoredSettings
  apiKey(): string | null
  /** Where receipts go: the address of the start, else the stored one. */
  address(): string | null
  view(): SettingsView
  /** This address has answered the present key for the present RUT. */
  isTested(url: string | null): boolean
  /**
   * Nobody has ever tested this till, nor given it a key since tests are asked for: it was set up
   * before.
   */
  isOfBefore(): boolean
  /** The printer was taken away: it is neither the chosen nor the second one any more. */
  forgetPrinter(id: string): void
  /** It belongs to another company: a test that was passed before counts no more. */
  refuteTest(note: () => void): void
  /** It has just done so. `note` is written in the same transaction. */
  rememberTest(url: string, note: () => void): void
  /** `note` hears what is other than before, and is written in the same transaction. */
  save(
    input: SettingsChange,
    note: (changes: readonly ChangedField[]) => void,
  ): ReturnType<TillApi['saveSettings']>
}

export interface SettingsPorts {
  readonly db: TillDatabase
  readonly journal: Journal
  readonly secrets: SecretStore
  /** From the environment; wins over the stored one and is never stored. */
  readonly apiKeyFromHost: string | null
  readonly printers: () => readonly PrinterConfig[]
  /** The address of the command line, which wins over the stored one. */
  readonly addressFromHost: string | null
  /** A till to practise with has no address, key or shop of its own. */
  readonly purpose: Purpose
}

/** Reads the stored key once, before the till opens: afterwards settings answer without waiting. */
export async function loadSettings(ports: SettingsPorts): Promise<Settings> {
  const { db, journal } = ports
  const select = db.prepare<[], { value: string }>(
    "SELECT value_json AS value FROM setting WHERE key = 'till'",
  )
  const upsert = db.prepare(`INSERT INTO setting (key, value_json) VALUES ('till', ?)
    ON CONFLICT (key) DO UPDATE SET value_json = excluded.value_json`)
  let storedKey = await ports.secrets.load()
  let current = storedSettings.parse(
    withBuyerLimits(JSON.parse(select.get()?.value ?? '{}') as Record<string, unknown>),
  )

  const addressNow = () => ports.addressFromHost ?? current.serviceUrl
  const keyOrigin = () => current.keyOrigin ?? originOf(current.serviceUrl)
  /**
   * Null also for a key whose settings were lost on the way to the disk: nobody knows what address
   * it is for.
   */
  const ownKey = () =>
    current.keyPrint === null || current.keyPrint === fingerprintOf(storedKey) ? storedKey : null
  const store = (next: StoredSettings, changed: readonly string[], note: () => void) => {
    db.transaction(() => {
      upsert.run(JSON.stringify(next))
      journal.append('settings', null, { changed })
      note()
    }).immediate()
    current = next
    journal.publish()
  }

  const settings: Settings = {
    read: () => current,
    address: addressNow,
    apiKey() {
      if (ports.apiKeyFromHost !== null) return ports.apiKeyFromHost
      // Without an origin nothing is known about it, and there was only one address it could be
      // for.
      return keyOrigin() === null || keyOrigin() === originOf(addressNow()) ? ownKey() : null
    },
    isTested: (url) =>
      current.tested !== null &&
      current.tested.url === url &&
      current.tested.rut === current.shop?.rut &&
      current.tested.key === fingerprintOf(settings.apiKey()),
    isOfBefore: () => current.tested === null && current.keyPrint === null,
    forgetPrinter(id) {
      const { printer, fallbackPrinter, fallbackPrinterId } = current
      if (printer?.id !== id && fallbackPrinterId !== id) return
      const isSecond = fallbackPrinterId === id
      store(
        {
          ...current,
          printer: printer?.id === id ? null : printer,
          fallbackPrinterId: isSecond ? null : fallbackPrinterId,
          fallbackPrinter: isSecond ? null : fallbackPrinter,
        },
        ['printer'],
        () => undefined,
      )
    },
    refuteTest: (note) =>
      store({ ...current, tested: { url: '', rut: '', key: '' } }, ['tested'], note),
    rememberTest(url, note) {
      const [key, rut] = [fingerprintOf(settings.apiKey()), current.shop?.rut]
      assert(key !== null && rut !== undefined, 'what was tested has a key and a RUT')
      store({ ...current, tested: { url, rut, key } }, ['tested'], note)
    },
    view: () => viewOf(current, settings.apiKey(), ports.addressFromHost),
    // One after the other: a key that is still on its way to the disk belongs to the address it was
    // given for.
    save: inTurn(async (input, note) => {
      const checked = checkSettings(input, ports.printers())
      if (!checked.ok) return checked
      const misplaced = refuseMisplaced(checked.value, {
        ...ports,
        current,
        storedKey: ownKey(),
        keyOrigin: keyOrigin(),
      })
      if (misplaced !== null) return refuse(misplaced)
      const { apiKey, ...rest } = checked.value
      // What was sent there is known by the address as it is written here.
      if (rest.serviceUrl != null && rest.serviceUrl === asAddress(current.serviceUrl))
        rest.serviceUrl = current.serviceUrl
      const changes = changesOf(current, checked.value, storedKey)
      if (apiKey !== undefined) {
        await ports.secrets.save(apiKey)
        storedKey = apiKey
      }
      const typed = rest.serviceUrl === undefined ? current.serviceUrl : rest.serviceUrl
      const origin =
        apiKey === undefined
          ? {}
          : { keyOrigin: originOf(ports.addressFromHost ?? typed), keyPrint: fingerprintOf(apiKey) }
      store(
        storedSettings.parse({ ...current, ...rest, ...origin }),
        Object.keys(checked.value).filter((key) => key !== 'apiKey'),
        () => note(changes),
      )
      return ok(settings.view())
    }),
  }
  return settings
}

/** Of a printer its id says enough, and of a key that it is another one. */
function changesOf(
  current: StoredSettings,
  { apiKey, printer: _, fallbackPrinter: __, ...rest }: CheckedSettings,
  storedKey: string | null,
): readonly ChangedField[] {
  const fields = changedFields(current, rest)
  if (apiKey === undefined || apiKey === storedKey) return fields
  return [...fields, changedSecret('apiKey', apiKey !== null, storedKey !== null)]
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

/** What the screen may know of them: of the key only its tail. */
function viewOf(
  current: StoredSettings,
  apiKey: string | null,
  addressFromHost: string | null,
): SettingsView {
  return {
    serviceUrl: current.serviceUrl,
    companyId: current.companyId,
    pathCodes: formatPathCodes(current.pathCodes),
    serviceUrlFromHost: addressFromHost,
    registerNumber: current.registerNumber,
    branchOffice: current.branchOffice,
    apiKeyTail: apiKey?.slice(-4) ?? null,
    printerId: current.printerId,
    printsReceiptAfterSlip: current.printsReceiptAfterSlip,
    fallbackPrinterId: current.fallbackPrinterId,
    fallsBackByItself: current.fallsBackByItself,
    cashierName: current.cashierName,
    lockAfterMinutes: current.lockAfterMinutes,
    scannerPauseMs: current.scannerPauseMs,
    scale: current.scale,
    paymentMethods: current.paymentMethods,
    buyerLimits: current.buyerLimits,
    usesShifts: current.usesShifts,
    countsBlind: current.countsBlind,
    differenceLimitClp: current.differenceLimitClp,
    language: current.language,
    theme: current.theme,
  }
}

interface Placed extends Pick<SettingsPorts, 'purpose' | 'addressFromHost' | 'apiKeyFromHost'> {
  readonly current: StoredSettings
  readonly storedKey: string | null
  readonly keyOrigin: string | null
}

/**
 * A shop's address, key and name have no place in a till to practise with; nor has one service's
 * key at another's address.
 */
function refuseMisplaced(
  change: CheckedSettings,
  { purpose, addressFromHost, apiKeyFromHost, current, storedKey, keyOrigin }: Placed,
): Refusal | null {
  const real = (
    ['serviceUrl', 'companyId', 'pathCodes', 'apiKey', 'shop', 'branchOffice'] as const
  ).find((field) => change[field] !== undefined)
  if (purpose === 'practice') return real === undefined ? null : refusal('PRACTICE_ONLY', real)
  if (addressFromHost !== null && change.serviceUrl !== undefined)
    return refusal('ADDRESS_FROM_START', 'serviceUrl')
  // It would be kept and never used: the one of the environment wins.
  if (apiKeyFromHost !== null && change.apiKey != null) return refusal('KEY_FROM_START', 'apiKey')
  const isElsewhere =
    change.serviceUrl != null &&
    change.serviceUrl !== current.serviceUrl &&
    originOf(change.serviceUrl) !== keyOrigin
  if (isElsewhere && change.apiKey === undefined && storedKey !== null)
    return refusal('KEY_OF_OTHER_ADDRESS', 'apiKey', { origin: keyOrigin ?? '' })
  return null
}

/**
 * The first tills kept one amount without its year; the year it was published for is that of the
 * default.
 */
function withBuyerLimits(stored: Record<string, unknown>): Record<string, unknown> {
  const { buyerRequiredFromClp: limitClp, ...rest } = stored
  if (typeof limitClp !== 'number' || 'buyerLimits' in rest) return rest
  return { ...rest, buyerLimits: DEFAULT_BUYER_LIMITS.map(({ year }) => ({ year, limitClp })) }
}
