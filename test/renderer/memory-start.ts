/** A shop as the till in memory begins with it. */
import type { Bootstrap, TillStatus } from '#shared/bridge/views.ts'
import type { SettingsView } from '#shared/settings/views.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { clp } from '#shared/money/clp.ts'
import { counterSettings, eachSetting } from '#shared/settings/rows.ts'
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
  ...counterSettings(eachSetting((row) => row.first)),
  buyerRequiredFromClp: clp(BUYER_LIMIT.limitClp),
}

export const SETTINGS: SettingsView = {
  ...eachSetting((row) => row.first),
  serviceUrl: null,
  serviceUrlFromHost: null,
  companyId: null,
  pathCodes: '',
  apiKeyTail: null,
  keyPlace: 'file',
  cashierName: 'Camila',
  paymentMethods: METHODS,
  emission: EMISSION,
  buyerLimits: [BUYER_LIMIT],
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
