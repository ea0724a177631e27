/** The gallery's shop behind the counter, on the real core: what its owner keeps and asks. */
import { systemClock } from '#till/adapters/system.ts'
import { REPORT_PARTS } from '#shared/reports/views.ts'
import { ok } from '#shared/core/result.ts'
import { must } from '../support/must.ts'
import { reportOf } from '../support/report-views.ts'
import type { CounterCore } from './counter-core.ts'
import { tapProduct } from '../support/tap-product.ts'
import { tillFixture } from '../support/till-fixture.ts'
import { showing, type Gallery, type Take } from './gallery.ts'
import { emptyFolder, tryStrangers, walkGuide, walkPrinter } from './guide-cases.ts'
import { MAIL_ACCOUNT } from '../support/fake-mail.ts'
import { openCounter, type Counter } from './counter-driver.ts'
import { showSight } from './sight-cases.ts'
import { VALE_SHOWN } from './vale-cases.ts'

/** The first start, before there is a shop. */
export async function showGuide(gallery: Gallery): Promise<void> {
  const { browser, root, options, takeOf, isEnglish } = gallery
  const fixture = tillFixture()
  const core = await emptyFolder(fixture)
  if (isEnglish) await core.api.saveSettings({ language: 'en' })
  const counter = await openCounter(browser, root, options, core)
  const take = takeOf(counter.page)
  try {
    await take('guide-choose')
    await walkGuide(counter, async (step) => {
      await take(`guide-${step}`)
      if (step === 'printer')
        await walkPrinter(counter, fixture, (paper) => take(`guide-printer-${paper}`))
    })
    await counter.tap('guide-step-service')
    await tryStrangers(counter, fixture, (name) => take(`guide-service-${name}`))
  } finally {
    await counter.close()
    await fixture.close()
  }
}

export async function showShop(gallery: Gallery): Promise<void> {
  const { browser, root, options, takeOf, begin } = gallery
  const fixture = tillFixture()
  fixture.printer.keepsPictures = true
  // Reports begin with today, which the screen knows from the machine.
  const till = await fixture.open({ clock: systemClock })
  must(await till.api.saveSettings({ tips: { isOn: true, percents: [10, 15] } }))
  must(await till.api.saveMailAccount({ account: MAIL_ACCOUNT, password: 'secreta' }))
  const counter = await openCounter(browser, root, options, till)
  const take = takeOf(counter.page)
  await showing(counter, fixture, take, async () => {
    await begin(counter)
    for (const show of SHOWN) await show(counter, take)
    await till.api.saveStaff({ staffId: null, name: 'Paula', role: 'owner', pin: '3690' })
    await manage(counter, take)
    await showSight(counter, take, till.api)
  })
}

const SHOWN = [
  promote,
  sellByPromotion,
  sendByMail,
  keepGoods,
  pinTiles,
  keepCustomers,
  askReports,
  ...VALE_SHOWN,
]

async function promote(counter: Counter, take: Take): Promise<void> {
  await counter
    .press('Shift+F9')
    .find('goods-row')
    .tap('more', 'edit-promotions')
    .tap('new-promotion')
  await counter
    .type('promotion-name', '3x2 toda la tienda')
    .tap('promotion-kind-group', 'promotion-goods-all')
  await take('promotion')
  await counter.page.getByTestId('promotion-untilTime').scrollIntoViewIfNeeded()
  await take('promotion-days')
  await counter.tap('save-promotion').find('promotion')
  await take('promotions')
  await counter.press('Escape')
}

async function sellByPromotion(counter: Counter, take: Take): Promise<void> {
  await counter.press('F8')
  for (const tile of [0, 0, 0, 1]) await tapProduct(counter.page, tile)
  await counter.find('line-offer')
  await take('sale-promotion')
  await counter.press('F12').find('tendered')
  await counter.press('Shift+F6')
  await take('payment-invoice')
  await counter.press('Shift+F6').tap('confirm-payment').find('next-sale')
  await counter.press('Enter')
  await tapProduct(counter.page, 2)
  await counter.press('F12').tap('pay-card').press('Shift+F3').find('tip')
  await take('payment-tip')
  await counter.press('Shift+F4').find('tip-amount')
  await take('payment-tip-own')
  await counter.press('Escape').tap('confirm-payment').find('next-sale')
  await take('result-tip')
}

/** From the result of a sale, and where the account stands. */
export async function sendByMail(counter: Counter, take: Take): Promise<void> {
  await counter.tap('mail-receipt').type('mail-address', 'rosa@correo.cl')
  await take('mail-dialog')
  await counter.tap('mail-submit').find('mail-sent')
  await take('result-mail')
  await counter.press('F9').find('receipt-mail')
  await take('receipts-mail')
  await counter.press('F10').tap('settings-nav-mail').find('mail-test')
  await take('settings-mail')
  await counter.press('F8')
}

async function keepGoods(counter: Counter, take: Take): Promise<void> {
  await counter.press('Shift+F9').find('goods-row')
  await take('goods')
  await counter.tap('goods-row').find('save-goods')
  await take('goods-sheet')
  await counter.press('Escape').tap('more', 'change-goods').find('bulk-percent')
  await take('goods-bulk')
  await counter.press('Escape').tap('move-stock')
  await take('goods-stock')
  await counter.press('Escape')
}

/** A place on the grid that another product has, and the grid with what is pinned. */
async function pinTiles(counter: Counter, take: Take): Promise<void> {
  for (const nth of [0, 1]) {
    await counter.press('Shift+F9').find('goods-row').tapNth('goods-row', nth)
    await counter.type('goods-place', '2').tap('save-goods')
    const answer = nth === 0 ? 'goods-row' : 'swap-place'
    await counter.find(answer)
    await counter.page
      .getByTestId('save-goods')
      .waitFor({ state: nth === 0 ? 'detached' : 'visible' })
  }
  await counter.page.getByTestId('swap-place').scrollIntoViewIfNeeded()
  await take('goods-place-taken')
  await counter.tap('swap-place')
  await counter.page.getByTestId('save-goods').waitFor({ state: 'detached' })
  await counter.press('F8', 'Shift+F3').find('place-pin')
  await take('tiles-pinned')
  await counter.press('Escape')
  await counter.page.getByTestId('place-pin').first().waitFor({ state: 'detached' })
}

async function keepCustomers(counter: Counter, take: Take): Promise<void> {
  await counter.press('Shift+F11').find('new-customer')
  await take('customers-empty')
  await counter
    .tap('new-customer')
    .type('customer-rut', '76192083-9')
    .type('customer-legalName', 'Comercial Ñuñoa Limitada')
    .type('customer-email', 'compras@nunoa.cl')
  await take('customer')
  await counter.tap('save-customer').find('customer-row')
  await take('customers')
  await counter.press('F6')
  await counter.page.getByRole('dialog').waitFor()
  await take('customers-import')
  await counter.press('Escape')
  await counter.page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function askReports(counter: Counter, take: Take): Promise<void> {
  await counter.press('Shift+F10')
  for (const part of REPORT_PARTS) {
    await counter.tap(`part-${part}`)
    if (part === 'documents') await counter.find('report-quiet')
    else await counter.page.getByRole('heading', { level: 2 }).first().waitFor()
    await take(`report-${part}`)
  }
}

/** A month beside the one before: the shop itself has sold today alone. */
export async function compareMonths(counter: Counter<CounterCore>, take: Take): Promise<void> {
  counter.till.alter(
    'report',
    () =>
      async ({ part, ...range }) =>
        ok(reportOf(part, range)),
  )
  await counter.press('Shift+F10').tap('range-lastMonth').find('report-chart')
  await take('report-compared')
  await counter.page.getByTestId('table-hours').scrollIntoViewIfNeeded()
  await take('report-hours')
  await counter.press('F8')
}

/** Roles of the shop's own, and what changed in the settings, by whom. */
async function manage(counter: Counter, take: Take): Promise<void> {
  await counter.press('F10').tap('settings-nav-roles').find('add-role')
  await take('roles-none')
  await counter.tap('add-role').type('role-name', 'Reponedora')
  await take('role')
  await counter.tap('save-role').find('roles-matrix')
  await take('roles')
  await counter.tap('settings-nav-shop').type('settings-registerNumber', '2').press('Enter')
  await counter.tap('settings-history').find('changed-registerNumber')
  await take('settings-history')
  // A till's number has no value to begin with; the tips this shop asks for have.
  await counter.tap('settings-nav-tips', 'settings-history', 'put-back-tips')
  await take('settings-put-back')
  await counter.press('Escape', 'F8')
}
