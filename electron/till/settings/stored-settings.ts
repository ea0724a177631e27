/** The settings as they are kept, with what a till begins with. */
import { z } from 'zod'
import { storedPrinter } from '#shared/bridge/printers.ts'
import { DEFAULT_LANGUAGE, LANGUAGE_IDS } from '#shared/languages/languages.ts'
import {
  SCANNER_PAUSE_MS_DEFAULT,
  SCANNER_PAUSE_MS_MAX,
  SCANNER_PAUSE_MS_MIN,
} from '#shared/catalogue/scanner-pause.ts'
import { AMOUNT_CLP_MAX } from '#shared/money/clp.ts'
import { emissionSchema } from '#shared/payment/emission.ts'
import { DEFAULT_METHODS, MEDIO_PAGO } from '#shared/payment/payment-method.ts'
import { DEFAULT_BUYER_LIMITS } from '#shared/sale/buyer-limit.ts'
import { PAPER_RULES } from '#shared/sale/paper-choice.ts'
import { DEFAULT_RECEIPTS_SEEN, receiptsSeenSchema } from '#shared/sale/receipts-seen.ts'
import { scaleConfigSchema } from '#shared/scale/config.ts'
import { DEFAULT_DESK, deskSchema } from '#shared/settings/desk.ts'
import { backSchema, DEFAULT_BACK } from '#shared/vales/back-settings.ts'
import { THEMES } from '#shared/settings/theme.ts'
import { DEFAULT_TIPS } from '#shared/tips/tip.ts'
import { DEFAULT_LABEL_LIMIT_CLP } from '#shared/catalogue/scale-label.ts'
import { DEFAULT_DIFFERENCE_LIMIT_CLP } from '#shared/shift/shift.ts'
import { LOCK_AFTER_MINUTES_MAX } from '#shared/staff/auto-lock.ts'

/**
 * Numbers of a shop's tills, and codes of branches as the tax authority gives them (CdgSIISucur:
 * nine digits).
 */
export const REGISTER_NUMBER_MAX = 9_999
export const BRANCH_OFFICE_MAX = 999_999_999

const tipsAtFirst = { ...DEFAULT_TIPS, percents: [...DEFAULT_TIPS.percents] }

/** As it is stored, and as a demo shop comes with the program. */
export const storedShop = z.object({
  rut: z.string(),
  legalName: z.string(),
  tradeName: z.string(),
  address: z.string(),
  commune: z.string(),
  /** Giro; none in shops of before it was asked for. */
  activity: z.string().optional(),
})

export const storedSettings = z.object({
  serviceUrl: z.string().nullable().default(null),
  companyId: z.string().nullable().default(null),
  pathCodes: z.partialRecord(z.enum(['39', '41', '33', '34', '61', '56']), z.string()).default({}),
  printerId: z.string().default('virtual-80'),
  /** The chosen printer whole, so that a restart prints on it before it has been looked for. */
  printer: storedPrinter.nullable().catch(null).default(null),
  fallbackPrinterId: z.string().nullable().default(null),
  /** The second printer whole, as the first. */
  fallbackPrinter: storedPrinter.nullable().catch(null).default(null),
  fallsBackByItself: z.boolean().default(false),
  printsReceiptAfterSlip: z.boolean().default(true),
  paperRule: z.enum(PAPER_RULES).catch('always').default('always'),
  printsPageCode: z.boolean().default(false),
  cashierName: z.string().default('Cajero 1'),
  lockAfterMinutes: z.int().min(0).max(LOCK_AFTER_MINUTES_MAX).default(0),
  scannerPauseMs: z
    .int()
    .min(SCANNER_PAUSE_MS_MIN)
    .max(SCANNER_PAUSE_MS_MAX)
    .default(SCANNER_PAUSE_MS_DEFAULT),
  scale: scaleConfigSchema.nullable().default(null),
  language: z.enum(LANGUAGE_IDS).default(DEFAULT_LANGUAGE),
  theme: z.enum(THEMES).default('system'),
  usesShifts: z.boolean().default(false),
  desk: deskSchema.catch(DEFAULT_DESK).default(DEFAULT_DESK),
  countsBlind: z.boolean().default(false),
  differenceLimitClp: z.int().min(0).max(AMOUNT_CLP_MAX).default(DEFAULT_DIFFERENCE_LIMIT_CLP),
  labelLimitClp: z.int().min(0).max(AMOUNT_CLP_MAX).default(DEFAULT_LABEL_LIMIT_CLP),
  back: backSchema.catch(DEFAULT_BACK).default(DEFAULT_BACK),
  receiptsSeen: receiptsSeenSchema.catch(DEFAULT_RECEIPTS_SEEN).default(DEFAULT_RECEIPTS_SEEN),
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
  /** Null until the owner has said it: without it a shop's till does not sell. */
  emission: emissionSchema.nullable().catch(null).default(null),
  tips: z
    .object({ isOn: z.boolean(), percents: z.array(z.int()) })
    .catch(tipsAtFirst)
    .default(tipsAtFirst),
  branchOffice: z.int().min(0).max(BRANCH_OFFICE_MAX).default(0),
  /**
   * What the stored key was given for; null in settings of before it was noted, where it is the
   * stored address.
   */
  keyOrigin: z.string().nullable().default(null),
  /** To know the stored key again; null for a key of before this was noted. */
  keyPrint: z.string().nullable().default(null),
  /** The same of the key of the environment: where it was first used, and which one it was. */
  startKeyOrigin: z.string().nullable().default(null),
  startKeyPrint: z.string().nullable().default(null),
  /** The address that answered last to the key with this fingerprint, for this RUT. */
  tested: z.object({ url: z.string(), rut: z.string(), key: z.string() }).nullable().default(null),
  shop: storedShop.nullable().default(null),
})
export type StoredSettings = z.output<typeof storedSettings>
