import { z } from 'zod'
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { assert, ok, refuse, type Result } from '#shared/core/result.ts'
import { type SettingsView, type ShopView } from '#shared/bridge/views.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import { AMOUNT_CLP_MAX } from '#shared/money/clp.ts'
import { checkMethods, DEFAULT_METHODS, MEDIO_PAGO } from '#shared/payment/payment-method.ts'
import { parseRut } from '#shared/rut/rut.ts'
import { checkBuyerLimits, DEFAULT_BUYER_LIMITS } from '#shared/sale/buyer-limit.ts'
import { checkDifferenceLimit, DEFAULT_DIFFERENCE_LIMIT_CLP } from '#shared/shift/shift.ts'
import {
  SCANNER_PAUSE_MS_DEFAULT,
  SCANNER_PAUSE_MS_MAX,
  SCANNER_PAUSE_MS_MIN,
} from '#shared/catalogue/scanner-pause.ts'
import { isSerialPath, scaleConfigSchema } from '#shared/scale/config.ts'
import { formatPathCodes, parseCompanyId, parsePathCodes } from '#shared/settings/service-codes.ts'
import { LOCK_AFTER_MINUTES_MAX } from '#shared/staff/auto-lock.ts'
import { firstOutsideLatin1, foldToLatin1 } from '#shared/text/latin1.ts'
import type { TillDatabase } from '../db/open-database.ts'
import type { Journal } from '../journal.ts'
import { fingerprintOf, originOf } from './key-origin.ts'
import type { Purpose } from './purpose.ts'
import { storedPrinter, type PrinterConfig } from '#shared/bridge/printers.ts'
import { THEMES } from '#shared/settings/theme.ts'

/** Keeps the API key of a remote service. Only the privileged process ever sees it. */
export interface SecretStore {
  load(): Promise<string | null>
  save(secret: string | null): Promise<void>
}

/**
 * Numbers of a shop's tills, and codes of branches as the tax authority gives them (CdgSIISucur:
 * nine digits).
 */
export const REGISTER_NUMBER_MAX = 9_999
export const BRANCH_OFFICE_MAX = 999_999_999

const storedSettings = z.object({
  serviceUrl: z.string().nullable().default(null),
  companyId: z.string().nullable().default(null),
  pathCodes: z.partialRecord(z.enum(['39', '41', '61', '56']), z.string()).default({}),
  printerId: z.string().default('virtual-80'),
  /** The chosen printer whole, so that a restart prints on it before it has been looked for. */
  printer: storedPrinter.nullable().catch(null).default(null),
  fallbackPrinterId: z.string().nullable().default(null),
  /** The second printer whole, as the first. */
  fallbackPrinter: storedPrinter.nullable().catch(null).default(null),
  fallsBackByItself: z.boolean().default(false),
  printsReceiptAfterSlip: z.boolean().default(true),
  cashierName: z.string().default('Cajero 1'),
  lockAfterMinutes: z.int().min(0).max(LOCK_AFTER_MINUTES_MAX).default(0),
  scannerPauseMs: z
    .int()
    .min(SCANNER_PAUSE_MS_MIN)
    .max(SCANNER_PAUSE_MS_MAX)
    .default(SCANNER_PAUSE_MS_DEFAULT),
  scale: scaleConfigSchema.nullable().default(null),
  language: z.enum(['es', 'en']).default('es'),
  theme: z.enum(THEMES).default('system'),
  usesShifts: z.boolean().default(false),
  countsBlind: z.boolean().default(false),
  differenceLimitClp: z.int().min(0).max(AMOUNT_CLP_MAX).default(DEFAULT_DIFFERENCE_LIMIT_CLP),
  registerNumber: z.int().min(1).max(REGISTER_NUMBER_MAX).default(1),
  buyerLimits: z
    .array(
      z.object({
        year: z.int(),
        limitClp: z.int().min(1).max(AMOUNT_CLP_MAX),
        source: z.string().optional(),
      }),
    )
    .default([...DEFAULT_BUYER_LIMITS]),
  paymentMethods: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        siiCode: z.enum(MEDIO_PAGO),
        opensDrawer: z.boolean(),
        needsReference: z.boolean(),
        isVoucherTheReceipt: z.boolean(),
        isActive: z.boolean(),
      }),
    )
    .default([...DEFAULT_METHODS]),
  branchOffice: z.int().min(0).max(BRANCH_OFFICE_MAX).default(0),
  /**
   * What the stored key was given for; null in settings of before it was noted, where it is the
   * stored address.
   */
  keyOrigin: z.string().nullable().default(null),
  /** To know the stored key again; null for a key of before this was noted. */
  keyPrint: z.string().nullable().default(null),
  /** The address that answered last to the key with this fingerprint, for this RUT. */
  tested: z.object({ url: z.string(), rut: z.string(), key: z.string() }).nullable().default(null),
  shop: z
    .object({
      rut: z.string(),
      legalName: z.string(),
      tradeName: z.string(),
      address: z.string(),
      commune: z.string(),
    })
    .nullable()
    .default(null),
})
export type StoredSettings = z.output<typeof storedSettings>

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
  /** `note` is written in the same transaction. */
  save(input: SettingsChange, note: () => void): ReturnType<TillApi['saveSettings']>
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
      if (apiKey !== undefined) {
        await ports.secrets.save(apiKey)
        storedKey = apiKey
      }
      const address =
        ports.addressFromHost ??
        (rest.serviceUrl === undefined ? current.serviceUrl : rest.serviceUrl)
      const origin =
        apiKey === undefined
          ? {}
          : { keyOrigin: originOf(address), keyPrint: fingerprintOf(apiKey) }
      store(
        storedSettings.parse({ ...current, ...rest, ...origin }),
        Object.keys(checked.value).filter((key) => key !== 'apiKey'),
        note,
      )
      return ok(settings.view())
    }),
  }
  return settings
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

type SettingsChange = Parameters<TillApi['saveSettings']>[0]

type CheckedSettings = Partial<StoredSettings> & { apiKey?: string | null }

function checkSettings(
  input: SettingsChange,
  printers: readonly PrinterConfig[],
): Result<CheckedSettings, Refusal> {
  const change: CheckedSettings = {}
  if (input.printerId !== undefined) {
    const printer = printers.find((candidate) => candidate.id === input.printerId)
    if (!printer) return refuse(refusal('PRINTER_UNKNOWN', 'printerId'))
    change.printerId = printer.id
    change.printer = printer
  }
  if (input.fallbackPrinterId !== undefined) {
    const printer = printers.find((candidate) => candidate.id === input.fallbackPrinterId) ?? null
    if (printer === null && input.fallbackPrinterId !== null)
      return refuse(refusal('PRINTER_UNKNOWN', 'fallbackPrinterId'))
    change.fallbackPrinterId = printer?.id ?? null
    change.fallbackPrinter = printer
  }
  if (input.fallsBackByItself !== undefined) change.fallsBackByItself = input.fallsBackByItself
  if (input.shop !== undefined) {
    const shop = checkShop(input.shop)
    if (!shop.ok) return shop
    change.shop = shop.value
  }
  if (input.buyerLimits !== undefined) {
    const limits = checkBuyerLimits(input.buyerLimits)
    if (!limits.ok) return limits
    change.buyerLimits = [...limits.value]
  }
  if (input.paymentMethods !== undefined) {
    const methods = checkMethods(input.paymentMethods)
    if (!methods.ok) return methods
    change.paymentMethods = [...methods.value]
  }
  if (input.language !== undefined) change.language = input.language
  if (input.theme !== undefined) change.theme = input.theme
  if (input.printsReceiptAfterSlip !== undefined)
    change.printsReceiptAfterSlip = input.printsReceiptAfterSlip
  if (input.registerNumber !== undefined) {
    if (!isWholeUpTo(input.registerNumber, 1, REGISTER_NUMBER_MAX))
      return refuse(
        refusal('REGISTER_NOT_VALID', 'registerNumber', { most: String(REGISTER_NUMBER_MAX) }),
      )
    change.registerNumber = input.registerNumber
  }
  if (input.branchOffice !== undefined) {
    if (!isWholeUpTo(input.branchOffice, 0, BRANCH_OFFICE_MAX))
      return refuse(refusal('BRANCH_NOT_VALID', 'branchOffice'))
    change.branchOffice = input.branchOffice
  }
  for (const part of [checkShiftSettings(input), checkServiceCodes(input)]) {
    if (!part.ok) return part
    Object.assign(change, part.value)
  }
  if (input.lockAfterMinutes !== undefined) change.lockAfterMinutes = input.lockAfterMinutes
  if (input.scannerPauseMs !== undefined) change.scannerPauseMs = input.scannerPauseMs
  if (input.scale !== undefined) {
    if (input.scale !== null && !isSerialPath(input.scale.path))
      return refuse(refusal('SCALE_PORT_NOT_VALID', 'scalePath'))
    change.scale = input.scale
  }
  if (input.cashierName !== undefined) {
    const name = foldToLatin1(input.cashierName).trim()
    if (name === '') return refuse(refusal('NAME_REQUIRED', 'cashierName'))
    const stranger = firstOutsideLatin1(name)
    if (stranger !== null)
      return refuse(refusal('NAME_NOT_LATIN1', 'cashierName', { character: stranger }))
    change.cashierName = name
  }
  if (input.serviceUrl !== undefined) {
    const url =
      input.serviceUrl === null || input.serviceUrl.trim() === '' ? null : input.serviceUrl.trim()
    if (url !== null && !isServiceUrl(url)) return refuse(refusal('URL_NOT_VALID', 'serviceUrl'))
    change.serviceUrl = asAddress(url)
  }
  if (input.apiKey !== undefined) {
    const apiKey = input.apiKey?.trim() ?? null
    if (apiKey !== null && !isApiKey(apiKey)) return refuse(refusal('API_KEY_NOT_VALID', 'apiKey'))
    change.apiKey = apiKey
  }
  return ok(change)
}

function checkServiceCodes({
  companyId,
  pathCodes,
}: SettingsChange): Result<CheckedSettings, Refusal> {
  const company = companyId === undefined ? null : parseCompanyId(companyId)
  if (company !== null && !company.ok) return company
  const codes = pathCodes === undefined ? null : parsePathCodes(pathCodes)
  if (codes !== null && !codes.ok) return codes
  return ok({
    ...(company === null ? {} : { companyId: company.value }),
    ...(codes === null ? {} : { pathCodes: codes.value }),
  })
}

function isWholeUpTo(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}

function checkShiftSettings({
  usesShifts,
  countsBlind,
  differenceLimitClp,
}: SettingsChange): Result<CheckedSettings, Refusal> {
  const limit = differenceLimitClp === undefined ? null : checkDifferenceLimit(differenceLimitClp)
  if (limit !== null && !limit.ok) return limit
  return ok({
    ...(usesShifts === undefined ? {} : { usesShifts }),
    ...(countsBlind === undefined ? {} : { countsBlind }),
    ...(limit === null ? {} : { differenceLimitClp: limit.value }),
  })
}

/** Longest name, trade name, address and commune the tax authority's schema takes. */
const SHOP_CHARS_MAX = { legalName: 100, tradeName: 60, address: 70, commune: 20 } as const

function checkShop(shop: NonNullable<SettingsChange['shop']>): Result<ShopView, Refusal> {
  const rut = parseRut(shop.rut)
  if (!rut.ok) return refuse(refusal(rut.refusal, 'rut'))
  const checked: Record<keyof typeof SHOP_CHARS_MAX, string> = {
    legalName: '',
    tradeName: '',
    address: '',
    commune: '',
  }
  for (const field of ['legalName', 'tradeName', 'address', 'commune'] as const) {
    const text = foldToLatin1(shop[field]).trim()
    const stranger = firstOutsideLatin1(text)
    if (text === '') return refuse(refusal('NAME_REQUIRED', field))
    if (stranger !== null) return refuse(refusal('NAME_NOT_LATIN1', field, { character: stranger }))
    const most = SHOP_CHARS_MAX[field]
    if (text.length > most) return refuse(refusal('TEXT_TOO_LONG', field, { most: String(most) }))
    checked[field] = text
  }
  return ok({ rut: rut.value, ...checked })
}

/** What a header can carry. */
export function isApiKey(text: string): boolean {
  return /^[\x21-\x7e]{8,200}$/.test(text)
}

/**
 * The one way an address is written: with a slash behind it, or in capitals, it is no other
 * service.
 */
export function asAddress<Text extends string | null>(text: Text): Text | string
export function asAddress(text: string | null): string | null {
  if (text === null) return null
  const { origin, pathname } = new URL(text)
  return origin + pathname.replace(/\/+$/, '')
}

/** https anywhere; plain http only to this machine, where the local development service listens. */
export function isServiceUrl(text: string): boolean {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return false
  }
  if (url.username !== '' || url.password !== '' || url.hash !== '' || url.search !== '')
    return false
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
}
