/**
 * Every setting there is, by the name it has on its card: what the search finds, and whose last
 * change the log tells. A new setting is one row here, and its
 * other names in `settings-place.ts` of each language.
 */
import type { ParseKeys } from 'i18next'
import type { ScreenWords } from '../i18n/es/later.ts'
import type { SectionId } from './section-ids.ts'

/** Kept on another screen, where the search leads. */
export type Outside = 'goods' | 'prices' | 'reports'

export interface Entry {
  /** Key of its other names. */
  readonly id: keyof ScreenWords['settingsPlace']['words']
  readonly section: SectionId | Outside
  /** Key of its name, as its card shows it. */
  readonly name: ParseKeys
  /** What the log calls it, `shop.rut` for one inside another; none where it keeps nothing. */
  readonly fields: readonly string[]
  /** A key that begins something: who looked for it means to press it. */
  readonly isPressed: boolean
}

const entry = (
  id: Entry['id'],
  section: Entry['section'],
  name: ParseKeys,
  ...fields: readonly string[]
): Entry => ({ id, section, name, fields, isPressed: false })

export const ENTRIES: readonly Entry[] = [
  entry('printer', 'printer', 'settings.printer', 'printerId'),
  entry('secondPrinter', 'printer', 'printers.fallback', 'fallbackPrinterId', 'fallsBackByItself'),
  entry('afterSlip', 'printer', 'settings.printsReceiptAfterSlip', 'printsReceiptAfterSlip'),
  entry('paperRule', 'printer', 'pages.rule', 'paperRule'),
  entry('pageCode', 'printer', 'pages.printsCode', 'printsPageCode'),
  entry('scannerPause', 'scanner', 'scanner.pause', 'scannerPauseMs'),
  entry('scaleLabels', 'scale', 'scale.title', 'scaleLayouts'),
  entry('labelLimit', 'scale', 'scale.limit', 'labelLimitClp'),
  entry('scaleWire', 'scale-wire', 'scaleWire.title', 'scale'),
  entry('cardTerminal', 'card', 'card.settings.title', 'cardTerminal'),
  entry('customerScreen', 'desk', 'desk.display', 'desk.customerDisplay'),
  entry('startWithSystem', 'desk', 'desk.startsWithSystem', 'desk.startsWithSystem'),
  entry('kiosk', 'desk', 'desk.fillsScreen', 'desk.fillsScreen'),
  entry('language', 'appearance', 'settings.language', 'language'),
  entry('theme', 'appearance', 'settings.theme', 'theme'),
  entry('tilesShowStock', 'appearance', 'settings.tilesShowStock', 'tilesShowStock'),
  entry('practice', 'practice', 'guide.practice'),
  entry('guide', 'practice', 'guide.open'),
  entry('shopRut', 'shop', 'settings.rut', 'shop.rut'),
  entry('legalName', 'shop', 'settings.legalName', 'shop.legalName'),
  entry('activity', 'shop', 'settings.activity', 'shop.activity'),
  entry('tradeName', 'shop', 'settings.tradeName', 'shop.tradeName'),
  entry('shopAddress', 'shop', 'settings.address', 'shop.address'),
  entry('commune', 'shop', 'settings.commune', 'shop.commune'),
  entry('registerNumber', 'shop', 'setUp.registerNumber', 'registerNumber'),
  entry('branchOffice', 'shop', 'setUp.branchOffice', 'branchOffice'),
  entry('serviceUrl', 'service', 'settings.serviceUrl', 'serviceUrl'),
  entry('apiKey', 'service', 'settings.apiKey', 'apiKey'),
  entry('companyId', 'service', 'settings.companyId', 'companyId'),
  entry('pathCodes', 'service', 'settings.pathCodes', 'pathCodes'),
  entry('tills', 'tills', 'fleet.title'),
  entry('emission', 'emission', 'emission.title', 'emissionModel'),
  entry('taxOfGoods', 'goods', 'product.exempt'),
  entry('goodsColumns', 'goods', 'goodsPicks.columns', 'goodsColumns'),
  entry('taxReport', 'reports', 'reports.parts.totals'),
  entry('invoices', 'roles', 'roles.rights.invoice'),
  entry('exemptShare', 'emission', 'emission.exempt.question', 'exemptShare'),
  entry('paymentMethods', 'payment', 'paymentSettings.title', 'paymentMethods'),
  entry('vales', 'back', 'backSettings.title', 'back'),
  entry('tips', 'tips', 'tipSettings.title', 'tips'),
  entry('priceLists', 'prices', 'promotions.lists.title'),
  entry('mail', 'mail', 'mailSettings.title', 'mail'),
  entry('buyerLimit', 'identified', 'identified.title', 'buyerLimits'),
  entry('purpose', 'identified', 'invoicePurpose.asks', 'asksPurpose'),
  entry('peopleData', 'people', 'people.title', 'retention'),
  entry('staff', 'staff', 'staff.title'),
  { ...entry('addStaff', 'staff', 'staff.add'), isPressed: true },
  entry('autoLock', 'staff', 'staff.autoLock', 'lockAfterMinutes'),
  entry('cashierName', 'staff', 'settings.cashier', 'cashierName'),
  entry('audit', 'staff', 'audit.title'),
  entry('limits', 'limits', 'limits.title', 'rights'),
  entry('receiptsSeen', 'limits', 'seen.setting', 'receiptsSeen'),
  entry('ownerCode', 'staff', 'ownerCode.title'),
  entry('roles', 'roles', 'roles.title'),
  entry('shifts', 'shifts', 'shiftSettings.usesShifts', 'usesShifts'),
  entry('blindCount', 'shifts', 'shiftSettings.countsBlind', 'countsBlind'),
  entry('closingMail', 'shifts', 'shiftSettings.mailsZ', 'closingMail'),
  entry('differenceLimit', 'shifts', 'shiftSettings.limit', 'differenceLimitClp'),
  entry('backup', 'support', 'support.title'),
  entry('salesFile', 'support', 'support.intoFolder'),
  entry('restore', 'support', 'support.restore'),
  entry('otherPrinter', 'support', 'support.printer'),
  entry('move', 'support', 'support.move'),
  entry('updates', 'updates', 'updates.title'),
]
