/**
 * What a hand at the counter expects without thinking of it: in Chromium, on the screen as it
 * ships.
 */
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { eachStory, PATIENT } from './each-story.ts'
import { PRODUCTS, UNKNOWN_CODE } from './counter-shop.ts'

const [bread, , milk] = PRODUCTS.map(({ code }) => code)
const exempt = PRODUCTS.find(({ isExempt }) => isExempt)?.code
/** The tone of something waited for, as the style sheet names it. */
const AMBER = /wait/i

describe.skipIf(NO_CHROMIUM !== null)(
  `a cashier's hand in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const counter = eachStory()

    const sell = async (code = bread ?? '') => {
      await counter.scan(code)
      await expect.poll(async () => (await counter.cart()).length, PATIENT).toBe(1)
      await counter
        .press('F12')
        .find('confirm-payment')
        .press('Enter')
        .see('issue-state', 'emitida')
    }
    const classOf = (testId: string) => counter.page.getByTestId(testId).getAttribute('class')

    it('sees no keys on the buttons before a key of a keyboard was pressed; a scan and a finger are none', async () => {
      const { page } = counter
      const keys = () =>
        page
          .locator('kbd')
          .evaluateAll((caps) => caps.filter((cap) => cap.checkVisibility()).length)
      await counter.scan(bread ?? '').tap('product-tile')
      await expect.poll(async () => (await counter.cart()).length, PATIENT).toBeGreaterThan(0)
      expect(await keys()).toBe(0)
      await counter.tap('nav-help', 'manual-shortcuts')
      await page.getByRole('dialog').waitFor()
      await expect.poll(keys, PATIENT).toBeGreaterThan(20)
      await page.getByRole('dialog').getByLabel('Cerrar').click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      expect(await keys()).toBe(0)
      await counter.press('ArrowDown')
      await expect.poll(keys, PATIENT).toBeGreaterThan(5)
    })

    it('chooses the category of a new product, which nothing presets', async () => {
      const { page } = counter
      await counter.scan(UNKNOWN_CODE).tap('create-product')
      const chosen = page
        .getByRole('dialog')
        .getByRole('row', { selected: true })
        .or(page.getByRole('dialog').getByRole('option', { selected: true }))
      await counter.type('product-name', 'Galletas').type('product-price', '990')
      expect(await chosen.count()).toBe(0)
      await counter.tap('save-product')
      await page.getByRole('dialog').getByText('Elija una categoría de la lista.').waitFor()
      await page.getByRole('dialog').getByText('Bebidas', { exact: true }).click()
      await counter.tap('save-product')
      await expect.poll(counter.cart, PATIENT).toEqual(['1 Galletas $990'])
    })

    it('hears that a copy was asked for, at the result and at the receipt', async () => {
      await sell()
      await counter
        .press('F6')
        .see('copy-told', 'Copia enviada a Impresora en pantalla')
        .press('F7')
        .find('reprint')
        .tap('reprint')
        .see('copy-told', '2 copias enviadas a Impresora en pantalla')
    })

    it('tells the exempt receipt from the affected one of the same number, wherever a number stands', async () => {
      await sell()
      await counter.see('issue-state', 'Boleta emitida N° 1042').press('Enter')
      await sell(exempt)
      await counter.see('issue-state', 'Boleta exenta emitida N° 1042').press('F7')
      await expect
        .poll(() => counter.page.getByTestId('receipt-row').allInnerTexts(), PATIENT)
        .toEqual([
          expect.stringContaining('Boleta exenta N° 1042'),
          expect.stringMatching(/^Boleta N° 1042/),
        ])
      await counter.see('detail-state', 'Boleta exenta emitida N° 1042').tap('return-receipt')
      await counter.page
        .getByRole('heading', { name: 'Devolver de la boleta exenta N° 1042' })
        .waitFor()
    })

    it('is not shown amber for what is over within two seconds', async () => {
      const {
        page,
        till: { world },
      } = counter
      await page.clock.install()
      world.setPrinterTrouble('PAPER_OUT')
      await counter.see('printer', 'Revisar impresora')
      await world.setOnline(false)
      await counter.see('connection', 'Sin conexión')
      expect(
        [await classOf('printer'), await classOf('connection')].filter((name) =>
          AMBER.test(name ?? ''),
        ),
      ).toEqual([])
      await page.clock.runFor(2_100)
      await expect.poll(() => classOf('printer'), PATIENT).toMatch(AMBER)
      await expect.poll(() => classOf('connection'), PATIENT).toMatch(AMBER)
      world.setPrinterTrouble(null)
      await world.setOnline(true)
      await expect.poll(() => classOf('printer'), PATIENT).not.toMatch(AMBER)
    })

    it('is not shown amber while a receipt is on its way, only when it stays away', async () => {
      const {
        page,
        till: { world },
      } = counter
      await page.clock.install({ time: world.now() })
      world.holdDocuments()
      await counter.scan(milk ?? '').press('F12')
      await page.getByTestId('confirm-payment').waitFor()
      await counter
        .press('Enter')
        .see('issue-state', 'boleta pendiente')
        .see('pending-count', '1 boleta pendiente')
      expect(
        [await classOf('issue-state'), await classOf('pending-count')].filter((name) =>
          AMBER.test(name ?? ''),
        ),
      ).toEqual([])
      await page.clock.runFor(2_100)
      await expect.poll(() => classOf('issue-state'), PATIENT).toMatch(AMBER)
      await expect.poll(() => classOf('pending-count'), PATIENT).toMatch(AMBER)
    })
  },
)
