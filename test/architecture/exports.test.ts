/** What a file offers by name somebody takes. All else is its own, and shows when it is dead. */
import { expect, it } from 'vitest'
import { unusedExports } from '../support/exports.ts'
import { sourceFiles } from '../support/source-files.ts'

/** No other part of the program takes these: suites elsewhere hold it to them. */
const FOR_SUITES_ALONE: readonly string[] = [
  'shared/catalogue/label-layout.ts: SHEET_COLUMNS',
  'shared/catalogue/label-layout.ts: SHEET_ROWS',
  'shared/catalogue/label-layout.ts: barModuleDots',
  'shared/delivery/mail-moves.ts: canMove',
  'shared/escpos/paper.ts: PaperImage',
  'shared/escpos/parse.ts: parseOne',
  'shared/escpos/ruler.ts: rulerBarDots',
  'shared/issuing/backoff.ts: PATIENT_CAP_MS',
  'shared/issuing/webhook.ts: webhookDeliverySchema',
  'shared/promotions/price-offers.ts: afterPercent',
  'shared/reports/range-paper.ts: PAPER_ROWS_MAX',
  'shared/returns/refund-limits.ts: NOTHING_GIVEN',
  'shared/selling/cart/cart-offers.ts: OFFERS_HOLD_MS',
  'shared/staff/row.ts: Who',
  'shared/star/star.ts: StarLanguage',
  'shared/updates/release.ts: INSTALLERS',
  'electron/kiosk/electron-runtime.ts: installedElectron',
  'electron/kiosk/kiosk.ts: startKiosk',
  'electron/printing/raster-protocol.ts: MadePaper',
  'electron/service/app.ts: DEFAULT_SETTINGS',
  'electron/service/auth/key-door.ts: KEY_CACHE_MS',
  'electron/service/auth/shared-rate-limiter.ts: SharedRateLimiter',
  'electron/service/core/errors.ts: ERRORS',
  'electron/service/core/log.ts: SILENT',
  'electron/service/fleet/news.ts: WAITING_OF_TILL_MAX',
  'electron/service/fleet/news.ts: WAITING_PER_SHOP_MAX',
  'electron/service/head-office/alarm-mails.ts: MAILS_PER_HOUR',
  'electron/service/head-office/alarm-mails.ts: MAIL_WAITS_MS',
  'electron/service/routes/receipt-pages.ts: VISITS_PER_MINUTE',
  'electron/service/routes/receipt-pages.ts: PDFS_PER_MINUTE',
  'electron/service/sandbox/demo-data.ts: DemoKeys',
  'electron/service/server.ts: CONNECTIONS_MAX',
  'electron/service/storage/postgres-issue.ts: ISSUE',
  'electron/service/storage/postgres-issue.ts: PLANS',
  'electron/service/webhooks/queue-limit.ts: DELIVERED_MAX',
  'electron/service/webhooks/queue-limit.ts: KEEP_MS',
  'electron/service/webhooks/turns.ts: dueDestinations',
  'electron/service/webhooks/turns.ts: firstDueOf',
  'electron/till/backup/durability/identity/doubts.ts: Doubt',
  'electron/till/kernel/ports.ts: WireEvents',
  'electron/till/kernel/till-secrets.ts: secretNames',
  'electron/till/printing/pdf-store.ts: readPdf',
  'electron/till/receipts/whatsapp-commands.ts: MESSAGES_PER_HOUR_MAX',
  'electron/till/returns/back-to-card.ts: NO_CARDS_BACK',
  'electron/till/settings/purpose.ts: FolderIsShop',
  'electron/till/staff/lent-settings.ts: LENT_MS',
  'electron/till/tables/examine.ts: changedBodies',
  'electron/till/tables/open-database.ts: isRecentEnough',
  'renderer/receipts/steady-rows.ts: REACTION_MS',
  'renderer/settings/section-ids.ts: SECTION_IDS',
]
/** Of a language, found by the name of its folder. */
const FOUND_BY_NAME = /^(renderer\/i18n|shared\/languages)\/[^/]+\//

it('offers nothing that nobody takes', () => {
  const files = sourceFiles(['shared', 'electron', 'renderer', 'test'])
  const found = unusedExports(files).filter((each) => !FOUND_BY_NAME.test(each))
  expect(found.toSorted()).toEqual(FOR_SUITES_ALONE.toSorted())
})
