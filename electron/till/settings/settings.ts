import { z } from 'zod'
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { THEMES, type PrinterConfig, type SettingsView, type ShopView } from '#shared/bridge/views.ts'
import type { TillApi } from '#shared/bridge/till-api.ts'
import { AMOUNT_CLP_MAX } from '#shared/money/clp.ts'
import { checkMethods, DEFAULT_METHODS, MEDIO_PAGO } from '#shared/payment/payment-method.ts'
import { parseRut } from '#shared/rut/rut.ts'
import { checkBuyerLimits, DEFAULT_BUYER_LIMITS } from '#shared/sale/buyer-limit.ts'
import { checkDifferenceLimit, DEFAULT_DIFFERENCE_LIMIT_CLP } from '#shared/shift/shift.ts'
import { LOCK_AFTER_MINUTES_MAX } from '#shared/staff/auto-lock.ts'
import { firstOutsideLatin1, foldToLatin1 } from '#shared/text/latin1.ts'
import type { TillDatabase } from '../db/open-database.ts'
import type { Journal } from '../journal.ts'

/** Keeps the API key of a remote service. Only the privileged process ever sees it. */
export interface SecretStore {
  load(): Promise<string | null>
  save(secret: string | null): Promise<void>
}

const storedSettings = z.object({
  serviceUrl: z.string().nullable().default(null),
  printerId: z.string().default('virtual-80'),
  /** The chosen printer whole, so that a restart prints on it before it has been looked for. */
  printer: (z.custom<PrinterConfig>((value) => typeof value === 'object' && value !== null && 'transport' in value))
    .nullable().default(null),
  fallbackPrinterId: z.string().nullable().default(null),
  /** The second printer whole, as the first. */
  fallbackPrinter: (z.custom<PrinterConfig>((value) => typeof value === 'object' && value !== null && 'transport' in value))
    .nullable().default(null),
  fallsBackByItself: z.boolean().default(false),
  printsReceiptAfterSlip: z.boolean().default(true),
  cashierName: z.string().default('Cajero 1'),
  lockAfterMinutes: z.int().min(0).max(LOCK_AFTER_MINUTES_MAX).default(0),
  language: z.enum(['es', 'en']).default('es'),
  theme: z.enum(THEMES).default('system'),
  usesShifts: z.boolean().default(false),
  countsBlind: z.boolean().default(false),
  differenceLimitClp: z.int().min(0).max(AMOUNT_CLP_MAX).default(DEFAULT_DIFFERENCE_LIMIT_CLP),
  registerNumber: z.int().min(1).max(9999).default(1),
  buyerLimits: z.array(z.object({ year: z.int(), limitClp: z.int().min(1).max(AMOUNT_CLP_MAX) })).default([...DEFAULT_BUYER_LIMITS]),
  paymentMethods: z.array(z.object({
    id: z.string(), name: z.string(), siiCode: z.enum(MEDIO_PAGO), opensDrawer: z.boolean(), needsReference: z.boolean(),
    isVoucherTheReceipt: z.boolean(), isActive: z.boolean(),
  })).default([...DEFAULT_METHODS]),
  branchOffice: z.int().default(0),
  shop: z.object({
    rut: z.string(), legalName: z.string(), tradeName: z.string(), address: z.string(), commune: z.string(),
  }).nullable().default(null),
})
export type StoredSettings = z.output<typeof storedSettings>

export interface Settings {
  read(): StoredSettings
  apiKey(): string | null
  view(): SettingsView
  save: TillApi['saveSettings']
}

export interface SettingsPorts {
  readonly db: TillDatabase
  readonly journal: Journal
  readonly secrets: SecretStore
  /** From the environment; wins over the stored one and is never stored. */
  readonly apiKeyFromHost: string | null
  readonly printers: () => readonly PrinterConfig[]
}

/** Reads the stored key once, before the till opens: afterwards settings answer without waiting. */
export async function loadSettings(ports: SettingsPorts): Promise<Settings> {
  const { db, journal } = ports
  const select = db.prepare<[], { value: string }>("SELECT value_json AS value FROM setting WHERE key = 'till'")
  const upsert = db.prepare(`INSERT INTO setting (key, value_json) VALUES ('till', ?)
    ON CONFLICT (key) DO UPDATE SET value_json = excluded.value_json`)
  let storedKey = await ports.secrets.load()
  let current = storedSettings.parse(withBuyerLimits(JSON.parse(select.get()?.value ?? '{}') as Record<string, unknown>))

  const settings: Settings = {
    read: () => current,
    apiKey: () => ports.apiKeyFromHost ?? storedKey,
    view: () => ({
      serviceUrl: current.serviceUrl,
      apiKeyTail: settings.apiKey()?.slice(-4) ?? null,
      printerId: current.printerId,
      printsReceiptAfterSlip: current.printsReceiptAfterSlip,
      fallbackPrinterId: current.fallbackPrinterId,
      fallsBackByItself: current.fallsBackByItself,
      cashierName: current.cashierName,
      lockAfterMinutes: current.lockAfterMinutes,
      paymentMethods: current.paymentMethods,
      buyerLimits: current.buyerLimits,
      usesShifts: current.usesShifts,
      countsBlind: current.countsBlind,
      differenceLimitClp: current.differenceLimitClp,
      language: current.language,
      theme: current.theme,
    }),
    async save(input) {
      const checked = checkSettings(input, ports.printers())
      if (!checked.ok) return checked
      const { apiKey, ...rest } = checked.value
      if (apiKey !== undefined) {
        await ports.secrets.save(apiKey)
        storedKey = apiKey
      }
      const next = storedSettings.parse({ ...current, ...rest })
      db.transaction(() => {
        upsert.run(JSON.stringify(next))
        journal.append('settings', null, { changed: Object.keys(checked.value).filter((key) => key !== 'apiKey') })
      }).immediate()
      current = next
      journal.publish()
      return ok(settings.view())
    },
  }
  return settings
}

/** The first tills kept one amount without its year; the year it was published for is that of the default. */
function withBuyerLimits(stored: Record<string, unknown>): Record<string, unknown> {
  const { buyerRequiredFromClp: limitClp, ...rest } = stored
  if (typeof limitClp !== 'number' || 'buyerLimits' in rest) return rest
  return { ...rest, buyerLimits: DEFAULT_BUYER_LIMITS.map(({ year }) => ({ year, limitClp })) }
}

type SettingsChange = Parameters<TillApi['saveSettings']>[0]

type CheckedSettings = Partial<StoredSettings> & { apiKey?: string | null }

function checkSettings(input: SettingsChange, printers: readonly PrinterConfig[]): Result<CheckedSettings, Refusal> {
  const change: CheckedSettings = {}
  if (input.printerId !== undefined) {
    const printer = printers.find((candidate) => candidate.id === input.printerId)
    if (!printer) return refuse(refusal('PRINTER_UNKNOWN', 'printerId'))
    change.printerId = printer.id
    change.printer = printer
  }
  if (input.fallbackPrinterId !== undefined) {
    const printer = printers.find((candidate) => candidate.id === input.fallbackPrinterId) ?? null
    if (printer === null && input.fallbackPrinterId !== null) return refuse(refusal('PRINTER_UNKNOWN', 'fallbackPrinterId'))
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
  if (input.printsReceiptAfterSlip !== undefined) change.printsReceiptAfterSlip = input.printsReceiptAfterSlip
  const shifts = checkShiftSettings(input)
  if (!shifts.ok) return shifts
  Object.assign(change, shifts.value)
  if (input.lockAfterMinutes !== undefined) change.lockAfterMinutes = input.lockAfterMinutes
  if (input.cashierName !== undefined) {
    const name = foldToLatin1(input.cashierName).trim()
    if (name === '') return refuse(refusal('NAME_REQUIRED', 'cashierName'))
    const stranger = firstOutsideLatin1(name)
    if (stranger !== null) return refuse(refusal('NAME_NOT_LATIN1', 'cashierName', { character: stranger }))
    change.cashierName = name
  }
  if (input.serviceUrl !== undefined) {
    const url = input.serviceUrl === null || input.serviceUrl.trim() === '' ? null : input.serviceUrl.trim()
    if (url !== null && !isServiceUrl(url)) return refuse(refusal('URL_NOT_VALID', 'serviceUrl'))
    change.serviceUrl = url
  }
  if (input.apiKey !== undefined) {
    if (input.apiKey !== null && !/^\S{8,200}$/.test(input.apiKey)) return refuse(refusal('API_KEY_NOT_VALID', 'apiKey'))
    change.apiKey = input.apiKey
  }
  return ok(change)
}

function checkShiftSettings({ usesShifts, countsBlind, differenceLimitClp }: SettingsChange): Result<CheckedSettings, Refusal> {
  const limit = differenceLimitClp === undefined ? null : checkDifferenceLimit(differenceLimitClp)
  if (limit !== null && !limit.ok) return limit
  return ok({
    ...(usesShifts === undefined ? {} : { usesShifts }), ...(countsBlind === undefined ? {} : { countsBlind }),
    ...(limit === null ? {} : { differenceLimitClp: limit.value }),
  })
}

/** Longest name, trade name, address and commune the tax authority's schema takes. */
const SHOP_CHARS_MAX = { legalName: 100, tradeName: 60, address: 70, commune: 20 } as const

function checkShop(shop: NonNullable<SettingsChange['shop']>): Result<ShopView, Refusal> {
  const rut = parseRut(shop.rut)
  if (!rut.ok) return refuse(refusal(rut.refusal, 'rut'))
  const checked: Record<keyof typeof SHOP_CHARS_MAX, string> = { legalName: '', tradeName: '', address: '', commune: '' }
  for (const field of ['legalName', 'tradeName', 'address', 'commune'] as const) {
    const text = foldToLatin1(shop[field]).trim()
    const stranger = firstOutsideLatin1(text)
    if (text === '') return refuse(refusal('NAME_REQUIRED', field))
    if (stranger !== null) return refuse(refusal('NAME_NOT_LATIN1', field, { character: stranger }))
    checked[field] = text.slice(0, SHOP_CHARS_MAX[field])
  }
  return ok({ rut: rut.value, ...checked })
}

/** https anywhere; plain http only to this machine, where the local development service listens. */
export function isServiceUrl(text: string): boolean {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return false
  }
  if (url.username !== '' || url.password !== '' || url.hash !== '' || url.search !== '') return false
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
}
