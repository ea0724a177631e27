/**
 * The settings, one row each: how it is typed and kept, its first value, who may change it, where
 * its value is shown, and whether it is the shop's. What `saveSettings` takes, what is stored, what
 * a screen sees, what a locked one sees and what all tills of a shop have alike follow from here. A
 * new setting is a row here and its place on a card.
 */
import { z } from 'zod'
import { DEFAULT_GOODS_COLUMNS, GOODS_COLUMNS } from '../catalogue/goods.ts'
import { DEFAULT_LABEL_LIMIT_CLP, checkLabelLimit } from '../catalogue/scale-label.ts'
import {
  SCANNER_PAUSE_MS_DEFAULT,
  SCANNER_PAUSE_MS_MAX,
  SCANNER_PAUSE_MS_MIN,
} from '../catalogue/scanner-pause.ts'
import { refusal } from '../languages/refusals.ts'
import { ok, refuse } from '../core/result.ts'
import { DEFAULT_LANGUAGE, LANGUAGE_IDS } from '../languages/languages.ts'
import { checkClosingMail, NO_CLOSING_MAIL } from '../delivery/closing-mail.ts'
import { BRANCH_OFFICE_MAX } from '../issuing/branch-office.ts'
import { AMOUNT_CLP_MAX } from '../money/clp.ts'
import { DEFAULT_EXEMPT_SHARE, EXEMPT_SHARES } from '../selling/payment/emission.ts'
import { methodSchema } from '../selling/payment/method-schema.ts'
import { checkMethods, DEFAULT_METHODS } from '../selling/payment/payment-method.ts'
import {
  checkBuyerLimits,
  DEFAULT_BUYER_LIMITS,
  SOURCE_CHARS_MAX,
} from '../selling/sale/buyer-limit.ts'
import { PAPER_RULES } from '../selling/sale/paper-choice.ts'
import { DEFAULT_RECEIPTS_SEEN, receiptsSeenSchema } from '../selling/sale/receipts-seen.ts'
import { cardTerminalSchema, checkCardTerminal } from '../card/config.ts'
import { isSerialPath, scaleConfigSchema } from '../devices/config.ts'
import { checkDifferenceLimit, DEFAULT_DIFFERENCE_LIMIT_CLP } from '../shifts/shift.ts'
import { LOCK_AFTER_MINUTES_MAX } from '../staff/auto-lock.ts'
import { foldToLatin1 } from '../text/latin1.ts'
import { requireLatin1 } from '../text/require-latin1.ts'
import { typedText } from '../text/typed-text.ts'
import { checkTips, DEFAULT_TIPS } from '../selling/tips/tip.ts'
import { backSchema, DEFAULT_BACK } from '../vales/back-settings.ts'
import { DEFAULT_DESK, deskSchema } from '../devices/desk.ts'
import { mapped, numberSetting, setting, wholeUpTo } from './row.ts'
import type { Setting, ValuesOf } from './row.ts'
import { THEMES } from './theme.ts'

/** Numbers of a shop's tills. */
const REGISTER_NUMBER_MAX = 9_999

const limitClp = z.int().min(0).max(AMOUNT_CLP_MAX)
const printerId = typedText().max(80)
const buyerLimit = z.object({
  year: z.int().min(2000).max(2999),
  limitClp: limitClp.min(1),
  source: typedText().max(SOURCE_CHARS_MAX).optional(),
})
const closingMail = z.object({ isOn: z.boolean(), to: typedText().max(300) })
const tips = z.object({ isOn: z.boolean(), percents: z.array(z.number()).max(20) })

export const SETTINGS = {
  /** Where papers go. What names a printer, a service or a place has no value to be put back to. */
  printerId: setting(printerId, 'virtual-80', { who: 'anyone' }),
  /** Where papers go when the first printer cannot print; null = nowhere. */
  fallbackPrinterId: setting(printerId.nullable(), null, { who: 'anyone', putsBack: true }),
  /** Whether they go there by themselves, or when somebody says so. */
  fallsBackByItself: setting(z.boolean(), false, {
    who: 'anyone',
    putsBack: true,
    isDiagnosed: true,
  }),
  printsReceiptAfterSlip: setting(z.boolean(), true, {
    who: 'anyone',
    putsBack: true,
    isDiagnosed: true,
  }),
  /** Whether receipts go on paper where the customer gets them otherwise. */
  paperRule: setting(z.enum(PAPER_RULES), 'always', {
    putsBack: true,
    isShops: true,
    isDiagnosed: true,
    forgives: true,
  }),
  /** The code of its page stands under a printed receipt. */
  printsPageCode: setting(z.boolean(), false, { putsBack: true, isShops: true, isDiagnosed: true }),
  cashierName: setting(typedText().max(40), 'Cajero 1', {
    putsBack: true,
    check(typed) {
      const name = foldToLatin1(typed).trim()
      return name === ''
        ? refuse(refusal('NAME_REQUIRED', 'cashierName'))
        : requireLatin1(name, 'cashierName')
    },
  }),
  /** Minutes without a touch after which the counter locks, where people have PINs; 0 = never. */
  lockAfterMinutes: setting(z.int().min(0).max(LOCK_AFTER_MINUTES_MAX), 0, {
    putsBack: true,
    isShops: true,
    isDiagnosed: true,
    isShownLocked: true,
  }),
  /** Milliseconds the barcode reader may pause inside one code. */
  scannerPauseMs: setting(
    z.int().min(SCANNER_PAUSE_MS_MIN).max(SCANNER_PAUSE_MS_MAX),
    SCANNER_PAUSE_MS_DEFAULT,
    { who: 'anyone', putsBack: true, isDiagnosed: true, isShownLocked: true },
  ),
  /** The scale on a wire; null = none. */
  scale: setting(scaleConfigSchema.nullable(), null, {
    putsBack: true,
    check: (scale) =>
      scale === null || isSerialPath(scale.path)
        ? ok(scale)
        : refuse(refusal('SCALE_PORT_NOT_VALID', 'scalePath')),
  }),
  language: setting(z.enum(LANGUAGE_IDS), DEFAULT_LANGUAGE, {
    who: 'anyone',
    putsBack: true,
    isDiagnosed: true,
    isShownLocked: true,
  }),
  theme: setting(z.enum(THEMES), 'system', {
    who: 'anyone',
    putsBack: true,
    isDiagnosed: true,
    isShownLocked: true,
  }),
  /** What there is of a product, on its key on the sale screen. */
  tilesShowStock: setting(z.boolean(), false, { putsBack: true, isDiagnosed: true }),
  /** What the list of the catalogue shows on this screen. */
  goodsColumns: setting(z.array(z.enum(GOODS_COLUMNS)).max(10), DEFAULT_GOODS_COLUMNS, {
    who: 'anyone',
    putsBack: true,
    forgives: true,
  }),
  /** Nothing is sold without an open shift. Each till's: one that is open here is closed here. */
  usesShifts: setting(z.boolean(), false, {
    putsBack: true,
    isDiagnosed: true,
    isShownLocked: true,
  }),
  /** Whoever counts does not see what should be there. */
  countsBlind: setting(z.boolean(), false, { putsBack: true, isShops: true, isDiagnosed: true }),
  /** To whom the Z goes when a shift is closed; it may say no address while it is off. */
  closingMail: setting(closingMail, NO_CLOSING_MAIL, {
    who: 'in-person',
    putsBack: true,
    forgives: true,
    check: checkClosingMail,
  }),
  /** A larger difference at the close needs a supervisor. */
  differenceLimitClp: numberSetting(limitClp, DEFAULT_DIFFERENCE_LIMIT_CLP, {
    putsBack: true,
    isShops: true,
    check: checkDifferenceLimit,
  }),
  /** A scale's label with a higher price needs a supervisor. */
  labelLimitClp: numberSetting(limitClp, DEFAULT_LABEL_LIMIT_CLP, {
    putsBack: true,
    isShops: true,
    check: checkLabelLimit,
  }),
  /** The machine's screens, and how the program starts. */
  desk: setting(deskSchema, DEFAULT_DESK, { putsBack: true, forgives: true }),
  /** Vales, and how much goes back without the owner. */
  back: setting(backSchema, DEFAULT_BACK, { putsBack: true, isShops: true, forgives: true }),
  /** How far back whoever may not see every receipt sees them. */
  receiptsSeen: setting(receiptsSeenSchema, DEFAULT_RECEIPTS_SEEN, {
    putsBack: true,
    isShops: true,
    forgives: true,
  }),
  /** 135 UF in pesos, year by year. */
  buyerLimits: setting(z.array(buyerLimit).max(60), DEFAULT_BUYER_LIMITS, {
    putsBack: true,
    isShops: true,
    check: checkBuyerLimits,
  }),
  /** A supermarket or a restaurant: invoices say who takes the goods and what for. */
  asksPurpose: setting(z.boolean(), false, { putsBack: true, isShops: true, isDiagnosed: true }),
  paymentMethods: setting(z.array(methodSchema).max(40), DEFAULT_METHODS, {
    putsBack: true,
    isShops: true,
    check: checkMethods,
  }),
  /** The card terminal whose amounts go to it by themselves; null = they are typed there. */
  cardTerminal: setting(cardTerminalSchema.nullable(), null, {
    putsBack: true,
    check: checkCardTerminal,
  }),
  /** Which document has the exempt goods of a sale with a voucher and a boleta. */
  exemptShare: setting(z.enum(EXEMPT_SHARES), DEFAULT_EXEMPT_SHARE, {
    who: 'owner',
    putsBack: true,
    isShops: true,
    isDiagnosed: true,
    forgives: true,
  }),
  /** Whether tips are taken, and what is suggested, in percent. */
  tips: setting(tips, DEFAULT_TIPS, {
    putsBack: true,
    isShops: true,
    forgives: true,
    check: checkTips,
  }),
  /** This till among the shop's. */
  registerNumber: numberSetting(z.int().min(1).max(REGISTER_NUMBER_MAX), 1, {
    isShownLocked: true,
    check: wholeUpTo(1, REGISTER_NUMBER_MAX, 'REGISTER_NOT_VALID', 'registerNumber'),
  }),
  /** The branch's code at the tax authority; 0 at the head office. */
  branchOffice: numberSetting(z.int().min(0).max(BRANCH_OFFICE_MAX), 0, {
    check: wholeUpTo(0, BRANCH_OFFICE_MAX, 'BRANCH_NOT_VALID', 'branchOffice'),
  }),
} as const

/** What every screen that may see the settings sees of these. */
export type SettingValues = ValuesOf<typeof SETTINGS>
export type SettingName = keyof typeof SETTINGS

/** The names of the rows that say so. */
export function settingsThat(says: 'putsBack' | 'isDiagnosed' | 'isShops'): SettingName[] {
  return (Object.keys(SETTINGS) as SettingName[]).filter((name) => SETTINGS[name][says])
}

/** What a screen goes by before its settings are read: it comes with the first answer. */
const AT_COUNTER = [
  'tips',
  'asksPurpose',
  'exemptShare',
  'tilesShowStock',
  'cardTerminal',
  'goodsColumns',
] as const
export type CounterSettings = Pick<SettingValues, (typeof AT_COUNTER)[number]>

export function counterSettings(values: SettingValues): CounterSettings {
  return Object.fromEntries(AT_COUNTER.map((name) => [name, values[name]])) as never
}

/** A value for every row. */
export function eachSetting(
  value: (row: Setting<unknown>, name: SettingName) => unknown,
): SettingValues {
  return mapped(SETTINGS, (row, name) =>
    value(row, name as SettingName),
  ) as unknown as SettingValues
}
