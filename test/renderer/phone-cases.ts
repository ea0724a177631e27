/** The gallery's receipts on the customer's phone, on the real core: with paper and without. */
import { encodeQr } from '#paper/codes.ts'
import { systemClock } from '#till/adapters/system.ts'
import { givePages } from '../support/give-pages.ts'
import { must } from '../support/must.ts'
import { tapProduct } from '../support/tap-product.ts'
import { tillFixture } from '../support/till-fixture.ts'
import { openCounter } from './counter-driver.ts'
import { showing, type Gallery } from './gallery.ts'

export async function showPhones(gallery: Gallery): Promise<void> {
  const { browser, root, options, takeOf, begin } = gallery
  const fixture = tillFixture()
  fixture.printer.keepsPictures = true
  givePages(fixture.service, 'https://boletas.almacenlaesquina.cl')
  const till = await fixture.open({
    clock: systemClock,
    encodeQr: async (text) => encodeQr(text),
    messages: { canOpen: async () => true, open: async () => true },
  })
  must(await till.api.saveSettings({ paperRule: 'ask' }))
  // Of the machine's clock: nobody moves it.
  while (till.api.status().hasPages !== true) await new Promise((next) => setTimeout(next, 20))
  const counter = await openCounter(browser, root, options, till)
  const take = takeOf(counter.page)
  await showing(counter, fixture, take, async () => {
    await begin(counter)
    await counter.press('F10').tap('settings-nav-printer', 'papers-part').find('paper-rule')
    await take('settings-paper')
    await counter.press('F8')
    for (const tile of [0, 1, 2]) await tapProduct(counter.page, tile)
    await counter.press('F12').find('paper-choice')
    await take('payment-paper')
    await counter.type('customer-rut', '12345678-5').type('customer-legalName', 'Rosa Zurita')
    await counter.press('Shift+F12').type('tendered', '20000')
    await take('payment-paperless')
    await counter.tap('confirm-payment').find('phone-page')
    await take('result-paperless')
    // At once: a customer's screen shows the code for no longer than somebody needs.
    const customer = await counter.page.context().newPage()
    await customer.goto(new URL('/customer.html#token=test-token', counter.page.url()).href)
    await customer.getByRole('img').first().waitFor()
    await takeOf(customer)('customer-code')
    // A page behind another is given no pointer.
    await customer.close()
    await counter.press('Shift+F12').type('whatsapp-phone', '9 8765 4321')
    await counter.tap('whatsapp-send').find('whatsapp-code')
    await take('whatsapp')
    await counter.tap('whatsapp-open').find('whatsapp-opened')
    await take('whatsapp-opened')
    await counter.press('Escape', 'F9').tap('receipt-row').find('whatsapp')
    await take('receipt-paperless')
  })
}
