/** What may stand in the settings: a change is judged whole before anything of it is kept. */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'
import type { ShopView } from '#shared/core/shop.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { parseRut } from '#shared/rut/rut.ts'
import type { Setting } from '#shared/settings/row.ts'
import { SETTINGS, type SettingName } from '#shared/settings/rows.ts'
import { parseCompanyId, parsePathCodes } from '#shared/settings/service-codes.ts'
import { foldToLatin1 } from '#shared/text/latin1.ts'
import { requireLatin1 } from '#shared/text/require-latin1.ts'
import { asAddress, isServiceUrl } from './service-url.ts'
import type { StoredSettings } from './stored-settings.ts'

export type SettingsChange = Parameters<TillApi['saveSettings']>[0]

export type CheckedSettings = Partial<StoredSettings> & { apiKey?: string | null }

export function checkSettings(
  input: SettingsChange,
  printers: readonly PrinterConfig[],
): Result<CheckedSettings, Refusal> {
  const rows = checkRows(input)
  if (!rows.ok) return rows
  const change: CheckedSettings = { ...rows.value }
  if (input.shop !== undefined) {
    const shop = checkShop(input.shop)
    if (!shop.ok) return shop
    change.shop = shop.value
  }
  for (const part of [
    checkPrinters(input, printers),
    checkService(input),
    checkServiceCodes(input),
  ]) {
    if (!part.ok) return part
    Object.assign(change, part.value)
  }
  return ok(change)
}

/** Each by its own row. */
export function checkRows(input: SettingsChange): Result<Partial<StoredSettings>, Refusal> {
  const checked: Record<string, unknown> = {}
  for (const [name, row] of Object.entries(SETTINGS) as [SettingName, Setting<unknown>][]) {
    if (input[name] === undefined) continue
    const value = row.check(input[name])
    if (!value.ok) return value
    checked[name] = value.value
  }
  return ok(checked)
}

function checkPrinters(
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
  return ok(change)
}

function checkService(input: SettingsChange): Result<CheckedSettings, Refusal> {
  const change: CheckedSettings = {}
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

/** Longest name, trade name, address, commune and giro the tax authority's schema takes. */
export const SHOP_CHARS_MAX = {
  legalName: 100,
  tradeName: 60,
  address: 70,
  commune: 20,
  activity: 80,
} as const
const SHOP_TEXTS = ['legalName', 'tradeName', 'address', 'commune', 'activity'] as const

export function checkShop(shop: NonNullable<SettingsChange['shop']>): Result<ShopView, Refusal> {
  const rut = parseRut(shop.rut)
  if (!rut.ok) return refuse(refusal(rut.refusal, 'rut'))
  const checked: Record<keyof typeof SHOP_CHARS_MAX, string> = {
    legalName: '',
    tradeName: '',
    address: '',
    commune: '',
    activity: '',
  }
  for (const field of SHOP_TEXTS) {
    const text = foldToLatin1(shop[field] ?? '').trim()
    // The service has it on its documents in any case.
    if (text === '' && field === 'activity') continue
    if (text === '') return refuse(refusal('SHOP_DETAIL_REQUIRED', field))
    const printable = requireLatin1(text, field)
    if (!printable.ok) return printable
    const most = SHOP_CHARS_MAX[field]
    if (text.length > most) return refuse(refusal('TEXT_TOO_LONG', field, { most: String(most) }))
    checked[field] = text
  }
  const { activity, ...named } = checked
  return ok({ rut: rut.value, ...named, ...(activity === '' ? {} : { activity }) })
}

/** What a header can carry. */
export function isApiKey(text: string): boolean {
  return /^[\x21-\x7e]{8,200}$/.test(text)
}
