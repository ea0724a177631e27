/** What may stand in the settings: a change is judged whole before anything of it is kept. */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { PrinterConfig } from '#shared/bridge/printers.ts'
import type { ShopView } from '#shared/bridge/views.ts'
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { checkMethods } from '#shared/payment/payment-method.ts'
import { checkTips } from '#shared/tips/tip.ts'
import { parseRut } from '#shared/rut/rut.ts'
import { checkBuyerLimits } from '#shared/sale/buyer-limit.ts'
import { isSerialPath } from '#shared/scale/config.ts'
import { parseCompanyId, parsePathCodes } from '#shared/settings/service-codes.ts'
import { checkLabelLimit } from '#shared/catalogue/scale-label.ts'
import { checkDifferenceLimit } from '#shared/shift/shift.ts'
import { foldToLatin1 } from '#shared/text/latin1.ts'
import { requireLatin1 } from '#shared/text/require-latin1.ts'
import { asAddress, isServiceUrl } from './service-url.ts'
import { BRANCH_OFFICE_MAX, REGISTER_NUMBER_MAX, type StoredSettings } from './stored-settings.ts'

export type SettingsChange = Parameters<TillApi['saveSettings']>[0]

export type CheckedSettings = Partial<StoredSettings> & { apiKey?: string | null }

export function checkSettings(
  input: SettingsChange,
  printers: readonly PrinterConfig[],
): Result<CheckedSettings, Refusal> {
  const change: CheckedSettings = {}
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
  if (input.tips !== undefined) {
    const tips = checkTips(input.tips)
    if (!tips.ok) return tips
    change.tips = { ...tips.value, percents: [...tips.value.percents] }
  }
  if (input.language !== undefined) change.language = input.language
  if (input.theme !== undefined) change.theme = input.theme
  if (input.desk !== undefined) change.desk = input.desk
  if (input.back !== undefined) change.back = input.back
  if (input.receiptsSeen !== undefined) change.receiptsSeen = input.receiptsSeen
  if (input.printsReceiptAfterSlip !== undefined)
    change.printsReceiptAfterSlip = input.printsReceiptAfterSlip
  if (input.paperRule !== undefined) change.paperRule = input.paperRule
  if (input.printsPageCode !== undefined) change.printsPageCode = input.printsPageCode
  for (const part of [
    checkPrinters(input, printers),
    checkPlace(input),
    checkService(input),
    checkLimits(input),
    checkServiceCodes(input),
  ]) {
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
    const printable = requireLatin1(name, 'cashierName')
    if (!printable.ok) return printable
    change.cashierName = name
  }
  return ok(change)
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

/** Which till of which branch. */
function checkPlace(input: SettingsChange): Result<CheckedSettings, Refusal> {
  const change: CheckedSettings = {}
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

function isWholeUpTo(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}

function checkLimits({
  usesShifts,
  countsBlind,
  differenceLimitClp,
  labelLimitClp,
}: SettingsChange): Result<CheckedSettings, Refusal> {
  const limit = differenceLimitClp === undefined ? null : checkDifferenceLimit(differenceLimitClp)
  if (limit !== null && !limit.ok) return limit
  const ofLabels = labelLimitClp === undefined ? null : checkLabelLimit(labelLimitClp)
  if (ofLabels !== null && !ofLabels.ok) return ofLabels
  return ok({
    ...(usesShifts === undefined ? {} : { usesShifts }),
    ...(countsBlind === undefined ? {} : { countsBlind }),
    ...(limit === null ? {} : { differenceLimitClp: limit.value }),
    ...(ofLabels === null ? {} : { labelLimitClp: ofLabels.value }),
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

function checkShop(shop: NonNullable<SettingsChange['shop']>): Result<ShopView, Refusal> {
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
function isApiKey(text: string): boolean {
  return /^[\x21-\x7e]{8,200}$/.test(text)
}
