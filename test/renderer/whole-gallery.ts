/** The gallery: every screen of the till and what opens over it, on real cores. */
import { PINS } from '../support/crew.ts'
import { tapProduct } from '../support/tap-product.ts'
import { wallClockMs } from '../support/wall-clock.ts'
import { openCore, type CounterCore } from './counter-core.ts'
import { openCounter, type Counter } from './counter-driver.ts'
import { showDialogs } from './dialog-cases.ts'
import { UNKNOWN_CODE } from './counter-shop.ts'
import type { Gallery } from './gallery.ts'
import { beSilent, returnMuch, returnOutside, sellMuch, showStates } from './hard-cases.ts'
import { showParkedOfShop, showTills } from './fleet-cases.ts'
import { showPhones } from './phone-cases.ts'
import { SECTIONS } from './setting-sections.ts'
import { compareMonths, showGuide, showShop } from './shop-cases.ts'

/** Each begins with tills of its own. */
export const GALLERY_PARTS = [
  'counter',
  'crowded',
  'silent',
  'shop',
  'phones',
  'guide',
  'dialogs',
] as const
export type GalleryPart = (typeof GALLERY_PARTS)[number]

export async function showPart(gallery: Gallery, part: GalleryPart): Promise<void> {
  if (part === 'counter') await showInTurn(gallery, COUNTER)
  if (part === 'crowded') await showInTurn(gallery, CROWDED)
  if (part === 'silent') await beSilent(gallery)
  if (part === 'shop') await showShop(gallery)
  if (part === 'phones') await showPhones(gallery)
  if (part === 'guide') await showGuide(gallery)
  if (part === 'dialogs') await showDialogs(gallery)
}

const COUNTER = [sell, payInParts, takeBack, lookBack, setUp, share]
const CROWDED = [
  ...[showParkedOfShop, showTills, compareMonths],
  ...[sellMuch, returnMuch, returnOutside, showStates],
]

async function showInTurn(gallery: Gallery, shown: typeof COUNTER): Promise<void> {
  const { browser, root, options, begin, takeOf } = gallery
  const counter = await openCounter(browser, root, options, await openCore())
  await begin(counter)
  try {
    for (const show of shown) await show(counter, takeOf(counter.page))
  } catch (error) {
    await takeOf(counter.page)('stuck')
    throw error
  }
  await counter.close()
}

async function sell(
  counter: Counter<CounterCore>,
  take: (name: string) => Promise<void>,
): Promise<void> {
  await take('sale-empty')
  for (const tile of [24, 13, 6, 6, 0]) await tapProduct(counter.page, tile)
  await take('sale')
  await counter.tap('edit-discount').type('discount', '490')
  await take('discount')
  await counter.press('Enter', 'F6').type('quantity', '0').press('Enter')
  await take('quantity')
  await counter.press('Escape').type('search', 'pa').see('product-tile', 'Palta')
  await take('search')
  await counter.type('search', 'zapatos').read('zapatos')
  await take('search-none')
  await counter.press('Escape', 'F4').type('free-price', '1500')
  await take('free-line')
  await counter.press('Escape', 'F5')
  await take('price')
  await counter.press('Escape').scan(UNKNOWN_CODE).find('create-product')
  await take('unknown-code')
  await counter.tap('create-product').type('product-name', 'Alfajor de maicena')
  await take('create-product')
  await counter.press('Escape', 'F1').find('manual-page')
  await take('manual')
  await counter.press('Escape', 'Control+F1')
  await take('shortcuts')
  await counter
    .press('Escape', 'F12')
    .type('customer-rut', '76192083-8')
    .type('customer-legalName', 'Ana Pérez')
    .type('tendered', '5000')
    .tap('confirm-payment')
  await take('payment-trouble')
  await counter.type('customer-rut', '76192083-9').type('tendered', '50000')
  await take('payment')
  await counter.tap('pay-card')
  await take('payment-card')
  await counter.tap('pay-cash', 'confirm-payment').find('paper-image')
  await take('result')
}

async function payInParts(
  counter: Counter<CounterCore>,
  take: (name: string) => Promise<void>,
): Promise<void> {
  await counter.press('Enter')
  for (const tile of [3, 9, 4]) await tapProduct(counter.page, tile)
  await counter.press('F12').type('customer-legalName', 'ana p').find('customer-suggestion')
  await take('payment-customers')
  await counter
    .tap('customer-suggestion', 'pay-PE')
    .type('reference', '00471123')
    .type('tendered', '3000')
    .tap('add-payment', 'pay-card')
    .type('tendered', '1500')
    .tap('add-payment', 'pay-cash')
    .type('tendered', '1000')
  await take('payment-parts')
  await counter.tap('confirm-payment').find('paper-image')
  await take('result-parts')
  await counter.press('F9')
  await seenList(counter, /Ana Pérez|\$5\.270/)
  await counter.tap('receipt-row').find('paper-image')
  await take('receipt-parts')
  await counter.press('F8')
  await counter.till.world.takeVouchers()
  await tapProduct(counter.page, 4)
  await counter.press('F12').tap('pay-TV')
  await take('payment-voucher')
  await counter.tap('confirm-payment').find('paper-image')
  await take('result-voucher')
}

async function takeBack(
  counter: Counter<CounterCore>,
  take: (name: string) => Promise<void>,
): Promise<void> {
  await counter.press('Enter')
  for (const tile of [24, 13, 6, 6, 0]) await tapProduct(counter.page, tile)
  await counter
    .press('F12')
    .tap('confirm-payment')
    .find('paper-image')
    .press('F7')
    .tap('return-receipt')
    .tapNth('back-more', 2)
    .tapNth('back-more', 0)
    .tapNth('reason-preset', 1)
  await take('return')
  await counter.tap('confirm-return').find('paper-image')
  await take('returned')
}

async function lookBack(
  counter: Counter<CounterCore>,
  take: (name: string) => Promise<void>,
): Promise<void> {
  const { world } = counter.till
  for (let sale = 0; sale < 12; sale += 1) {
    if (sale === 9) await world.setOnline(false)
    await counter.press('Enter')
    await tapProduct(counter.page, sale)
    await tapProduct(counter.page, sale + 5)
    await counter.press('F12').tap('confirm-payment').find('next-sale')
  }
  world.setPrinterTrouble('PAPER_OUT')
  await counter.find('paper-image')
  await take('result-offline')
  world.amendNewest({ issueState: 'attention', lastErrorCode: 'DOCUMENT_UNKNOWN_ID', attempts: 3 })
  await counter.press('F9')
  await seenList(counter, /atención|attention/)
  await counter.tap('receipt-row').find('mend-id')
  await take('receipt-attention')
  await counter
    .tapNth('receipt-row', 1)
    .find('delete-receipt')
    .tap('delete-receipt')
    .type('delete-reason', 'El cliente se arrepintió')
  await take('delete')
  await counter.tap('delete-confirm')
  await counter.page.getByTestId('delete-receipt').waitFor({ state: 'detached' })
  await take('receipt-deleted')
  await counter.tapNth('receipt-row', 4).find('paper-image')
  await take('receipts')
  await counter.press('F10').tap('settings-nav-printer').find('test-page-usb-04b8-0e15')
  await take('settings')
}

/**
 * The list is new and has stood long enough to be pressed: a quicker hand means what stood there
 * before.
 */
async function seenList({ page }: Counter<CounterCore>, newest: RegExp): Promise<void> {
  await page.getByTestId('receipt-row').first().filter({ hasText: newest }).waitFor()
  await page.waitForTimeout(500)
}

async function setUp(
  counter: Counter<CounterCore>,
  take: (name: string) => Promise<void>,
): Promise<void> {
  const show = async (section: string) => {
    await counter.tap(`settings-nav-${section}`)
    await take(`settings-${section}`)
  }
  await counter.tap('set-up-virtual-80').find('save-printer')
  await take('printer')
  await counter.press('Escape').tap('add-printer')
  await take('add-printer')
  await counter.press('Escape')
  for (const section of [...SECTIONS, 'scale']) await show(section)
  await counter.type('scale-try', '2000101003502').find('scale-reading')
  await take('settings-scale-read')
  await counter.till.world.hire()
  await counter.see('nav-staff', 'Camila')
  await take('settings-cashier')
}

/** Several people, several sales, and the moments at which the counter says no. */
async function share(
  counter: Counter<CounterCore>,
  take: (name: string) => Promise<void>,
): Promise<void> {
  const {
    page,
    till: { world },
  } = counter
  await counter.press('F8')
  for (const name of ['Sra. Rosa', '']) {
    for (const tile of [2, 7]) await tapProduct(counter.page, tile)
    await counter.press('Shift+F12').type('parked-name', name)
    if (name !== '') await take('park')
    await counter.press('Enter')
    await page.getByTestId('parked-name').waitFor({ state: 'detached' })
  }
  for (const tile of [24, 6]) await tapProduct(counter.page, tile)
  await take('sale-waiting')
  await counter.press('Shift+F8')
  await take('parked')
  await counter.press('Escape', 'F7').type('discount', '700').press('Enter')
  await page.getByTestId('needs').waitFor()
  await take('approval')
  await counter.type('pin', PINS.owner).press('Enter')
  await page.getByTestId('needs').waitFor({ state: 'detached' })
  await counter.press('Control+l')
  await page.getByTestId('pin').waitFor()
  await counter.scan(UNKNOWN_CODE)
  await page.getByTestId('locked-scan').waitFor()
  await take('locked')
  await page.getByText('Paula', { exact: true }).click()
  await counter
    .type('pin', PINS.owner)
    .press('Enter')
    .see('nav-staff', 'Paula')
    .press('F10')
    .tap('settings-nav-staff', 'open-audit')
    .find('audit')
  await take('audit')
  await counter.press('Escape').tap('settings-nav-limits')
  await take('settings-rights')
  await counter.press('F8')
  await page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))
  await page.getByTestId('keep-open').waitFor()
  await take('closing')
  await counter.press('Escape')
  world.setStatus({
    connection: 'trouble',
    issueDeadlineAt: (wallClockMs() + 37 * 60_000) as never,
    diskIsLow: true,
    clockSkewMs: 300_000,
  })
  await counter.tap('connection')
  await take('status')
  await counter.press('Escape').find('missing-limit')
  const more = page.getByTestId('more-indicators')
  if (!(await more.isVisible())) return
  await more.click()
  await page.locator('footer [data-open]').waitFor()
  await take('status-open')
}
