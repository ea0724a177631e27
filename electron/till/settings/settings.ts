import type { TillApi } from '#shared/bridge/contract.ts'
import { assert, ok } from '#shared/core/result.ts'
import type { ChangedField } from '#shared/settings/changed-fields.ts'
import { eachSetting } from '#shared/settings/rows.ts'
import { formatPathCodes } from '#shared/settings/service-codes.ts'
import type { SettingsView } from '#shared/settings/views.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Journal } from '../kernel/journal.ts'
import type { SecretStore } from '../kernel/ports.ts'
import type { SettingsChange } from './check-settings.ts'
import { type KeptSettings, openKeptSettings } from './kept-settings.ts'
import { fingerprintOf, originOf } from './key-origin.ts'
import type { OwnCredentials } from './own-key.ts'
import { type KeyPorts, loadServiceKey, type ServiceKey } from './service-key.ts'
import { createSettingsWriter, type WriterPorts } from './settings-writer.ts'
import type { StoredSettings } from './stored-settings.ts'

export interface Settings {
  read(): StoredSettings
  /** The row was changed by another hand: another till's. */
  reread(): void
  apiKey(): string | null
  /** What it asks with as a till of its shop; null where somebody gave it a key. */
  asTill(): OwnCredentials | null
  /** A key that somebody typed lies here, used or not. */
  hasTyped(): boolean
  isJoined(): boolean
  /** Where receipts go: the address of the start, else the stored one. */
  address(): string | null
  view(): SettingsView
  /** This address has answered the present key for the present RUT. */
  isTested(url: string | null): boolean
  /** This address has answered the present key, whatever RUT there was. */
  hasAnswered(url: string | null): boolean
  /** A test has said that the key belongs to another company. */
  isRefuted(): boolean
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

export interface SettingsPorts extends KeyPorts, WriterPorts {
  readonly db: TillDatabase
  readonly journal: Journal
  readonly secrets: SecretStore
}

/** Reads the stored key once, before the till opens: afterwards settings answer without waiting. */
export async function loadSettings(ports: SettingsPorts): Promise<Settings> {
  const kept = openKeptSettings(ports.db, ports.journal)
  const key = await loadServiceKey(ports, kept)
  const view = () => viewOf(kept.read(), key, ports.addressFromHost)
  const save = createSettingsWriter(ports, kept, key)
  return {
    read: kept.read,
    reread: kept.reread,
    address: key.address,
    apiKey: key.toUse,
    asTill: key.asTill,
    hasTyped: () => key.stored() !== null,
    isJoined: () => ports.ownKey.isJoined(originOf(key.address())),
    view,
    ...createTestMark(kept, key.toUse),
    forgetPrinter: (id) => forgetPrinter(kept, id),
    async save(input, note) {
      const saved = await save(input, note)
      return saved.ok ? ok(view()) : saved
    },
  }
}

const REFUTED = { url: '', rut: '', key: '' }

/** What is known of the test of the connection. */
function createTestMark(
  { read, store }: KeptSettings,
  apiKey: () => string | null,
): Pick<Settings, 'isTested' | 'hasAnswered' | 'isRefuted' | 'refuteTest' | 'rememberTest'> {
  const hasAnswered = (url: string | null) => {
    const { tested } = read()
    return tested !== null && tested.url === url && tested.key === fingerprintOf(apiKey())
  }
  const mark = (tested: NonNullable<StoredSettings['tested']>, note: () => void) =>
    store({ ...read(), tested }, ['tested'], note)
  return {
    hasAnswered,
    isTested(url) {
      const { tested, shop } = read()
      return hasAnswered(url) && tested?.rut === shop?.rut
    },
    isRefuted: () => read().tested?.url === REFUTED.url,
    refuteTest: (note) => mark(REFUTED, note),
    rememberTest(url, note) {
      const [key, rut] = [fingerprintOf(apiKey()), read().shop?.rut ?? '']
      assert(key !== null, 'what was tested has a key')
      mark({ url, rut, key }, note)
    },
  }
}

function forgetPrinter({ read, store }: KeptSettings, id: string): void {
  const { printer, fallbackPrinter, fallbackPrinterId } = read()
  if (printer?.id !== id && fallbackPrinterId !== id) return
  const isSecond = fallbackPrinterId === id
  store(
    {
      ...read(),
      printer: printer?.id === id ? null : printer,
      fallbackPrinterId: isSecond ? null : fallbackPrinterId,
      fallbackPrinter: isSecond ? null : fallbackPrinter,
    },
    ['printer'],
    () => undefined,
  )
}

/** What the screen may know of them: of the key only its tail. */
function viewOf(
  current: StoredSettings,
  key: ServiceKey,
  addressFromHost: string | null,
): SettingsView {
  return {
    ...eachSetting((_, name) => current[name]),
    serviceUrl: current.serviceUrl,
    serviceUrlFromHost: addressFromHost,
    companyId: current.companyId,
    pathCodes: formatPathCodes(current.pathCodes),
    apiKeyTail: key.toUse()?.slice(-4) ?? null,
    keyPlace: key.place(),
    emission: current.emission,
  }
}
