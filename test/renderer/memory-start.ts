/** A shop as the till in memory begins with it. */
import { DEFAULT_TIPS } from '#shared/tips/tip.ts'
import { DEFAULT_DESK } from '#shared/settings/desk.ts'
import type { Bootstrap, SettingsView, TillStatus } from '#shared/bridge/views.ts'
import { SCANNER_PAUSE_MS_DEFAULT } from '#shared/catalogue/scanner-pause.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { clp } from '#shared/money/clp.ts'
import { DEFAULT_BACK } from '#shared/vales/back-settings.ts'
import { DEFAULT_RECEIPTS_SEEN } from '#shared/sale/receipts-seen.ts'
import { BUYER_LIMIT, EMISSION, METHODS } from './memory-customers.ts'
import { CATEGORIES, PRINTERS, SHOP } from './memory-shop.ts'

export const BOOTSTRAP: Bootstrap = {
  shop: SHOP,
  registerName: 'Caja 1',
  cashierName: 'Camila',
  categories: CATEGORIES,
  printers: PRINTERS.map(({ config }) => config),
  printerId: 'virtual-80',
  isDemo: true,
  missing: [],
  missingLimitYear: null,
  version: '0.1.0',
  paymentMethods: METHODS,
  tips: DEFAULT_TIPS,
  buyerRequiredFromClp: clp(BUYER_LIMIT.limitClp),
}

export const SETTINGS: SettingsView = {
  desk: DEFAULT_DESK,
  back: DEFAULT_BACK,
  receiptsSeen: DEFAULT_RECEIPTS_SEEN,
  serviceUrl: null,
  serviceUrlFromHost: null,
  companyId: null,
  pathCodes: '',
  registerNumber: 1,
  branchOffice: 0,
  apiKeyTail: null,
  keyPlace: 'file',
  printerId: 'virtual-80',
  printsReceiptAfterSlip: true,
  paperRule: 'always',
  printsPageCode: false,
  cashierName: 'Camila',
  lockAfterMinutes: 0,
  scannerPauseMs: SCANNER_PAUSE_MS_DEFAULT,
  scale: null,
  language: 'es',
  theme: 'system',
  paymentMethods: METHODS,
  emission: EMISSION,
  tips: DEFAULT_TIPS,
  buyerLimits: [BUYER_LIMIT],
  fallbackPrinterId: null,
  fallsBackByItself: false,
  usesShifts: false,
  countsBlind: false,
  differenceLimitClp: 2_000,
  labelLimitClp: 50_000,
}

export const statusAt = (nowMs: number): TillStatus => ({
  connection: 'online',
  connectionCause: null,
  lastAnswerAt: nowMs as EpochMs,
  pendingCount: 0,
  oldestPendingAt: null,
  attentionCount: 0,
  printerId: 'virtual-80',
  printerTrouble: null,
  printQueueCount: 0,
  issueDeadlineAt: null,
  clockSkewMs: null,
  folioStock: [],
  closedTypes: [],
  heldTogether: [],
  fallbackPrinterId: null,
  unprintedCount: 0,
  latePapers: null,
})
